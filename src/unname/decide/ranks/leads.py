"""Risk that is linear in what is visible: the lead of the true person over each rival is a sum over entities."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

from unname.core.document import Document
from unname.core.errors import InternalError
from unname.decide.cover.problem import Demand, Problem

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]
    Floats = NDArray[np.float64]

_SCALE = 2**16
_LEAST = 1e-9


@runtime_checkable
class LinearRisk(Protocol):
    """A risk model that ranks people by a sum over what is visible, and whose total is 1 / rank.

    `leads` gives one row for what no entity covers, and one for each (entity, value), a value of None being the entity
    as it stands; each row tells by how much it puts the true person before every rival. A rival fits at least as well
    as the true person where the rows of all that is visible sum to 0 or less; the rank is 1 + the number of such
    rivals. Sums are exact in multiples of 2^-16.
    """

    def leads(self, document: Document, seen: Sequence[tuple[str, str | None]]) -> "Floats":
        """1 + len(seen) rows, one column for each rival."""
        ...


@dataclass
class Leads:
    """The leads over all rivals as they stand, and how each option changes them, in whole numbers."""

    problem: Problem
    needed: int
    base: "Numbers" = field(repr=False)
    changes: "Numbers" = field(repr=False)
    demands: Sequence[Demand] = field(default=(), repr=False)

    @classmethod
    def of(cls, problem: Problem, risk: LinearRisk, demands: Sequence[Demand]) -> "Leads":
        """Ask the risk model for all rows that the problem needs; `demands` must be met besides."""
        ids, options = list(problem.labels), problem.options
        shown = [(option.entity, option.value) for number, option in enumerate(options) if number not in problem.hides]
        rows = np.rint(risk.leads(problem.document, [*((id, None) for id in ids), *shown]) * _SCALE).astype(np.int64)
        if len(rows) != 1 + len(ids) + len(shown):
            raise InternalError(f"a linear risk model gave {len(rows)} rows for {len(ids) + len(shown)} questions")
        problem.check_population(rows.shape[1] + 1)
        as_is = dict(zip(ids, rows[1:], strict=False))
        seen = iter(rows[1 + len(ids) :])
        changes = [
            (0 if number in problem.hides else next(seen)) - as_is[option.entity]
            for number, option in enumerate(options)
        ]
        matrix = np.array(changes, np.int64).reshape(len(options), rows.shape[1])
        return cls(problem, problem.n_rivals_needed, rows[: 1 + len(ids)].sum(axis=0), matrix, demands)

    def accepts(self, taken: Sequence[int]) -> bool:
        """Whether enough rivals fit at least as well after these options."""
        return int(np.sum(self.base + self.changes[list(taken)].sum(axis=0) <= 0)) >= self.needed

    def floors(self) -> "Floats":
        """For each rival, a loss below which it cannot be made to fit as well; infinite where it never can.

        The relaxation lets an option be taken in part, those with the most change per loss first.
        """
        losses = np.array([option.loss for option in self.problem.options]).reshape(-1, 1)
        gains = np.maximum(-self.changes, 0).astype(np.float64)
        with np.errstate(divide="ignore", invalid="ignore"):
            order = np.argsort(np.where(gains > 0, losses / gains, np.inf), axis=0, kind="stable")
        sorted_gains = np.take_along_axis(gains, order, axis=0)
        sorted_losses = np.where(
            sorted_gains > 0, np.take_along_axis(np.broadcast_to(losses, gains.shape), order, 0), 0
        )
        before = np.cumsum(sorted_gains, axis=0) - sorted_gains
        with np.errstate(divide="ignore", invalid="ignore"):
            parts = np.clip((self.base - before) / sorted_gains, 0.0, 1.0)
        floors: Floats = np.sum(np.where(sorted_gains > 0, parts, 0.0) * sorted_losses, axis=0)
        floors[self.base > gains.sum(axis=0)] = np.inf
        return floors

    def greedily(self) -> tuple[int, ...]:
        """Options one by one, by how much they bring the closest rivals nearer per loss; what is not needed goes.

        After `morris2022`, where words are masked in the order in which they hide the true person best.
        Where we differ: losses count, and the leads over the closest rivals take the place of one probability.
        """
        needed = min(self.needed, len(self.base))
        taken = list(self._always())
        held = {self.problem.options[number].entity for number in taken}
        free = [number for number, option in enumerate(self.problem.options) if option.entity not in held]
        losses = np.maximum([option.loss for option in self.problem.options], _LEAST)
        while free and not self.accepts(taken):
            now = self.base + self.changes[taken].sum(axis=0)
            gains = _distance(now[None], needed) - _distance(now + self.changes[free], needed)
            best = free[int(np.argmax(gains / losses[free]))]
            taken.append(best)
            free = [n for n in free if self.problem.options[n].entity != self.problem.options[best].entity]
        # Options taken early may stand in the way; hiding all that can be hidden is the other end to start from.
        return self._pruned(taken if self.accepts(taken) else list(self.problem.most()))

    def _always(self) -> tuple[int, ...]:
        hidden = {id for demand in self.demands if len(demand.entities) == 1 for id in demand.entities}
        return tuple(number for number in self.problem.most() if self.problem.options[number].entity in hidden)

    def _pruned(self, taken: list[int]) -> tuple[int, ...]:
        forced = set(self._always())
        for number in sorted(taken, key=lambda number: -self.problem.options[number].loss):
            less = [other for other in taken if other != number]
            if number not in forced and self.accepts(less):
                taken = less
        return tuple(taken)


def _distance(leads: "Numbers", needed: int) -> "Floats":
    """What the closest rivals lack together, for each row of leads."""
    if needed < leads.shape[1]:
        leads = np.partition(leads, max(needed - 1, 0), axis=1)[:, :needed]
    distance: Floats = np.maximum(leads, 0).sum(axis=1).astype(np.float64)
    return distance
