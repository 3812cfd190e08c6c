"""A detector whose findings all count alike."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from unname.core.document import Document, Mention
from unname.core.roles import Detector


@dataclass(frozen=True)
class Certain:
    """Finds what another detector finds, and is sure of all of it: what to hide is decided by others."""

    detector: Detector

    @property
    def name(self) -> str:
        """The name with that of the detector."""
        return f"certain(detector={self.detector.name!r})"

    def detect(self, document: Document) -> Sequence[Mention]:
        """The same mentions, each with confidence 1."""
        return [replace(mention, confidence=1.0) for mention in self.detector.detect(document)]
