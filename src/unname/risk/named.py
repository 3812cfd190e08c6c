"""What needs no estimate: identifiers that tell who it is by themselves, and what the user named."""

from collections.abc import Sequence
from dataclasses import dataclass

from unname.core.document import Document, Role
from unname.core.registry import spelled
from unname.core.report import Risk
from unname.core.roles import View
from unname.models.masks import says_nothing

NAMED = frozenset({"given", "deny"})
"""The sources of mentions that came with the document or from the deny list of a policy."""


@dataclass(frozen=True)
class Named:
    """Certain risk for every direct identifier and all that the user named, none for anything else."""

    @property
    def name(self) -> str:
        """The name with its settings."""
        return spelled("named", self)

    def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]:
        """The risk of each view; a generalization of what must go is as risky as the thing itself."""
        certain = [
            entity.id
            for entity in document.entities
            if entity.role is Role.DIRECT
            or any(m.role is not Role.NONE and NAMED & set(m.source.split("+")) for m in entity.mentions)
        ]
        return [self._seen([id for id in certain if not says_nothing(view.get(id, "seen"))]) for view in views]

    @staticmethod
    def _seen(visible: Sequence[str]) -> Risk:
        return Risk(1.0 if visible else 0.0, by_entity=dict.fromkeys(visible, 1.0))
