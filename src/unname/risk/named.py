"""What needs no estimate: identifiers that tell who it is by themselves, and what the user named."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from unname.core.document import Document, Entity, Origin, Role
from unname.core.registry import Spelled
from unname.core.results import Risk
from unname.core.roles import View, is_hidden

SURE = 0.9
"""The confidence from which on a direct identifier is taken for one without further question."""


@dataclass(frozen=True)
class Named(Spelled):
    """Certain risk for every direct identifier and all that the user named, none for anything else.

    A direct identifier that the detectors are less than `sure` of is left to the other measures. Of `labels`, all that
    identifies is certain risk, also in combination.
    """

    sure: float = SURE
    labels: tuple[str, ...] = ()

    def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]:
        """The risk of each view; a generalization of what must go is as risky as the thing itself."""
        risky = {entity.id: self._estimate(entity) for entity in document.entities}
        return [_judge({id: risk for id, risk in risky.items() if risk}, view) for view in views]

    def _estimate(self, entity: Entity) -> float:
        marked = [mention for mention in entity.mentions if mention.role is not Role.NONE]
        if any(mention.origin & Origin.DEMANDED for mention in marked):
            return 1.0
        if marked and entity.label in self.labels:
            return 1.0
        if entity.role is not Role.DIRECT:
            return 0.0
        return float(max(mention.confidence for mention in marked) >= self.sure)


def _judge(risky: Mapping[str, float], view: View) -> Risk:
    visible = {id: risk for id, risk in risky.items() if not is_hidden(id, view)}
    return Risk(max(visible.values(), default=0.0), by_entity=visible)
