"""Where a crowd comes from: what a text says and what that costs, in rows that a person can add up."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from unname.core.results import CrowdSize
from unname.risk.shares import date_bits, number_bits

_SORTS = {"PERSON": "name", "LOC": "place", "DATETIME": "date", "QUANTITY": "number", "CODE": "number"}


class Cost(NamedTuple):
    """What words cost by themselves, in bits, and what they are to a reader (`sort_of`)."""

    words: str
    sort: str
    bits: float

    @property
    def one_in(self) -> float:
        """Of how many people it is true of one."""
        return math.pow(2.0, self.bits)


@dataclass(frozen=True)
class Account:
    """The crowd of a text, and its sum: `group_bits` less `visible_bits` is log2 of the crowd.

    `life_bits` is what it tells that the whole is about a life of its kind; `shared_bits` are those of words that imply
    each other, which count once. Everything is counted as said of one person, however many are named: `n_named`.
    """

    size: CrowdSize
    group_bits: float
    costs: Sequence[Cost] = field(repr=False)
    life_bits: float
    shared_bits: float
    n_named: int

    @property
    def visible_bits(self) -> float:
        """All that the text tells: the costs and the kind of life, less what would count twice."""
        return math.fsum(cost.bits for cost in self.costs) + self.life_bits - self.shared_bits


def sort_of(label: str, word: str) -> str:
    """What a word is to a reader, by the label under which detectors found it, or none.

    >>> sort_of("PERSON", "Ada"), sort_of("ORG", "Ruritania"), sort_of("", "1956"), sort_of("", "film")
    ('name', 'phrase', 'date', 'other words')
    """
    if label:
        return _SORTS.get(label, "phrase")
    if number_bits(word) is None:
        return "other words"
    return "number" if date_bits(word) is None else "date"
