"""The cheapest changes against a linear attacker, with the scores of people inside the solver."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from unname.core.document import Document
from unname.core.errors import require
from unname.core.policy import Policy
from unname.core.redaction import Option, Plan
from unname.core.registry import Spelled
from unname.core.roles import RiskModel
from unname.core.sums import RanksBySums
from unname.decide.cover.account import Account, Choice
from unname.decide.cover.problem import Inquiry, Problem, look
from unname.decide.cover.search import Search
from unname.decide.cover.solver import Cover
from unname.decide.ranks.leads import Sums, take_entity_terms, take_sums
from unname.decide.ranks.option_search import OptionSearch
from unname.decide.ranks.steps import Steps
from unname.decide.ranks.term_solver import TermSolver
from unname.decide.ranks.word_search import WordSearch


@dataclass(frozen=True)
class Linear(Spelled):
    """Minimum loss such that enough rivals fit the visible text at least as well as the true person does.

    For a risk model that ranks by exact sums (see `RanksBySums`); the leads over rivals are linear in what is visible,
    so the solver sees them all, asks no questions, and its bound holds even where hiding more may raise the risk.
    Rivals that no plan cheaper than the best known one could bring up are left out, by a fractional bound of each. What
    the model demands of single entities and combinations besides is met, too. Other risk models are treated as `exact`
    does.

    The attacker in the loop is that of `morris2022`. Where we differ: the plan is the cheapest, not a greedy one.
    """

    time_limit: float = 10.0
    seed: int = 0
    workers: int = 1

    def plan(self, document: Document, options: Sequence[Option], risk: RiskModel, policy: Policy) -> Plan:
        """The cheapest plan that meets the policy."""
        problem, ask = Problem(document, options, policy), Inquiry(document, risk)
        cover = Cover(problem, self.seed, self.workers)
        first = look(problem, ask)
        if (terms := take_entity_terms(risk, document)) is not None:
            search = OptionSearch.among(problem, terms, first.demands)
            start = search.choose_greedily()
            found = search.solve(cover, start, self.time_limit)
            choices = [Choice(taken, ask([problem.view(taken)])[0]) for taken in dict.fromkeys((found.taken, start))]
            # Where the model's sums are not exact in our whole numbers, the solver's choice may just miss the limit.
            choice = next((choice for choice in choices if problem.accepts(choice.judged)), choices[0])
            return Account(problem, first, first.demands, "at the least loss").settle(choice, found.bound)
        if isinstance(risk, RanksBySums):
            every = take_sums(problem, risk)
            if len(problem.hides) == len(problem.options) and all(sums.terms.exact for sums in every):
                return self._by_terms(WordSearch(problem, ask, first), cover, every)
        return Search(problem, ask, cover, first, self.time_limit).plan()

    def _by_terms(self, words: WordSearch, cover: Cover, every: Sequence[Sums]) -> Plan:
        """The cheapest plan where people are ranked by sums of terms; a greedy one is the start.

        Where the model rejects that all the same, further steps are judged one by one, and nothing is proven.
        """
        require("ortools.sat.python.cp_model", "decide")  # loading it is no part of the time to solve
        deadline = time.monotonic() + self.time_limit
        choice, bound = words.choose(every), None
        if words.problem.accepts(choice.judged):
            found = TermSolver(words, every, cover, deadline).solve(choice)
            if found.taken != choice.taken:
                choice = Choice(found.taken, words.ask([words.problem.view(found.taken)])[0])
            bound = found.bound
        else:
            choice = Steps(words.problem, words.ask).choose(choice)
        return Account(words.problem, words.first, words.first.demands, "at the least loss").settle(choice, bound)
