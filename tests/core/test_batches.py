"""Few texts at a time, among however many people."""

import pytest

from doors.attackers import Overlap, Together
from unname.core.batches import MAX_SCORES, split


@pytest.mark.parametrize(
    ("n_texts", "n_people", "sizes"),
    [
        (0, 3, []),
        (3, 3, [3]),
        (130, 3, [64, 64, 2]),
        (5, MAX_SCORES // 2, [2, 2, 1]),
        (2, 10 * MAX_SCORES, [1, 1]),
    ],
)
def test_no_batch_has_too_many_texts_or_scores(n_texts: int, n_people: int, sizes: list[int]) -> None:
    texts = [str(number) for number in range(n_texts)]
    batches = list(split(Overlap(), texts, n_people))
    assert [len(batch) for batch in batches] == sizes
    assert [text for batch in batches for text in batch] == texts


def test_what_is_judged_together_stays_together() -> None:
    assert list(split(Together(), "abc" * 50, 10)) == ["abc" * 50]
    assert list(split(Together(), "", 10)) == []
