"""The output check: does anything that was hidden still stand in what is released, in whatever disguise?"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from unname.core.document import Document, Mention, Role, Span
from unname.core.fold import fold
from unname.core.redaction import Edit, Redaction
from unname.measure.leaks.disguises import DISGUISES, EDIT
from unname.measure.leaks.hidden_forms import Hit, changed_edits, find_hidden_forms, trim
from unname.measure.leaks.plain_letters import squeeze
from unname.measure.leaks.search import Search
from unname.measure.leaks.sounds import foreign_scripts

TELL_IN_PIECES = frozenset(DISGUISES[: DISGUISES.index("part of a longer word")]) | {"other case"}
"""The disguises of which a few letters that are left tell what it was."""

UNMISTAKABLE = frozenset(DISGUISES[: DISGUISES.index("zero-width")])
"""The disguises that nobody writes without meaning what was hidden."""

FILE_NAMES = frozenset({"file name", "file", "id"})
"""The kinds of names that are told as file names; all others are metadata."""

_HUMP = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])")
_NOWHERE = Span(0, 0)


@dataclass(frozen=True, slots=True)
class Leak:
    """Something hidden that can still be read: of which entity, in which of `DISGUISES`, and where; never the text.

    `span` is a range of the released text, or None where a name that goes with it says so.
    """

    entity: str
    disguise: str
    span: Span | None = None


def find_leaks(
    document: Document, redaction: Redaction, names: Sequence[tuple[str, str]] = (), form: Sequence[Span] = ()
) -> list[Leak]:
    """Every place where a release, or a name that goes with it, still says what its edits hide.

    `document` is the one that was planned for, with its mentions. `names` are file names, ids and values of metadata,
    each with its kind. What an edit shows in place of something is not looked at: replacers answer for that. A place
    that was looked at as something else and kept ("Sweden" hidden, "Kingdom of Sweden" kept) is a decision and no
    leak, unless it is the name of a person or a code that was hidden. Tags and other signs of the `form` of the
    original are no letters that are left of a name in which they stand.

    >>> from unname.core.redaction import Replacement, rewrite
    >>> letter = Document("a", "Anna Ekdahl came. Yours, EK\\u200bDAHL")
    >>> find_leaks(letter, rewrite(letter, [Replacement(Span(5, 11), "***", "e1")]))
    [Leak(entity='e1', disguise='zero-width', span=Span(start=22, end=29))]
    """
    forms = find_hidden_forms(document, redaction)
    if not forms:
        return []
    search = Search(forms, foreign_scripts(document.text))
    edits = list(changed_edits(document, redaction))
    kept, torn = _Kept(document, redaction, edits), _Torn(document, edits, form)
    text = _blank_edits(redaction, edits)
    hits = [hit for hit in search.find(text) if not kept.decides(hit)]
    hits += search.find_beside(text, edits)
    hits += (piece for hit in search.find(document.text, torn.is_torn) for piece in torn.pieces(hit))
    leaks = [Leak(hit.form.entity, hit.disguise, hit.span) for hit in _longest(hits)]
    for kind, name in names:
        found = {hit.form.entity for text in (name, _HUMP.sub(" ", name)) for hit in search.find(text)}
        leaks += [Leak(entity, "file name" if kind in FILE_NAMES else "metadata") for entity in sorted(found)]
    return leaks


def _blank_edits(redaction: Redaction, edits: Sequence[Edit]) -> str:
    """The released text with nothing to read in place of every edit, and all else where it is."""
    pieces: list[str] = []
    at = 0
    for edit in edits:
        pieces += (redaction.text[at : edit.new.start], EDIT * (edit.new.end - edit.new.start))
        at = edit.new.end
    return "".join([*pieces, redaction.text[at:]])


@dataclass(frozen=True)
class _Kept:
    """The mentions that stand in a release as they are."""

    document: Document
    redaction: Redaction
    edits: Sequence[Edit]

    @cached_property
    def mentions(self) -> list[tuple[Span, str, Mention]]:
        """Where they stand in the released text, the ids of their entities, and the mentions."""
        starts = [edit.old.start for edit in self.edits]
        kept = []
        for entity in self.document.entities:
            for mention in entity.mentions:
                before = bisect_right(starts, mention.span.start) - 1
                old, new = (self.edits[before].old, self.edits[before].new) if before >= 0 else (_NOWHERE, _NOWHERE)
                span = Span(*(end - old.end + new.end for end in mention.span))
                if mention.span.start >= old.end and self._is_same(mention.span, span):
                    kept.append((span, entity.id, mention))
        return sorted(kept, key=lambda each: each[0])

    def decides(self, hit: Hit) -> bool:
        """Whether a hit lies in something that was looked at as another entity, and kept.

        What detectors passed over is no other thing if it has the same label and reads the same, nor is a disguise.
        """
        at = bisect_right(self.mentions, hit.span.start, key=lambda each: each[0].start) - 1
        if at < 0 or hit.form.named or hit.disguise in UNMISTAKABLE or self._is_odd(hit):
            return False
        span, entity, mention = self.mentions[at]
        if entity == hit.form.entity or hit.span.end > span.end:
            return False
        same = squeeze(trim(self.redaction.text[slice(*span)], hit.form.alone)).letters == hit.form.letters
        return mention.role is not Role.NONE or mention.label != hit.form.label or not same

    def _is_odd(self, hit: Hit) -> bool:
        """Whether letters are neither plain nor merely accented: Braille, circles, small capitals."""
        folded = fold(self.redaction.text[slice(*hit.span)])
        letters = squeeze(folded).letters
        return letters.isascii() and letters != "".join(filter(str.isalnum, folded))

    def _is_same(self, old: Span, new: Span) -> bool:
        return self.document.text[slice(*old)] == self.redaction.text[slice(*new)]


class _Torn:
    """What edits cover in part: of a name in disguise they may leave some letters, which tell the rest."""

    def __init__(self, document: Document, edits: Sequence[Edit], form: Sequence[Span]) -> None:
        self._edits = edits
        self._starts = [edit.old.start for edit in edits]
        covered = bytearray(len(document.text))
        for edit in edits:
            covered[slice(*edit.old)] = b"\x01" * (edit.old.end - edit.old.start)
        self._covered = list(accumulate(covered, initial=0))
        for sign in form:
            covered[slice(*sign)] = b"\x01" * (sign.end - sign.start)
        left = (not hidden and _is_read(sign) for hidden, sign in zip(covered, document.text, strict=True))
        self._left = list(accumulate(left, initial=0))

    def is_torn(self, span: Span) -> bool:
        """Whether edits cover something of a range of the original and leave something that can be read."""
        return self._covered[span.end] > self._covered[span.start] and self._is_left(*span)

    def pieces(self, hit: Hit) -> Iterator[Hit]:
        """What is left of a hit in the original, in places of the released text; what is no disguise is no harm."""
        if hit.disguise not in TELL_IN_PIECES:
            return
        at = max(bisect_right(self._starts, hit.span.start) - 1, 0)
        start, shift = hit.span.start, 0
        while at < len(self._edits) and self._edits[at].old.start < hit.span.end:
            old, new = self._edits[at].old, self._edits[at].new
            yield from self._piece(hit, start, old.start, shift)
            start, shift, at = max(start, old.end), new.end - old.end, at + 1
        yield from self._piece(hit, start, hit.span.end, shift)

    def _piece(self, hit: Hit, start: int, end: int, shift: int) -> Iterator[Hit]:
        if start < end and self._is_left(start, end):
            yield hit._replace(span=Span(start + shift, end + shift))

    def _is_left(self, start: int, end: int) -> bool:
        return self._left[end] > self._left[start]


def _is_read(sign: str) -> bool:
    return sign.isalnum() or not (sign.isascii() or sign.isspace())


def _longest(hits: Iterable[Hit]) -> Iterator[Hit]:
    reach: dict[str, int] = {}
    for hit in sorted(hits, key=lambda hit: (hit.span.start, -hit.span.end, -DISGUISES.index(hit.disguise))):
        if hit.span.end > reach.get(hit.form.entity, -1):
            reach[hit.form.entity] = hit.span.end
            yield hit
