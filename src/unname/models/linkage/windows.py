"""Texts as word pieces for linkage networks: what they read, and what of it they count."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from unname.core.document import Span
from unname.models.encoder import windows
from unname.models.pieces import Tokenizer
from unname.text.masks import MASK, has_masks
from unname.text.words import WORD

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]
    Flags = NDArray[np.bool_]

IGNORED = (
    "a an the of and in to for from by on at as was were is are be been with his her he she him they their it its or "
    "that this which who whom had has have not but until when where there after before during upon into under s"
).split()
"""Pieces that are read but not counted: what they would add says nothing about anybody."""

_WORDY = re.compile(r"[^\W_]")


@dataclass(frozen=True)
class Reading:
    """One text as arrays, one row for each piece; a run of masks, with signs between them or not, is one piece.

    `counted` are the pieces that make up the vector: those of words, without masks, signs and function words. `word`
    numbers the words of `spans`, with -1 outside of them. `stretch` changes where counted pieces are no neighbors:
    at masks and new lines.
    """

    ids: "Numbers"
    counted: "Flags"
    word: "Numbers"
    stretch: "Numbers"
    spans: Sequence[Span] = field(repr=False)

    def __len__(self) -> int:
        return len(self.ids)

    def windows(self, length: int) -> "list[Window]":
        """Overlapping parts of at most `length` pieces; every piece is owned by the part that it is well inside of."""
        ranges = list(windows(len(self), length, max(1, length * 3 // 4)))
        if not ranges:
            return []
        edges = [0, *((end + start) // 2 for (_, end), (start, _) in pairwise(ranges)), len(self)]
        return [
            Window(self, start, end, own, until)
            for (start, end), (own, until) in zip(ranges, pairwise(edges), strict=True)
        ]


@dataclass(frozen=True)
class Window:
    """A part of a text that is read at once, and the pieces in it that count here and nowhere else."""

    reading: Reading = field(repr=False)
    start: int
    end: int
    own_start: int
    own_end: int

    def __len__(self) -> int:
        return self.end - self.start

    @property
    def ids(self) -> "Numbers":
        """All pieces."""
        return self.reading.ids[self.start : self.end]

    @cached_property
    def at(self) -> "Numbers":
        """The counted pieces, by their place in the window."""
        return np.flatnonzero(self.reading.counted[self.start : self.end])

    @property
    def types(self) -> "Numbers":
        """The ids of the counted pieces."""
        return self.ids[self.at]

    @property
    def word(self) -> "Numbers":
        """The words of the counted pieces."""
        return self.reading.word[self.start + self.at]

    @property
    def owned(self) -> "Flags":
        """Which of the counted pieces count here."""
        place = self.start + self.at
        return (place >= self.own_start) & (place < self.own_end)

    @property
    def joined(self) -> "Flags":
        """Which of the counted pieces are neighbors of the one before."""
        stretch = self.reading.stretch[self.start + self.at]
        return np.asarray(np.diff(stretch, prepend=-1) == 0)


class Special(NamedTuple):
    """The ids of the pieces that are no text."""

    padding: int
    opening: int
    closing: int
    mask: int


@dataclass
class Reader:
    """Reads texts as pieces; `special` may be left out where the tokenizer is of BERT's kind."""

    tokenizer: Tokenizer
    special: Special | None = None

    @cached_property
    def specials(self) -> Special:
        """The ids of the pieces that are no text."""
        return self.special or Special(*self.tokenizer.special, self.tokenizer.mask)

    @cached_property
    def _ignored(self) -> "Numbers":
        read = [self.tokenizer(word).ids for word in IGNORED]
        return np.array([ids[0] for ids in read if len(ids) == 1], np.int64)

    def __call__(self, text: str) -> Reading:
        """The pieces of the whole text; nothing is cut off."""
        spans: list[Span] = []
        columns: list[list[Numbers]] = [[], [], [], []]
        stretch = 0
        for start, end in _stretches(text):
            if start < 0:
                stretch += 1
                row = (self.specials.mask, 0, -1, stretch)
                for column, value in zip(columns, row, strict=True):
                    column.append(np.array([value], np.int64))
                stretch += 1
                continue
            found = [Span(*match.span()) for match in WORD.finditer(text, start, end)]
            ids, counted, word, lines = self._pieces(text[start:end], start, found, len(spans))
            for column, values in zip(columns, (ids, counted, word, lines + stretch), strict=True):
                column.append(values)
            stretch += int(lines[-1]) if len(lines) else 0
            spans += found
        ids, counted, word, stretches = (np.concatenate([np.zeros(0, np.int64), *column]) for column in columns)
        return Reading(ids, counted.astype(bool), word, stretches, spans)

    def _pieces(
        self, text: str, offset: int, spans: Sequence[Span], n_before: int
    ) -> "tuple[Numbers, Numbers, Numbers, Numbers]":
        pieces = self.tokenizer(text)
        starts = np.array([span.start - offset for span in spans], np.int64)
        ends = np.array([span.end - offset for span in spans], np.int64)
        last = np.searchsorted(starts, pieces.starts, side="right") - 1
        inside = last >= 0
        inside[inside] = pieces.starts[inside] < ends[last[inside]]
        wordy = [bool(_WORDY.search(text, a, b)) for a, b in zip(pieces.starts, pieces.ends, strict=True)]
        counted = inside & np.array(wordy, bool) & ~np.isin(pieces.ids, self._ignored)
        breaks = np.array([place for place, character in enumerate(text) if character == "\n"], np.int64)
        lines = np.searchsorted(breaks, pieces.starts)
        return pieces.ids, counted.astype(np.int64), np.where(inside, last + n_before, -1), lines


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    """The ranges between masks, and (-1, -1) for each run of masks."""
    if not has_masks(text):
        yield 0, len(text)
        return
    end, after_mask = 0, False
    for mask in MASK.finditer(text):
        if not after_mask or _WORDY.search(text, end, mask.start()):
            if mask.start() > end:
                yield end, mask.start()
            yield -1, -1
        end, after_mask = mask.end(), True
    if end < len(text):
        yield end, len(text)
