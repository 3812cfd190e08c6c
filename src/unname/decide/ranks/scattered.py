"""Hiding at a depth that nobody can foretell."""

import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from unname.core.document import Document
from unname.core.errors import InfeasiblePlan
from unname.core.policy import Policy
from unname.core.redaction import Option, Plan
from unname.core.roles import Optimizer, RiskModel


@dataclass(frozen=True)
class Scattered:
    """Plans with another optimizer, among more others than the policy demands; how many more is drawn by lot.

    Whoever hides people behind exactly k others tells them to everybody who knows that: they stand in place k + 1. So
    the place is drawn by the secret `key` of the run from the text, each from k to `most` as probably as any other: of
    all lots within these bounds, that is the one whose likeliest place is the least likely. Where as many cannot be
    had, another lot is drawn below, so that those who are hard to hide do not stand in one place either; the last is k
    itself, below which nobody is ever hidden.
    """

    optimizer: Optimizer
    key: bytes = field(repr=False)
    most: int

    @property
    def name(self) -> str:
        """The name of the other one, said to be scattered."""
        return f"scattered({self.optimizer.name!r})"

    def plan(self, document: Document, options: Sequence[Option], risk: RiskModel, policy: Policy) -> Plan:
        """A plan that meets the policy, and the strictest of those drawn that can be had."""
        if policy.k is not None:
            for k in self.depths(document, policy.k):
                try:
                    return self.optimizer.plan(document, options, risk, replace(policy, k=k))
                except InfeasiblePlan:
                    continue
        return self.optimizer.plan(document, options, risk, policy)

    def depths(self, document: Document, k: int) -> Iterator[int]:
        """Among how many others to hide the person of a document: the lot, then what to try where it cannot be had.

        Each is smaller than the one before and larger than k, which is left where none of them can be had.
        """
        text, most, number = document.text.encode("utf-8", "surrogatepass"), self.most, 0
        while most > k:
            drawn = hmac.digest(self.key, b"%d " % number + text, "sha256")
            depth = k + int.from_bytes(drawn) % (most - k + 1)
            if depth > k:
                yield depth
            most, number = depth - 1, number + 1
