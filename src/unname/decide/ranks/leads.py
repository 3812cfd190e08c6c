"""The lead of the true person over rivals: a sum over what is visible, so that any change to it is algebra."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from scipy.sparse import csr_array

from unname.core.document import Document
from unname.core.roles import RiskModel, View
from unname.core.sums import EntityTerms, RanksBySums, Terms
from unname.decide.cover.problem import Problem

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Flags = NDArray[np.bool_]
    Numbers = NDArray[np.int64]


@dataclass
class Sums:
    """The terms of one model, and which of them go with each entity."""

    terms: Terms
    n_entities: int

    @cached_property
    def members(self) -> list[tuple[int, ...]]:
        """The entities that each term needs."""
        return [tuple(sorted(set(members))) for members in self.terms.members]

    @cached_property
    def incidence(self) -> csr_array:
        """1 where a term (column) goes with an entity (row)."""
        pairs = [(entity, term) for term, members in enumerate(self.members) for entity in members]
        rows, columns = np.array(pairs, np.int64).reshape(-1, 2).T
        return csr_array((np.ones(len(pairs)), (rows, columns)), (self.n_entities, len(self.members)))

    @cached_property
    def holders(self) -> "list[Numbers]":
        """The terms of each entity."""
        found: list[list[int]] = [[] for _ in range(self.n_entities)]
        for term, members in enumerate(self.members):
            for entity in members:
                found[entity].append(term)
        return [np.array(terms, np.int64) for terms in found]

    def count_hidden(self, hidden: Iterable[int]) -> "Numbers":
        """How many members of each term are hidden."""
        gone = np.zeros(self.n_entities)
        gone[list(hidden)] = 1.0
        return np.asarray(gone @ self.incidence).astype(np.int64)

    def find_fittest(self, hidden: Iterable[int], n: int) -> "Numbers":
        """The `n` people who fit best when some entities are hidden, in no order."""
        return self.terms.fittest(self.count_hidden(hidden) == 0, n)

    def list_rivals(self) -> "Numbers":
        """Everybody but the true person."""
        return np.delete(np.arange(self.terms.n_people), self.terms.person)


def take_sums(problem: Problem, risk: RanksBySums, view: View | None = None) -> list[Sums]:
    """The sums of each model at a view; each must know enough people for the policy."""
    found = risk.terms(problem.document, view or {})
    for terms in found:
        problem.check_population(terms.n_people)
    return [Sums(terms, len(problem.labels)) for terms in found]


def take_entity_terms(risk: RiskModel, document: Document) -> EntityTerms | None:
    """What each entity adds by itself, where that is all that a risk model goes by."""
    return risk.entity_terms(document) if isinstance(risk, RanksBySums) else None


@dataclass
class Leads:
    """By how much each term of one model puts the true person before some rivals."""

    sums: Sums
    rivals: "Numbers" = field(repr=False)
    by_term: "Floats" = field(init=False, repr=False)
    rest: "Floats" = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.by_term, self.rest = self._compare(self.rivals)

    def extend(self, rivals: "Numbers") -> None:
        """Compare with further rivals, too."""
        by_term, rest = self._compare(rivals)
        self.rivals = np.concatenate([self.rivals, rivals])
        self.by_term = np.concatenate([self.by_term, by_term], axis=1)
        self.rest = np.concatenate([self.rest, rest])

    def at(self, hidden: Iterable[int]) -> "Floats":
        """The leads when some entities are hidden."""
        return np.asarray(self.rest + (self.sums.count_hidden(hidden) == 0) @ self.by_term)

    def _compare(self, rivals: "Numbers") -> "tuple[Floats, Floats]":
        terms, people = self.sums.terms, with_person(self.sums.terms, rivals)
        return subtract_rivals(terms.contributions(people)), subtract_rivals(terms.rest(people)[None])[0]


def with_person(terms: Terms, rivals: "Numbers") -> "Numbers":
    """The true person, and then the rivals."""
    return np.concatenate([[terms.person], rivals]).astype(np.int64)


def subtract_rivals(scores: "Floats") -> "Floats":
    """The lead of the first person over each of the others, for each row of scores."""
    return np.asarray(scores[:, :1] - scores[:, 1:], np.float64)


@dataclass
class LeadsLeft:
    """The leads that are left with some entities hidden, and what hiding each further entity would take off.

    What it would take off has 32 bits: it is by far the largest, and serves to choose; leads, which decide, have 64.
    `n_hidden` counts the hidden members of each term.
    """

    leads: Leads
    n_hidden: "Numbers" = field(repr=False)
    left: "Floats" = field(repr=False)
    drops: "NDArray[np.float32]" = field(repr=False)

    @classmethod
    def after(cls, leads: Leads, hidden: Iterable[int] = ()) -> "LeadsLeft":
        """What is left with these entities hidden."""
        n_hidden = leads.sums.count_hidden(hidden)
        living = np.where((n_hidden == 0)[:, None], leads.by_term, 0.0)
        drops = np.asarray(leads.sums.incidence @ living, np.float32)
        return cls(leads, n_hidden, leads.rest + living.sum(axis=0), drops)

    def copy(self) -> "LeadsLeft":
        """The same, to go on from in another way."""
        return LeadsLeft(self.leads, self.n_hidden.copy(), self.left.copy(), self.drops.copy())

    def hide(self, entity: int) -> None:
        """Hide one more entity: all terms that it is part of are gone."""
        terms = self.leads.sums.holders[entity]
        for term in terms[self.n_hidden[terms] == 0]:
            self.left -= self.leads.by_term[term]
            for member in self.leads.sums.members[term]:
                self.drops[member] -= self.leads.by_term[term]
        self.n_hidden[terms] += 1

    def show(self, entity: int) -> None:
        """Show a hidden entity again: all terms of which no other member is hidden are back."""
        for term in self._waiting_for(entity):
            self.left += self.leads.by_term[term]
            for member in self.leads.sums.members[term]:
                self.drops[member] += self.leads.by_term[term]
        self.n_hidden[self.leads.sums.holders[entity]] -= 1

    def with_shown(self, entity: int) -> "Floats":
        """The leads if a hidden entity were shown again."""
        return np.asarray(self.left + self.leads.by_term[self._waiting_for(entity)].sum(axis=0))

    def measure_pressure(self) -> float:
        """How hard the rivals press: minus the log-odds of the true person among them."""
        return float(_log_sum(-self.left[None])[0])

    def measure_pressures(self, entities: "Numbers") -> "Floats":
        """How hard they would press with each of the entities hidden as well."""
        return _log_sum(self.drops[entities] - self.left)

    def measure_distance(self, n: int) -> float:
        """What the `n` closest rivals lack together."""
        return float(add_smallest(self.left[None].astype(np.float32), n)[0])

    def measure_distances(self, entities: "Numbers", n: int) -> "Floats":
        """What the `n` closest rivals would lack with each of the entities hidden as well."""
        return add_smallest(self.left.astype(np.float32) - self.drops[entities], n)

    def _waiting_for(self, entity: int) -> "Numbers":
        """The terms that are gone because of this entity alone."""
        terms = self.leads.sums.holders[entity]
        return np.asarray(terms[self.n_hidden[terms] == 1])


def _log_sum(rows: "Floats") -> "Floats":
    """The logarithm of the sum of exponentials of each row."""
    if not rows.shape[1]:
        return np.zeros(len(rows))
    highest = rows.max(axis=1, keepdims=True)
    return np.asarray(highest[:, 0] + np.log(np.exp(rows - highest).sum(axis=1)))


def add_smallest(leads: "NDArray[np.floating]", n: int) -> "Floats":
    """The sum of the `n` smallest leads of each row, of those that are leads; rows are reordered in place.

    >>> add_smallest(np.array([[3.0, -1.0, 2.0, 5.0]]), 3)
    array([5.])
    """
    if 0 < n < leads.shape[1]:
        leads.partition(n - 1, axis=1)
        leads = leads[:, :n]
    return np.asarray(np.maximum(leads, 0.0).sum(axis=1, dtype=np.float64))


def bound_losses(leads: "Floats", gains: "Floats", losses: "Floats") -> "Floats":
    """For each lead, a loss below which it cannot be taken off; infinite where it never can.

    Each change (row) takes off no more than its gains and costs its loss. The relaxation lets it be made in part, those
    with the most gain per loss first.

    >>> bound_losses(np.array([3.0, 9.0]), np.array([[2.0, 2.0], [4.0, 4.0]]), np.array([1.0, 4.0])).tolist()
    [2.0, inf]
    """
    losses = losses.reshape(-1, 1)
    most = gains.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        order = np.argsort(np.where(gains > 0, losses / gains, np.inf), axis=0, kind="stable")
        gains = np.take_along_axis(gains, order, axis=0)
        losses = np.where(gains > 0, np.take_along_axis(np.broadcast_to(losses, gains.shape), order, 0), 0.0)
        parts = np.clip((leads - (np.cumsum(gains, axis=0) - gains)) / gains, 0.0, 1.0)
    bounds: Floats = np.sum(np.where(gains > 0, parts, 0.0) * losses, axis=0)
    bounds[leads > most] = np.inf
    return bounds
