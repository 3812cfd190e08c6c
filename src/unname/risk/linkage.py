"""How many people fit what is visible at least as well as the person it is about."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from unname.core.document import Document, Profile
from unname.core.errors import ConfigError, InputError
from unname.core.registry import spelled
from unname.core.results import Risk
from unname.core.roles import View
from unname.core.sums import EntityTerms, Terms
from unname.corpora.populations import read_population
from unname.models.linkage import BiEncoder, open_biencoder
from unname.risk.encoded import EncodedScorer
from unname.risk.phrases import PhraseScorer
from unname.risk.scorers import Scorer, SparseScorer
from unname.risk.view_texts import round_brackets
from unname.risk.views import Memory

SPARSE = "sparse"


@dataclass
class Linkage:
    """Risk 1 / rank of the true person in a population, when everybody is scored by what is visible.

    The rank is 1 + the number of rivals who score at least as high: above k, the person is hidden among k others from
    this attacker. Scores come from `model`:

    - `sparse`: the sum over visible words of how much likelier the person's background makes them (weighting
      `likelihood` with the share `own`, single words, not normalized), thus linear in what is visible: `entity_terms`
      offers it to optimizers. Where mentions of entities overlap, what they share counts for each.
    - `sparse(...)` with settings, such as `sparse(words=(1, 3), stop_words=True)` or `sparse(characters=(4, 6))`: the
      n-grams that people share with what is visible, weighted as by the attack of that name (`tfidf`, `bm25` or
      `likelihood`).
    - the name or folder of a bi-encoder, or a bi-encoder: the dot product of the vectors of text and profile, as in
      `morris2022` 5. Where we differ: where a model's parts are exact, no view has to be encoded.
    - several of these: the lowest rank and the highest probability count.

    `terms` offers every model to optimizers. The person is `document.person`, an id of the population; without one, it
    is whoever fits the whole text best, for the first model.

    Hiding a word that fits a rival better may lift the true person (`may_rise`). With `monotone`, which is for `sparse`
    alone, the attacker ignores such words when comparing with that rival: a higher risk, which never rises when more
    is hidden.

    `population` is a file of people or a sequence of profiles. Vectors of the people are kept in the folder `cache`, if
    one is given, for the next time; it holds no text.
    """

    population: str | Path | Sequence[Profile] | None = field(default=None, repr=False)
    model: str | Path | BiEncoder | Sequence[str | Path | BiEncoder] = SPARSE
    own: float = 0.2
    monotone: bool = False
    cache: str | Path | None = field(default=None, repr=False)
    threads: int = field(default=2, repr=False)
    _memory: Memory[int] = field(default_factory=lambda: Memory(size=2), init=False, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The name with its settings."""
        named = self.models
        return spelled("linkage", replace(self, model=named[0] if len(named) == 1 else tuple(named)))

    @property
    def models(self) -> list[str]:
        """The names of the models."""
        return [str(each) if isinstance(each, str | Path) else each.name for each in self._asked]

    @property
    def may_rise(self) -> bool:
        """Whether hiding more may raise the risk."""
        return not (self.monotone and self.model == SPARSE)

    @property
    def n_encoded(self) -> int:
        """How many texts the models have encoded so far."""
        return sum(scorer.n_encoded for scorer in self.scorers_)

    def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]:
        """One over the rank of the true person, for each view."""
        if not views:
            return []
        document = round_brackets(document)
        person = self._person(document)
        found = [scorer.rank_views(document, person, views) for scorer in self.scorers_]
        ranks = np.min([each.ranks for each in found], axis=0).tolist()
        probabilities = np.max([each.probabilities for each in found], axis=0).tolist()
        return [Risk(1.0 / rank, rank, probability=p) for rank, p in zip(ranks, probabilities, strict=True)]

    def terms(self, document: Document, view: View | None = None) -> list[Terms]:
        """What each visible part adds to everybody's score, near a view, for each model."""
        document = round_brackets(document)
        person = self._person(document)
        return [scorer.terms(document, person, view or {}) for scorer in self.scorers_]

    def entity_terms(self, document: Document) -> EntityTerms | None:
        """What each entity adds by itself, as it stands or as any value: for the model `sparse` alone."""
        if self.model != SPARSE:
            return None
        (scorer,) = self.scorers_
        assert isinstance(scorer, SparseScorer)
        document = round_brackets(document)
        return scorer.entity_terms(document, self._person(document))

    def _person(self, document: Document) -> int:
        if document.person is None:
            return self._memory.recall(document, self.scorers_[0].find_best)
        if document.person not in self._numbers:
            raise InputError(f"document {document.id!r}: its subject is not in the population of linkage")
        return self._numbers[document.person]

    @property
    def _asked(self) -> list[Any]:
        several = isinstance(self.model, list | tuple)
        return list(self.model) if several else [self.model]  # type: ignore[arg-type]

    @cached_property
    def scorers_(self) -> list[Scorer]:
        """The models with the population, made when first asked for."""
        if not self._asked:
            raise ConfigError("linkage needs at least one model")
        if self.monotone and self._asked != [SPARSE]:
            raise ConfigError(f"linkage: monotone is for the model {SPARSE!r} alone")
        return [self._scorer(each) for each in self._asked]

    def _scorer(self, model: str | Path | BiEncoder) -> Scorer:
        if model == SPARSE:
            return SparseScorer(self._people, self.own, self.monotone)
        if isinstance(model, str) and model.startswith(f"{SPARSE}("):
            return PhraseScorer.named(model, self._people)
        encoder = open_biencoder(model) if isinstance(model, str | Path) else model
        if not isinstance(encoder, BiEncoder):
            raise ConfigError(f"linkage: a model is a name, a folder or a bi-encoder, got {type(encoder).__name__}")
        return EncodedScorer(encoder, self._people, None if self.cache is None else Path(self.cache), self.threads)

    @cached_property
    def _people(self) -> Sequence[Profile]:
        if self.population is None:
            raise ConfigError("linkage needs a population: linkage(population='people.jsonl')")
        people = read_population(self.population) if isinstance(self.population, str | Path) else self.population
        if len(people) < 2:
            raise ConfigError("linkage needs a population of at least two people, or nobody is left to hide among")
        n_double = len(people) - len({profile.id for profile in people})
        if n_double:
            # Somebody who is there twice would hide among themselves.
            raise InputError(f"linkage: {n_double} ids of the population stand for more than one person")
        return people

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {profile.id: number for number, profile in enumerate(self._people)}
