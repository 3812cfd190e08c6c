"""What the user demands, what could be done, what was decided, and the only text surgery."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from unicodedata import category

from unname.core.document import LABELS, Document, Span
from unname.core.errors import ConfigError, InternalError
from unname.core.fold import fold

_TELLING = re.compile(r"[^\W\d_]{3,}|\d{5,}")
_LONG = 4
_HUMP = re.compile(r"[A-Z][^\W\d_A-Z]{2,}")


@dataclass(frozen=True)
class Policy:
    """What the user demands.

    `deny` always hides and `allow` never hides the given words; `always_hide` and `never_change` do the
    same for whole labels. `thresholds` maps a label to the least confidence that hides a mention; `limits` maps
    a label to the most risk that one entity of it may pose, where that is not `max_risk`. `k` is how many
    others have to fit the release at least as well as the true person; it needs a risk model that ranks people.
    `attacks` may feed back into the decision, `jury` only judges.
    """

    max_risk: float | None = None
    k: int | None = None
    always_hide: frozenset[str] = frozenset()
    never_change: frozenset[str] = frozenset()
    deny: frozenset[str] = field(default=frozenset(), repr=False)
    allow: frozenset[str] = field(default=frozenset(), repr=False)
    thresholds: Mapping[str, float] = field(default_factory=dict)
    limits: Mapping[str, float] = field(default_factory=dict)
    attacks: tuple[str, ...] = ()
    jury: tuple[str, ...] = ()
    max_rounds: int = 5

    def __post_init__(self) -> None:
        for name in ("always_hide", "never_change"):
            self._check_labels(name, getattr(self, name))
        for name in ("thresholds", "limits"):
            self._check_labels(name, getattr(self, name))
        if both := self.always_hide & self.never_change:
            raise ConfigError(f"policy contradicts itself: always_hide and never_change share {sorted(both)}")
        if shared := _folded(self.deny) & _folded(self.allow):
            raise ConfigError(f"policy contradicts itself: deny and allow share {len(shared)} words")
        for kind, table in (("threshold", self.thresholds), ("limit", self.limits)):
            for label, value in table.items():
                if not 0.0 <= value <= 1.0:
                    raise ConfigError(f"policy: {kind} of {label} must lie in [0, 1], got {value}")
        if self.max_risk is not None and not 0.0 <= self.max_risk <= 1.0:
            raise ConfigError(f"policy: max_risk must lie in [0, 1], got {self.max_risk}")
        if self.k is not None and self.k < 1:
            raise ConfigError(f"policy: k must be at least 1, got {self.k}")
        if self.max_rounds < 1:
            raise ConfigError(f"policy: max_rounds must be at least 1, got {self.max_rounds}")

    @staticmethod
    def _check_labels(setting: str, labels: Iterable[str]) -> None:
        if unknown := sorted(set(labels) - set(LABELS)):
            raise ConfigError(f"policy: {setting} names unknown labels {unknown}; known are {', '.join(LABELS)}")


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that could be done to one entity, what a reader would then see, and what it costs."""

    entity: str
    action: str
    value: str = field(default="", repr=False)
    loss: float = 1.0


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
    """The released text of one document (by id), with the exact map back."""

    document: str
    text: str = field(repr=False)
    edits: tuple[Edit, ...] = field(default=(), repr=False)


def rewrite(document: Document, replacements: Iterable[Replacement]) -> Redaction:
    """Write the replacements into the text of the document; the only function that cuts text.

    Overlapping ranges are settled by union: the whole union is replaced by the text of its longest
    member (the first of equals). Neighbors that both join, read the same and are separated by blanks
    alone (or punctuation, if both are tidy) become one, so that the number of hidden words does not show.
    """
    text = document.text
    pieces: list[str] = []
    edits: list[Edit] = []
    at = released = 0
    for span, new, entity, *_ in _joined(_united(replacements), text):
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


def _folded(words: Iterable[str]) -> set[str]:
    return {fold(" ".join(word.split())) for word in words}


def id_tells(document: Document, redaction: Redaction) -> bool:
    """Whether the id of a document says a name or a number that its release hides, or is said by what it hides.

    >>> quill = Document("quill-3", "by Anna Quill")
    >>> id_tells(quill, rewrite(quill, [Replacement(Span(3, 13), "***")]))
    True
    """
    said = {fold(word) for pattern in (_TELLING, _HUMP) for word in pattern.findall(document.id)}
    id = _signs(document.id)
    for edit in redaction.edits:
        hidden = document.text[edit.old.start : edit.old.end]
        if any(fold(word) in said for word in _TELLING.findall(hidden) if not word[0].islower()):
            return True
        signs = _signs(hidden)
        if min(len(id), len(signs)) >= _LONG and (signs in id or (id in signs and not id.isalpha())):
            return True
    return False


def _signs(text: str) -> str:
    """The letters and digits alone."""
    return "".join(filter(str.isalnum, fold(text)))


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


def _joined(pieces: list[Replacement], text: str) -> list[Replacement]:
    joined: list[Replacement] = []
    for piece in pieces:
        last = joined[-1] if joined else None
        if last and last.joins and piece.joins and last.text == piece.text and _is_blank(text, last, piece):
            joined[-1] = last._replace(span=Span(last.span.start, piece.span.end))
        else:
            joined.append(piece)
    return joined


def _is_blank(text: str, last: Replacement, piece: Replacement) -> bool:
    gap = text[last.span.end : piece.span.start]
    if last.tidy and piece.tidy:
        gap = "".join(" " if category(sign).startswith("P") else sign for sign in gap)
    return not gap or (gap.isspace() and "\n" not in gap)
