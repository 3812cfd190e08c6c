"""A replacer: a blank to fill in."""

from collections.abc import Sequence
from dataclasses import dataclass

from unname import Document, Entity, Mention
from unname.core.redaction import Option


@dataclass(frozen=True)
class Blank:
    """Writes a blank line; `width` is the same for all, since a length would tell something."""

    width: int = 4
    joins: bool = True

    @property
    def name(self) -> str:
        """The name with the settings."""
        return f"blank(width={self.width})"

    def options(self, entity: Entity, document: Document) -> Sequence[Option]:
        """What could be done to an entity: here, one thing."""
        return [Option(entity.id, "blank", "_" * self.width, hides=True)]

    def render(self, mention: Mention, option: Option, document: Document) -> str:
        """What to write at one of its mentions."""
        return option.value
