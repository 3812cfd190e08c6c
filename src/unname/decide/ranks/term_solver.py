"""The cheapest entities to hide from models whose scores are sums of terms, with the terms inside the solver."""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from heapq import heappop
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.decide.cover.account import Choice
from unname.decide.cover.solver import Cover, Solution
from unname.decide.ranks.exchange import Exchange
from unname.decide.ranks.margins import Makeup, Margins
from unname.decide.ranks.relaxed import Relaxed
from unname.decide.ranks.word_search import WordSearch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    People = NDArray[np.int64]

_SCALE = 2.0**20
"""Leads are counted in whole numbers of 1 / this; the limit allows for the rounding, so that bounds hold."""

_FIRST = 25
_GROWTH = 4
"""How many rivals are tried first, so that a good plan rules out most of the others, and how many times more next."""

_PEOPLE_AT_ONCE = 4096
_PEOPLE_PER_LOOK = 64
_WIDTH = 4
_SHARE = 0.3
"""The part of the time that is left for exchanges, and for bounds, before the solver starts."""


@dataclass
class Promising:
    """People who could be brought up for less than a loss, and the least that each of them costs."""

    people: "People" = field(repr=False)
    floors: "Floats" = field(repr=False)
    loss: float

    def sorted(self) -> "Promising":
        """The same, cheapest first, without those who cost too much after all."""
        order = np.argsort(self.floors, kind="stable")
        order = order[self.floors[order] < self.loss]
        return Promising(self.people[order], self.floors[order], self.loss)

    def bound(self, needed: int) -> float:
        """What bringing up as many as needed costs at least: no less than the dearest of the cheapest ones."""
        return float(self.floors[needed - 1]) if 0 < needed <= len(self.floors) else self.loss * (needed > 0)


@dataclass
class TermSolver:
    """Minimum loss such that enough rivals fit at least as well, for each of several exact models.

    A group of entities that counts together is gone as soon as one of them is hidden: a variable of its own. Rivals
    that no plan cheaper than the best known one could bring up are left out, by a fractional bound of each.
    """

    words: WordSearch
    makeups: Sequence[Makeup]
    cover: Cover
    deadline: float
    needed: int = field(init=False)

    def __post_init__(self) -> None:
        self.needed = self.words.problem.n_rivals_needed

    def solution(self, start: Choice) -> Solution:
        """The cheapest plan found, and a loss that no plan can stay below, given an accepted plan to start from."""
        problem = self.words.problem
        best = self._exchanged(start)
        promising = [self._promising(makeup, problem.loss(best)) for makeup in self.makeups]
        bound = max(self._rounded(each.bound(self.needed)) for each in promising)
        size = max(_FIRST, 2 * self.needed)
        while time.monotonic() < self.deadline and bound < problem.loss(best) * (1.0 - 1e-9):
            loss = problem.loss(best)
            rivals = [each.people[self._rounded(each.floors) < loss] for each in promising]
            found = self._with_rivals([people[:size] for people in rivals], best)
            if found is not None and problem.loss(found.taken) < loss and self._suits(found.taken):
                best = found.taken
            if all(len(people) <= size for people in rivals):
                # Without a plan for these rivals, there is none but those that cost as much as the best known one.
                bound = max(bound, loss if found is None else found.bound)
                break
            size *= _GROWTH
        return Solution(best, min(float(bound), problem.loss(best)))

    def _exchanged(self, start: Choice) -> tuple[int, ...]:
        """The cheapest of a few plans that algebra finds: greedy ones and what exchanges make of them."""
        words, problem = self.words, self.words.problem
        shortlist = [Margins(makeup, words.rivals(makeup, words.entities(start.taken))) for makeup in self.makeups]
        free = np.array(sorted(words.option_of), np.int64)
        best = start.taken
        for descent in (replace(words.descent, width=_WIDTH), replace(words.descent, aim="probability")):
            hidden = words.hidden(descent, shortlist, words.start)
            if descent.suits(shortlist, hidden):
                tried = tuple(words.option_of[entity] for entity in hidden)
                best = tried if problem.loss(tried) < problem.loss(best) and self._suits(tried) else best
        exchange = Exchange(words.descent, shortlist, free, frozenset(words.start))
        part = time.monotonic() + (self.deadline - time.monotonic()) * _SHARE
        found = tuple(words.option_of[entity] for entity in exchange.improved(words.entities(best), part))
        return found if problem.loss(found) < problem.loss(best) and self._suits(found) else best

    def _rounded(self, loss: Any) -> Any:
        """A bound, raised to the next whole number where all losses are whole numbers."""
        losses = [option.loss for option in self.words.problem.options]
        return np.ceil(loss - 1e-6) if all(float(each).is_integer() for each in losses) else loss

    def _promising(self, makeup: Makeup, loss: float) -> Promising:
        """The people who could be brought up for less than this loss."""
        people, floors = [], []
        for rivals in self._everybody(makeup):
            costs = self.floors(Margins(makeup, rivals))
            people.append(rivals[costs < loss])
            floors.append(costs[costs < loss])
        found = Promising(np.concatenate(people), np.concatenate(floors), loss).sorted()
        self._sharpen(found, makeup)
        return found.sorted()

    def _sharpen(self, found: Promising, makeup: Makeup) -> None:
        """Better bounds by linear programs, always for the person who seems cheapest, as long as there is time."""
        until = time.monotonic() + (self.deadline - time.monotonic()) * _SHARE
        relaxed: dict[int, Relaxed] = {}
        queue = [(floor, number) for number, floor in enumerate(found.floors.tolist())]
        while queue and time.monotonic() < until:
            floor, number = heappop(queue)
            part = number // _PEOPLE_PER_LOOK
            if part not in relaxed:
                people = found.people[part * _PEOPLE_PER_LOOK : (part + 1) * _PEOPLE_PER_LOOK]
                slack = len(makeup.groups) / _SCALE
                relaxed[part] = Relaxed(Margins(makeup, people), self.words.losses, slack)
            sharper = relaxed[part].floor(number % _PEOPLE_PER_LOOK) * (1.0 - 1e-9)
            found.floors[number] = max(floor, sharper)

    def _everybody(self, makeup: Makeup) -> "Iterator[People]":
        for start in range(0, makeup.terms.n_people, _PEOPLE_AT_ONCE):
            people = np.arange(start, min(start + _PEOPLE_AT_ONCE, makeup.terms.n_people))
            yield people[people != makeup.terms.person]

    def floors(self, margins: Margins) -> "Floats":
        """For each rival, a loss below which it cannot be made to fit as well; infinite where it never can.

        Hiding an entity takes off no more than its own group and what the others that it is part of add to the lead.
        The relaxation lets an entity be hidden in part, those that take off most per loss first.
        """
        makeup = margins.makeup
        alone = np.array([len(members) == 1 for members in makeup.groups], bool)
        most = np.where(alone[:, None], margins.leads, np.maximum(margins.leads, 0.0))
        free = np.array(sorted(self.words.option_of), np.int64)
        gains = np.maximum((makeup.incidence @ most)[free], 0.0)
        losses = self.words.losses[free].reshape(-1, 1)
        lead = margins.at(()) - len(makeup.groups) / _SCALE
        with np.errstate(divide="ignore", invalid="ignore"):
            order = np.argsort(np.where(gains > 0, losses / gains, np.inf), axis=0, kind="stable")
            gains = np.take_along_axis(gains, order, axis=0)
            losses = np.where(gains > 0, np.take_along_axis(np.broadcast_to(losses, gains.shape), order, 0), 0.0)
            parts = np.clip((lead - (np.cumsum(gains, axis=0) - gains)) / gains, 0.0, 1.0)
        floors: Floats = np.sum(np.where(gains > 0, parts, 0.0) * losses, axis=0)
        floors[lead > gains.sum(axis=0)] = np.inf
        return floors * (1.0 - 1e-9)

    def _suits(self, taken: Iterable[int]) -> bool:
        problem = self.words.problem
        (judged,) = self.words.ask([problem.view(taken)])
        return problem.accepts(judged) and all(demand.is_met(taken) for demand in self.words.first.demands)

    def _with_rivals(self, rivals: "Sequence[People]", hint: Sequence[int]) -> Solution | None:
        """The cheapest options that bring up enough of these rivals in each model; None where none do."""
        if any(len(people) < self.needed for people in rivals):
            return None
        model, chosen = self.cover.model()
        used = set(self.words.option_of.values())
        for number, variable in enumerate(chosen):
            if number not in used:
                model.add(variable == 0)
        for demand in self.words.first.demands:
            model.add_bool_or(chosen[number] for number in sorted(demand.options & used))
        hides = {entity: chosen[number] for entity, number in self.words.option_of.items()}
        gone: dict[tuple[int, ...], Any] = {}
        for makeup, people in zip(self.makeups, rivals, strict=True):
            self._demand_rivals(model, Margins(makeup, people), hides, gone)
        model.minimize(sum(price * variable for price, variable in zip(self.cover.prices(), chosen, strict=True)))
        return self.cover.run(model, chosen, hint, self.deadline - time.monotonic())

    def _demand_rivals(
        self, model: Any, margins: Margins, hides: dict[int, Any], gone: dict[tuple[int, ...], Any]
    ) -> None:
        """Enough of these rivals must fit at least as well."""
        fits = [model.new_bool_var("") for _ in margins.rivals]
        model.add(sum(fits) >= self.needed)
        changes = np.rint(margins.leads * _SCALE).astype(np.int64)
        base = np.rint(margins.at(()) * _SCALE).astype(np.int64) - len(changes)
        deaths = [_gone(model, members, hides, gone) for members in margins.makeup.groups]
        for column, fit in enumerate(fits):
            terms = [
                int(change) * death
                for change, death in zip(changes[:, column], deaths, strict=True)
                if change and death is not None
            ]
            model.add(sum(terms) >= int(base[column])).only_enforce_if(fit)


def _gone(model: Any, members: tuple[int, ...], hides: dict[int, Any], gone: dict[tuple[int, ...], Any]) -> Any:
    """Whether one of the members is hidden, as a variable; None where none of them may be."""
    open_to_change = tuple(entity for entity in members if entity in hides)
    if len(open_to_change) < 2:
        return hides[open_to_change[0]] if open_to_change else None
    if open_to_change not in gone:
        parts = [hides[entity] for entity in open_to_change]
        gone[open_to_change] = model.new_bool_var("")
        model.add_max_equality(gone[open_to_change], parts)
    return gone[open_to_change]
