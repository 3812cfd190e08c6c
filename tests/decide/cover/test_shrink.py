"""QuickXplain finds minimal parts, with few questions."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.decide.cover.shrink import shrink


@given(st.integers(1, 30), st.lists(st.sets(st.integers(0, 29), min_size=1, max_size=4), min_size=1, max_size=5))
def test_what_is_left_is_rejected_and_no_less_is(n_items: int, wholes: list[set[int]]) -> None:
    def rejects(part: Sequence[int]) -> bool:
        return any(whole <= set(part) for whole in wholes)

    items = list(range(n_items))
    if not rejects(items):
        return
    left = shrink(items, rejects)
    assert rejects(left)
    assert not any(rejects([item for item in left if item != other]) for other in left)


@pytest.mark.parametrize("n_items", [8, 64, 512])
def test_questions_grow_with_the_logarithm(n_items: int) -> None:
    asked = []

    def rejects(part: Sequence[int]) -> bool:
        asked.append(part)
        return {1, n_items - 2} <= set(part)

    assert shrink(range(n_items), rejects) == [1, n_items - 2]
    assert len(asked) <= 2 + 4 * n_items.bit_length()


def test_nothing_is_left_where_nothing_is_rejected_too() -> None:
    assert shrink("abc", lambda part: True) == []


def test_earlier_items_are_preferred() -> None:
    assert shrink("abcd", lambda part: bool(set(part) & set("bd"))) == ["b"]
