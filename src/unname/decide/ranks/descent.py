"""Greedy hiding by algebra alone: one entity after another until enough rivals fit as well as the true person."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from unname.decide.cover.greedy_cover import LEAST
from unname.decide.ranks.leads import Leads, LeadsLeft

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


class State(NamedTuple):
    """The entities hidden so far, in order, the leads left in each model, and how much it has achieved per loss."""

    hidden: tuple[int, ...]
    every: tuple[LeadsLeft, ...]
    merit: float = 0.0


@dataclass(frozen=True)
class Descent:
    """Algorithm 1 of `morris2022` on leads: hide what lowers the probability of the true person most, then again.

    Where we differ: losses count (the log-odds are lowered most per loss), and of several models those count that do
    not hide the person yet. With the aim "rank" it is not the probability, in which one close rival may outweigh all
    others, but what the closest rivals lack: half as many more than are needed, so that some may be given up. `width`
    states are pursued side by side (a beam, as in appendix B).
    """

    losses: "Floats" = field(repr=False)
    needed: int
    aim: str = "rank"
    width: int = 1
    slack: float = 0.0

    def descend(self, every: Sequence[Leads], start: Iterable[int], free: Iterable[int]) -> tuple[int, ...]:
        """The entities to hide, those of `start` first; all that are free where even that is not enough."""
        start = tuple(start)
        begin = State(start, tuple(LeadsLeft.after(leads, start) for leads in every))
        candidates = np.array(sorted(set(free) - set(start)), np.int64)
        beam = [begin]
        while candidates.size > len(beam[0].hidden) - len(start):
            if finished := [state for state in beam if self.is_enough(state.every)]:
                return min((state.hidden for state in finished), key=self.loss)
            grown: dict[frozenset[int], State] = {}
            for state in beam:
                for after in self._move(begin, state, candidates):
                    grown.setdefault(frozenset(after.hidden), after)
            beam = nlargest(self.width, grown.values(), key=lambda state: state.merit)
        return beam[0].hidden

    def is_enough(self, every: Sequence[LeadsLeft]) -> bool:
        """Whether every model finds enough rivals who fit as well."""
        return all(self._fits(each.left) for each in every)

    def suits(self, every: Iterable[Leads], hidden: Sequence[int]) -> bool:
        """Whether hiding these entities is enough."""
        return all(self._fits(leads.at(hidden)) for leads in every)

    def _fits(self, leads: "Floats") -> bool:
        return int(np.count_nonzero(leads <= -self.slack)) >= self.needed

    def loss(self, hidden: Iterable[int]) -> float:
        """What is lost."""
        return float(self.losses[list(hidden)].sum())

    def measure_gains(self, every: Sequence[LeadsLeft], entities: "NDArray[np.int64]") -> "Floats":
        """How much nearer hiding each entity brings the goal, summed over the models that do not hide the person."""
        gains = np.zeros(len(entities))
        for each in every:
            if self._fits(each.left):
                continue
            if self.aim == "probability":
                gains += each.measure_pressures(entities) - each.measure_pressure()
            else:
                gains += each.measure_distance(self.n_close) - each.measure_distances(entities, self.n_close)
        return gains

    @property
    def n_close(self) -> int:
        """How many rivals count as close."""
        return self.needed + self.needed // 2

    def _measure_nearness(self, every: Iterable[LeadsLeft]) -> float:
        if self.aim == "probability":
            return sum(each.measure_pressure() for each in every)
        return -sum(each.measure_distance(self.n_close) for each in every)

    def _move(self, begin: State, state: State, candidates: "NDArray[np.int64]") -> list[State]:
        is_left = np.ones(len(self.losses), bool)
        is_left[list(state.hidden)] = False
        left = candidates[is_left[candidates]]
        gains, losses = self.measure_gains(state.every, left), np.maximum(self.losses[left], LEAST)
        rates = np.where(gains > 0, gains / losses, gains * losses)
        best = np.argsort(-rates, kind="stable")[: self.width]
        return [self._hide(begin, state, int(entity)) for entity in left[best]]

    def _hide(self, begin: State, state: State, entity: int) -> State:
        hidden = (*state.hidden, entity)
        # A single state goes on in place; nobody comes back to what it was.
        every = state.every if self.width == 1 else tuple(each.copy() for each in state.every)
        for each in every:
            each.hide(entity)
        if self.width == 1:
            return State(hidden, every)
        gained = self._measure_nearness(every) - self._measure_nearness(begin.every)
        return State(hidden, every, gained / max(self.loss(hidden) - self.loss(begin.hidden), LEAST))

    def prune(self, every: Sequence[Leads], hidden: Sequence[int], fixed: Iterable[int] = ()) -> tuple[int, ...]:
        """Leave out what is not needed: dearest first, and of equals what the rivals miss least."""
        left = [LeadsLeft.after(leads, hidden) for leads in every]
        fixed = set(fixed)
        kept = list(hidden)
        # Showing one thing may help the rivals, so that another one can be shown as well.
        while loose := [entity for entity in kept if entity not in fixed and self._is_needless(left, entity)]:
            harm = {
                entity: max(float(np.median(each.with_shown(entity) - each.left)) for each in left) for entity in loose
            }
            for entity in sorted(loose, key=lambda entity: (-self.losses[entity], harm[entity])):
                if self._is_needless(left, entity):
                    kept.remove(entity)
                    for each in left:
                        each.show(entity)
        return tuple(kept)

    def _is_needless(self, left: Sequence[LeadsLeft], entity: int) -> bool:
        return all(self._fits(each.with_shown(entity)) for each in left)
