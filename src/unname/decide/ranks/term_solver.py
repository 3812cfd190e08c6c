"""The cheapest entities to hide from models whose scores are sums of terms, with the terms inside the solver."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from heapq import heappop
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.decide.cover.account import Choice
from unname.decide.cover.solver import Cover, Solution, add_fits, tie_fits
from unname.decide.ranks.exchange import Exchange
from unname.decide.ranks.leads import Leads, Sums, bound_losses
from unname.decide.ranks.relaxed import Relaxed
from unname.decide.ranks.word_search import WordSearch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    People = NDArray[np.int64]

_ROUNDING = 2.0**-20
"""By how much each term may be off inside the solver; limits allow for it, so that bounds hold."""

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
    costs: "Floats" = field(repr=False)
    loss: float

    def sort(self) -> "Promising":
        """The same, cheapest first, without those who cost too much after all."""
        order = np.argsort(self.costs, kind="stable")
        order = order[self.costs[order] < self.loss]
        return Promising(self.people[order], self.costs[order], self.loss)

    def bound(self, needed: int) -> float:
        """What bringing up as many as needed costs at least: no less than the dearest of the cheapest ones."""
        return float(self.costs[needed - 1]) if 0 < needed <= len(self.costs) else self.loss * (needed > 0)


@dataclass
class TermSolver:
    """Minimum loss such that enough rivals fit at least as well, for each of several exact models.

    A term of several entities is gone as soon as one of them is hidden: a variable of its own. Rivals that no plan
    cheaper than the best known one could bring up are left out, by a fractional bound of each.
    """

    words: WordSearch
    every: Sequence[Sums]
    cover: Cover
    deadline: float
    needed: int = field(init=False)

    def __post_init__(self) -> None:
        self.needed = self.words.problem.n_rivals_needed

    def solve(self, start: Choice) -> Solution:
        """The cheapest plan found, and a loss that no plan can stay below, given an accepted plan to start from."""
        problem = self.words.problem
        best = self._improve(start)
        promising = [self._find_promising(sums, problem.loss(best)) for sums in self.every]
        bound = max(self._round_up(each.bound(self.needed)) for each in promising)
        size = max(_FIRST, 2 * self.needed)
        while time.monotonic() < self.deadline and bound < problem.loss(best) * (1.0 - 1e-9):
            loss = problem.loss(best)
            rivals = [each.people[self._round_up(each.costs) < loss] for each in promising]
            found = self._solve_with([people[:size] for people in rivals], best)
            if found is not None and problem.loss(found.taken) < loss and self._suits(found.taken):
                best = found.taken
            if all(len(people) <= size for people in rivals):
                # Without a plan for these rivals, there is none but those that cost as much as the best known one.
                bound = max(bound, loss if found is None else found.bound)
                break
            size *= _GROWTH
        return Solution(best, min(float(bound), problem.loss(best)))

    def _improve(self, start: Choice) -> tuple[int, ...]:
        """The cheapest of a few plans that algebra finds: greedy ones and what exchanges make of them."""
        words, problem = self.words, self.words.problem
        shortlist = [Leads(sums, words.find_rivals(sums, words.list_entities(start.taken))) for sums in self.every]
        free = np.array(sorted(words.option_of), np.int64)
        best = start.taken
        for descent in (replace(words.descent, width=_WIDTH), replace(words.descent, aim="probability")):
            hidden = words.hide(descent, shortlist)
            if descent.suits(shortlist, hidden):
                tried = tuple(words.option_of[entity] for entity in hidden)
                best = tried if problem.loss(tried) < problem.loss(best) and self._suits(tried) else best
        exchange = Exchange(words.descent, shortlist, free, frozenset(words.start))
        part = time.monotonic() + (self.deadline - time.monotonic()) * _SHARE
        found = tuple(words.option_of[entity] for entity in exchange.improve(words.list_entities(best), part))
        return found if problem.loss(found) < problem.loss(best) and self._suits(found) else best

    def _round_up(self, loss: Any) -> Any:
        """A bound, raised to the next whole number where all losses are whole numbers."""
        losses = [option.loss for option in self.words.problem.options]
        return np.ceil(loss - 1e-6) if all(float(each).is_integer() for each in losses) else loss

    def _find_promising(self, sums: Sums, loss: float) -> Promising:
        """The people who could be brought up for less than this loss."""
        people, costs = [], []
        everybody = sums.list_rivals()
        for start in range(0, sums.terms.n_people, _PEOPLE_AT_ONCE):
            rivals = everybody[start : start + _PEOPLE_AT_ONCE]
            bounds = self.bound_losses(Leads(sums, rivals))
            people.append(rivals[bounds < loss])
            costs.append(bounds[bounds < loss])
        found = Promising(np.concatenate(people), np.concatenate(costs), loss).sort()
        self._sharpen(found, sums)
        return found.sort()

    def _sharpen(self, found: Promising, sums: Sums) -> None:
        """Better bounds by linear programs, always for the person who seems cheapest, as long as there is time."""
        until = time.monotonic() + (self.deadline - time.monotonic()) * _SHARE
        relaxed: dict[int, Relaxed] = {}
        queue = [(cost, number) for number, cost in enumerate(found.costs.tolist())]
        while queue and time.monotonic() < until:
            cost, number = heappop(queue)
            part = number // _PEOPLE_PER_LOOK
            if part not in relaxed:
                people = found.people[part * _PEOPLE_PER_LOOK : (part + 1) * _PEOPLE_PER_LOOK]
                slack = len(sums.members) * _ROUNDING
                relaxed[part] = Relaxed(Leads(sums, people), self.words.losses, slack)
            sharper = relaxed[part].bound_loss(number % _PEOPLE_PER_LOOK) * (1.0 - 1e-9)
            found.costs[number] = max(cost, sharper)

    def bound_losses(self, leads: Leads) -> "Floats":
        """For each rival, a loss below which it cannot be made to fit as well; infinite where it never can.

        Hiding an entity takes off no more than its own term and what the others that it is part of add to the lead.
        """
        members = leads.sums.members
        alone = np.array([len(each) == 1 for each in members], bool)
        most = np.where(alone[:, None], leads.by_term, np.maximum(leads.by_term, 0.0))
        free = np.array(sorted(self.words.option_of), np.int64)
        gains = np.maximum((leads.sums.incidence @ most)[free], 0.0)
        whole = leads.at(()) - len(members) * _ROUNDING
        return bound_losses(whole, gains, self.words.losses[free]) * (1.0 - 1e-9)

    def _suits(self, taken: Iterable[int]) -> bool:
        problem = self.words.problem
        (judged,) = self.words.ask([problem.view(taken)])
        return problem.accepts(judged) and all(demand.is_met(taken) for demand in self.words.first.demands)

    def _solve_with(self, rivals: "Sequence[People]", hint: Sequence[int]) -> Solution | None:
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
        for sums, people in zip(self.every, rivals, strict=True):
            leads = Leads(sums, people)
            fits = add_fits(model, len(people), self.needed)
            losses = [_lose(model, members, hides, gone) for members in sums.members]
            rows = [term for term, loss in enumerate(losses) if loss is not None]
            tie_fits(model, fits, leads.by_term[rows], [losses[term] for term in rows], leads.at(()), slack=len(losses))
        return self.cover.minimize(model, chosen, hint, self.deadline - time.monotonic())


def _lose(model: Any, members: tuple[int, ...], hides: dict[int, Any], gone: dict[tuple[int, ...], Any]) -> Any:
    """Whether a term is gone, as one of its members is hidden: a variable; None where none of them may be."""
    open_to_change = tuple(entity for entity in members if entity in hides)
    if len(open_to_change) < 2:
        return hides[open_to_change[0]] if open_to_change else None
    if open_to_change not in gone:
        parts = [hides[entity] for entity in open_to_change]
        gone[open_to_change] = model.new_bool_var("")
        model.add_max_equality(gone[open_to_change], parts)
    return gone[open_to_change]
