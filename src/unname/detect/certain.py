"""A detector whose findings all count alike."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from unname.core.document import Document, Mention
from unname.core.roles import Detector

SURE = 0.99
"""Just below what a user gives, so that a policy can ask for more than any detector has."""


@dataclass(frozen=True)
class Certain:
    """Finds what another detector finds, and is equally sure of all of it: what to hide is decided by others."""

    detector: Detector

    @property
    def name(self) -> str:
        """The name with that of the detector."""
        return f"certain(detector={self.detector.name!r})"

    def detect(self, document: Document) -> Sequence[Mention]:
        """The same mentions, each with the same confidence."""
        return [replace(mention, confidence=SURE) for mention in self.detector.detect(document)]
