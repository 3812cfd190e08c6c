"""The floor under hiding among others: what a plain release hides is hidden in any case."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from unname.core.document import Document, Mention, Role
from unname.detect.resolve import as_given
from unname.pipeline.document import Pipeline, write


@dataclass(frozen=True)
class Floor:
    """Finds what a plain release with the same settings hides, as if the user had given it.

    A population says only so much about each person; what it leaves out would otherwise be shown, and somebody who
    knows other things would go by that. What the plain release looked at and kept is told, too, so that demands on
    labels reach it.
    """

    plain: Pipeline

    @property
    def name(self) -> str:
        """The name with the detectors of the plain release."""
        return f"floor({', '.join(detector.name for detector in self.plain.detectors_)})"

    def detect(self, document: Document) -> Sequence[Mention]:
        """The mentions of a plain release: those that it hides, and those that it keeps with the role `none`."""
        detected, plan, _ = write(self.plain, self.plain.detect(document))
        hidden = {decision.option.entity for decision in plan.decisions}
        return [_given(mention) if mention.entity in hidden else _kept(mention) for mention in detected.mentions]


def _given(mention: Mention) -> Mention:
    return replace(as_given(mention), role=Role.QUASI if mention.role is Role.NONE else mention.role)


def _kept(mention: Mention) -> Mention:
    return replace(mention, entity="", role=Role.NONE)
