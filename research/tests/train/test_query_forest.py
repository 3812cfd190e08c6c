import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("sklearn")

from unname.core.document import LABELS
from unname.core.errors import InputError
from unname.risk.commonness import count_phrases
from unname.risk.query_network import N_NUMBERS
from unname.risk.query_reader import N_FREQUENCIES
from unname_research.train.query_forest import NEGATIVES, _tabulate, train
from unname_research.train.query_reader import Exercise

COMMON = count_phrases(["a judge in Zenda"], least=1)


def exercise(number, finds=True):
    """Codes alone find the person; so do two places together."""
    looks = np.zeros((12, len(LABELS) + N_NUMBERS + N_FREQUENCIES), np.float32)
    labels = ["CODE"] * 2 + ["LOC"] * 3 + ["DEM"] * 7
    looks[np.arange(12), [LABELS.index(label) for label in labels]] = 1.0
    groups = [(n,) for n in range(12)] + [(a, b) for b in range(12) for a in range(2, b)]
    risky = [labels[g[0]] == "CODE" if len(g) == 1 else labels[g[0]] == labels[g[1]] == "LOC" for g in groups]
    return Exercise(None, looks, groups, np.array(risky, np.float32) * finds, 50, f"Text {number}.")


def test_trees_learn_what_finds_the_person_alone_and_together():
    each = exercise(0)
    forest = train([exercise(number) for number in range(40)], COMMON)
    said = [risk > 0.5 for _, risk in forest.judge(each.looks, each.groups, 50)]
    assert said == list(each.risky > 0)


def test_pairs_that_are_left_out_count_in_those_that_are_kept():
    each = exercise(0)
    wrong = sum(len(group) == 2 for group in each.groups) - int(each.risky[12:].sum())
    rows, risky, weight = _tabulate([each], 2, most=5)
    assert len(rows) == 5 + risky.sum() == len(weight)
    assert weight[risky == 0].sum() == wrong < NEGATIVES * 2
    assert (weight[risky > 0] == 1).all()


def test_it_needs_searches_that_found_somebody():
    with pytest.raises(InputError):
        train([exercise(number, finds=False) for number in range(8)], COMMON)
