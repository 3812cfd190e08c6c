"""The cheapest changes that break every risky combination, proven."""

from collections.abc import Sequence
from dataclasses import dataclass

from unname.core.document import Document
from unname.core.policy import Policy
from unname.core.redaction import Option, Plan
from unname.core.registry import Spelled
from unname.core.roles import RiskModel
from unname.decide.cover.crowd_condition import take_crowd_terms
from unname.decide.cover.problem import Inquiry, Problem, look
from unname.decide.cover.search import Search
from unname.decide.cover.solver import Cover


@dataclass(frozen=True)
class Exact(Spelled):
    """Minimum total loss such that every risky combination has an entity that breaks it (`risk2022` 3.3).

    The limits of the policy and the labels that it always hides or never changes are demands like the combinations;
    CP-SAT chooses. Within the time limit the plan is optimal, else its `lower_bound` tells the gap. Each generalization
    is judged alone first, and what is chosen is judged together in the end: if the model still names a combination
    there, or none but a total above the limit, that is a further demand and the solver starts again.

    Where we differ: the paper hides or keeps; here an entity has any number of options, each with its loss.
    """

    time_limit: float = 10.0
    seed: int = 0
    workers: int = 1

    def plan(self, document: Document, options: Sequence[Option], risk: RiskModel, policy: Policy) -> Plan:
        """The cheapest plan that meets the policy; `InfeasiblePlan` says which demands clash."""
        problem, ask = Problem(document, options, policy), Inquiry(document, risk)
        cover = Cover(problem, self.seed, self.workers, take_crowd_terms(risk, problem))
        return Search(problem, ask, cover, look(problem, ask), self.time_limit).plan()
