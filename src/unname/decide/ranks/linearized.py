"""Hiding a person from models whose scores are sums of terms only near a view: take the sums, hide, take them anew."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from unname.core.sums import RanksBySums
from unname.decide.cover.account import Choice
from unname.decide.ranks.descent import Descent
from unname.decide.ranks.leads import Leads, LeadsLeft, Sums, take_sums
from unname.decide.ranks.steps import measure_drop, rate_gain
from unname.decide.ranks.word_search import SLACKS, WordSearch


@dataclass
class LinearizedSearch:
    """Exact models are satisfied by algebra first; then the others, in few rounds.

    In each round the sums are taken at the present view and tell how many entities it would take, and which. While that
    is many, up to `stride` of them are hidden at once, but no more than half. Near the goal one entity is hidden at a
    time: the best of the `candidates` with the best first-order scores, which are judged in truth. What a candidate was
    worth when it was last judged bounds what it is worth now, so that those below the best one are not judged again.

    After `morris2022`, Algorithm 1. Where we differ: that judges every word in every round.
    """

    words: WordSearch
    risk: RanksBySums
    candidates: int = 6
    stride: int = 2
    bounds: dict[int, float] = field(default_factory=dict, init=False, repr=False)

    def choose(self) -> Choice:
        """What to hide, and what the risk model says of it."""
        every = self._take_sums(())
        exact = [sums for sums in every if sums.terms.exact]
        if len(exact) == len(every):
            return self.words.choose(exact)
        # That others do not accept it yet is no reason to hide more from these.
        choice = self.words.choose(exact, SLACKS[:1]) if exact else self.words.ask_about(self.words.start)
        hidden = self.words.list_entities(choice.taken)
        while not self.accepts(choice) and len(hidden) < len(self.words.option_of):
            choice = self._go_on(choice, hidden, every if not hidden else self._take_sums(hidden))
            hidden = self.words.list_entities(choice.taken)
        return self._prune(choice) if self.words.prune and self.accepts(choice) else choice

    def accepts(self, choice: Choice) -> bool:
        """Whether the policy is met."""
        return self.words.problem.accepts(choice.judged)

    def _take_sums(self, hidden: Sequence[int]) -> list[Sums]:
        problem = self.words.problem
        view = problem.view(self.words.option_of[entity] for entity in hidden)
        return take_sums(problem, self.risk, view)

    def _go_on(self, choice: Choice, hidden: Sequence[int], every: Sequence[Sums]) -> Choice:
        """One round: several entities more, or the best one."""
        descent = self.words.descent
        leads = [Leads(sums, self.words.find_rivals(sums, hidden)) for sums in every]
        order = descent.descend(leads, hidden, self.words.option_of)
        n_more = min(self.stride, (len(order) - len(hidden)) // 2)
        if n_more > 1:
            return self.words.ask_about(order[: len(hidden) + n_more])
        return self._add_best(choice, hidden, descent, [LeadsLeft.after(each, hidden) for each in leads])

    def _add_best(self, choice: Choice, hidden: Sequence[int], descent: Descent, every: Sequence[LeadsLeft]) -> Choice:
        """With the one candidate more that lowers the log-odds most per loss."""
        left = np.array(sorted(set(self.words.option_of) - set(hidden)), np.int64)
        first_order = dict(zip(left.tolist(), descent.measure_gains(every, left).tolist(), strict=True))
        promising = sorted(first_order, key=lambda entity: -self._rate(entity, first_order[entity]))[: self.candidates]
        size = max(1, self.candidates // 2)
        best: tuple[float, Choice] | None = None
        while promising:
            batch, promising = promising[:size], promising[size:]
            for entity, judged in zip(batch, self._judge(hidden, batch), strict=True):
                self.bounds[entity] = measure_drop(choice.judged, judged.judged)
                worth = self._rate(entity, self.bounds[entity])
                if best is None or worth > best[0]:
                    best = worth, judged
            promising = [entity for entity in promising if self._may_beat(entity, best)]
        assert best is not None
        return best[1]

    def _may_beat(self, entity: int, best: tuple[float, Choice] | None) -> bool:
        known = self.bounds.get(entity)
        return best is None or known is None or self._rate(entity, known) > best[0]

    def _rate(self, entity: int, gain: float) -> float:
        return rate_gain(gain, float(self.words.losses[entity]))

    def _judge(self, hidden: Sequence[int], entities: Sequence[int]) -> list[Choice]:
        plans = [tuple(self.words.option_of[each] for each in (*hidden, entity)) for entity in entities]
        answers = self.words.ask([self.words.problem.view(plan) for plan in plans])
        return [Choice(plan, answer) for plan, answer in zip(plans, answers, strict=True)]

    def _prune(self, choice: Choice) -> Choice:
        """Leave out what is not needed: judged alone first, then together, dearest first."""
        problem, fixed = self.words.problem, {self.words.option_of[entity] for entity in self.words.start}
        loose = [number for number in choice.taken if number not in fixed]
        views = [tuple(other for other in choice.taken if other != number) for number in loose]
        answers = self.words.ask([problem.view(view) for view in views]) if views else []
        fine = [(n, Choice(v, a)) for n, v, a in zip(loose, views, answers, strict=True) if problem.accepts(a)]
        fine.sort(key=lambda pair: (-problem.options[pair[0]].loss, pair[1].judged.probability or 0.0))
        if not fine:
            return choice
        choice = fine[0][1]
        for number, _ in fine[1:]:
            less = tuple(other for other in choice.taken if other != number)
            (judged,) = self.words.ask([problem.view(less)])
            choice = Choice(less, judged) if problem.accepts(judged) else choice
        return choice
