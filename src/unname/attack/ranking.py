"""From scores to rankings, the same way for every attack, and what all attacks ask of a population."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import is_
from typing import TYPE_CHECKING

import numpy as np

from unname.core.batches import split
from unname.core.document import Profile
from unname.core.errors import InputError
from unname.core.results import Guess
from unname.core.roles import Attack, Shortlists

if TYPE_CHECKING:
    from unname.core.roles import Matrix


def score_all(attack: Attack, texts: Sequence[str], population: Sequence[Profile]) -> "Matrix":
    """The scores of an attack that is asked in batches, for whoever needs all of them at once."""
    batches = list(split(attack, texts, len(population))) or [texts]
    return np.concatenate([attack.scores(batch, population) for batch in batches])


def guess(attack: Attack, texts: Sequence[str], population: Sequence[Profile]) -> tuple[Guess, ...]:
    """Whom any attack names for each text: everybody, or the few that it lists, best first."""
    guesses: list[Guess] = []
    for batch in split(attack, texts, len(population)):
        if isinstance(attack, Shortlists) and attack.top is not None:
            guesses += attack.shortlist(batch, population)
        else:
            guesses += _rank(attack.scores(batch, population), population)
    return tuple(replace(each, document=str(number)) for number, each in enumerate(guesses))


def _rank(scores: "Matrix", population: Sequence[Profile]) -> Iterator[Guess]:
    """One guess for each row: everybody, best first and equal scores in order of id."""
    ids = np.array([profile.id for profile in population], dtype=object)
    by_id = np.argsort(ids, kind="stable")
    for number, row in enumerate(scores):
        order = by_id[np.argsort(-row[by_id], kind="stable")]
        yield Guess(str(number), tuple(zip(ids[order].tolist(), row[order].tolist(), strict=True)))


def same_population(one: Sequence[Profile] | None, other: Sequence[Profile]) -> bool:
    """Whether two populations hold the same people in the same order; quick where they hold the same objects."""
    if one is None or len(one) != len(other):
        return False
    return all(map(is_, one, other)) or all(a == b for a, b in zip(one, other, strict=True))


def check_population(population: Sequence[Profile]) -> None:
    """Refuse a population without anybody, or with somebody twice."""
    if not population:
        raise InputError("the population is empty: there is nobody to find")
    if len({profile.id for profile in population}) < len(population):
        raise InputError("two people of the population have the same id")


def standardize(scores: "Matrix") -> "Matrix":
    """Every row with mean 0 and spread 1; a row without differences is all zero."""
    spread = scores.std(axis=1, keepdims=True)
    even = spread <= 1e-12 * np.maximum(1.0, np.abs(scores).max(axis=1, keepdims=True))
    result: Matrix = (scores - scores.mean(axis=1, keepdims=True)) / np.where(even, 1.0, spread)
    return np.where(even, 0.0, result)
