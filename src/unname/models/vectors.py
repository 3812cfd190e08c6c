"""Texts as vectors: what is alike in meaning points the same way."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from unname.core.errors import require
from unname.models.loading import Opened
from unname.models.packaged import WEIGHTS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

MODEL = WEIGHTS / "sentence"
"""all-MiniLM-L6-v2 with 8-bit weights: the encoder that is used unless another is named."""


@dataclass
class SentenceEncoder:
    """One vector of unit length for each text: the mean over its word pieces.

    `model` is a folder with `model.onnx` and its tokenizer, or a Hugging Face name or folder (extra "hf"); by default
    the shipped encoder. A text longer than `length` pieces is read in parts whose vectors are averaged, so nothing is
    cut off; a text without any word has the zero vector.
    """

    model: str | Path | None = None
    length: int = 254
    batch: int = 16
    threads: int = 2

    def __call__(self, texts: Sequence[str]) -> "Vectors":
        """The vectors of the texts, as rows."""
        parts = [(row, part) for row, text in enumerate(texts) for part in self._parts(text)]
        # Texts of like length share a batch, so that little padding is computed.
        parts.sort(key=lambda pair: len(pair[1]))
        sums: Vectors | None = None
        for start in range(0, len(parts), self.batch):
            rows, ids = zip(*parts[start : start + self.batch], strict=True)
            vectors = self._run(*self._padded(ids)) * np.array([[len(part)] for part in ids], np.float32)
            if sums is None:
                sums = np.zeros((len(texts), vectors.shape[1]), np.float32)
            np.add.at(sums, list(rows), vectors)
        if sums is None:
            return np.zeros((len(texts), self._width if len(texts) else 1), np.float32)
        return unit(sums)

    @cached_property
    def _width(self) -> int:
        """How many numbers a vector has, from what the model makes of no word at all."""
        return int(self._run(*self._padded([np.zeros(0, np.int64)])).shape[1])

    @cached_property
    def _opened(self) -> Opened:
        return Opened(self.model, MODEL, "AutoModel", "encoder", self.threads)

    def _parts(self, text: str) -> "list[NDArray[np.int64]]":
        ids = self._opened.tokenizer(text).ids
        return [ids[start : start + self.length] for start in range(0, len(ids), self.length)]

    def _padded(self, parts: "Sequence[NDArray[np.int64]]") -> "tuple[NDArray[np.int64], NDArray[np.int64]]":
        padding, opening, closing = self._opened.tokenizer.special
        width = max(len(part) for part in parts) + 2
        ids = np.full((len(parts), width), padding, np.int64)
        mask = np.zeros_like(ids)
        for row, part in enumerate(parts):
            ids[row, 0], ids[row, 1 : 1 + len(part)], ids[row, 1 + len(part)] = opening, part, closing
            mask[row, : len(part) + 2] = 1
        return ids, mask

    def _run(self, ids: "NDArray[np.int64]", mask: "NDArray[np.int64]") -> "Vectors":
        if self._opened.folder is not None:
            vectors: Vectors = self._opened.session.run(None, {"ids": ids, "mask": mask})[0]
            return vectors
        torch = require("torch", "hf")
        with torch.inference_mode():
            hidden = self._opened.network(
                input_ids=torch.from_numpy(ids), attention_mask=torch.from_numpy(mask)
            ).last_hidden_state.numpy()
        seen = mask[:, :, None].astype(np.float32)
        return unit((hidden * seen).sum(1) / seen.sum(1))


def unit(vectors: "Vectors") -> "Vectors":
    """The same directions with length 1; zero stays zero."""
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    return (vectors / np.where(norms > 0, norms, 1)).astype(np.float32)
