"""The cheapest changes against a linear attacker, with the scores of people inside the solver."""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from unname.core.document import Document
from unname.core.errors import require
from unname.core.policy import Policy
from unname.core.redaction import Option, Plan
from unname.core.registry import spelled
from unname.core.roles import RiskModel
from unname.decide.cover.account import Choice, settle
from unname.decide.cover.problem import Inquiry, Problem, look
from unname.decide.cover.search import Search
from unname.decide.cover.solver import Cover, Solution
from unname.decide.ranks.leads import Leads, LinearRisk
from unname.decide.ranks.margins import Makeup, TermedRisk, makeups_of
from unname.decide.ranks.steps import Steps
from unname.decide.ranks.term_solver import TermSolver
from unname.decide.ranks.word_search import WordSearch

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FIRST = 25
"""How many rivals are tried first, so that a good plan rules out most of the others."""


@dataclass(frozen=True)
class Linear:
    """Minimum loss such that enough rivals fit the visible text at least as well as the true person does.

    For a risk model that offers `leads` (see `LinearRisk`) or exact `terms` (see `TermedRisk`); the margins to rivals
    are linear in what is visible, so the solver sees them all, asks no questions, and its bound holds even where hiding
    more may raise the risk. Rivals that no plan cheaper than the best known one could bring up are left out, by a
    fractional bound of each. What the model demands of single entities and combinations besides is met, too. Other risk
    models are treated as `exact` does.

    The attacker in the loop is that of `morris2022`. Where we differ: the plan is the cheapest, not a greedy one.
    """

    time_limit: float = 10.0
    seed: int = 0
    workers: int = 1

    @property
    def name(self) -> str:
        """The name with its settings."""
        return spelled("linear", self)

    def plan(self, document: Document, options: Sequence[Option], risk: RiskModel, policy: Policy) -> Plan:
        """The cheapest plan that meets the policy."""
        problem, ask = Problem(document, options, policy), Inquiry(document, risk)
        cover = Cover(problem, self.seed, self.workers)
        first = look(problem, ask)
        if isinstance(risk, TermedRisk) and not isinstance(risk, LinearRisk):
            makeups = makeups_of(problem, risk)
            if len(problem.hides) == len(problem.options) and all(makeup.terms.exact for makeup in makeups):
                return self._by_terms(WordSearch(problem, ask, first), cover, makeups)
        if not isinstance(risk, LinearRisk):
            return Search(problem, ask, cover, first, self.time_limit).plan()
        leads = Leads.of(problem, risk, first.demands)
        start = leads.greedily()
        found = self._solved(leads, cover, start)
        choices = [Choice(taken, ask([problem.view(taken)])[0]) for taken in dict.fromkeys((found.taken, start))]
        # Where the model's sums are not exact in our whole numbers, the solver's choice may just miss the limit.
        choice = next((choice for choice in choices if problem.accepts(choice.judged)), choices[0])
        return settle(problem, first, first.demands, choice, "at the least loss", found.bound)

    def _by_terms(self, words: WordSearch, cover: Cover, makeups: Sequence[Makeup]) -> Plan:
        """The cheapest plan where people are ranked by sums of terms; a greedy one is the start.

        Where the model rejects that all the same, further steps are judged one by one, and nothing is proven.
        """
        require("ortools.sat.python.cp_model", "decide")  # loading it is no part of the time to solve
        deadline = time.monotonic() + self.time_limit
        choice, bound = words.choice(makeups), None
        if words.problem.accepts(choice.judged):
            found = TermSolver(words, makeups, cover, deadline).solution(choice)
            if found.taken != choice.taken:
                choice = Choice(found.taken, words.ask([words.problem.view(found.taken)])[0])
            bound = found.bound
        else:
            choice = Steps(words.problem, words.ask).choice(choice)
        return settle(words.problem, words.first, words.first.demands, choice, "at the least loss", bound)

    def _solved(self, leads: Leads, cover: Cover, start: tuple[int, ...]) -> Solution:
        """The cheapest options: with the most promising rivals first, then with all that could still do better."""
        deadline = time.monotonic() + self.time_limit
        floors = leads.floors()
        best, loss = start, _loss(leads, start)
        for size in (max(_FIRST, 2 * min(leads.needed, len(floors))), len(floors)):
            rivals = np.flatnonzero(floors < loss)
            chosen = rivals[np.argsort(floors[rivals], kind="stable")[:size]]
            found = self._with_rivals(leads, cover, chosen, best, deadline - time.monotonic())
            if found is not None and _loss(leads, found.taken) < loss:
                best, loss = found.taken, _loss(leads, found.taken)
            if len(chosen) == len(rivals):
                # Without a plan for these rivals, there is none but those that cost as much as the best known one.
                return Solution(best, loss if found is None else min(loss, found.bound))
        raise AssertionError("the last round has all rivals")

    def _with_rivals(
        self, leads: Leads, cover: Cover, rivals: "NDArray[np.intp]", hint: Sequence[int], seconds: float
    ) -> Solution | None:
        """The cheapest options that bring up enough of these rivals; None where none do."""
        if len(rivals) < leads.needed:
            return None
        model, chosen = cover.model()
        for demand in leads.demands:
            model.add_bool_or(chosen[number] for number in sorted(demand.options))
        fits = [model.new_bool_var(f"rival {rival}") for rival in rivals]
        model.add(sum(fits) >= leads.needed)
        for fit, rival in zip(fits, rivals.tolist(), strict=True):
            changes = leads.changes[:, rival]
            moved = [int(changes[n]) * chosen[n] for n in np.flatnonzero(changes).tolist()]
            model.add(int(leads.base[rival]) + sum(moved) <= 0).only_enforce_if(fit)
        prices = cover.prices()
        model.minimize(sum(price * variable for price, variable in zip(prices, chosen, strict=True)))
        return cover.run(model, chosen, hint, seconds)


def _loss(leads: Leads, taken: Sequence[int]) -> float:
    """The loss of a plan that meets all demands, infinite for another."""
    is_fine = leads.accepts(taken) and all(demand.is_met(taken) for demand in leads.demands)
    return leads.problem.loss(taken) if is_fine else math.inf
