"""The lead of the true person over rivals as a sum of terms, so that what any masking does to it is algebra."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np
from scipy.sparse import csr_array

from unname.core.document import Document
from unname.core.roles import View
from unname.decide.cover.problem import Problem
from unname.models.linkage.terms import Terms

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Flags = NDArray[np.bool_]
    People = NDArray[np.int64]


@runtime_checkable
class TermedRisk(Protocol):
    """A risk model that ranks people by sums of terms, one list of them for each of its models; the worst rank counts.

    Its total is 1 / rank, the rank being 1 + the number of others who score at least as high as the true person.
    """

    def terms(self, document: Document, view: View = ...) -> Sequence[Terms]:
        """The terms of each model, as they are where a reader sees this view."""
        ...


@dataclass
class Makeup:
    """The terms of one model, those with the same members as one group."""

    terms: Terms
    n_entities: int
    groups: list[tuple[int, ...]] = field(init=False, repr=False)
    of_term: "NDArray[np.int64]" = field(init=False, repr=False)

    def __post_init__(self) -> None:
        numbers: dict[tuple[int, ...], int] = {}
        found = [numbers.setdefault(tuple(sorted(set(members))), len(numbers)) for members in self.terms.members]
        self.groups = list(numbers)
        self.of_term = np.array(found, np.int64)

    @cached_property
    def sums(self) -> csr_array:
        """Adds up the terms of each group."""
        n_terms = len(self.of_term)
        ones = np.ones(n_terms, np.float32)
        return csr_array((ones, (self.of_term, np.arange(n_terms))), (len(self.groups), n_terms))

    @cached_property
    def incidence(self) -> csr_array:
        """Which groups die with each entity."""
        pairs = [(entity, group) for group, members in enumerate(self.groups) for entity in members]
        rows, columns = np.array(pairs, np.int64).reshape(-1, 2).T
        return csr_array((np.ones(len(pairs)), (rows, columns)), (self.n_entities, len(self.groups)))

    @cached_property
    def holders(self) -> "list[NDArray[np.int64]]":
        """The groups of each entity."""
        found: list[list[int]] = [[] for _ in range(self.n_entities)]
        for group, members in enumerate(self.groups):
            for entity in members:
                found[entity].append(group)
        return [np.array(groups, np.int64) for groups in found]

    def alive(self, hidden: Iterable[int]) -> "Flags":
        """The groups that are left when some entities are hidden."""
        gone = np.zeros(self.n_entities)
        gone[list(hidden)] = 1.0
        return np.asarray(gone @ self.incidence == 0)

    def fittest(self, hidden: Iterable[int], n: int) -> "People":
        """The `n` people who fit best when some entities are hidden, in no order."""
        return self.terms.fittest(self.alive(hidden)[self.of_term], n)


def makeups_of(problem: Problem, risk: TermedRisk, view: View | None = None) -> list[Makeup]:
    """The terms of each model at a view, which must know enough people for the policy."""
    found = risk.terms(problem.document, view or {})
    for terms in found:
        problem.check_population(terms.n_people)
    return [Makeup(terms, len(problem.labels)) for terms in found]


@dataclass
class Margins:
    """By how much each group of terms puts the true person of one model before some rivals."""

    makeup: Makeup
    rivals: "People" = field(repr=False)
    leads: "Floats" = field(init=False, repr=False)
    rest: "Floats" = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.leads, self.rest = self._compared(self.rivals)

    def extend(self, rivals: "People") -> None:
        """Compare with further rivals, too."""
        leads, rest = self._compared(rivals)
        self.rivals = np.concatenate([self.rivals, rivals])
        self.leads = np.concatenate([self.leads, leads], axis=1)
        self.rest = np.concatenate([self.rest, rest])

    def _compared(self, rivals: "People") -> "tuple[Floats, Floats]":
        terms = self.makeup.terms
        people = np.concatenate([[terms.person], rivals]).astype(np.int64)
        scores = np.asarray(self.makeup.sums @ terms.contributions(people), np.float64)
        rest = np.asarray(terms.rest(people), np.float64)
        return scores[:, :1] - scores[:, 1:], rest[0] - rest[1:]

    @cached_property
    def holders(self) -> "list[NDArray[np.int64]]":
        """The groups of each entity."""
        return self.makeup.holders

    def at(self, hidden: Iterable[int]) -> "Floats":
        """The leads when some entities are hidden."""
        return np.asarray(self.rest + self.makeup.alive(hidden) @ self.leads)


@dataclass
class Standing:
    """The leads over the rivals with some entities hidden, and what hiding each further entity would take off.

    What it would take off has 32 bits: it is by far the largest, and serves to choose; leads, which decide, have 64.
    """

    margins: Margins
    alive: "Flags" = field(repr=False)
    leads: "Floats" = field(repr=False)
    drops: "NDArray[np.float32]" = field(repr=False)

    @classmethod
    def of(cls, margins: Margins, hidden: Iterable[int] = ()) -> "Standing":
        """Where things stand with some entities hidden."""
        hidden = list(hidden)
        alive = margins.makeup.alive(hidden)
        living = np.where(alive[:, None], margins.leads, 0.0)
        drops = np.asarray(margins.makeup.incidence @ living, np.float32)
        return cls(margins, alive, margins.rest + living.sum(axis=0), drops)

    def copy(self) -> "Standing":
        """The same, to go on from in another way."""
        return Standing(self.margins, self.alive.copy(), self.leads.copy(), self.drops.copy())

    def hide(self, entity: int) -> None:
        """Hide one more entity: all terms that it is part of are gone."""
        for group in self.margins.holders[entity]:
            if self.alive[group]:
                self.alive[group] = False
                self.leads -= self.margins.leads[group]
                for member in self.margins.makeup.groups[group]:
                    self.drops[member] -= self.margins.leads[group]

    def pressure(self) -> float:
        """How hard the rivals press: minus the log-odds of the true person among them."""
        return float(_log_sum(-self.leads[None])[0])

    def pressures(self, entities: "NDArray[np.int64]") -> "Floats":
        """How hard they would press with each of the entities hidden as well."""
        return _log_sum(self.drops[entities] - self.leads)

    def distance(self, n: int) -> float:
        """What the `n` closest rivals lack together."""
        return float(_lacking(self.leads[None].astype(np.float32), n)[0])

    def distances(self, entities: "NDArray[np.int64]", n: int) -> "Floats":
        """What the `n` closest rivals would lack with each of the entities hidden as well."""
        return _lacking(self.leads.astype(np.float32) - self.drops[entities], n)

    def n_fitting(self, slack: float = 0.0) -> int:
        """How many rivals fit at least as well as the true person, even with this much taken off their scores."""
        return int(np.count_nonzero(self.leads <= -slack))


def _log_sum(rows: "Floats") -> "Floats":
    """The logarithm of the sum of exponentials of each row."""
    if not rows.shape[1]:
        return np.zeros(len(rows))
    highest = rows.max(axis=1, keepdims=True)
    return np.asarray(highest[:, 0] + np.log(np.exp(rows - highest).sum(axis=1)))


def _lacking(leads: "NDArray[np.float32]", n: int) -> "Floats":
    """The sum of the `n` smallest leads of each row, of those that are leads; rows are reordered in place."""
    if 0 < n < leads.shape[1]:
        leads.partition(n - 1, axis=1)
        leads = leads[:, :n]
    return np.asarray(np.maximum(leads, 0.0).sum(axis=1, dtype=np.float64))
