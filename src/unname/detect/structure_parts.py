"""The parts that the structure of a text is put together from."""

from dataclasses import dataclass, field
from typing import NamedTuple

from unname.core.document import Span


class Field(NamedTuple):
    """The value of a field: what its label says about it, where it stands, and whether it is bounded by structure.

    `words` are those of the label.
    """

    kind: str
    value: Span
    is_whole: bool
    words: tuple[str, ...] = ()


class Table(NamedTuple):
    """Lines of cells that one sign separates."""

    span: Span
    separator: str


@dataclass
class Parts:
    """What was found of a structure, in no order."""

    signs: list[Span] = field(default_factory=list)
    labels: list[Span] = field(default_factory=list)
    fields: list[Field] = field(default_factory=list)
    bare: list[Span] = field(default_factory=list)
    strings: list[Span] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    has_tags: bool = False

    def add(self, other: "Parts") -> None:
        """Take over what others found."""
        self.signs += other.signs
        self.labels += other.labels
        self.fields += other.fields
        self.bare += other.bare
        self.strings += other.strings
        self.tables += other.tables
        self.has_tags |= other.has_tags
