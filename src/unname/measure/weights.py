"""How much each masked piece would have told: the weights of TAB's weighted precision."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.core.errors import ConfigError
from unname.models.information import WordModel, piece_ranges
from unname.models.masked_lm import MaskedLM
from unname.models.pieces import Pieces

if TYPE_CHECKING:
    from numpy.typing import NDArray

SEGMENT = 100
"""Word pieces that are read at once, without overlap."""

SHIPPED = "words"
"""The name of the masked language model that comes with the package."""


def weigh_masks(text: str, spans: Sequence[Sequence[int]], model: WordModel) -> "NDArray[np.float64]":
    """-ln of the least likely word piece of every span, with all spans masked at once; 0 without a word piece.

    Where we differ from TAB's evaluation: the model is not bert-base-uncased; masked pieces are seen as masks rather
    than hidden from attention too; and every segment of the text opens and closes like a text of its own.
    """
    pieces = model.tokenize(text)
    ranges = piece_ranges(pieces, spans)
    masked = np.zeros(len(pieces) + 1, dtype=np.int64)
    np.add.at(masked, ranges[:, 0], 1)
    np.add.at(masked, ranges[:, 1], -1)
    is_masked = np.cumsum(masked)[:-1] > 0
    surprise = np.zeros(len(pieces))
    for start in range(0, len(pieces), SEGMENT):
        places = np.flatnonzero(is_masked[start : start + SEGMENT])
        if len(places):
            [answer] = model.log_probabilities(_part(pieces, start, start + SEGMENT), [places])
            surprise[start + places] = np.maximum(-answer.astype(np.float64), 0.0)
    return np.array([surprise[first:after].max(initial=0.0) for first, after in ranges])


def open_word_model(weights: Any) -> WordModel:
    """The model behind a setting: `words` for the shipped one, the name or folder of another, or a model itself."""
    if isinstance(weights, str | Path):
        return MaskedLM(None if weights == SHIPPED else weights)
    if not isinstance(weights, WordModel):
        raise ConfigError(f"weights must be {SHIPPED!r}, a masked language model or its name, got {weights!r}")
    return weights


def _part(pieces: Pieces, start: int, end: int) -> Pieces:
    return Pieces(
        pieces.ids[start:end],
        pieces.starts[start:end],
        pieces.ends[start:end],
        pieces.word[start:end],
        pieces.shapes[start:end],
        pieces.gaps[start:end],
    )
