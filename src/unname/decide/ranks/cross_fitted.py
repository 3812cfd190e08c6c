"""Hiding as deep as it takes before judges who know other things."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from unname.core.document import Document
from unname.core.errors import InfeasiblePlan
from unname.core.judging import judge
from unname.core.policy import Policy
from unname.core.redaction import Option, Plan
from unname.core.roles import Optimizer, RiskModel

N_DEEPER = 4
"""How often twice as many others are tried."""


@dataclass(frozen=True)
class CrossFitted:
    """Plans with another optimizer, among as many others as it takes to hide from judges who know other things.

    Each of the `draws` is a pair of risk models that share no knowledge. What is planned against the first must hide
    the person behind more than `k` others before the second; where it does not, twice as many are tried, up to `most`.
    The most that any draw needs is then what is planned with everything that is known. So the judges say how deep to
    hide, and never which words: against those who know what nobody told us, nothing else can be had either.
    """

    optimizer: Optimizer
    draws: Sequence[tuple[RiskModel, RiskModel]] = field(repr=False)
    k: int
    most: int

    @property
    def name(self) -> str:
        """The name of the other one, said to be cross-fitted, and in how many draws."""
        return f"cross_fitted({self.optimizer.name!r}, draws={len(self.draws)})"

    def plan(self, document: Document, options: Sequence[Option], risk: RiskModel, policy: Policy) -> Plan:
        """A plan that meets the policy, with a margin if it can be had."""
        if policy.k is None:
            return self.optimizer.plan(document, options, risk, policy)
        depths = self._list_depths(policy.k)
        needed = max(
            (self._find_depth(document, options, pair, policy, depths) for pair in self.draws), default=policy.k
        )
        for depth in reversed([each for each in depths if policy.k < each <= needed]):
            try:
                return self.optimizer.plan(document, options, risk, replace(policy, k=depth))
            except InfeasiblePlan:
                continue
        return self.optimizer.plan(document, options, risk, policy)

    def _list_depths(self, k: int) -> list[int]:
        return sorted({max(min(k * 2**number, self.most), k) for number in range(N_DEEPER + 1)})

    def _find_depth(
        self,
        document: Document,
        options: Sequence[Option],
        pair: tuple[RiskModel, RiskModel],
        policy: Policy,
        depths: Sequence[int],
    ) -> int:
        """The first depth at which what hides from one of the pair hides from the other, or the last that there is."""
        mine, theirs = pair
        reached = depths[0]
        for depth in depths:
            try:
                plan = self.optimizer.plan(document, options, mine, replace(policy, k=depth))
            except InfeasiblePlan:
                break
            reached = depth
            view = {decision.option.entity: decision.option.seen for decision in plan.decisions}
            rank = judge(theirs, document, [view])[0].rank
            if rank is None or rank > self.k:
                break
        return reached
