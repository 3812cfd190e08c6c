"""What labels say about their values: "Patient: OKONKWO, Blessing A", `"firstName": "Anna"`, a column of births."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from unname.core.document import Document, Mention, Origin, Role, Span
from unname.core.registry import Spelled
from unname.detect.field_values import READERS
from unname.detect.structure import read_structure


class Said(NamedTuple):
    """What a kind of field makes of its value."""

    label: str
    role: Role
    confidence: float


KINDS = {
    "name": Said("PERSON", Role.DIRECT, 0.97),
    "who": Said("PERSON", Role.DIRECT, 0.93),
    "user": Said("PERSON", Role.DIRECT, 0.95),
    "birth": Said("DATETIME", Role.QUASI, 0.97),
    "date": Said("DATETIME", Role.QUASI, 0.92),
    "code": Said("CODE", Role.DIRECT, 0.96),
    "phone": Said("CODE", Role.DIRECT, 0.97),
    "email": Said("CODE", Role.DIRECT, 0.97),
    "address": Said("LOC", Role.DIRECT, 0.95),
    "place": Said("LOC", Role.QUASI, 0.92),
    "organization": Said("ORG", Role.QUASI, 0.92),
    "occupation": Said("DEM", Role.QUASI, 0.92),
    "age": Said("DEM", Role.QUASI, 0.92),
    "group": Said("DEM", Role.QUASI, 0.92),
}
"""What each kind of field holds."""

_LONGEST = 300


@dataclass(frozen=True)
class Fields(Spelled):
    """Finds the values of fields whose label says that they are about somebody.

    A value is read as far as it looks like what the label promises; "unknown" and the like are none.
    """

    def detect(self, document: Document) -> Sequence[Mention]:
        """One mention for each value, in order."""
        return sorted(set(_found(document.text)), key=lambda mention: (mention.span, mention.label))


def _found(text: str) -> Iterator[Mention]:
    for field in read_structure(text).fields:
        said = KINDS[field.kind]
        # Nothing that identifies is longer; a long text in one string of JSON is no value of a field.
        field = field._replace(value=Span(field.value.start, min(field.value.end, field.value.start + _LONGEST)))
        for start, end in READERS[field.kind](text, field):
            kinds = frozenset({field.kind})
            yield Mention(
                Span(start, end),
                said.label,
                "",
                said.role,
                said.confidence,
                f"fields:{field.kind}",
                Origin.PRIOR,
                kinds,
            )
