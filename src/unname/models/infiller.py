"""The network that fills masks: it points at words of a passage, and writes words of its own.

All masks of a window are asked about at once, and lines of writing go on side by side, so that a step costs one run of
the network for dozens of masks.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from unname.core.document import Span
from unname.models.loading import Opened
from unname.models.packaged import find_weights
from unname.models.pieces import Pieces, Tokenizer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ids = NDArray[np.int64]
    Floats = NDArray[np.float32]

MODEL = "infilling/masks"
"""The trained network, by the name of its weights."""

MOST_ASKED = 112
"""Pieces of the text around masks that are read at once."""

MOST_PASSAGE = 144
"""Pieces of a passage that are read at once."""

MOST_WRITTEN = 16
"""Pieces of the longest words that are written for a mask."""

BEFORE, AFTER = 28, 20
"""Pieces that stand before a mask and behind it, where the text has them, in the window in which it is asked about."""

MOST_LINES = 48
"""Lines that are written at once: what a run of the network costs grows with their square."""

BEGIN, END = 1, 2
"""The pieces that begin and end what is written: two that no text has."""

HINTS = {
    "PERSON": "person",
    "LOC": "place",
    "ORG": "organization",
    "DATETIME": "date",
    "CODE": "code",
    "QUANTITY": "quantity",
    "DEM": "characteristic",
    "MISC": "thing",
}
"""What stands before a mask whose label is known."""


@dataclass(frozen=True)
class Window:
    """A part of a text as pieces, with the places of the masks that are asked about in it, by their numbers."""

    ids: "Ids" = field(repr=False)
    places: dict[int, int]


class Pointed(NamedTuple):
    """A range of pieces of a passage, and how probable it is that a mask hides just that."""

    first: int
    last: int
    probability: float


class Written(NamedTuple):
    """What was written for a mask, as ids, and how probable that is."""

    ids: tuple[int, ...]
    probability: float


@dataclass
class Infiller:
    """The network in the folder `model`, by default the one that comes with unname-research."""

    model: str | Path | None = None
    batch: int = 8
    threads: int = 1

    @cached_property
    def _opened(self) -> Opened:
        folder = find_weights(MODEL) if self.model is None else Path(self.model)
        return Opened(None, folder, "", "network that fills masks", self.threads)

    @property
    def tokenizer(self) -> Tokenizer:
        """What splits texts into pieces."""
        return self._opened.tokenizer

    def windows(self, text: str, masks: Sequence[Span], labels: Sequence[str | None] = ()) -> list[Window]:
        """The text around its masks in windows; each mask is asked about in one of them, with text on both sides."""
        ids, places = self._with_masks(text, masks, labels)
        windows: list[Window] = []
        first = 0
        while first < len(masks):
            start = max(0, min(places[first] - BEFORE, len(ids) - MOST_ASKED))
            stop = bisect_left(places, start + MOST_ASKED - AFTER)
            if start + MOST_ASKED >= len(ids):
                stop = len(masks)
            inside = {number: places[number] - start for number in range(first, stop)}
            windows.append(Window(ids[start : start + MOST_ASKED], inside))
            first = stop
        return windows

    def _with_masks(self, text: str, masks: Sequence[Span], labels: Sequence[str | None]) -> "tuple[Ids, list[int]]":
        pieces: list[Ids] = []
        places: list[int] = []
        at = length = 0
        for number, mask in enumerate(masks):
            before = [self.tokenizer(text[at : mask.start]).ids]
            label = labels[number] if labels else None
            before += [self.tokenizer(HINTS[label]).ids] if label else []
            length += sum(map(len, before))
            pieces += [*before, np.array([self.tokenizer.mask])]
            places.append(length)
            length += 1
            at = mask.end
        return np.concatenate([*pieces, self.tokenizer(text[at:]).ids]), places

    def point(
        self, windows: Sequence[Window], passages: "Sequence[Ids]", n_best: int
    ) -> list[dict[int, list[Pointed]]]:
        """For each window with its passage the best ranges for each of its masks, by number, best first."""
        found: list[dict[int, list[Pointed]]] = [{} for _ in windows]
        order = sorted(range(len(windows)), key=lambda i: len(windows[i].ids) + len(passages[i]))
        for start in range(0, len(order), self.batch):
            some = order[start : start + self.batch]
            sheets = [_Sheet(windows[i].ids, passages[i], self.tokenizer.special) for i in some]
            asked = [
                (row, number, place + 1) for row, i in enumerate(some) for number, place in windows[i].places.items()
            ]
            begins, ends, _ = self._run(sheets, [(row, place) for row, _, place in asked], [])
            for (row, number, _), first, last in zip(asked, begins, ends, strict=True):
                offset, n = sheets[row].offset, len(passages[some[row]])
                found[some[row]][number] = best_ranges(_chosen(first, offset, n), _chosen(last, offset, n), n_best)
        return found

    def write(self, window: Window, passage: "Ids", n_best: int) -> dict[int, list[Written]]:
        """What stands behind each mask of a window, by number: the likeliest first words, each continued greedily."""
        sheet = _Sheet(window.ids, passage, self.tokenizer.special)
        lines = {number: [_Line(place + 1, (), 0.0)] for number, place in window.places.items()}
        for step in range(MOST_WRITTEN + 1):
            growing = [line for each in lines.values() for line in each if not line.is_done]
            if not growing:
                break
            going = iter(self._next(sheet, growing))
            for number, each in lines.items():
                width = n_best if step == 0 else 1
                grown = [more for line in each for more in _grow(line, None if line.is_done else next(going), width)]
                lines[number] = grown
        return {number: _as_written(each) for number, each in lines.items()}

    def _next(self, sheet: "_Sheet", lines: "Sequence[_Line]") -> "list[Floats]":
        """The log probabilities of what follows on each line."""
        found: list[Floats] = []
        for start in range(0, len(lines), MOST_LINES):
            sheet.lines = lines[start : start + MOST_LINES]
            found.extend(self._run([sheet], [], [(0, place) for place in sheet.ends()])[2])
        return found

    def text_of(self, ids: Sequence[int]) -> str:
        """Pieces as text; a piece that would continue a word may be the first."""
        return self.tokenizer.decode(ids).removeprefix("##")

    def _run(
        self, sheets: "Sequence[_Sheet]", asked: Sequence[tuple[int, int]], written: Sequence[tuple[int, int]]
    ) -> Any:
        width = max(len(sheet) for sheet in sheets)
        ids = np.full((len(sheets), width), self.tokenizer.special[0], np.int64)
        types, places, inside = np.zeros_like(ids), np.zeros_like(ids), np.zeros_like(ids)
        visible = np.zeros((len(sheets), width, width), np.float32)
        for row, sheet in enumerate(sheets):
            sheet.lay(ids[row], types[row], places[row], inside[row], visible[row])
        # A product of nothing ends the process within the runtime: there is always one place, whose answer is dropped.
        at, by = (np.array(pairs or [(0, 0)], np.int64).T for pairs in (asked, written))
        names = ("ids", "types", "places", "inside", "visible", "line", "column", "row", "place")
        values = (ids, types, places, inside, visible, at[0], at[1], by[0], by[1])
        begins, ends, words = self._opened.session.run(None, dict(zip(names, values, strict=True)))
        return begins[: len(asked)], ends[: len(asked)], words[: len(written)]


@dataclass(frozen=True)
class _Line:
    """What was written so far for the mask at a place."""

    place: int
    ids: tuple[int, ...]
    log: float
    is_done: bool = False


class _Sheet:
    """One line of a batch: what is read, and behind it the lines that are being written."""

    def __init__(self, asked: "Ids", passage: "Ids", special: tuple[int, int, int]):
        _, opening, closing = special
        tail = [*passage, closing] if len(passage) else []
        self.read = np.array([opening, *asked, closing, *tail], np.int64)
        self.offset = len(asked) + 2
        self.lines: Sequence[_Line] = ()

    def __len__(self) -> int:
        return len(self.read) + sum(len(line.ids) + 1 for line in self.lines)

    def ends(self) -> list[int]:
        """Where the last piece of each line stands."""
        return [int(end) for end in len(self.read) + np.cumsum([len(line.ids) + 1 for line in self.lines]) - 1]

    def lay(self, ids: "Ids", types: "Ids", places: "Ids", inside: "Ids", visible: "Floats") -> None:
        n = len(self.read)
        ids[:n], places[:n], types[self.offset : n] = self.read, np.arange(n), 1
        visible[:, :n] = 1
        at = n
        for line in self.lines:
            size = len(line.ids) + 1
            ids[at : at + size] = (BEGIN, *line.ids)
            places[at : at + size] = line.place
            inside[at : at + size] = np.arange(1, size + 1)
            visible[at : at + size, at : at + size] = np.tril(np.ones((size, size), np.float32))
            at += size


def _chosen(row: "Floats", offset: int, n: int) -> "Floats":
    """The log probabilities of what the passage does not hold (first) and of each of its pieces."""
    chosen = np.concatenate([row[:1], row[offset : offset + n]])
    shifted = chosen - chosen.max()
    log: Floats = shifted - np.log(np.exp(shifted).sum())
    return log


def best_ranges(begins: "Floats", ends: "Floats", n_best: int, longest: int = 24) -> list[Pointed]:
    """The likeliest ranges of pieces, best first; the first entry of both rows stands for none."""
    n = len(begins) - 1
    first = np.repeat(np.arange(n), longest)
    last = first + np.tile(np.arange(longest), n)
    first, last = first[last < n], last[last < n]
    log = begins[1 + first] + ends[1 + last]
    likely = np.argpartition(-log, n_best)[:n_best] if n_best < len(log) else np.arange(len(log))
    best = sorted(likely.tolist(), key=lambda at: (-log[at], at))
    return [Pointed(int(first[at]), int(last[at]), float(np.exp(log[at]))) for at in best]


def _grow(line: _Line, log: "Floats | None", width: int) -> list[_Line]:
    """A line with one piece more, in the `width` likeliest ways; a line that is done stays."""
    if log is None:
        return [line]
    best = np.argsort(-log, kind="stable")[: width + 1].tolist()
    chosen = [piece for piece in best if piece != END or line.ids][:width]
    return [
        _Line(line.place, line.ids, line.log + float(log[piece]), True)
        if piece == END
        else _Line(line.place, (*line.ids, piece), line.log + float(log[piece]), len(line.ids) + 1 >= MOST_WRITTEN)
        for piece in chosen
    ]


def _as_written(lines: Sequence[_Line]) -> list[Written]:
    said = [Written(line.ids, float(np.exp(line.log))) for line in lines]
    return sorted(said, key=lambda each: -each.probability)


def passage_parts(pieces: Pieces) -> list[tuple[int, int]]:
    """A passage in ranges of pieces that can be read at once; they overlap, so that nothing is cut off."""
    n, step = len(pieces), MOST_PASSAGE - 24
    if n <= MOST_PASSAGE:
        return [(0, n)] if n else []
    starts = [*range(0, n - MOST_PASSAGE, step), n - MOST_PASSAGE]
    return [(start, start + MOST_PASSAGE) for start in starts]
