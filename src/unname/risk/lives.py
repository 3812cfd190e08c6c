"""Reference lives: in how many of them a word stands, by the kind of life, and which words go together.

The tables hold no texts: words are hashes, lives are numbers, and a word that fewer than `LEAST` lives say is left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np

from unname.core.errors import ConfigError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

TABLES = Path(__file__).parent / "tables"

LEAST = 3
"""How many lives have to say a word for it to be kept."""

MOST_LIVES = 2**16 - 1
"""How many lives tables can hold: they are numbered and counted in 16 bits."""

RAREST = 2.0**-16
"""The share of lives that say a word which none of the reference lives say."""

PRIOR = 20.0
"""How many lives of a kind it takes until they are believed as much as all lives are."""

_MOST_KNOWN = 50_000
"""How many words are remembered with what they tell."""


@dataclass(frozen=True, eq=False)
class Lives:
    """What reference lives say: for each word (by hash, sorted) the numbers of the lives that say it.

    `weights` are how much each life counts, since some walks of life are written about more than the reference lives
    show; `kinds` number the sort of life that each is.
    """

    hashes: "NDArray[np.uint32]"
    starts: "NDArray[np.int64]"
    lives: "NDArray[np.uint16]"
    weights: "Floats"
    kinds: "NDArray[np.uint8]"
    _known: "dict[str, Floats]" = field(default_factory=dict, init=False, repr=False)

    @classmethod
    def load(cls, path: Path) -> "Lives":
        """Read tables from a file."""
        with np.load(path, allow_pickle=False) as file:
            weights = file["weights"].astype(np.float64)
            starts = np.append(0, np.cumsum(file["counts"].astype(np.int64)))
            gaps = file["gaps"].astype(np.int64)
            # Numbers of lives are kept as steps from one to the next, which pack better; each word starts anew.
            numbers = np.cumsum(gaps)
            before = np.append(0, numbers)[starts[:-1]]
            lives = numbers - np.repeat(before, np.diff(starts))
            return cls(file["hashes"], starts, lives.astype(np.uint16), weights / weights.sum(), file["kinds"])

    @classmethod
    def count(cls, texts: Sequence[Sequence[str]], weights: "Floats", kinds: "NDArray[np.uint8]") -> "Lives":
        """The tables of lives that are given as folded words."""
        if len(texts) > MOST_LIVES:
            raise ConfigError(f"tables hold at most {MOST_LIVES:,} lives, got {len(texts):,}; take a sample")
        said = [np.unique(np.array([hash_word(word) for word in words], np.uint32)) for words in texts]
        words = np.concatenate([np.zeros(0, np.uint32), *said])
        numbers = np.repeat(np.arange(len(said)), [len(each) for each in said])
        order = np.lexsort((numbers, words))
        words, numbers = words[order], numbers[order]
        hashes, counts = np.unique(words, return_counts=True)
        kept = counts >= LEAST
        lives = numbers[np.repeat(kept, counts)].astype(np.uint16)
        bounds = np.append(0, np.cumsum(counts[kept]))
        return cls(hashes[kept], bounds, lives, np.asarray(weights, np.float64) / np.sum(weights), kinds)

    def save(self, path: Path) -> None:
        """Write the tables, packed."""
        gaps = np.diff(self.lives.astype(np.int64), prepend=0)
        gaps[self.starts[:-1]] = self.lives[self.starts[:-1]]
        np.savez_compressed(
            path,
            hashes=self.hashes,
            counts=np.diff(self.starts).astype(np.uint16),
            gaps=gaps.astype(np.uint16),
            weights=self.weights.astype(np.float32),
            kinds=self.kinds,
        )

    @property
    def n_kinds(self) -> int:
        """How many sorts of lives there are."""
        return len(self.kind_bits) - 1

    @cached_property
    def kind_bits(self) -> "Floats":
        """What it tells that a life is of each kind; the last is any kind, which tells nothing."""
        shares = np.bincount(self.kinds, self.weights)
        return np.append(-np.log2(np.maximum(shares, 1e-9)), 0.0)

    @cached_property
    def _sizes(self) -> "Floats":
        """How many lives of equal weight each kind is worth."""
        return np.asarray(np.bincount(self.kinds, self.weights) ** 2 / np.bincount(self.kinds, self.weights**2))

    def word_bits(self, word: str) -> "Floats":
        """What a folded word tells about somebody of each kind, and (last) about anybody."""
        if word not in self._known:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[word] = self._count_bits(word)
        return self._known[word]

    def _count_bits(self, word: str) -> "Floats":
        numbers = self.find(word)
        weights = self.weights[numbers]
        share = min(1.0, float(weights.sum()) + RAREST)
        n_kinds = len(self._sizes)
        of_kind = np.bincount(self.kinds[numbers], weights, n_kinds) * 2.0 ** self.kind_bits[:-1]
        smoothed = (of_kind * self._sizes + share * PRIOR) / (self._sizes + PRIOR)
        bits: Floats = -np.log2(np.clip(np.append(smoothed, share), RAREST, 1.0))
        return bits

    def find(self, word: str) -> "NDArray[np.uint16]":
        """The lives that say a word, by number."""
        key = hash_word(word)
        at = int(np.searchsorted(self.hashes, key))
        if at == len(self.hashes) or self.hashes[at] != key:
            return self.lives[:0]
        return self.lives[self.starts[at] : self.starts[at + 1]]

    def pair_bits(self, said: "Sequence[NDArray[np.uint16]]", kind: int) -> "Floats":
        """How many bits any two words (by the lives that say them) share, within a kind or (last) at large."""
        from scipy.sparse import csr_array  # here, since it takes long to load

        inside = self._inside(kind)
        words = np.repeat(np.arange(len(said)), [len(numbers) for numbers in said])
        lives = np.concatenate([self.lives[:0], *said])
        words, lives = words[inside[lives]], lives[inside[lives]]
        shape = (len(said), len(self.kinds))
        says = csr_array((np.ones(len(words)), (words, lives)), shape)
        n_both = (says @ says.T).toarray()
        # Few lives that say both prove little.
        together = (csr_array((self.weights[lives], (words, lives)), shape) @ says.T).toarray() * n_both / (n_both + 1)
        alone = np.bincount(words, self.weights[lives], len(said))
        with np.errstate(divide="ignore", invalid="ignore"):
            bits = np.log2(together * self.weights[inside].sum() / np.outer(alone, alone))
        return np.where(n_both >= LEAST, np.maximum(bits, 0.0), 0.0)

    def _inside(self, kind: int) -> "NDArray[np.bool_]":
        return np.ones(len(self.kinds), bool) if kind == self.n_kinds else self.kinds == kind


def hash_word(word: str) -> int:
    """A stable number for a folded word."""
    return crc32(word.encode())


@lru_cache(maxsize=1)
def shipped_lives() -> Lives:
    """The reference lives that come with the package."""
    return Lives.load(TABLES / "lives.npz")
