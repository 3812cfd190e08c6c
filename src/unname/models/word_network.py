"""A small network over words that are known by hashed features; numpy alone, so that it is light and starts at once."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

REACH = 2
"""How many words to either side each of the two layers sees."""


@dataclass(frozen=True)
class WordNetwork:
    """Two layers of windows over sums of feature vectors; the rows of its answer are words, the columns log-odds."""

    vectors: "NDArray[np.float32]"
    layers: tuple[tuple["NDArray[np.float32]", "NDArray[np.float32]"], ...]

    @classmethod
    def load(cls, path: Path) -> "WordNetwork":
        """The network in a file."""
        with np.load(path) as file:
            arrays = {name: file[name].astype(np.float32) for name in file.files}
        vectors = arrays["vectors"] * arrays["scale"]
        return cls(vectors, tuple((arrays[f"weight{n}"], arrays[f"bias{n}"]) for n in range(3)))

    def save(self, path: Path) -> Path:
        """Write the network, its vectors in 8 bits."""
        scale = np.abs(self.vectors).max(axis=1, keepdims=True) / 127 + 1e-12
        small = np.round(self.vectors / scale).astype(np.int8)
        path.parent.mkdir(parents=True, exist_ok=True)
        rest: dict[str, Any] = {
            f"{kind}{number}": array.astype(np.float16)
            for number, layer in enumerate(self.layers)
            for kind, array in zip(("weight", "bias"), layer, strict=True)
        }
        np.savez_compressed(path, vectors=small, scale=scale.astype(np.float16), **rest)
        return path

    def sum_vectors(self, ids: "NDArray[np.int64]") -> "NDArray[np.float32]":
        """The vector of something that has these features."""
        return self.vectors[ids].sum(axis=0)  # type: ignore[no-any-return]

    def __call__(self, words: "NDArray[np.float32]") -> "NDArray[np.float32]":
        """What the network says of each word, given the vectors of all in order."""
        for weight, bias in self.layers[:-1]:
            words = np.maximum(_windows(words) @ weight + bias, 0.0)
        weight, bias = self.layers[-1]
        return words @ weight + bias


def _windows(words: "NDArray[np.float32]") -> "NDArray[np.float32]":
    """Each word with its neighbors side by side, and nothing beyond the ends."""
    n_words, width = words.shape
    padded = np.zeros((n_words + 2 * REACH, width), dtype=np.float32)
    padded[REACH : REACH + n_words] = words
    return np.concatenate([padded[at : at + n_words] for at in range(2 * REACH + 1)], axis=1)
