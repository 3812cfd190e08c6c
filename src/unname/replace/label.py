"""Say what kind of thing stood there."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from unname.core.document import Document, Entity, Mention, Role
from unname.core.redaction import Option
from unname.core.registry import Spelled
from unname.replace.step import count_hidden


@dataclass
class Label(Spelled):
    """Writes `[PERSON]`, or, numbered, `[PERSON_1]`: one number for each entity, in order of appearance."""

    numbered: bool = False
    _numbers: tuple[Document | None, dict[str, int]] = field(default=(None, {}), init=False, repr=False, compare=False)

    joins: ClassVar[bool] = True
    """Neighbors merge; numbered ones merge with themselves only, since only those read the same."""

    def options(self, entity: Entity, document: Document) -> Sequence[Option]:
        """One option: the label, at the cost of the words it hides."""
        number = f"_{self._number(entity, document)}" if self.numbered else ""
        label = f"[{entity.label}{number}]"
        return [Option(entity.id, "label", label, count_hidden(entity, document), hides=True)]

    def render(self, mention: Mention, option: Option, document: Document) -> str:
        """The label in place of one mention."""
        return option.value

    def _number(self, entity: Entity, document: Document) -> int:
        # The numbers of the last document are kept: counting again for each entity would take the square.
        last, numbers = self._numbers
        if last is not document:
            numbers = _count(document)
            self._numbers = (document, numbers)
        return numbers[entity.id]


def _count(document: Document) -> dict[str, int]:
    """The number of each entity among those of its label; hidden ones come first, so that none is skipped."""
    seen: Counter[str] = Counter()
    numbers = {}
    for entity in sorted(document.entities, key=lambda entity: entity.role is Role.NONE):
        seen[entity.label] += 1
        numbers[entity.id] = seen[entity.label]
    return numbers
