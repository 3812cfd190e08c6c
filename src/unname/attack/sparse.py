"""Who shares the rarest words with a text? The plainest attack, and hard to beat."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from unname.attack.ranking import check_population, same_population
from unname.core.document import Profile
from unname.core.errors import ConfigError
from unname.core.registry import spelled
from unname.core.results import Guess
from unname.index.sparse import SparseIndex, weighting_from
from unname.index.sparse.storage import is_index
from unname.people.profiles import profile_text
from unname.text.ngrams import NGrams

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass
class Sparse:
    """Ranks people by the n-grams that a text shares with what is known about them.

    Settings of the n-grams are those of `NGrams`; `weighting` is `tfidf`, `bm25`, `bmx` or `likelihood`, with settings
    if need be, such as `bm25(k1=0.9)`. With `top`, only that many people are listed, and a large population is not read
    whole. `index` is a folder in which the index of the population is kept from one run to the next; it holds
    hashes of n-grams, which whoever guesses the words can check, so it needs the care that the population needs.
    """

    words: tuple[int, int] = (1, 2)
    characters: tuple[int, int] | None = None
    stop_words: bool = False
    remove_masks: bool = True
    stem: bool = False
    weighting: str = "tfidf"
    top: int | None = None
    index: str | None = None
    population_: tuple[Profile, ...] | None = field(default=None, init=False, repr=False, compare=False)
    index_: SparseIndex | None = field(default=None, init=False, repr=False, compare=False)
    numbers_: dict[str, int] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The name with its settings."""
        return spelled("sparse", self)

    def fit(self, population: Sequence[Profile]) -> "Sparse":
        """Index a population; nothing is done if it is the one that is known already."""
        if self.index_ is None or not same_population(self.population_, population):
            check_population(population)
            self.index_ = self._index(population)
            self.numbers_ = {profile.id: number for number, profile in enumerate(population)}
            self.population_ = tuple(population)
        return self

    def scores(self, texts: Sequence[str], population: Sequence[Profile]) -> "NDArray[np.float64]":
        """How well each text (rows) fits each person (columns); 0 where they share nothing."""
        return self._fitted(population).scores(texts, self.weighting)

    def shortlist(self, texts: Sequence[str], population: Sequence[Profile]) -> list[Guess]:
        """The best `top` people, best first, for every text."""
        if not isinstance(self.top, int) or self.top < 1:
            raise ConfigError(f"sparse: top must be a whole number from 1, got {self.top!r}")
        index = self._fitted(population)
        ids = np.array([profile.id for profile in population], dtype=object)
        order = np.empty(len(ids), np.int64)
        order[np.argsort(ids, kind="stable")] = np.arange(len(ids))
        numbers, scores = index.top(texts, self.top, self.weighting, order)
        return [
            Guess(str(row), tuple(zip(ids[numbers[row]].tolist(), scores[row].tolist(), strict=True)))
            for row in range(len(texts))
        ]

    def explain(self, text: str, profile: Profile) -> dict[str, float]:
        """What each n-gram adds to the score of a person, highest first; they sum to the score.

        Weights come from the population last fitted; a person who is not in it is a population of one.
        """
        number = self.numbers_.get(profile.id)
        if self.index_ is None or self.population_ is None or number is None or self.population_[number] != profile:
            index, number = SparseIndex.build([profile_text(profile)], self._ngrams()), 0
        else:
            index = self.index_
        return index.contributions(text, number, self.weighting)

    def _fitted(self, population: Sequence[Profile]) -> SparseIndex:
        self.fit(population)
        assert self.index_ is not None
        return self.index_

    def _ngrams(self) -> NGrams:
        return NGrams(self.words, self.characters, self.stop_words, self.remove_masks, self.stem)

    def _index(self, population: Sequence[Profile]) -> SparseIndex:
        weighting_from(self.weighting)  # a wrong name shows before the work
        texts = (profile_text(profile) for profile in population)
        if self.index is None:
            return SparseIndex.build(texts, self._ngrams())
        folder, digest = Path(self.index), _digest(population)
        if not is_index(folder):
            return SparseIndex.build(texts, self._ngrams(), folder, digest=digest)
        saved = SparseIndex.load(folder)
        if saved.ngrams != self._ngrams():
            raise ConfigError(f"the index in {self.index!r} was built with other n-grams: {saved.ngrams}")
        if saved.digest != digest:
            raise ConfigError(f"the index in {self.index!r} was built for another population")
        return saved


def _digest(population: Sequence[Profile]) -> str:
    digest = blake2b(digest_size=16)
    for profile in population:
        for part in (profile.id, profile_text(profile)):
            content = part.encode("utf-8", "surrogatepass")
            digest.update(len(content).to_bytes(8, "little") + content)
    return digest.hexdigest()
