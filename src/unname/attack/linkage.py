"""Who fits a text best, to a model that was trained to link documents with profiles."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from unname.attack.ranking import check_population, same_population
from unname.core.document import Profile
from unname.core.errors import ConfigError
from unname.core.registry import spelled
from unname.models.linkage import Parted, Parts, open_biencoder
from unname.text.words import visible_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Scores = NDArray[np.float64]


@dataclass
class Linkage:
    """Ranks people by a trained bi-encoder, as `morris2022` 6 does to judge: the dot product of text and profile.

    `model` is a folder that `unname train linkage` wrote, or the name of weights that come with unname-research: `bag`,
    `facts`, `whole`, `transformer`, `frozen`, or two as one (`bag+facts`). Several attacks of this kind are the paper's
    ensemble: somebody is found whom any of them names first. A model that a release was made against must not be among
    them.
    """

    model: str | Path = "bag"
    population_: tuple[Profile, ...] | None = field(default=None, init=False, repr=False, compare=False)
    rows_: "Scores" = field(init=False, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The name with its settings."""
        return spelled("linkage", self)

    def fit(self, population: Sequence[Profile]) -> "Linkage":
        """Read what is known about each person; nothing is done if that was done already."""
        if not same_population(self.population_, population):
            check_population(population)
            self.rows_ = self._encoder.profiles(population).astype(np.float64)
            self.population_ = tuple(population)
        return self

    def scores(self, texts: Sequence[str], population: Sequence[Profile]) -> "Scores":
        """How well each text (rows) fits each person (columns); all equal for a text without words."""
        self.fit(population)
        result = np.zeros((len(texts), len(population)))
        for row, text in zip(result, texts, strict=True):
            if visible_words(text):
                # One at a time, since a network may round otherwise what it reads beside other texts.
                row[:] = self.rows_ @ self._encoder.documents([text])[0].astype(np.float64)
        return result

    def explain(self, text: str, profile: Profile) -> dict[str, float]:
        """What each word adds to the lead of the person over the mean of all; what several words add is shared out.

        A person who is not in the population last fitted is alone, and leads over nobody.
        """
        parts = self._encoder.parts(text)
        if self.population_ is None or profile not in self.population_:
            return {text[a:b].lower(): 0.0 for a, b in parts.spans}
        lead = self.rows_[self.population_.index(profile)] - self.rows_.mean(axis=0)
        found: dict[str, float] = {}
        for word, value in zip(parts.spans, _by_word(parts, parts.vectors.astype(np.float64) @ lead), strict=True):
            written = text[word.start : word.end].lower()
            found[written] = found.get(written, 0.0) + float(value)
        return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))

    @cached_property
    def _encoder(self) -> Parted:
        encoder = open_biencoder(self.model)
        if not isinstance(encoder, Parted):
            raise ConfigError(f"the model {encoder.name} does not say what each word adds")
        return encoder


def _by_word(parts: Parts, values: "Scores") -> "Scores":
    """What each word adds, of what each part does: its even share."""
    there = parts.members >= 0
    shares = values / np.maximum(there.sum(axis=1), 1)
    total = np.zeros(len(parts.spans))
    for column, of_part in zip(parts.members.T, there.T, strict=True):
        np.add.at(total, column[of_part], shares[of_part])
    return total
