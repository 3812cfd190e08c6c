"""Who was said to have done such things? Sentences of a text against sentences about each person, by meaning."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from unname.attack.occlusion import Window, occlude
from unname.attack.ranking import check_population, same_population, standardize
from unname.core.document import Profile
from unname.core.errors import ConfigError
from unname.core.registry import spelled
from unname.models.vectors import SentenceEncoder, unit
from unname.people.profiles import profile_text
from unname.text.masks import remove_masks
from unname.text.sentences import sentences

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Scores = NDArray[np.float64]

MAX_REMEMBERED = 200_000
"""Windows whose vectors are kept in memory: background that was read once is not read again."""

MAX_COMPARED = 1024
"""Windows of a text that are compared with the background at a time, so that a long text does not fill the memory."""


@dataclass
class Dense:
    """Ranks people by how near in meaning the windows of a text come to windows of what is known about them.

    Windows are sentences, joined until they have `shortest` words and cut at `longest`. For each window of the text, a
    person's score is the highest cosine with a window about that person, after the mean direction of the whole
    background is taken away, standardized over people; the scores of all windows are summed. `encoder` is a folder or
    Hugging Face name, by default the shipped all-MiniLM-L6-v2.
    """

    encoder: str | Path | None = None
    shortest: int = 30
    longest: int = 60
    remove_masks: bool = True
    population_: tuple[Profile, ...] | None = field(default=None, init=False, repr=False, compare=False)
    windows_: "NDArray[np.float32]" = field(init=False, repr=False, compare=False)
    center_: "NDArray[np.float32]" = field(init=False, repr=False, compare=False)
    bounds_: "NDArray[np.intp]" = field(init=False, repr=False, compare=False)
    _remembered: "dict[str, NDArray[np.float32]]" = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The name with its settings."""
        return spelled("dense", self)

    def fit(self, population: Sequence[Profile]) -> "Dense":
        """Read what is known about each person; nothing is done if that was done already."""
        if not same_population(self.population_, population):
            check_population(population)
            if self.longest < 1:
                raise ConfigError(f"dense: longest must be at least 1, got {self.longest}")
            windows = [self._windows(profile_text(profile)) for profile in population]
            vectors = self._remember([window for about in windows for window in about])
            self.center_ = vectors.mean(0) if len(vectors) else np.zeros(vectors.shape[1], np.float32)
            self.windows_ = unit(vectors - self.center_)
            self.bounds_ = np.cumsum([0, *(len(about) for about in windows)])
            self.population_ = tuple(population)
        return self

    def scores(self, texts: Sequence[str], population: Sequence[Profile]) -> "Scores":
        """How well each text (rows) fits each person (columns); all equal for a text without words."""
        self.fit(population)
        result = np.zeros((len(texts), len(population)))
        for row, text in zip(result, texts, strict=True):
            row[:] = self._rows(self._windows(text)).sum(0)
        return result

    def explain(self, text: str, profile: Profile) -> dict[str, float]:
        """By how much the log-odds of the person fall when a word is left out wherever it stands.

        A person who is not in the population last fitted is certain, whatever the words.
        """
        windows = [np.array(window.split(), dtype=object) for window in self._windows(text)]
        types = sorted({_plain(word) for window in windows for word in window} - {""})
        if not types:
            return {}
        if self.population_ is None or profile not in self.population_:
            return dict.fromkeys(types, 0.0)
        number = {word: i for i, word in enumerate(types)}
        # Marks without letters belong to no word: they get a number of their own, which is dropped at the end.
        numbered: list[Window] = [
            (window, np.array([number.get(_plain(word), len(types)) for word in window])) for window in windows
        ]
        falls = occlude(numbered, len(types) + 1, self._joined_rows, self.population_.index(profile))
        pairs = zip(types, falls[: len(types)].tolist(), strict=True)
        return dict(sorted(pairs, key=lambda pair: (-pair[1], pair[0])))

    @cached_property
    def _encoder(self) -> SentenceEncoder:
        return SentenceEncoder(self.encoder)

    def _joined_rows(self, windows: "Sequence[NDArray[np.object_]]") -> "Scores":
        return self._rows([" ".join(window) for window in windows])

    def _rows(self, windows: Sequence[str]) -> "Scores":
        """One row of standardized scores for each window."""
        n_people = len(self.bounds_) - 1
        if not len(windows) or not len(self.windows_):
            return np.zeros((len(windows), n_people))
        vectors = self._read(windows)
        known = np.flatnonzero(np.diff(self.bounds_))
        scores = np.full((len(windows), n_people), -1.0)
        for start in range(0, len(windows), MAX_COMPARED):
            some = slice(start, start + MAX_COMPARED)
            similar = unit(vectors[some] - self.center_) @ self.windows_.T
            scores[some, known] = np.maximum.reduceat(similar, self.bounds_[known], axis=1)
        scores[~vectors.any(axis=1)] = 0.0
        return standardize(scores)

    def _windows(self, text: str) -> list[str]:
        """The sentences of a text, joined or cut to a fitting number of words."""
        text = remove_masks(text) if self.remove_masks else text
        windows: list[list[str]] = []
        for start, end in sentences(text):
            words = text[start:end].split()
            if windows and len(windows[-1]) < self.shortest:
                words = windows.pop() + words
            windows += [words[at : at + self.longest] for at in range(0, len(words), self.longest)]
        return [" ".join(words) for words in windows]

    def _remember(self, windows: Sequence[str]) -> "NDArray[np.float32]":
        """The vectors of windows of the background, remembered for the next population."""
        if len(self._remembered) > MAX_REMEMBERED:
            self._remembered.clear()
        vectors = self._read(windows)
        self._remembered.update(zip(windows, vectors, strict=True))
        return vectors

    def _read(self, windows: Sequence[str]) -> "NDArray[np.float32]":
        """The vectors of windows.

        Those of texts are never remembered: with 8-bit weights a vector depends a little on what is read along
        with it, and what one text gets must not depend on the texts before it.
        """
        new = list(dict.fromkeys(window for window in windows if window not in self._remembered))
        if not windows:
            return np.zeros((0, 1), np.float32)
        known = dict(zip(new, self._encoder(new), strict=True))
        return np.stack([known[window] if window in known else self._remembered[window] for window in windows])


def _plain(word: str) -> str:
    return "".join(character for character in word.lower() if character.isalnum())
