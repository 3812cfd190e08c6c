"""The cheapest options where each entity counts by itself, as it stands or as any value that is shown instead."""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from unname.core.sums import EntityTerms
from unname.decide.cover.greedy_cover import LEAST
from unname.decide.cover.problem import Demand, Problem
from unname.decide.cover.solver import Cover, Solution, add_fits, tie_fits
from unname.decide.ranks.leads import Leads, Sums, add_smallest, bound_losses, subtract_rivals, with_person

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_FIRST = 25
"""How many rivals are tried first, so that a good plan rules out most of the others."""


@dataclass
class OptionSearch:
    """The leads over all rivals as they stand, and by how much each option changes them; `demands` are met besides."""

    problem: Problem
    demands: Sequence[Demand] = field(repr=False)
    leads: "Floats" = field(repr=False)
    changes: "Floats" = field(repr=False)

    @classmethod
    def among(cls, problem: Problem, terms: EntityTerms, demands: Sequence[Demand]) -> "OptionSearch":
        """Compare the true person with everybody, for all that the problem's options may show."""
        problem.check_population(terms.n_people)
        sums = Sums(terms, len(problem.labels))
        leads = Leads(sums, sums.list_rivals())
        by_entity = dict(zip(problem.labels, sums.incidence @ leads.by_term, strict=True))
        changes = -np.array([by_entity[option.entity] for option in problem.options])
        changes = changes.reshape(len(problem.options), len(leads.rivals))
        showing = [number for number in range(len(problem.options)) if number not in problem.hides]
        if showing:
            shown = [(problem.options[number].entity, problem.options[number].value) for number in showing]
            changes[showing] += subtract_rivals(terms.values(shown, with_person(terms, leads.rivals)))
        return cls(problem, demands, leads.at(()), changes)

    @property
    def needed(self) -> int:
        """How many rivals have to fit at least as well as the true person."""
        return self.problem.n_rivals_needed

    def accepts(self, taken: Sequence[int]) -> bool:
        """Whether enough rivals fit at least as well after these options."""
        return int(np.count_nonzero(self._after(taken) <= 0)) >= self.needed

    def bound_losses(self) -> "Floats":
        """For each rival, a loss below which it cannot be made to fit as well."""
        return bound_losses(self.leads, np.maximum(-self.changes, 0.0), self._losses)

    def choose_greedily(self) -> tuple[int, ...]:
        """Options one by one, by how much they bring the closest rivals nearer per loss; what is not needed goes.

        After `morris2022`, where words are masked in the order in which they hide the true person best.
        Where we differ: losses count, and the leads over the closest rivals take the place of one probability.
        """
        taken = list(self._forced())
        held = {self.problem.options[number].entity for number in taken}
        free = [number for number, option in enumerate(self.problem.options) if option.entity not in held]
        losses = np.maximum(self._losses, LEAST)
        while free and not self.accepts(taken):
            now = self._after(taken)
            gains = add_smallest(now[None].copy(), self.needed) - add_smallest(now + self.changes[free], self.needed)
            best = free[int(np.argmax(gains / losses[free]))]
            taken.append(best)
            free = [n for n in free if self.problem.options[n].entity != self.problem.options[best].entity]
        # Options taken early may stand in the way; hiding all that can be hidden is the other end to start from.
        return self._prune(taken if self.accepts(taken) else list(self.problem.most()))

    def solve(self, cover: Cover, start: tuple[int, ...], seconds: float) -> Solution:
        """The cheapest options: with the most promising rivals first, then with all that could still do better."""
        deadline = time.monotonic() + seconds
        bounds = self.bound_losses()
        best, loss = start, self._price(start)
        for size in (max(_FIRST, 2 * min(self.needed, len(bounds))), len(bounds)):
            rivals = np.flatnonzero(bounds < loss)
            chosen = rivals[np.argsort(bounds[rivals], kind="stable")[:size]]
            found = self._solve_with(cover, chosen, best, deadline - time.monotonic())
            if found is not None and self._price(found.taken) < loss:
                best, loss = found.taken, self._price(found.taken)
            if len(chosen) == len(rivals):
                # Without a plan for these rivals, there is none but those that cost as much as the best known one.
                return Solution(best, loss if found is None else min(loss, found.bound))
        raise AssertionError("the last round has all rivals")

    def _solve_with(
        self, cover: Cover, rivals: "NDArray[np.intp]", hint: Sequence[int], seconds: float
    ) -> Solution | None:
        """The cheapest options that bring up enough of these rivals; None where none do."""
        if len(rivals) < self.needed:
            return None
        model, chosen = cover.model()
        for demand in self.demands:
            model.add_bool_or(chosen[number] for number in sorted(demand.options))
        fits = add_fits(model, len(rivals), self.needed)
        tie_fits(model, fits, -self.changes[:, rivals], chosen, self.leads[rivals])
        return cover.minimize(model, chosen, hint, seconds)

    @property
    def _losses(self) -> "Floats":
        return np.array([option.loss for option in self.problem.options], np.float64)

    def _after(self, taken: Sequence[int]) -> "Floats":
        return np.asarray(self.leads + self.changes[list(taken)].sum(axis=0))

    def _price(self, taken: Sequence[int]) -> float:
        """The loss of a plan that meets all demands, infinite for another."""
        is_fine = self.accepts(taken) and all(demand.is_met(taken) for demand in self.demands)
        return self.problem.loss(taken) if is_fine else math.inf

    def _forced(self) -> tuple[int, ...]:
        """What is hidden because of what a single entity demands."""
        hidden = {id for demand in self.demands if len(demand.entities) == 1 for id in demand.entities}
        return tuple(number for number in self.problem.most() if self.problem.options[number].entity in hidden)

    def _prune(self, taken: list[int]) -> tuple[int, ...]:
        forced = set(self._forced())
        for number in sorted(taken, key=lambda number: -self.problem.options[number].loss):
            less = [other for other in taken if other != number]
            if number not in forced and self.accepts(less):
                taken = less
        return tuple(taken)
