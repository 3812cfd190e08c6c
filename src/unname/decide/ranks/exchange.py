"""A cheaper set of hidden entities from one that is enough: leave one out, then exchange others until it is enough."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from unname.decide.ranks.descent import Descent
from unname.decide.ranks.leads import Leads, LeadsLeft

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

_ROUNDS = 12
"""After this many exchanges without success the search is given up; most successes come in the first two."""

_TENURE = 5
"""For how many exchanges an entity that was exchanged stays as it is (tabu search)."""


class Exchanged(NamedTuple):
    """What the closest rivals lack when one entity (`shown`) is given up for another (`hidden`)."""

    lacking: float
    shown: int
    hidden: int


@dataclass
class Exchange:
    """Tabu search below the loss of the best set: exchange one hidden entity for another while rivals come nearer."""

    descent: Descent
    every: Sequence[Leads] = field(repr=False)
    free: "Numbers" = field(repr=False)
    fixed: frozenset[int] = frozenset()

    def improve(self, hidden: Sequence[int], deadline: float) -> tuple[int, ...]:
        """The cheapest set found in time."""
        best = tuple(hidden)
        while found := self._find_cheaper(best, deadline):
            best = self.descent.prune(self.every, found, self.fixed)
        return best

    def _find_cheaper(self, best: tuple[int, ...], deadline: float) -> tuple[int, ...] | None:
        loose = [entity for entity in best if entity not in self.fixed]
        if not loose:
            return None
        budget = self.descent.loss(best) * (1.0 - 1e-9)
        least = min(loose, key=lambda entity: self._measure_lack(_leave_out(best, entity)))
        hidden = _leave_out(best, least)
        busy_until: dict[int, int] = {}
        for number in range(_ROUNDS):
            moves = self._rank_moves(hidden, budget, deadline)
            if time.monotonic() > deadline:
                return None
            if moves and moves[0].lacking <= 0.0:
                return (*_leave_out(hidden, moves[0].shown), moves[0].hidden)
            idle = [m for m in moves if max(busy_until.get(m.shown, -1), busy_until.get(m.hidden, -1)) < number]
            if not idle:
                return None
            hidden = (*_leave_out(hidden, idle[0].shown), idle[0].hidden)
            busy_until |= dict.fromkeys((idle[0].shown, idle[0].hidden), number + _TENURE)
        return None

    def _rank_moves(self, hidden: tuple[int, ...], budget: float, deadline: float) -> list[Exchanged]:
        """For each hidden entity, the best exchanges that the budget allows; the best of all first."""
        left = self.free[~np.isin(self.free, hidden)]
        moves: list[Exchanged] = []
        for entity in hidden:
            if entity in self.fixed or time.monotonic() > deadline:
                continue
            rest = _leave_out(hidden, entity)
            within = left[self.descent.losses[left] <= budget - self.descent.loss(rest)]
            lacking = sum(
                (LeadsLeft.after(leads, rest).measure_distances(within, self.descent.needed) for leads in self.every),
                np.zeros(len(within)),
            )
            moves += [Exchanged(float(lacking[i]), entity, int(within[i])) for i in np.argsort(lacking)[:_TENURE]]
        return sorted(moves)

    def _measure_lack(self, hidden: Sequence[int]) -> float:
        return sum(LeadsLeft.after(leads, hidden).measure_distance(self.descent.needed) for leads in self.every)


def _leave_out(hidden: Iterable[int], entity: int) -> tuple[int, ...]:
    return tuple(other for other in hidden if other != entity)
