"""Hiding a person from models whose scores are sums of terms: the search is algebra on a shortlist of rivals."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from unname.decide.cover.account import Choice
from unname.decide.cover.greedy_cover import cover_greedily
from unname.decide.cover.problem import Inquiry, Look, Problem
from unname.decide.ranks.descent import Descent
from unname.decide.ranks.leads import Leads, Sums

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    People = NDArray[np.int64]

SLACKS = (0.0, 2.0**-11, 2.0**-8, 2.0**-4)
"""How far rivals have to be ahead; more where the model rounds its sums in another way than we do."""

_REFRESHES = 3
"""How often people who turn out to be rivals only in the end are taken in, before the search is left as it is."""


@dataclass
class WordSearch:
    """The entities to hide such that every exact model has enough rivals who fit as well as the true person.

    After Algorithm 1 of `morris2022`. Where we differ: no view is judged on the way. The people who fit best are the
    rivals; that enough of them fit is enough, whoever else there is. Those who fit best only in the end are then taken
    in, and the search is done again.
    """

    problem: Problem
    ask: Inquiry
    first: Look
    aim: str = "rank"
    width: int = 1
    prune: bool = True
    shortlist: int = 256
    start: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        taken = cover_greedily(self.problem, self.first.demands, self.width)
        self.start = self.list_entities(taken)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each entity."""
        return {id: number for number, id in enumerate(self.problem.labels)}

    @cached_property
    def option_of(self) -> dict[int, int]:
        """The cheapest way to hide each entity that may be hidden."""
        return {self.numbers[self.problem.options[number].entity]: number for number in self.problem.most()}

    @cached_property
    def losses(self) -> "Floats":
        """What hiding each entity loses; infinite where it may not be hidden."""
        losses = np.full(len(self.numbers), np.inf)
        for entity, number in self.option_of.items():
            losses[entity] = self.problem.options[number].loss
        return losses

    @cached_property
    def descent(self) -> Descent:
        """How entities are chosen one by one."""
        return Descent(self.losses, self.problem.n_rivals_needed, self.aim, self.width)

    def choose(self, every: Sequence[Sums], slacks: Sequence[float] = SLACKS) -> Choice:
        """What to hide, and what the risk model says of it; no more than the attempt where it does not accept."""
        leads = [Leads(sums, self.find_rivals(sums, self.start)) for sums in every]
        for slack in slacks:
            descent = replace(self.descent, slack=slack)
            choice = self.ask_about(self.hide(descent, leads))
            if self.problem.accepts(choice.judged):
                break
        return choice

    def hide(self, descent: Descent, every: Sequence[Leads]) -> tuple[int, ...]:
        """What the descent hides when all rivals who matter are in; pruned if that is wanted."""
        hidden = descent.descend(every, self.start, self.option_of)
        for refreshes in range(_REFRESHES):
            # One refresh changes the plan of many documents, a second one of hardly any.
            if refreshes and descent.suits(every, hidden):
                break
            missing = [self._find_missing(leads, hidden, descent.needed) for leads in every]
            if not any(map(len, missing)):
                break
            for leads, people in zip(every, missing, strict=True):
                leads.extend(people)
            hidden = descent.descend(every, self.start, self.option_of)
        return descent.prune(every, hidden, self.start) if self.prune else hidden

    def find_rivals(self, sums: Sums, hidden: Iterable[int]) -> "People":
        """The people who fit best with these entities hidden."""
        n_least = 4 * min(self.problem.n_rivals_needed, sums.terms.n_people)
        people = sums.find_fittest(hidden, max(self.shortlist, n_least))
        return np.asarray(people[people != sums.terms.person])

    def _find_missing(self, leads: Leads, hidden: Sequence[int], needed: int) -> "People":
        """The people who fit best with these entities hidden and are not among the rivals."""
        terms = leads.sums.terms
        if len(leads.rivals) == terms.n_people - 1:
            return np.zeros(0, np.int64)
        size = max(self.shortlist // 4, 2 * min(needed, terms.n_people))
        best = leads.sums.find_fittest(hidden, size)
        return np.asarray(best[~np.isin(best, np.append(leads.rivals, terms.person))])

    def list_entities(self, taken: Iterable[int]) -> tuple[int, ...]:
        """The numbers of the entities that these options hide."""
        return tuple(self.numbers[self.problem.options[number].entity] for number in taken)

    def ask_about(self, hidden: Iterable[int]) -> Choice:
        """What the risk model says of a view with these entities hidden."""
        taken = tuple(self.option_of[entity] for entity in hidden)
        return Choice(taken, self.ask([self.problem.view(taken)])[0])
