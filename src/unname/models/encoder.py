"""Probabilities for every word piece of a text from an ONNX token classifier."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.models.packaged import WEIGHTS
from unname.models.pieces import Pieces, Tokenizer
from unname.models.session import open_session

if TYPE_CHECKING:
    from numpy.typing import NDArray


def windows(n_pieces: int, length: int, stride: int) -> Iterator[tuple[int, int]]:
    """Overlapping ranges that cover all pieces; the last one is moved back so that it is full.

    >>> list(windows(10, 4, 3))
    [(0, 4), (3, 7), (6, 10)]
    >>> list(windows(3, 4, 3))
    [(0, 3)]
    """
    if n_pieces <= length:
        if n_pieces:
            yield 0, n_pieces
        return
    for start in range(0, n_pieces - length, stride):
        yield start, start + length
    yield n_pieces - length, n_pieces


@dataclass
class TokenClassifier:
    """A shipped or given token classifier: a folder with `model.onnx` and `tokenizer.json`.

    Long texts are read in windows of `length` pieces; where windows overlap, each piece takes the mean
    weighted by its distance from the window's edge, so no piece is judged without its surroundings.
    """

    folder: str | Path
    length: int = 126
    stride: int = 108
    batch: int = 8
    threads: int = 1

    @cached_property
    def tokenizer(self) -> Tokenizer:
        """The tokenizer beside the weights, or the one that all shipped weights share."""
        own = Path(self.folder) / "tokenizer.json"
        return Tokenizer(own if own.exists() else WEIGHTS / "tokenizer.json")

    @cached_property
    def _session(self) -> Any:
        return open_session(
            Path(self.folder) / "model.onnx", self.threads, f"unname train detector --out {self.folder!s}"
        )

    @cached_property
    def _asked(self) -> frozenset[str]:
        """The inputs of the network; not every one looks at the gaps between words."""
        return frozenset(each.name for each in self._session.get_inputs())

    def __call__(self, text: str) -> "tuple[Pieces, NDArray[np.float32]]":
        """The pieces of the text, and for each the probability of every output."""
        pieces = self.tokenizer(text)
        ranges = list(windows(len(pieces), self.length, self.stride))
        n_outputs = self._session.get_outputs()[0].shape[-1]
        total = np.zeros((len(pieces), n_outputs), dtype=np.float32)
        weight = np.zeros((len(pieces), 1), dtype=np.float32)
        for at in range(0, len(ranges), self.batch):
            batch = ranges[at : at + self.batch]
            logits = self._session.run(None, self._inputs(pieces, batch))[0]
            for (start, end), rows in zip(batch, logits, strict=True):
                near = _edge_weights(end - start)
                total[start:end] += rows[1 : 1 + end - start] * near
                weight[start:end] += near
        logits = total / np.maximum(weight, 1e-9)
        probabilities = (1.0 / (1.0 + np.exp(-logits))).astype(np.float32)
        return pieces, probabilities

    def _inputs(self, pieces: Pieces, ranges: list[tuple[int, int]]) -> "Mapping[str, NDArray[np.int64]]":
        width = max(end - start for start, end in ranges) + 2
        padding, opening, closing = self.tokenizer.special
        ids = np.full((len(ranges), width), padding, dtype=np.int64)
        shapes, gaps, mask = np.zeros_like(ids), np.zeros_like(ids), np.zeros_like(ids)
        for row, (start, end) in enumerate(ranges):
            n = end - start
            ids[row, 0], ids[row, n + 1] = opening, closing
            ids[row, 1 : n + 1] = pieces.ids[start:end]
            shapes[row, 1 : n + 1] = pieces.shapes[start:end]
            gaps[row, 1 : n + 1] = pieces.gaps[start:end]
            mask[row, : n + 2] = 1
        inputs = {"ids": ids, "shapes": shapes, "gaps": gaps, "mask": mask}
        return {name: array for name, array in inputs.items() if name in self._asked}


def _edge_weights(n: int) -> "NDArray[np.float32]":
    """Weights that fall toward both ends, as a column."""
    position = np.arange(n, dtype=np.float32)
    return (np.minimum(position, n - 1 - position) + 1.0).clip(max=32.0)[:, None]
