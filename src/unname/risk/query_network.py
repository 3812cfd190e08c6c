"""Would a search for these find the person? A small network that answers without searching, from how the terms look.

What it knows of a term is its category, where and how often it is mentioned, its length, and how common its words are:
the word pieces of the vocabulary are ordered by frequency, so their numbers tell it and no list of words is needed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.core.document import LABELS, Document
from unname.core.errors import ConfigError, MissingModel
from unname.models.packaged import WEIGHTS
from unname.models.pieces import Tokenizer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]

SHIPPED = WEIGHTS / "emulator.npz"
"""The shipped weights."""

N_NUMBERS = 14
_BATCH = 20_000
_PARTS = ("center", "scale", "hidden", "hidden_bias", "output", "output_bias")


@dataclass(frozen=True, slots=True)
class Clue:
    """What is known of one entity: its category, what would be searched, how often it is mentioned, and where.

    `position` is where in the text it comes first, from 0 to 1; it is number `order` (from 0) of the `among` entities
    of its category.
    """

    label: str
    term: str = field(repr=False)
    n_mentions: int = 1
    position: float = 0.0
    order: int = 0
    among: int = 1


@dataclass(frozen=True, slots=True)
class Example:
    """A search that was made: what for, how many results counted, and whether it found the person."""

    clues: tuple[Clue, ...]
    top: int
    risky: bool
    document: str = ""


def describe_clues(clues: Iterable[Clue]) -> "Matrix":
    """One row per clue: its category, then what its letters and words are like."""
    rows = [[float(clue.label == label) for label in LABELS] + _numbers(clue) for clue in clues]
    return np.array(rows, dtype=np.float64).reshape(-1, len(LABELS) + N_NUMBERS)


def _numbers(clue: Clue) -> list[float]:
    term, size = clue.term, max(1, len(clue.term))
    pieces = _tokenizer()(term)
    rank = np.log1p(pieces.ids) if len(pieces) else np.zeros(1)
    n_words = len(pieces.words)
    n_digits = sum(map(str.isdigit, term))
    return [
        np.log1p(clue.n_mentions),
        clue.position,
        np.log1p(clue.order),
        np.log1p(clue.among),
        np.log1p(len(term)),
        np.log1p(n_words),
        np.log1p(n_digits),
        n_digits / size,
        sum(map(str.isupper, term)) / size,
        sum(not (letter.isalnum() or letter.isspace()) for letter in term) / size,
        float(rank.mean()),
        float(rank.max()),
        float(rank.min()),
        len(pieces) / max(1, n_words),
    ]


@lru_cache(maxsize=1)
def _tokenizer() -> Tokenizer:
    return Tokenizer(WEIGHTS / "tokenizer.json")


def describe_groups(rows: "Matrix", groups: Sequence[Sequence[int]], tops: "int | Sequence[int]") -> "Matrix":
    """One row per group of clues, whatever their order: categories counted, numbers pooled, the size, and `top`."""
    out = np.zeros((len(groups), len(LABELS) + 3 * N_NUMBERS + 2))
    sizes = np.array([len(group) for group in groups])
    for size in np.unique(sizes):
        at = np.flatnonzero(sizes == size)
        members = rows[np.array([groups[number] for number in at.tolist()])]
        labels, numbers = members[:, :, : len(LABELS)], members[:, :, len(LABELS) :]
        pooled = (numbers.mean(axis=1), numbers.min(axis=1), numbers.max(axis=1))
        out[at, :-2] = np.concatenate([labels.sum(axis=1), *pooled], axis=1)
    out[:, -2] = sizes
    out[:, -1] = np.log(np.asarray(tops, dtype=np.float64))
    return out


@dataclass(frozen=True)
class ClueNetwork:
    """One hidden layer over standardized rows; gives the probability that a search finds the person."""

    center: "Matrix" = field(repr=False)
    scale: "Matrix" = field(repr=False)
    hidden: "Matrix" = field(repr=False)
    hidden_bias: "Matrix" = field(repr=False)
    output: "Matrix" = field(repr=False)
    output_bias: "Matrix" = field(repr=False)

    def __call__(self, rows: "Matrix") -> "Matrix":
        """The probability for each row."""
        inner = np.tanh(((rows - self.center) / self.scale) @ self.hidden + self.hidden_bias)
        logits = inner @ self.output + self.output_bias
        return 1 / (1 + np.exp(-np.clip(logits, -60, 60)))

    def describe(self, document: Document, clues: Mapping[str, Clue], values: Mapping[str, str]) -> "Matrix":
        """A row for each clue, whatever the text around it and whichever of them are shown as values."""
        return describe_clues(clues.values())

    def judge(
        self, rows: "Matrix", groups: Iterable[Sequence[int]], top: int
    ) -> "Iterator[tuple[Sequence[int], float]]":
        """Each group of rows (by number) with its probability; as many groups as there may be, some at a time."""
        waiting = iter(groups)
        while batch := list(islice(waiting, _BATCH)):
            # The last digits depend on what else is in the batch, and no answer may.
            said = self(describe_groups(rows, batch, top)).round(6)
            yield from zip(batch, said.tolist(), strict=True)

    def save(self, path: str | Path) -> None:
        """Write the weights as plain arrays."""
        arrays: dict[str, Any] = {part: np.asarray(getattr(self, part), dtype=np.float32) for part in _PARTS}
        np.savez_compressed(path, **arrays)

    @classmethod
    def load(cls, path: str | Path | None = None) -> "ClueNetwork":
        """Read the weights, by default the shipped ones."""
        path = Path(path or SHIPPED)
        if not path.exists():
            raise MissingModel(f"no weights at {path!s}; reinstall with: pip install --force-reinstall unname")
        try:
            with np.load(path, allow_pickle=False) as stored:
                network = cls(**{part: stored[part].astype(np.float64) for part in _PARTS})
        except (OSError, ValueError, KeyError, EOFError) as error:
            raise ConfigError(f"{path!s} holds no weights of an emulator ({type(error).__name__})") from None
        if network.hidden.shape[:1] != (len(LABELS) + 3 * N_NUMBERS + 2,):
            raise ConfigError(f"{path!s} holds weights of another emulator")
        return network
