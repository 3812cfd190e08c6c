"""Detectors for runs that ask about the same texts again and again."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from unname.core.document import Document, Mention
from unname.core.roles import Detector


@dataclass(frozen=True)
class ReadOnce:
    """A detector that reads each text once, however often it is asked about it."""

    detector: Detector
    known_: dict[str, Sequence[Mention]] = field(default_factory=dict, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The name of the detector."""
        return self.detector.name

    def detect(self, document: Document) -> Sequence[Mention]:
        """What the detector finds."""
        if document.text not in self.known_:
            self.known_[document.text] = self.detector.detect(document)
        return self.known_[document.text]
