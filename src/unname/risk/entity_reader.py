"""What an encoder makes of each entity in its context: one vector, the mean over the word pieces of its mentions.

As in `risk2022` 3.2, where BERT reads each entity where it stands. Where we differ: a mean in place of an LSTM, over
all mentions; a document is read once for all its entities, in windows, each piece where it is farthest from an edge.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.core.document import Document, Span
from unname.models.encoder import windows
from unname.models.packaged import WEIGHTS, find_weights
from unname.models.pieces import Pieces, Tokenizer
from unname.models.session import open_session

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]
    Numbers = NDArray[np.int64]

LENGTH, STRIDE = 190, 150
"""How many word pieces are read at once, and how far the next window begins."""

MOST_MENTIONS = 8
"""How many mentions of an entity are read, the first ones."""


@dataclass(frozen=True)
class Reading:
    """What is to be read of a document: windows of pieces, and where in them the pieces of each entity stand.

    Piece `places[n]` of all windows side by side, each `LENGTH` wide, counts for entity `owners[n]` with the share
    `shares[n]`; the shares of an entity add up to 1.
    """

    ids: "list[Numbers]"
    places: "Numbers"
    owners: "Numbers"
    shares: "Vectors"
    n_entities: int


def prepare_reading(pieces: Pieces, mentions: Sequence[Sequence[Span]]) -> Reading:
    """The windows of a text, and where in them the mentions of each entity stand."""
    ranges = list(windows(len(pieces), LENGTH, STRIDE))
    places = _best_places(len(pieces), ranges)
    found, owners, shares = list[int](), list[int](), list[float]()
    for owner, spans in enumerate(mentions):
        chosen = [number for span in spans[:MOST_MENTIONS] for number in _touched(pieces, span)]
        found += [int(places[number]) for number in chosen]
        owners += [owner] * len(chosen)
        shares += [1 / max(1, len(chosen))] * len(chosen)
    return Reading(
        [pieces.ids[start:end] for start, end in ranges],
        np.array(found, np.int64),
        np.array(owners, np.int64),
        np.array(shares, np.float32),
        len(mentions),
    )


@dataclass
class EntityReader:
    """Vectors of entities from the network in a folder (`model.onnx`), which gives one for each word piece."""

    folder: str | Path
    batch: int = 8
    threads: int = 1

    def read(self, document: Document) -> "Vectors":
        """A row for each entity of the document."""
        spans = [[mention.span for mention in entity.mentions] for entity in document.entities]
        return self.read_spans(document.text, spans)

    def read_spans(self, text: str, mentions: Sequence[Sequence[Span]]) -> "Vectors":
        """A row for each entity, given by where it is mentioned in the text."""
        reading = prepare_reading(self.tokenizer(text), mentions)
        hidden = [
            rows
            for start in range(0, len(reading.ids), self.batch)
            for rows in self._run(reading.ids[start : start + self.batch])
        ]
        if not hidden:
            return np.zeros((len(mentions), self._width), np.float32)
        vectors = np.zeros((len(mentions), hidden[0].shape[1]), np.float32)
        side_by_side = np.concatenate(hidden)
        np.add.at(vectors, reading.owners, side_by_side[reading.places] * reading.shares[:, None])
        return vectors

    @cached_property
    def tokenizer(self) -> Tokenizer:
        """What splits texts into word pieces."""
        return Tokenizer(WEIGHTS / "tokenizer.json")

    @cached_property
    def _session(self) -> Any:
        return open_session(find_weights(self.folder) / "model.onnx", self.threads, "pip install unname-research")

    @cached_property
    def _width(self) -> int:
        return int(self._session.get_outputs()[0].shape[-1])

    def _run(self, ids: "Sequence[Numbers]") -> "list[Vectors]":
        table, mask = fill_table(ids, self.tokenizer.special)
        said = self._session.run(None, {"ids": table, "mask": mask})[0]
        return [_widen(rows[1 : 1 + len(each)]) for rows, each in zip(said, ids, strict=True)]


def fill_table(ids: "Sequence[Numbers]", special: tuple[int, int, int]) -> "tuple[Numbers, Numbers]":
    """Windows side by side, filled up to the longest and enclosed in the special pieces, and where they have pieces."""
    padding, opening, closing = special
    table = np.full((len(ids), max(map(len, ids)) + 2), padding, np.int64)
    mask = np.zeros_like(table)
    for row, each in enumerate(ids):
        table[row, 0], table[row, 1 : 1 + len(each)], table[row, 1 + len(each)] = opening, each, closing
        mask[row, : len(each) + 2] = 1
    return table, mask


def _best_places(n_pieces: int, ranges: Sequence[tuple[int, int]]) -> "Numbers":
    """For each piece its place in the window in which it stands farthest from an edge."""
    places, best = np.zeros(n_pieces, np.int64), np.full(n_pieces, -1)
    for number, (start, end) in enumerate(ranges):
        inside = np.arange(end - start)
        margin = np.minimum(
            inside + (n_pieces if start == 0 else 0), inside[::-1] + (n_pieces if end == n_pieces else 0)
        )
        better = margin > best[start:end]
        places[start:end][better] = (number * LENGTH + inside)[better]
        best[start:end][better] = margin[better]
    return places


def _touched(pieces: Pieces, span: Span) -> range:
    """The pieces that a span touches."""
    first = int(np.searchsorted(pieces.ends, span.start, side="right"))
    return range(first, max(first, int(np.searchsorted(pieces.starts, span.end, side="left"))))


def _widen(rows: "Vectors") -> "Vectors":
    return np.concatenate([rows, np.zeros((LENGTH - len(rows), rows.shape[1]), np.float32)])
