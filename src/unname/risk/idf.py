"""Rare words as risk: the baselines that `morris2022` compares with."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from unname.core.document import Document, Entity, Profile
from unname.core.errors import ConfigError, InputError
from unname.core.registry import spelled
from unname.core.results import Risk
from unname.core.roles import View
from unname.corpora.populations import read_pairs, read_population
from unname.people.names import surfaces
from unname.people.pairs import Pair
from unname.people.profiles import profile_text
from unname.risk.views import judge_alone
from unname.text.vocabulary import FUNCTION_WORDS
from unname.text.word_rarity import Rarity, keys_of
from unname.text.words import words


@dataclass
class Idf:
    """Risk idf / (1 + log n) of an entity's rarest word among n texts; with `table_aware`, 1 if its person has it.

    The baselines IDF and IDF (table-aware) of `morris2022` 6: with the detector `words`, `max_risk` is the threshold,
    and a table-aware threshold just below 1 hides the words of the profile alone (Lexical). The texts are the profiles
    of `population`, or profiles and documents of `people`, a file of people with a document each. A value shown in
    place of an entity counts by its own words, and no more than the entity.

    Where we differ: function words of a profile are not taken for what it says, and each word is judged by itself
    (`max_risk` in place of a share of words to be masked).
    """

    population: str | Path | Sequence[Profile] | None = field(default=None, repr=False)
    people: str | Path | None = field(default=None, repr=False)
    table_aware: bool = False

    @property
    def name(self) -> str:
        """The name with its settings."""
        return spelled("idf", self)

    def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]:
        """The risk of each view: that of the rarest word still visible."""
        entities = {entity.id: entity for entity in document.entities}
        told = self._told(document) if self.table_aware and entities else frozenset()

        def estimate(id: str, value: str | None) -> float:
            own = max((self._risk(keys, told) for keys in _forms(document, entities[id])), default=0.0)
            return own if value is None else min(own, self._risk(keys_of(value, words(value)), told))

        return judge_alone(document, views, estimate)

    def _risk(self, keys: Sequence[str], told: frozenset[str]) -> float:
        if not told.isdisjoint(keys):
            return 1.0
        most = 1.0 + math.log(max(self.rarity_.n_texts, 1))
        return max((self.rarity_.of_word(key) / most for key in keys), default=0.0)

    def _told(self, document: Document) -> frozenset[str]:
        """The words of what is known about the person of a document."""
        if document.person is None or document.person not in self._by_id:
            raise InputError(f"document {document.id!r}: its subject is not in the population of idf")
        text = profile_text(self._by_id[document.person])
        return frozenset(keys_of(text, words(text))) - FUNCTION_WORDS

    @cached_property
    def rarity_(self) -> Rarity:
        """How rare words are, counted when first asked for."""
        return Rarity.of([*map(profile_text, self._by_id.values()), *(pair.document.text for pair in self._pairs)])

    @cached_property
    def _pairs(self) -> Sequence[Pair]:
        return [] if self.people is None else read_pairs(self.people)

    @cached_property
    def _by_id(self) -> dict[str, Profile]:
        if self.population is None and self.people is None:
            raise ConfigError("idf needs people whose words are counted: idf(population='people.jsonl')")
        people = read_population(self.population) if isinstance(self.population, str | Path) else self.population
        return {profile.id: profile for profile in people or [pair.profile for pair in self._pairs]}


def _forms(document: Document, entity: Entity) -> Iterator[list[str]]:
    """The words of each way in which an entity is written."""
    for form in surfaces(document, entity):
        yield keys_of(form, words(form))
