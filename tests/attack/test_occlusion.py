import numpy as np
import pytest

from unname.attack import occlusion
from unname.attack.occlusion import log_softmax, occlude

WEIGHTS = np.array([[0.0, 0.0], [3.0, 0.0], [0.0, 1.0], [0.5, 0.5]])


def logits(windows):
    return np.stack([WEIGHTS[ids].sum(axis=0) for ids in windows])


def window(*ids):
    return np.array(ids), np.array(ids)


def test_a_word_counts_what_its_absence_takes_away():
    falls = occlude([window(1, 2, 3), window(1, 0)], 4, logits, person=0)
    assert falls == pytest.approx([0.0, 6.0, -1.0, 0.0])
    assert occlude([window(1, 2, 3)], 4, logits, person=1) == pytest.approx([0.0, -3.0, 1.0, 0.0])


def test_in_very_long_texts_words_are_left_out_of_the_strongest_windows(monkeypatch):
    monkeypatch.setattr(occlusion, "STRONGEST", 1)
    falls = occlude([window(2, 3), window(1, 0), window(2)], 4, logits, person=0)
    assert falls == pytest.approx([0.0, 3.0, 0.0, 0.0])


def test_log_probabilities_of_a_row_sum_to_one():
    assert np.exp(log_softmax(np.array([[1000.0, 999.0], [-5.0, 3.0]]))).sum(axis=1) == pytest.approx([1.0, 1.0])
