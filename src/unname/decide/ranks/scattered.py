"""Hiding at a depth that nobody can foretell."""

import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from unname.core.document import Document
from unname.core.errors import InfeasiblePlan
from unname.core.policy import Policy
from unname.core.redaction import Option, Plan
from unname.core.roles import Optimizer, RiskModel

WIDEST = 2
"""How many times as many others as the policy demands a person may be hidden among."""


@dataclass(frozen=True)
class Scattered:
    """Plans with another optimizer, among more others than the policy demands; how many more is drawn by lot.

    Whoever hides people behind exactly k others tells them to everybody who knows that: they stand in place k + 1. The
    lot is drawn by the `key` of the run from the text, between k and twice as many, or `most`. Where that many cannot
    be had, the policy alone decides.
    """

    optimizer: Optimizer
    key: bytes = field(repr=False)
    most: int

    @property
    def name(self) -> str:
        """The name of the other one, said to be scattered."""
        return f"scattered({self.optimizer.name!r})"

    def plan(self, document: Document, options: Sequence[Option], risk: RiskModel, policy: Policy) -> Plan:
        """A plan that meets the policy, and a stricter one if it can be had."""
        deeper = self._deepen(document, policy)
        if deeper != policy:
            try:
                return self.optimizer.plan(document, options, risk, deeper)
            except InfeasiblePlan:
                pass
        return self.optimizer.plan(document, options, risk, policy)

    def _deepen(self, document: Document, policy: Policy) -> Policy:
        if policy.k is None:
            return policy
        n_more = max(min(WIDEST * policy.k, self.most) - policy.k, 0)
        lot = int.from_bytes(hmac.digest(self.key, document.text.encode("utf-8", "surrogatepass"), "sha256"))
        return replace(policy, k=policy.k + lot % (n_more + 1))
