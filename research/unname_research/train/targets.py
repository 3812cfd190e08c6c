"""Labeled documents as windows of word pieces with soft targets."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from unname.core.document import LABELS, Document, Role, Span
from unname.models.encoder import windows
from unname.models.pieces import Pieces, Tokenizer

if TYPE_CHECKING:
    from numpy.typing import NDArray

OUTPUTS = ("mask", *LABELS, "starts")
"""What the classifier says of a word piece: would an annotator hide it, its category, does a mention start here."""


@dataclass(frozen=True)
class Labeled:
    """One text with the opinions of its annotators, one Document each.

    `known` names the outputs that the annotation speaks about; the others are left out of the loss. Mistakes in the
    spans of `stressed` count twice.
    """

    annotators: tuple[Document, ...]
    known: frozenset[str] = frozenset(OUTPUTS)
    weight: float = 1.0
    stressed: tuple[Span, ...] = ()


@dataclass(frozen=True)
class Window:
    """A training example: piece ids, word shapes, gaps before pieces, targets and the weight of each target."""

    ids: "NDArray[np.int64]"
    shapes: "NDArray[np.int64]"
    gaps: "NDArray[np.int64]"
    targets: "NDArray[np.float32]"
    weights: "NDArray[np.float32]"

    def __len__(self) -> int:
        return len(self.ids)


def cut(labeled: Iterable[Labeled], tokenizer: Tokenizer, length: int, stride: int) -> list[Window]:
    """All windows of all texts; the target of a piece is the share of annotators who say so."""
    result = []
    for example in labeled:
        pieces = tokenizer(example.annotators[0].text)
        targets = soft_targets(pieces, example.annotators)
        known = np.array([name in example.known for name in OUTPUTS], dtype=np.float32)
        weights = np.repeat(known[None] * np.float32(example.weight), len(pieces), axis=0)
        for span in example.stressed:
            weights[pieces_in(pieces, span)] *= 2
        for start, end in windows(len(pieces), length, stride):
            rows = slice(start, end)
            result.append(
                Window(pieces.ids[rows], pieces.shapes[rows], pieces.gaps[rows], targets[rows], weights[rows])
            )
    return result


def soft_targets(pieces: Pieces, annotators: Sequence[Document]) -> "NDArray[np.float32]":
    """For every piece and output, the share of annotators who say so."""
    column = {name: number for number, name in enumerate(OUTPUTS)}
    votes = np.zeros((len(pieces), len(OUTPUTS)), dtype=np.float32)
    for document in annotators:
        vote = np.zeros_like(votes)
        for mention in document.mentions:
            rows = pieces_in(pieces, mention.span)
            vote[rows, column[mention.label]] = 1.0
            if mention.role is not Role.NONE:
                vote[rows, column["mask"]] = 1.0
            if rows.start < rows.stop:
                vote[rows.start, column["starts"]] = 1.0
        votes += vote
    return votes / np.float32(len(annotators))


def pieces_in(pieces: Pieces, span: Span) -> slice:
    """The pieces that a span touches."""
    first = int(np.searchsorted(pieces.ends, span.start, side="right"))
    return slice(first, max(first, int(np.searchsorted(pieces.starts, span.end, side="left"))))
