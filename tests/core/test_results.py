import pytest

from unname.core.errors import InternalError
from unname.core.results import Guess, Score, pool


def test_pool_is_the_weighted_mean_by_metric() -> None:
    scores = [Score("a", 1.0, "x", 1), Score("a", 0.0, "y", 3), Score("b", 0.5, "x"), Score("c", 1.0, "x", 0)]
    assert pool(scores) == {"a": 0.25, "b": 0.5, "c": 0.0}


def test_pool_of_nothing() -> None:
    assert pool([]) == {}


def test_negative_weights_are_refused() -> None:
    with pytest.raises(InternalError, match="'a'"):
        pool([Score("a", 1.0, "x", -1)])


def test_answers_are_not_in_the_repr() -> None:
    assert "Zanzibar" not in repr(Guess("d", (("Zanzibar", 1.0),)))
