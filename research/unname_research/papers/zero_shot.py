"""The recognizer of `risk2022` 3.1 by a name that users can give: `--detector zero-shot`, where unname-research is."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from unname.core.document import Document, Mention
from unname.core.registry import create
from unname.core.roles import Detector
from unname.detect.certain import Certain
from unname_research.papers.risk2022 import RECOGNIZER


@dataclass(frozen=True)
class ZeroShot:
    """Rules, word lists and the tagger that learned from them and from spaCy, each as sure as any other.

    No masking decision of an annotator chose what it finds; a measure of risk or a policy says what of it is hidden.
    """

    name = "zero-shot"

    def detect(self, document: Document) -> Sequence[Mention]:
        """Everything that any of them finds."""
        return [mention for detector in self._detectors for mention in detector.detect(document)]

    @cached_property
    def _detectors(self) -> tuple[Detector, ...]:
        return tuple(Certain(create("detector", spec)) for spec in RECOGNIZER)
