"""The loop behind `exact` and `implicit`: solve, ask the risk model, learn what it demands, solve again."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from unname.core.redaction import HIDDEN, Plan
from unname.core.roles import View
from unname.decide.cover.account import Account, Choice
from unname.decide.cover.problem import Demand, Inquiry, Look, Problem
from unname.decide.cover.shrink import shrink
from unname.decide.cover.solver import Cover
from unname.decide.ranks.leads import take_entity_terms
from unname.decide.ranks.option_search import OptionSearch


@dataclass
class Search:
    """An implicit hitting set: every rejected view names, or is shrunk to, a combination that must be broken.

    The loss of the cheapest options that meet the demands known so far is a lower bound of every plan's, provided that
    hiding more never raises the risk. The first such options that the model accepts are thus optimal. If `explicit`,
    the entities and combinations that the model names count; else it is only asked whether a view is accepted.
    """

    problem: Problem
    ask: Inquiry
    cover: Cover
    first: Look
    time_limit: float
    max_calls: int | None = None
    explicit: bool = True
    began: float = field(default_factory=time.monotonic)

    def plan(self) -> Plan:
        """The cheapest plan, or the best one within the limits, with the proven bound."""
        demands = list(self.first.demands)
        bound = 0.0
        while True:
            solution = self.cover.solve(demands, self.seconds)
            bound = max(bound, solution.bound)
            choice = self._ask(solution.taken)
            if not solution.unmet and self.problem.accepts(choice.judged):
                break
            if self.is_over:
                choice = self._repair(choice)
                break
            new = self._find_new(demands, choice, shrinks=not solution.unmet)
            if not new:
                # Where risk may rise, the demands rule out too much, and there may be a plan all the same.
                choice = choice if self.ask.is_monotone else self._repair(choice)
                break
            demands += new
        proven = bound if self.ask.is_monotone else None
        return Account(self.problem, self.first, demands, "at the least loss").settle(choice, proven)

    @property
    def seconds(self) -> float:
        """What is left of the time."""
        return self.time_limit - (time.monotonic() - self.began)

    @property
    def is_over(self) -> bool:
        """Whether the time or the calls have run out."""
        return self.seconds <= 0 or (self.max_calls is not None and self.ask.calls >= self.max_calls)

    def _ask(self, taken: Sequence[int]) -> Choice:
        return Choice(tuple(taken), self.ask([self.problem.view(taken)])[0])

    def _find_new(self, demands: Sequence[Demand], choice: Choice, shrinks: bool) -> list[Demand]:
        """Demands that the rejected view adds: those the model names or, where it names none, shrunk ones."""
        known = set(demands)
        if self.explicit:
            named = self.problem.demands(self.problem.view(choice.taken), choice.judged)
            new = [demand for demand in named if demand not in known and not demand.is_met(choice.taken)]
            if new:
                return new
        return self._shrink(choice) if shrinks and not self.problem.accepts(choice.judged) else []

    def _shrink(self, choice: Choice) -> list[Demand]:
        """Combinations without common entities, each minimal, that are risky as the view shows them."""
        view = self.problem.view(choice.taken)
        hidden = {self.problem.options[number].entity for number in self.problem.hides.intersection(choice.taken)}
        visible = sorted((id for id in self.problem.labels if id not in hidden), key=self._rate)
        found: list[Demand] = []
        while not found or (visible and found[-1].entities and not self.is_over and self._rejects(visible, view)):
            core = shrink(visible, lambda ids: self._rejects(ids, view))
            (judged,) = self.ask([self._show_only(core, view)])
            found.append(self.problem.demand(core, view, judged.total, self.problem.max_risk))
            visible = [id for id in visible if id not in found[-1].entities]
        return found

    def _rate(self, entity: str) -> float:
        """Dear entities first: a combination of them lifts the bound most."""
        return -min((self.problem.options[number].loss for number in self.problem.of_entity[entity]), default=0.0)

    def _rejects(self, visible: Sequence[str], view: View) -> bool:
        return not self.problem.accepts(self.ask([self._show_only(visible, view)])[0])

    def _show_only(self, visible: Sequence[str], view: View) -> View:
        """These entities as the view shows them, and all others hidden."""
        shown = set(visible)
        hidden = {id: HIDDEN for id in self.problem.labels if id not in shown}
        return hidden | {id: value for id, value in view.items() if id in shown}

    def _repair(self, choice: Choice) -> Choice:
        """The cheapest accepted choice of few: the rejected one with more hidden, all hidden, each then pruned.

        A greedy plan is among them where it costs no questions. Further entities are hidden cheapest first, as many as
        bisection finds to be enough.
        """
        held = {self.problem.options[number].entity: number for number in choice.taken}
        more = [n for n in self.problem.most() if held.get(self.problem.options[n].entity) not in self.problem.hides]
        more.sort(key=lambda number: self.problem.options[number].loss)
        low, high = 0, len(more)
        best = self._ask(self._join(choice.taken, more))
        while high - low > 1:
            middle = (low + high) // 2
            tried = self._ask(self._join(choice.taken, more[:middle]))
            if self.problem.accepts(tried.judged):
                high, best = middle, tried
            else:
                low = middle
        starts = [best, Choice(self.problem.most(), self.first.least)]
        if (terms := take_entity_terms(self.ask.risk, self.problem.document)) is not None:
            starts.append(self._ask(OptionSearch.among(self.problem, terms, self.first.demands).choose_greedily()))
        pruned = [self._prune(start) for start in starts if self.problem.accepts(start.judged)]
        return min(pruned, key=lambda each: self.problem.loss(each.taken), default=best)

    def _prune(self, best: Choice) -> Choice:
        """An accepted choice without what is not needed, dearest first."""
        always = self.problem.always()
        for number in sorted(best.taken, key=lambda number: -self.problem.options[number].loss):
            less = [other for other in best.taken if other != number]
            if all(demand.is_met(less) for demand in always):
                tried = self._ask(less)
                best = tried if self.problem.accepts(tried.judged) else best
        return best

    def _join(self, taken: Sequence[int], more: Sequence[int]) -> tuple[int, ...]:
        view = {self.problem.options[number].entity: number for number in (*taken, *more)}
        return tuple(view.values())
