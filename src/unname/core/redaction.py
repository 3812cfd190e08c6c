"""What could be done, what was decided, and the only text surgery."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from unicodedata import category

from unname.core.document import Document, Span
from unname.core.errors import InternalError

_BREAKS = frozenset("\n\r\t\v\f\x1c\x1d\x1e\x85\u2028\u2029")

HIDDEN = "***"
"""What stands for an entity that is hidden whole, however that is written: how it is hidden tells nothing."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that could be done to one entity, what a reader would then see, and what it costs.

    `hides` says that what is written tells nothing of the entity: a mask, or a name out of thin air. Nobody guesses it
    from the looks of `value`, and an option that does not say so is not believed to hide.
    """

    entity: str
    action: str
    value: str = field(default="", repr=False)
    loss: float = 1.0
    hides: bool = False

    @property
    def seen(self) -> str:
        """What a reader learns in place of the entity: the value, or HIDDEN."""
        return HIDDEN if self.hides else self.value


@dataclass(frozen=True, slots=True)
class Decision:
    """The option taken, and why, in one sentence a reviewer can read."""

    option: Option
    reason: str


@dataclass(frozen=True, slots=True)
class Plan:
    """All decisions for one document (by id), with what they promise; an entity without one is kept.

    `lower_bound` is a loss that no plan can stay below, where one was proven: the plan is optimal if its own loss
    is no higher. `kept` says of entities that stay as they are (by id) why.
    """

    document: str
    decisions: tuple[Decision, ...]
    risk_before: float | None = None
    risk_after: float | None = None
    loss: float = 0.0
    lower_bound: float | None = None
    kept: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_optimal(self) -> bool | None:
        """Whether no plan loses less; None if nothing was proven."""
        return None if self.lower_bound is None else self.loss <= self.lower_bound + 1e-6


class Replacement(NamedTuple):
    """New text for one range of the original; `joins` lets it merge with a neighbor that reads the same.

    `tidy` lets it do so over punctuation, which then goes too.
    """

    span: Span
    text: str
    entity: str = ""
    joins: bool = False
    tidy: bool = False


@dataclass(frozen=True, slots=True)
class Edit:
    """One change: `old` in the original text, `new` in the released text."""

    old: Span
    new: Span
    entity: str


@dataclass(frozen=True, slots=True)
class Redaction:
    """The released text of one document (by id), with the exact map back and the fields that are released with it."""

    document: str
    text: str = field(repr=False)
    edits: tuple[Edit, ...] = field(default=(), repr=False)
    fields: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)


def rewrite(document: Document, replacements: Iterable[Replacement], signs: Sequence[Span] = ()) -> Redaction:
    """Write the replacements into the text of the document; the only function that cuts text.

    Overlapping ranges are settled by union: the whole union is replaced by the text of its longest
    member (the first of equals). Neighbors that both join, read the same and are separated by blanks
    alone (or punctuation, if both are tidy) become one, so that the number of hidden words does not show; but never
    over one of the `signs` of the text, which are sorted.
    """
    text = document.text
    pieces: list[str] = []
    edits: list[Edit] = []
    at = released = 0
    for span, new, entity, *_ in _joined(_united(replacements), text, signs):
        if span.end > len(text):
            raise InternalError(f"document {document.id!r}: replacement {span.start}..{span.end} outside the text")
        kept = text[at : span.start]
        start = released + len(kept)
        pieces += (kept, new)
        released = start + len(new)
        edits.append(Edit(span, Span(start, released), entity))
        at = span.end
    pieces.append(text[at:])
    return Redaction(document.id, "".join(pieces), tuple(edits))


def _united(replacements: Iterable[Replacement]) -> list[Replacement]:
    """Overlapping ranges as one; ranges that only touch stay apart."""
    united: list[Replacement] = []
    longest = 0
    for piece in sorted(replacements, key=lambda piece: (piece.span.start, -piece.span.end)):
        length = piece.span.end - piece.span.start
        if united and piece.span.start < united[-1].span.end:
            last = united[-1]
            union = Span(last.span.start, max(last.span.end, piece.span.end))
            united[-1] = (piece if length > longest else last)._replace(span=union)
            longest = max(length, longest)
        else:
            united.append(piece)
            longest = length
    return united


def _joined(pieces: list[Replacement], text: str, signs: Sequence[Span]) -> list[Replacement]:
    joined: list[Replacement] = []
    for piece in pieces:
        last = joined[-1] if joined else None
        if last and last.joins and piece.joins and last.text == piece.text and _is_blank(text, last, piece, signs):
            joined[-1] = last._replace(span=Span(last.span.start, piece.span.end))
        else:
            joined.append(piece)
    return joined


def _is_blank(text: str, last: Replacement, piece: Replacement, signs: Sequence[Span]) -> bool:
    gap = text[last.span.end : piece.span.start]
    following = bisect_left(signs, (last.span.end, last.span.end))
    if following < len(signs) and signs[following].start < piece.span.start:
        return False
    if last.tidy and piece.tidy:
        gap = "".join(" " if category(sign).startswith("P") else sign for sign in gap)
    return not gap or (gap.isspace() and _BREAKS.isdisjoint(gap))
