"""The lower layers of an encoder, which several linkage models may share: computed once for all of them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.models.linkage.windows import Reader, Special, Window
from unname.models.packaged import WEIGHTS
from unname.models.pieces import Tokenizer
from unname.models.session import open_session

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]


@dataclass(frozen=True)
class States:
    """The counted pieces of some windows as vectors: rows of windows, filled up with nothing on the right."""

    windows: Sequence[Window]
    states: "Vectors"
    """In their surroundings: (windows, pieces, width)."""
    types: "Vectors"
    """Each distinct piece by itself: (types, width)."""
    pieces: "NDArray[np.int64]"
    """The ids of the distinct pieces: (types,)."""
    index: "NDArray[np.int64]"
    """The type of each piece: (windows, pieces)."""
    seen: "Vectors"
    """1 where there is a piece: (windows, pieces)."""
    joined: "Vectors"
    """1 where the piece before is a neighbor: (windows, pieces)."""

    def inputs(self) -> "dict[str, NDArray[Any]]":
        """What the network above is given."""
        names = ("states", "types", "pieces", "index", "seen", "joined")
        return {name: getattr(self, name) for name in names}


@dataclass
class Lower:
    """The tokenizer and the lower layers in a folder with `model.onnx`; texts are read in windows of `length` pieces.

    A batch holds windows of like length with at most `pieces` pieces in all.
    """

    folder: Path
    threads: int = 2
    special: Special | None = None
    length: int = 510
    pieces: int = 4096

    @cached_property
    def reader(self) -> Reader:
        """What turns a text into pieces."""
        own = Path(self.folder) / "tokenizer.json"
        return Reader(Tokenizer(own if own.exists() else WEIGHTS / "tokenizer.json"), self.special)

    @cached_property
    def _session(self) -> Any:
        return open_session(Path(self.folder) / "model.onnx", self.threads)

    def windows(self, texts: Sequence[str]) -> "list[tuple[int, Window]]":
        """The windows of all texts, each with the number of its text."""
        return [(row, window) for row, text in enumerate(texts) for window in self.reader(text).windows(self.length)]

    def batches(self, texts: Sequence[str]) -> "Iterator[tuple[list[int], States]]":
        """The states of all windows that count anything, with the numbers of their texts."""
        waiting = sorted(
            (pair for pair in self.windows(texts) if pair[1].owned.any()), key=lambda pair: (len(pair[1]), pair[0])
        )
        start = 0
        while start < len(waiting):
            end = start + 1
            while end < len(waiting) and (end - start + 1) * (len(waiting[end][1]) + 2) <= self.pieces:
                end += 1
            rows = [row for row, _ in waiting[start:end]]
            yield rows, self.states([window for _, window in waiting[start:end]])
            start = end

    def states(self, windows: Sequence[Window]) -> States:
        """The states of some windows."""
        padding, opening, closing, _ = self.reader.specials
        ids = np.full((len(windows), max(map(len, windows)) + 2), padding, np.int64)
        mask = np.zeros_like(ids)
        for row, window in enumerate(windows):
            ids[row, : len(window) + 2] = [opening, *window.ids, closing]
            mask[row, : len(window) + 2] = 1
        types, inverse = np.unique(np.concatenate([window.types for window in windows]), return_inverse=True)
        hidden, embedded = run(self._session, {"ids": ids, "mask": mask, "types": types})
        return gathered(windows, hidden, embedded, types, inverse)


def run(session: Any, given: "Mapping[str, NDArray[Any]]") -> "list[Vectors]":
    """What a network answers to as much as it wants of what is given: without layers, nothing is attended to."""
    answers: list[Vectors] = session.run(None, {each.name: given[each.name] for each in session.get_inputs()})
    return answers


def gathered(
    windows: Sequence[Window],
    hidden: "Vectors",
    types: "Vectors",
    pieces: "NDArray[np.int64]",
    inverse: "NDArray[np.int64]",
) -> States:
    """The counted pieces of windows out of the states of all, which begin with that of the opening token."""
    n_pieces = max(len(window.at) for window in windows)
    states = np.zeros((len(windows), n_pieces, hidden.shape[-1]), np.float32)
    index = np.zeros((len(windows), n_pieces), np.int64)
    seen, joined = np.zeros((len(windows), n_pieces), np.float32), np.zeros((len(windows), n_pieces), np.float32)
    start = 0
    for row, window in enumerate(windows):
        n = len(window.at)
        states[row, :n] = hidden[row, 1 + window.at]
        index[row, :n] = inverse[start : start + n]
        seen[row, :n], joined[row, :n] = 1, window.joined
        start += n
    return States(windows, states, types, pieces, index, seen, joined)


@lru_cache(maxsize=8)
def open_lower(folder: Path, threads: int, special: Special | None = None, length: int = 510) -> Lower:
    """The lower layers in a folder, opened once."""
    return Lower(folder, threads, special, length)
