"""A ranker of names: which of the names belongs to the person behind a text, masked or filled in again?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from unname.attack.ranking import check_population, same_population
from unname.attack.standing import Standing
from unname.attack.written_names import FEATURES, NameBook
from unname.core.document import Document, Profile
from unname.core.registry import spelled
from unname.models.name_network import FILE, NameNetwork, read_arrays, text_words
from unname.models.packaged import find_weights
from unname.people.names import profile_names

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

COLUMNS = (*FEATURES, "fit", "background")
"""What the score of a name is a weighted sum of: how the text names it, how it fits the text, and where it is known."""


@dataclass
class Ranker:
    """Ranks people by their names alone: identity ranking after filling, of `infill2025`.

    What counts for a name is how the text names it (`written_names.NameBook`), what the name tells and the text asks
    for, such as a country (`models.name_network`), and, with a `background`, the documents of it in which the name
    stands, each as far as it is like the text (`standing.Standing`). What profiles say beside the name counts as
    background that is about them. What names tell is learned with a margin ranking loss, and how much each kind of
    evidence counts as what makes the right names likeliest (`unname train ranker`); `weights` is the folder of both.

    Where we differ from the paper: its ranker is BERT fine-tuned with a margin ranking loss at a rate of 3e-6, which
    reads text and name together and nothing else; ours are three kinds of evidence, and the last of them lets the
    ranker itself go to the background, which the published one sees only through what was filled in. Without a
    `background` (and profiles that are names alone), ours reads what theirs does.
    """

    background: Sequence[Document] = field(default=(), repr=False)
    weights: str = "ranker"
    population_: tuple[Profile, ...] | None = field(default=None, init=False, repr=False, compare=False)
    known_: tuple[Document, ...] = field(default=(), init=False, repr=False, compare=False)
    people_: "_People | None" = field(default=None, init=False, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The name with its settings."""
        return spelled("ranker", self)

    def fit(self, population: Sequence[Profile]) -> "Ranker":
        """Look up the names of a population in the background; nothing is done if both are known already."""
        if same_population(self.population_, population) and self._same_background():
            return self
        check_population(population)
        names = [profile_names(profile) for profile in population]
        book, network, learned = NameBook.build(names), *_learned(self.weights)
        standing = Standing.build(book, population, self.background, learned["standing"], float(learned["sharpness"]))
        self.people_ = _People(names, book, network, network.name_vectors(names), standing, learned["weights"])
        self.population_, self.known_ = tuple(population), tuple(self.background)
        return self

    def scores(self, texts: Sequence[str], population: Sequence[Profile]) -> "Floats":
        """How well each name (columns) fits each text (rows), as log-odds; 0 for all where a text says nothing."""
        people = self._fitted(population)
        rows = [(people.features(text) * people.weights).sum(axis=1) for text in texts]
        return np.array(rows).reshape(len(texts), len(population))

    def features(self, text: str, population: Sequence[Profile]) -> "Floats":
        """What speaks for each person with a text: a row of `COLUMNS` for each."""
        return self._fitted(population).features(text)

    def explain(self, text: str, profile: Profile) -> dict[str, float]:
        """What each word adds for a person: as a part of the name, by what the name tells, and as in the background.

        A person who is not in the population last fitted is a population of one.
        """
        known = self.population_ or ()
        number = next((number for number, each in enumerate(known) if each == profile), None)
        if self.people_ is None or number is None or not self._same_background():
            return Ranker(self.background, self.weights).fit([profile]).explain(text, profile)
        return self.people_.explain(text, number)

    def _fitted(self, population: Sequence[Profile]) -> "_People":
        self.fit(population)
        assert self.people_ is not None
        return self.people_

    def _same_background(self) -> bool:
        return len(self.known_) == len(self.background) and all(
            one is other or one == other for one, other in zip(self.known_, self.background, strict=True)
        )


@dataclass(frozen=True)
class _People:
    """A population as it is looked for: its names, what they tell, where they stand, and the weights of all that."""

    names: Sequence[Sequence[str]] = field(repr=False)
    book: NameBook = field(repr=False)
    network: NameNetwork = field(repr=False)
    vectors: "NDArray[np.float32]" = field(repr=False)
    standing: Standing = field(repr=False)
    weights: "Floats" = field(repr=False)

    def features(self, text: str) -> "Floats":
        """What speaks for each person; nothing where the text has no words."""
        result = np.zeros((len(self.names), len(COLUMNS)))
        if text_words(text):
            people, evidence = self.book.evidence(text)
            result[people, : len(FEATURES)] = evidence
            result[:, -2] = self.network.fit(text, self.vectors)
            result[:, -1] = self.standing.shares(text)
        return result

    def explain(self, text: str, number: int) -> dict[str, float]:
        """What each word adds for one person, the most first."""
        row = self.features(text)[number] * self.weights
        result: dict[str, float] = {}
        for value, words in (
            (row[: len(FEATURES)].sum(), self.book.named_by(text, number)),
            (row[-1], self.standing.words(text, number)),
        ):
            total = sum(words.values())
            _add(result, {word: value * count / total for word, count in words.items()} if total > 0 else {})
        fit = self.network.contributions(text, self.names[number])
        _add(result, {word: value * self.weights[-2] for word, value in fit.items()})
        return dict(sorted(result.items(), key=lambda item: (-item[1], item[0])))


def _add(sums: dict[str, float], values: Mapping[str, float]) -> None:
    for word, value in values.items():
        sums[word] = sums.get(word, 0.0) + float(value)


@lru_cache(maxsize=4)
def _read(folder: Path, changed: int) -> "tuple[NameNetwork, dict[str, Floats]]":
    arrays = read_arrays(folder)
    learned = {name: arrays[name].astype(np.float64) for name in ("weights", "standing", "sharpness")}
    return NameNetwork.load(folder), learned


def _learned(weights: str) -> "tuple[NameNetwork, dict[str, Floats]]":
    """The network and the weights of a folder, read anew when the file has changed."""
    folder = find_weights(weights)
    file = folder / FILE
    return _read(folder, file.stat().st_mtime_ns if file.exists() else 0)
