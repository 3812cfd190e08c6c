"""How many people of the corpus say the same? Without a population, the corpus itself is the crowd to be hidden in.

The idea is that of k-anonymity, for things that texts say and not for columns of a table. Where we differ: each thing
is looked at alone and in pairs, not all that a document says at once, since no two texts say all the same; the risk is
that among the people of the corpus, who may be few of those that an attacker knows of.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations as subsets

from unname.core.document import Document, Role
from unname.core.errors import ConfigError
from unname.core.registry import Spelled
from unname.core.results import Combination, Risk
from unname.core.roles import View
from unname.people.names import searchable, surfaces
from unname.risk.views import Memory, find_visible
from unname.text.words import words_of

_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_SMALL = frozenset("a about an and at before after between by during early for from in late of on or the to".split())


@dataclass
class Corpus:
    """Who says what: the people of a corpus by the phrases and the words of their documents, as sets of bits."""

    documents: Sequence[Document] = field(repr=False)

    def __post_init__(self) -> None:
        self._phrases: dict[tuple[str, ...], int] = {}

    @cached_property
    def people(self) -> Mapping[str, int]:
        """The bit of each person: the subject of a document or, where none is known, the document."""
        return {key: 1 << number for number, key in enumerate(dict.fromkeys(map(_get_person, self.documents)))}

    def find_phrase(self, words: Sequence[str]) -> int:
        """The people who say these words one after another."""
        key = tuple(words)
        if key not in self._phrases:
            found = self.find_all(words)
            if len(key) > 1 and found:
                found = self._find_in_order(f" {' '.join(key)} ", found)
            self._phrases[key] = found
        return self._phrases[key]

    def find_all(self, words: Sequence[str]) -> int:
        """The people who say all of these words, wherever; everybody, if there are none."""
        found = (1 << len(self.people)) - 1
        for word in words:
            found &= self._said.get(word, 0)
        return found

    def find_same(self, document: Document) -> int:
        """Who is no other person than that of a document: of the same subject, id or, if a subject is unknown, text."""
        same = [
            each
            for each in self.documents
            if each.id == document.id
            or (each.text == document.text and (each.person is None or document.person is None))
        ]
        keys = {_get_person(document), *map(_get_person, same)}
        return sum(self.people.get(key, 0) for key in keys)

    @cached_property
    def _texts(self) -> list[tuple[int, list[str]]]:
        return [(self.people[_get_person(document)], words_of(document.text)) for document in self.documents]

    @cached_property
    def _lines(self) -> list[tuple[int, str]]:
        return [(bit, f" {' '.join(words)} ") for bit, words in self._texts]

    @cached_property
    def _said(self) -> Mapping[str, int]:
        said: dict[str, int] = {}
        for bit, words in self._texts:
            for word in set(words):
                said[word] = said.get(word, 0) | bit
                if _YEAR.fullmatch(word):
                    # Who tells the year tells the decade.
                    said[f"{word[:3]}0s"] = said.get(f"{word[:3]}0s", 0) | bit
        return said

    def _find_in_order(self, line: str, candidates: int) -> int:
        found = 0
        for bit, text in self._lines:
            if bit & candidates and not bit & found and line in text:
                found |= bit
        return found


@dataclass
class _Known:
    """Who else says what the entities of one document say, and the pairs that few say."""

    own: int
    others: dict[str, int]
    values: dict[tuple[str, str], int] = field(default_factory=dict)


@dataclass
class Uniqueness(Spelled):
    """Risk 1 / (1 + n) of an entity that n other people of the corpus speak of, and of pairs that at most `k` speak of.

    A person is the subject of documents or, where that is not known, each document by itself; one's own documents never
    count as another person's. An entity counts by its rarest form. A value shown in its place is shared by all whose
    documents have its words (of a decade, a year), and never riskier than the entity. `k` counts the person too: 1
    takes pairs that nobody else has, 0 none. What so few say alone is no part of a pair. What has the role `none` is no
    risk.
    """

    documents: Sequence[Document] | None = field(default=None, repr=False)
    k: int = 1
    memory_: Memory[_Known] = field(default_factory=Memory, init=False, repr=False, compare=False)

    def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]:
        """The risk of each view: that of what fewest people say of all that is still visible."""
        if not any(entity.role is not Role.NONE for entity in document.entities):
            return [Risk(0.0) for _ in views]
        known = self.memory_.recall(document, self._count)
        return [self._judge(self._find_others(document, known, view)) for view in views]

    @cached_property
    def corpus_(self) -> Corpus:
        """The documents by what they say, read when first asked for."""
        if self.documents is None:
            raise ConfigError("uniqueness: documents must be given, the corpus in which people are to be hidden")
        if self.k < 0:
            raise ConfigError(f"uniqueness: k must be at least 0, got {self.k}")
        return Corpus(self.documents)

    def _count(self, document: Document) -> _Known:
        corpus = self.corpus_
        own = corpus.find_same(document)
        others: dict[str, int] = {}
        for entity in document.entities:
            if entity.role is not Role.NONE:
                people = [corpus.find_phrase(words_of(form)) & ~own for form in surfaces(document, entity)]
                others[entity.id] = min(people, key=int.bit_count)
        return _Known(own, others)

    def _find_others(self, document: Document, known: _Known, view: View) -> dict[str, int]:
        """The other people who say what is visible of each entity."""
        shown = find_visible(document, view)
        return {
            id: known.others[id] if value is None else known.others[id] | self._find_with_value(known, id, value)
            for id, value in shown.items()
            if id in known.others
        }

    def _find_with_value(self, known: _Known, id: str, value: str) -> int:
        if (id, value) not in known.values:
            words = [word for word in words_of(searchable(value)) if word not in _SMALL]
            known.values[id, value] = self.corpus_.find_all(words) & ~known.own if words else 0
        return known.values[id, value]

    def _judge(self, shared: Mapping[str, int]) -> Risk:
        counts = {id: 1 + people.bit_count() for id, people in shared.items()}
        by_entity = {id: 1 / count for id, count in counts.items()}
        pairs = []
        for first, second in subsets([id for id, count in counts.items() if count > self.k], 2) if self.k else ():
            together = 1 + (shared[first] & shared[second]).bit_count()
            if together <= self.k:
                pairs.append(Combination(frozenset((first, second)), _explain(together), 1 / together))
        total = max([*by_entity.values(), *(pair.risk for pair in pairs)], default=0.0)
        return Risk(total, by_entity=by_entity, combinations=tuple(pairs))


def _get_person(document: Document) -> str:
    return document.id if document.person is None else document.person


def _explain(n_people: int) -> str:
    if n_people == 1:
        return "nobody else in the corpus is said to be both"
    return f"only {n_people} people in the corpus are said to be both"
