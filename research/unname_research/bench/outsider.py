"""An attacker of his own making, who knows something else about the same people than the defender was told."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.core.document import Document, Profile
from unname.core.errors import require
from unname.measure.sightings import place
from unname_research.bench.other_knowledge import halves, with_dates
from unname_research.bench.wiki553 import read_lives

if TYPE_CHECKING:
    from numpy.typing import NDArray

EVERY = 5
"""Of how many lives one is released where other knowledge is measured."""

Released = Sequence[tuple[str, str]]
"""Ids of people, each with a released text about that person; an empty text is one that was withheld."""


@dataclass(frozen=True)
class Outsider:
    """A plain tf-idf that shares no code with any attack of ours, on what the articles say about everybody.

    `originals` are the texts before they were released; their dates are what `whole_and_dates` knows beside the
    articles. Where a defender was given a population, the release that `other_half` judges must be made with the first
    of the `halves` of the articles, which has no sentence in common with what is searched here.
    """

    articles: Sequence[Profile] = field(repr=False)
    originals: Sequence[Document] = field(default=(), repr=False)

    def other_half(self, released: Released) -> float:
        """The share of people found by every other sentence of the articles, from the second on."""
        return fmean(self.finds_by_half(released))

    def whole_and_dates(self, released: Released) -> float:
        """The share of people found by the whole articles and all dates of the texts before their release."""
        return fmean(self.finds_by_whole(released))

    def finds_by_half(self, released: Released) -> list[float]:
        """How probably each person is the first choice by the other half."""
        return self._half.find(released)

    def finds_by_whole(self, released: Released) -> list[float]:
        """How probably each person is the first choice by the whole and the dates."""
        return self._whole.find(released)

    @cached_property
    def _half(self) -> "TfIdf":
        return TfIdf(halves(self.articles)[1])

    @cached_property
    def _whole(self) -> "TfIdf":
        return TfIdf(with_dates(self.articles, self.originals))


@dataclass(frozen=True)
class TfIdf:
    """Who is nearest by the cosine of sublinear tf-idf over single words."""

    population: Sequence[Profile] = field(repr=False)

    def find(self, released: Released) -> list[float]:
        """How probably each person is the first choice; ties are broken by lot, and an empty text tells nothing."""
        numbers = {profile.id: number for number, profile in enumerate(self.population)}
        rows = self.scores([text for _, text in released])
        return [
            place("", person, row, numbers.get(person)).found if row.any() else 0.0
            for (person, _), row in zip(released, rows, strict=True)
        ]

    def scores(self, texts: Sequence[str]) -> "NDArray[np.float64]":
        """One row for each text, one column for each person."""
        vectorizer, people = self._fitted
        found: NDArray[np.float64] = (vectorizer.transform(list(texts)) @ people.T).toarray()
        return found

    @cached_property
    def _fitted(self) -> tuple[Any, Any]:
        module = require("sklearn.feature_extraction.text", "train")
        vectorizer = module.TfidfVectorizer(sublinear_tf=True, stop_words="english")
        return vectorizer, vectorizer.fit_transform([profile.text for profile in self.population])


def outsider_on_lives(data: str | Path) -> Outsider:
    """The attacker on the people of Wiki553."""
    texts, articles = read_lives(Path(data))
    return Outsider(articles, list(texts.values()))


def every_fifth(documents: Sequence[Document]) -> list[Document]:
    """The lives on which other knowledge is measured, beginning with the first."""
    return list(documents[::EVERY])
