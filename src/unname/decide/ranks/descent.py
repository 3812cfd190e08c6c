"""Greedy hiding by algebra alone: one entity after another until enough rivals fit as well as the true person."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from unname.decide.cover.greedy_cover import LEAST
from unname.decide.ranks.margins import Margins, Standing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


class State(NamedTuple):
    """The entities hidden so far, in order, where that leaves each model, and how much it has achieved per loss."""

    hidden: tuple[int, ...]
    standings: tuple[Standing, ...]
    merit: float = 0.0


@dataclass(frozen=True)
class Descent:
    """Algorithm 1 of `morris2022` on margins: hide what lowers the probability of the true person most, then again.

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

    def order(self, margins: Sequence[Margins], start: Iterable[int], free: Iterable[int]) -> tuple[int, ...]:
        """The entities to hide, those of `start` first; all that are free where even that is not enough."""
        start = tuple(start)
        begin = State(start, tuple(Standing.of(each, start) for each in margins))
        candidates = np.array(sorted(set(free) - set(start)), np.int64)
        beam = [begin]
        while candidates.size > len(beam[0].hidden) - len(start):
            if finished := [state for state in beam if self.is_enough(state.standings)]:
                return min((state.hidden for state in finished), key=self.loss)
            grown: dict[frozenset[int], State] = {}
            for state in beam:
                for after in self._moves(begin, state, candidates):
                    grown.setdefault(frozenset(after.hidden), after)
            beam = nlargest(self.width, grown.values(), key=lambda state: state.merit)
        return beam[0].hidden

    def is_enough(self, standings: Sequence[Standing]) -> bool:
        """Whether every model finds enough rivals who fit as well."""
        return all(standing.n_fitting(self.slack) >= self.needed for standing in standings)

    def suits(self, margins: Iterable[Margins], hidden: Sequence[int]) -> bool:
        """Whether hiding these entities is enough."""
        return all(np.count_nonzero(each.at(hidden) <= -self.slack) >= self.needed for each in margins)

    def loss(self, hidden: Iterable[int]) -> float:
        """What is lost."""
        return float(self.losses[list(hidden)].sum())

    def gains(self, standings: Sequence[Standing], entities: "NDArray[np.int64]") -> "Floats":
        """How much nearer hiding each entity brings the goal, summed over the models that do not hide the person."""
        gains = np.zeros(len(entities))
        for standing in standings:
            if standing.n_fitting(self.slack) >= self.needed:
                continue
            if self.aim == "probability":
                gains += standing.pressures(entities) - standing.pressure()
            else:
                gains += standing.distance(self.n_close) - standing.distances(entities, self.n_close)
        return gains

    @property
    def n_close(self) -> int:
        """How many rivals count as close."""
        return self.needed + self.needed // 2

    def _nearness(self, standings: Iterable[Standing]) -> float:
        if self.aim == "probability":
            return sum(standing.pressure() for standing in standings)
        return -sum(standing.distance(self.n_close) for standing in standings)

    def _moves(self, begin: State, state: State, candidates: "NDArray[np.int64]") -> list[State]:
        is_left = np.ones(len(self.losses), bool)
        is_left[list(state.hidden)] = False
        left = candidates[is_left[candidates]]
        gains, losses = self.gains(state.standings, left), np.maximum(self.losses[left], LEAST)
        rates = np.where(gains > 0, gains / losses, gains * losses)
        best = np.argsort(-rates, kind="stable")[: self.width]
        return [self._after(begin, state, int(entity)) for entity in left[best]]

    def _after(self, begin: State, state: State, entity: int) -> State:
        hidden = (*state.hidden, entity)
        # A single state goes on in place; nobody comes back to what it was.
        standings = state.standings if self.width == 1 else tuple(standing.copy() for standing in state.standings)
        for standing in standings:
            standing.hide(entity)
        if self.width == 1:
            return State(hidden, standings)
        gained = self._nearness(standings) - self._nearness(begin.standings)
        return State(hidden, standings, gained / max(self.loss(hidden) - self.loss(begin.hidden), LEAST))

    def pruned(self, margins: Sequence[Margins], hidden: Sequence[int], fixed: Iterable[int] = ()) -> tuple[int, ...]:
        """Without what is not needed: dearest first, and of equals what the rivals miss least."""
        shown = [Unhiding.of(each, hidden) for each in margins]
        fixed = set(fixed)
        kept = list(hidden)
        # Showing one thing may help the rivals, so that another one can be shown as well.
        while loose := [entity for entity in kept if entity not in fixed and self._can_go(shown, entity)]:
            harm = {
                entity: max(float(np.median(each.risen(entity) - each.leads)) for each in shown) for entity in loose
            }
            for entity in sorted(loose, key=lambda entity: (-self.losses[entity], harm[entity])):
                if self._can_go(shown, entity):
                    kept.remove(entity)
                    for each in shown:
                        each.show(entity)
        return tuple(kept)

    def _can_go(self, shown: "Sequence[Unhiding]", entity: int) -> bool:
        return all(np.count_nonzero(each.risen(entity) <= -self.slack) >= self.needed for each in shown)


@dataclass
class Unhiding:
    """The leads while hidden entities are shown again one by one."""

    margins: Margins
    counts: "NDArray[np.int64]" = field(repr=False)
    leads: "Floats" = field(repr=False)

    @classmethod
    def of(cls, margins: Margins, hidden: Iterable[int]) -> "Unhiding":
        """All these entities are hidden."""
        gone = np.zeros(margins.makeup.n_entities)
        gone[list(hidden)] = 1.0
        counts = np.asarray(gone @ margins.makeup.incidence).astype(np.int64)
        return cls(margins, counts, np.asarray(margins.rest + (counts == 0) @ margins.leads))

    def risen(self, entity: int) -> "Floats":
        """The leads if this entity were shown again."""
        groups = self.margins.holders[entity]
        return np.asarray(self.leads + self.margins.leads[groups[self.counts[groups] == 1]].sum(axis=0))

    def show(self, entity: int) -> None:
        """Show this entity again."""
        self.leads = self.risen(entity)
        self.counts[self.margins.holders[entity]] -= 1
