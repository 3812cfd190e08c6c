"""The cheapest changes for a risk model that only accepts or rejects, proven."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from unname.core.document import Document
from unname.core.policy import Policy
from unname.core.redaction import Option, Plan
from unname.core.registry import Spelled
from unname.core.roles import RiskModel
from unname.decide.cover.problem import Inquiry, Problem, look
from unname.decide.cover.search import Search
from unname.decide.cover.solver import Cover


@dataclass
class Implicit(Spelled):
    """Optimal masking against a black box, such as an attacker: an implicit hitting set with lazy cuts.

    Solve for the demands known so far, ask the model, shrink a rejected view to minimal risky combinations
    (QuickXplain), add them, solve again. When the time or `max_calls` views run out, further entities are hidden until
    the model accepts, and what turns out not to be needed is shown again; that takes up to two more calls per entity,
    and `lower_bound` then tells the gap. `calls_` counts the views that the last plan asked about.

    It joins the explicit risk of `risk2022` with the attacker in the loop of `morris2022`. Where we differ: that paper
    masks greedily, word by word. The bound is proven if hiding more never raises the risk; of a model that declares
    `may_rise` the plan is accepted all the same, but no bound is given.
    """

    time_limit: float = 10.0
    max_calls: int = 100_000
    seed: int = 0
    workers: int = 1
    calls_: int = field(default=0, init=False, repr=False, compare=False)

    def plan(self, document: Document, options: Sequence[Option], risk: RiskModel, policy: Policy) -> Plan:
        """The cheapest plan whose view the model accepts; `InfeasiblePlan` where it accepts none."""
        problem, ask = Problem(document, options, policy), Inquiry(document, risk)
        cover = Cover(problem, self.seed, self.workers)
        try:
            first = look(problem, ask, explicit=False)
            return Search(problem, ask, cover, first, self.time_limit, self.max_calls, explicit=False).plan()
        finally:
            self.calls_ = ask.calls
