"""Released texts back to their originals, to the byte; of a text that was edited since, what is untouched."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from unname.core.document import Document, Span
from unname.core.errors import InternalError, shown
from unname.core.redaction import Redaction

_TOKEN = re.compile(r"\w+|[^\w\s]")
"""A word or a sign; blanks are too many to be aligned."""


@dataclass(frozen=True, slots=True)
class Change:
    """One place of a released text, and what stood there; None if that was forgotten."""

    span: Span
    original: str | None = field(repr=False)


@dataclass(frozen=True)
class Kept:
    """What is kept of a released document: enough to restore it, its id and its place.

    `id` and `text` are those of the release; `document`, `person` and `source` (a file, as it was named) are the
    original's, and `number` is its place among all documents of the run, whatever file they are in. `run` tells runs
    apart. `scope` is what the surrogates of the document are kept apart by, once something of it was forgotten.
    """

    id: str
    text: str = field(repr=False)
    changes: tuple[Change, ...] = field(default=(), repr=False)
    document: str = field(default="", repr=False)
    source: str = field(default="", repr=False)
    number: int = 0
    person: str | None = field(default=None, repr=False)
    run: str = ""
    scope: str = field(default="", repr=False)


@dataclass(frozen=True)
class Restored:
    """A text with its originals back; places that were forgotten, and those that were edited, are as they were."""

    text: str = field(repr=False)
    n_forgotten: int = 0
    n_edited: int = 0


def changes_of(document: Document, redaction: Redaction) -> tuple[Change, ...]:
    """The changes of a redaction, each with what stood there in the document."""
    return tuple(Change(edit.new, document.text[edit.old.start : edit.old.end]) for edit in redaction.edits)


def check_order(kept: Kept) -> None:
    """Refuse changes that are not in order inside of the text: nothing could be restored by them."""
    ends = [0, *(at for change in kept.changes for at in change.span), len(kept.text)]
    if ends != sorted(ends):
        raise InternalError(f"document {shown(kept.id)}: its changes are not in order inside of its text")


def restore_text(kept: Kept, text: str) -> Restored:
    """The original of a released text; if it is not the text that was kept, as much of it as can be told.

    >>> restore_text(Kept("a", "Dear ***.", (Change(Span(5, 8), "Anna"),)), "Dear ***.").text
    'Dear Anna.'
    """
    spans = [change.span for change in kept.changes]
    places = spans if text == kept.text else find_places(kept.text, spans, text)
    pieces: list[str] = []
    at = n_forgotten = n_edited = 0
    for change, place in zip(kept.changes, places, strict=True):
        if change.original is None:
            n_forgotten += 1
        elif place is None or place.start < at:
            n_edited += 1
        else:
            pieces += (text[at : place.start], change.original)
            at = place.end
    return Restored("".join([*pieces, text[at:]]), n_forgotten, n_edited)


def find_places(released: str, spans: Sequence[Span], edited: str) -> list[Span | None]:
    """Where places of a released text are in an edited one; None for those that are not as they were.

    A place is as it was if its words are, in a row with the word before it or the one behind it: a name alone could be
    another one that reads the same.
    """
    aligned = Alignment.of(released, edited)
    return [aligned.find(span) for span in spans]


@dataclass(frozen=True)
class Alignment:
    """The words that two versions of a text share, in order: for each of the first its number in the second."""

    released: str = field(repr=False)
    edited: str = field(repr=False)
    before: list[Span] = field(repr=False)
    after: list[Span] = field(repr=False)
    shared: dict[int, int] = field(repr=False)

    @classmethod
    def of(cls, released: str, edited: str) -> "Alignment":
        """The alignment of two texts."""
        before, after = ([Span(*found.span()) for found in _TOKEN.finditer(text)] for text in (released, edited))
        matcher = SequenceMatcher(
            None, [released[a:b] for a, b in before], [edited[a:b] for a, b in after], autojunk=False
        )
        shared = {block.a + n: block.b + n for block in matcher.get_matching_blocks() for n in range(block.size)}
        return cls(released, edited, before, after, shared)

    def find(self, span: Span) -> Span | None:
        """Where a place of the first text is in the second, if it is there unchanged."""
        first = bisect_right(self.before, span.start, key=lambda token: token.end)
        last = bisect_left(self.before, span.end, key=lambda token: token.start) - 1
        # What holds no word lies between two, which both must be there.
        anchor = first if first <= last else first - 1
        is_sure = self._is_row(min(first, anchor), max(first, last)) and (
            first > last or self._is_row(first - 1, last) or self._is_row(first, last + 1) or len(self.before) == 1
        )
        if not is_sure:
            return None
        start = span.start + self.after[self.shared[anchor]].start - self.before[anchor].start
        end = start + span.end - span.start
        return Span(start, end) if start >= 0 and self._reads_same(span, start, first, last) else None

    def _is_row(self, first: int, last: int) -> bool:
        """Whether these words stand in a row in both texts."""
        if first not in self.shared:
            return False
        return all(self.shared.get(number) == self.shared[first] + number - first for number in range(first, last + 1))

    def _reads_same(self, span: Span, start: int, first: int, last: int) -> bool:
        """Whether the place reads the same, blanks included; one without a word up to the words around it."""
        from_, to = span
        if first > last:
            from_, to = self.before[first - 1].end, self.before[first].start
        moved = start - span.start
        return self.released[from_:to] == self.edited[from_ + moved : to + moved]
