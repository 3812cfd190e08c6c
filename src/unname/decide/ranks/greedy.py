"""One change after another, the one that achieves most for its loss first."""

from collections.abc import Sequence
from dataclasses import dataclass

from unname.core.document import Document
from unname.core.errors import ConfigError
from unname.core.policy import Policy
from unname.core.redaction import Option, Plan
from unname.core.registry import Spelled
from unname.core.roles import RiskModel
from unname.core.sums import RanksBySums
from unname.decide.cover.account import Account, Choice
from unname.decide.cover.greedy_cover import cover_greedily
from unname.decide.cover.problem import Demand, Inquiry, Look, Problem, look
from unname.decide.ranks.linearized import LinearizedSearch
from unname.decide.ranks.option_search import OptionSearch
from unname.decide.ranks.steps import Steps
from unname.decide.ranks.word_search import WordSearch

AIMS = ("rank", "probability")


@dataclass(frozen=True)
class Greedy(Spelled):
    """Takes the option that meets most open demands per loss until none is open; for comparison, nothing is proven.

    Where the risk model names no combination and still finds the view too risky, the change that lowers the
    probability of the true person (or else its total) most per loss is taken: Algorithm 1 of `morris2022`. `width`
    plans are pursued side by side (a beam).

    Where we differ: unless `lazy` is off, few views are judged. Where the scores of people are sums of terms of the
    visible text, what each masking does to them is algebra; where sums hold only near a view, they choose the
    `candidates` that are judged in each round, and up to `stride` entities are hidden before the sums are taken anew
    while the goal is far. `shortlist` is how many rivals are compared with. The `aim` of that search is the
    "rank" (what the closest rivals lack, which hides fewer words), or the "probability" as in the paper. With `prune`,
    what is not needed in the end is shown again.
    """

    width: int = 1
    lazy: bool = True
    aim: str = "rank"
    prune: bool = True
    candidates: int = 6
    stride: int = 2
    shortlist: int = 256

    def plan(self, document: Document, options: Sequence[Option], risk: RiskModel, policy: Policy) -> Plan:
        """A plan that meets the policy, seldom the cheapest."""
        self._check()
        problem, ask = Problem(document, options, policy), Inquiry(document, risk)
        first = look(problem, ask)
        demands = list(first.demands)
        if not (self.lazy and isinstance(risk, RanksBySums)):
            choice = self._by_asking(problem, ask, demands)
        elif len(problem.hides) == len(problem.options):
            choice = self._by_terms(problem, ask, first, risk)
        elif (terms := risk.entity_terms(document)) is not None and all(len(each.entities) == 1 for each in demands):
            taken = OptionSearch.among(problem, terms, demands).choose_greedily()
            choice = Choice(taken, ask([problem.view(taken)])[0])
        else:
            choice = self._by_asking(problem, ask, demands)
        return Account(problem, first, demands, "the most for its loss").settle(choice)

    def _check(self) -> None:
        for name, least in (("width", 1), ("candidates", 1), ("stride", 1), ("shortlist", 1)):
            if (value := getattr(self, name)) < least:
                raise ConfigError(f"greedy: {name} must be at least {least}, got {value}")
        if self.aim not in AIMS:
            raise ConfigError(f"greedy: aim must be one of {', '.join(AIMS)}, got {self.aim!r}")

    def _by_terms(self, problem: Problem, ask: Inquiry, first: Look, risk: RanksBySums) -> Choice:
        """What algebra finds; where the model rejects it all the same, further steps are judged one by one."""
        words = WordSearch(problem, ask, first, self.aim, self.width, self.prune, self.shortlist)
        choice = LinearizedSearch(words, risk, self.candidates, self.stride).choose()
        return choice if problem.accepts(choice.judged) else Steps(problem, ask).choose(choice)

    def _by_asking(self, problem: Problem, ask: Inquiry, demands: list[Demand]) -> Choice:
        """Demands met greedily; those that the model names in the view that results are added to them."""
        while True:
            taken = cover_greedily(problem, demands, self.width)
            judged = ask([problem.view(taken)])[0]
            known = set(demands)
            new = [demand for demand in problem.demands(problem.view(taken), judged) if demand not in known]
            if problem.accepts(judged):
                return Choice(taken, judged)
            if not any(demand.options for demand in new):
                return Steps(problem, ask, self.width).choose(Choice(taken, judged))
            demands += new
