"""How many people fit what is visible at least as well as the person it is about."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from unname.core.document import Document, Profile
from unname.core.errors import ConfigError, InputError
from unname.core.registry import spelled
from unname.core.report import Risk
from unname.core.roles import View
from unname.corpora.people import read_population
from unname.models.ngrams import NGrams
from unname.models.profiles import profile_text
from unname.models.sparse import SparseIndex
from unname.models.sparse.weighting import Likelihood
from unname.risk.views import Memory, visible

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_GRAIN = 2.0**16
"""Scores are rounded to multiples of 1 / this, so that sums are exact in any order."""


@dataclass
class Linkage:
    """Risk 1 / rank of the true person in a population, when everybody is scored by the visible words.

    The rank is 1 + the number of rivals who score at least as high, so a risk of 1 / k is k-anonymity against this
    attacker. A score is the sum over visible words of how much likelier the person's background makes them (weighting
    `likelihood`, single words, not normalized), thus linear in what is visible: `leads` offers it to optimizers. Where
    mentions of entities overlap, what they share counts for each.

    The person is `document.subject`, an id of the population; without one, it is whoever fits the whole text best.
    Hiding a word that fits a rival better may lift the true person (`may_rise`). With `monotone`, the attacker ignores
    such words when comparing with that rival: a higher risk, which never rises when more is hidden.

    `population` is a file of people or a sequence of profiles.
    """

    population: str | Path | Sequence[Profile] | None = field(default=None, repr=False)
    own: float = 0.2
    monotone: bool = False
    _memory: "Memory[tuple[int, Floats]]" = field(
        default_factory=lambda: Memory(size=1), init=False, repr=False, compare=False
    )

    @property
    def name(self) -> str:
        """The name with its settings."""
        return spelled("linkage", self)

    @property
    def may_rise(self) -> bool:
        """Whether hiding more may raise the risk."""
        return not self.monotone

    def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]:
        """One over the rank of the true person, for each view."""
        as_is = self._memory.of(document, self._as_is)[1]
        whole = as_is.sum(axis=0)
        risks = []
        for view in views:
            changed = [row for row, entity in enumerate(document.entities, start=1) if entity.id in view]
            shown = [(id, value) for id, value in visible(document, view).items() if value is not None]
            leads = whole - as_is[changed].sum(axis=0)
            if shown:
                leads += self.leads(document, shown)[1:].sum(axis=0)
            rank = 1 + int(np.sum(leads <= 0))
            risks.append(Risk(1.0 / rank, rank))
        return risks

    def leads(self, document: Document, seen: Sequence[tuple[str, str | None]]) -> "Floats":
        """By how much each (entity, value) puts the true person before every rival; the first row is all other text.

        A value of None is the entity as it stands.
        """
        person, as_is = self._memory.of(document, self._as_is)
        rows = {entity.id: row for row, entity in enumerate(document.entities, start=1)}
        values = [(len(document.entities[rows[id] - 1].mentions), value) for id, value in seen if value is not None]
        counts = np.array([n_mentions for n_mentions, _ in values]).reshape(-1, 1)
        shown = iter(self._compared(person, counts * self._scores([value for _, value in values])))
        return np.stack([as_is[0], *(as_is[rows[id]] if value is None else next(shown) for id, value in seen)])

    def _as_is(self, document: Document) -> "tuple[int, Floats]":
        """The true person, and the leads by the text outside entities and by each entity as it stands."""
        spans = [[mention.span for mention in entity.mentions] for entity in document.entities]
        rest = list(document.text)
        for start, end in (span for group in spans for span in group):
            rest[start:end] = "*" * (end - start)
        texts = [" *** ".join(document.text[start:end] for start, end in group) for group in spans]
        scores = self._scores(["".join(rest), *texts])
        person = self._person(document, scores)
        # What is always visible cannot be ignored, so it is compared as it is.
        rest_row = np.delete(scores[:1, [person]] - scores[:1], person, axis=1)
        return person, np.concatenate([rest_row, self._compared(person, scores[1:])])

    def _compared(self, person: int, scores: "Floats") -> "Floats":
        """The scores of one person minus those of all others."""
        leads: Floats = np.delete(scores[:, [person]] - scores, person, axis=1)
        return np.maximum(leads, 0.0) if self.monotone else leads

    def _person(self, document: Document, scores: "Floats") -> int:
        if document.subject is None:
            return int(np.argmax(scores.sum(axis=0)))
        if document.subject not in self._numbers:
            raise InputError(f"document {document.id!r}: its subject is not in the population of linkage")
        return self._numbers[document.subject]

    def _scores(self, texts: Sequence[str]) -> "Floats":
        scores: Floats = np.rint(self._index.scores(texts, Likelihood(self.own)) * _GRAIN) / _GRAIN
        return scores

    @cached_property
    def _people(self) -> Sequence[Profile]:
        if self.population is None:
            raise ConfigError("linkage needs a population: linkage(population='people.jsonl')")
        people = read_population(self.population) if isinstance(self.population, str | Path) else self.population
        if not people:
            raise ConfigError("linkage needs a population of at least one person")
        return people

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {profile.id: number for number, profile in enumerate(self._people)}

    @cached_property
    def _index(self) -> SparseIndex:
        return SparseIndex.build((profile_text(profile) for profile in self._people), NGrams(words=(1, 1)))
