"""Texts as one vector for each word piece: what a mask stands beside is compared with passages piece by piece."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from unname.core.document import Span
from unname.core.errors import require
from unname.models.loading import Opened
from unname.models.packaged import find_weights
from unname.models.vectors import unit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

MODEL = "infilling/passages"
"""The trained retriever, by the name of its weights."""

REACH = 200
"""Characters on each side of a mask that are read to find passages for it, as in `infill2025`."""

ASKED, OTHER = "[MASK]", "*"
"""What stands for the mask that is asked about, and for others beside it."""


@dataclass
class TokenVectors:
    """A matrix for each text: one row for each word piece, as long as the piece counts (at most 1).

    `model` is a folder with `model.onnx`, or a Hugging Face name or folder (extra "hf"), whose last hidden states are
    taken with length 1, as a ColBERT without its projection; by default the weights of unname-research. A text longer
    than `length` pieces is read in parts, so nothing is cut off; an empty text has no rows.
    """

    model: str | Path | None = None
    length: int = 254
    batch: int = 16
    threads: int = 1

    def __call__(self, texts: Sequence[str]) -> "list[Vectors]":
        """The vectors of the texts."""
        parts = [(row, part) for row, text in enumerate(texts) for part in self._parts(text)]
        order = sorted(range(len(parts)), key=lambda number: len(parts[number][1]))
        read: dict[int, Vectors] = {}
        for start in range(0, len(order), self.batch):
            some = order[start : start + self.batch]
            for number, rows in zip(some, self._run([parts[i][1] for i in some]), strict=True):
                read[number] = rows
        found: list[list[Vectors]] = [[] for _ in texts]
        for number, (row, _) in enumerate(parts):
            found[row].append(read[number])
        return [np.concatenate(rows) if rows else np.zeros((0, 1), np.float32) for rows in found]

    @cached_property
    def _opened(self) -> Opened:
        shipped = find_weights(MODEL) if self.model is None else Path(self.model)
        return Opened(self.model, shipped, "AutoModel", "retriever", self.threads)

    def _parts(self, text: str) -> "list[NDArray[np.int64]]":
        ids = self._opened.tokenizer(text).ids
        return [ids[start : start + self.length] for start in range(0, len(ids), self.length)]

    def _run(self, parts: "Sequence[NDArray[np.int64]]") -> "list[Vectors]":
        padding, opening, closing = self._opened.tokenizer.special
        ids = np.full((len(parts), max(map(len, parts)) + 2), padding, np.int64)
        mask = np.zeros_like(ids)
        for row, part in enumerate(parts):
            ids[row, 0], ids[row, 1 : 1 + len(part)], ids[row, 1 + len(part)] = opening, part, closing
            mask[row, : len(part) + 2] = 1
        vectors = self._ask(ids, mask)
        return [vectors[row, 1 : 1 + len(part)] for row, part in enumerate(parts)]

    def _ask(self, ids: "NDArray[np.int64]", mask: "NDArray[np.int64]") -> "Vectors":
        if self._opened.folder is not None:
            vectors: Vectors = self._opened.session.run(None, {"ids": ids, "mask": mask})[0]
            return vectors
        torch = require("torch", "hf")
        with torch.inference_mode():
            hidden = self._opened.network(input_ids=torch.from_numpy(ids), attention_mask=torch.from_numpy(mask))
        flat = hidden.last_hidden_state.numpy()
        return unit(flat.reshape(-1, flat.shape[-1])).reshape(flat.shape)


def write_question(text: str, masks: Sequence[Span], number: int) -> str:
    """The surroundings of one mask of a text, with that mask and the others beside it as the retriever knows them.

    >>> write_question("*** is a judge in ***.", [Span(0, 3), Span(18, 21)], 1)
    '* is a judge in [MASK].'
    """
    asked = masks[number]
    first, last = asked.start - REACH, asked.end + REACH
    pieces, at = [], max(0, first)
    for place, mask in enumerate(masks):
        if mask.end <= at or mask.start >= last:
            continue
        pieces += [text[at : mask.start], ASKED if place == number else OTHER]
        at = mask.end
    return "".join([*pieces, text[at : max(at, last)]])
