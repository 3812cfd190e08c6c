"""From scores to rankings, the same way for every attack."""

from collections.abc import Sequence
from operator import is_
from typing import TYPE_CHECKING

import numpy as np

from unname.core.document import Profile
from unname.core.errors import InputError
from unname.core.results import Guess

if TYPE_CHECKING:
    from numpy.typing import NDArray


def guesses(scores: "NDArray[np.float64]", population: Sequence[Profile]) -> tuple[Guess, ...]:
    """One guess per row of scores: everybody, best first and equal scores in order of id."""
    ids = np.array([profile.id for profile in population], dtype=object)
    by_id = np.argsort(ids, kind="stable")
    return tuple(Guess(str(number), _ranking(row, ids, by_id)) for number, row in enumerate(scores))


def _ranking(
    row: "NDArray[np.float64]", ids: "NDArray[np.object_]", by_id: "NDArray[np.intp]"
) -> tuple[tuple[str, float], ...]:
    order = by_id[np.argsort(-row[by_id], kind="stable")]
    return tuple((str(ids[i]), float(row[i])) for i in order)


def same_population(one: Sequence[Profile] | None, other: Sequence[Profile]) -> bool:
    """Whether two populations hold the same people in the same order; quick where they hold the same objects."""
    if one is None or len(one) != len(other):
        return False
    return all(map(is_, one, other)) or all(a == b for a, b in zip(one, other, strict=True))


def checked_population(population: Sequence[Profile]) -> Sequence[Profile]:
    """The population, if there is anybody in it and nobody twice."""
    if not population:
        raise InputError("the population is empty: there is nobody to find")
    if len({profile.id for profile in population}) < len(population):
        raise InputError("two people of the population have the same id")
    return population


def standardized(scores: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """Every row with mean 0 and spread 1; a row without differences is all zero."""
    spread = scores.std(axis=1, keepdims=True)
    even = spread <= 1e-12 * np.maximum(1.0, np.abs(scores).max(axis=1, keepdims=True))
    result: NDArray[np.float64] = (scores - scores.mean(axis=1, keepdims=True)) / np.where(even, 1.0, spread)
    return np.where(even, 0.0, result)
