"""An attack for benchmarks alone: what no release of ours is made against tells whether masks hold against others."""

import re
import warnings
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.attack.ranking import same_population, standardize
from unname.core.document import Profile
from unname.core.errors import require
from unname.models.packaged import packaged_spacy
from unname.models.vectors import unit
from unname.people.profiles import profile_text
from unname.text.masks import remove_masks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Scores = NDArray[np.float64]
    Vectors = NDArray[np.float32]

NAME = "word vectors"

_WORD = re.compile(r"[^\W\d_]+")


@dataclass
class WordVectors:
    """Ranks people by static word vectors: neither n-grams nor a transformer.

    Texts are cut into windows of `size` words, each the sum of the vectors of its meaningful words (spaCy's
    en_core_web_md) weighed by rarity in the background. A person's score for a window is the highest cosine with a
    window about that person, after the mean direction is taken away, standardized over people; windows are summed.
    """

    vocabulary: Any = field(repr=False)
    size: int = 40
    population_: tuple[Profile, ...] | None = field(default=None, init=False, repr=False)
    windows_: "Vectors" = field(init=False, repr=False)
    center_: "Vectors" = field(init=False, repr=False)
    starts_: "NDArray[np.intp]" = field(init=False, repr=False)
    _counts: Counter[str] = field(default_factory=Counter, init=False, repr=False)
    _vectors: "dict[str, Vectors | None]" = field(default_factory=dict, init=False, repr=False)

    def fit(self, population: Sequence[Profile]) -> "WordVectors":
        """Read what is known about each person; nothing is done if that was done already."""
        if not same_population(self.population_, population):
            self.population_ = tuple(population)
            about = [_words(profile_text(profile)) for profile in population]
            self._counts = Counter(word for words in about for word in set(words))
            self._vectors.clear()
            windows = [self._windows(words) for words in about]
            every = np.concatenate(windows)
            self.center_ = every.mean(axis=0)
            self.windows_ = unit(every - self.center_)
            self.starts_ = np.cumsum([0, *map(len, windows[:-1])])
        return self

    def scores(self, texts: Sequence[str], population: Sequence[Profile]) -> "Scores":
        """How well each text (rows) fits each person (columns)."""
        self.fit(population)
        return np.stack([self._scores(_words(remove_masks(text))) for text in texts])

    def _scores(self, words: Sequence[str]) -> "Scores":
        windows = self._windows(words)
        said = windows.any(axis=1)
        if not said.any():
            return np.zeros(len(self.starts_))
        similar = unit(windows[said] - self.center_) @ self.windows_.T
        best: Scores = np.maximum.reduceat(similar, self.starts_, axis=1).astype(np.float64)
        total: Scores = standardize(best).sum(axis=0)
        return total

    def _windows(self, words: Sequence[str]) -> "Vectors":
        """One vector of unit length for each window, at least one."""
        starts = range(0, max(len(words), 1), self.size)
        return unit(np.stack([self._sum(words[start : start + self.size]) for start in starts]))

    def _sum(self, words: Sequence[str]) -> "Vectors":
        found = [vector for word in words if (vector := self._vector(word)) is not None]
        result: Vectors = np.sum(found, axis=0) if found else np.zeros(self.vocabulary.vectors_length, np.float32)
        return result

    def _vector(self, word: str) -> "Vectors | None":
        if word not in self._vectors:
            known = self.vocabulary[word]
            self._vectors[word] = known.vector * self._rarity(word) if known.has_vector and not known.is_stop else None
        return self._vectors[word]

    def _rarity(self, word: str) -> np.float32:
        n_people = len(self.population_ or ())
        return np.float32(np.log((n_people + 1) / (self._counts[word] + 1)) + 0.1)


def word_vectors() -> WordVectors:
    """The attack with the vectors of spaCy's en_core_web_md, which has to be installed."""
    spacy = require("spacy", "spacy")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a pipeline of another minor version says so
        return WordVectors(spacy.load(packaged_spacy()).vocab)


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]
