"""A search engine over texts at hand: every word with its positions, in memory and nowhere else."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from unname.core.document import Document, Profile
from unname.core.errors import ConfigError
from unname.people.profiles import profile_text
from unname.text.words import words_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

Texts = Mapping[str, str] | Sequence[Profile | Document | str]
"""Texts by id, people, documents, or bare texts, whose ids are their numbers from 1."""

_MOST_TERMS = 100_000
_SEPARATOR = 0


class _Found(NamedTuple):
    """The documents (sorted numbers) that contain a term, and what it adds to the score of each."""

    documents: "NDArray[np.int64]"
    scores: "NDArray[np.float64]"


class _Index(NamedTuple):
    """All words of all texts in one row, and where each word stands in it."""

    vocabulary: Mapping[str, int]
    stream: "NDArray[np.int32]"
    document: "NDArray[np.int32]"
    positions: "NDArray[np.int64]"
    starts: "NDArray[np.int64]"


@dataclass
class LocalIndex:
    """Finds the texts that contain every term of a query, word by word and in order, the best first.

    Case, accents, punctuation and blanks do not matter. The score of a text is the sum over the terms of
    log(1 + occurrences) * log(1 + texts / texts with the term); equal ones keep the order in which they came. A term
    without a letter or digit is found nowhere. Nothing is written to disk.
    """

    texts: Texts = field(repr=False)
    terms_: dict[str, _Found] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The name; the texts are content, so it tells their number alone."""
        return f"local({len(self.texts)} texts)"

    def search(self, query: Sequence[str], n: int) -> Sequence[str]:
        """Ids of at most `n` texts that contain all terms, the best first."""
        if not query or n < 1:
            return []
        terms = [self._find(term) for term in dict.fromkeys(query)]
        terms.sort(key=lambda term: len(term.documents))
        documents, scores = terms[0]
        for term in terms[1:]:
            if not len(documents):
                break
            documents, scores = _both(_Found(documents, scores), term)
        order = np.argsort(-scores, kind="stable")[:n]
        return [self._ids[number] for number in documents[order]]

    def __contains__(self, id: object) -> bool:
        return id in self._known

    @cached_property
    def _pairs(self) -> list[tuple[str, str]]:
        pairs = list(_pairs(self.texts))
        if len({id for id, _ in pairs}) < len(pairs):
            raise ConfigError(f"two of the {len(pairs)} texts to search have the same id")
        return pairs

    @cached_property
    def _ids(self) -> list[str]:
        return [id for id, _ in self._pairs]

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self._ids)

    @cached_property
    def _index(self) -> _Index:
        vocabulary: defaultdict[str, int] = defaultdict(count(_SEPARATOR + 1).__next__)
        rows: list[NDArray[np.int32]] = []
        for _, text in self._pairs:
            numbers = map(vocabulary.__getitem__, words_of(text))
            rows.append(np.array([*numbers, _SEPARATOR], dtype=np.int32))  # so that no phrase runs into the next text
        stream = np.concatenate([np.zeros(0, np.int32), *rows])
        document = np.repeat(np.arange(len(rows), dtype=np.int32), [len(row) for row in rows])
        positions = np.argsort(stream, kind="stable")
        starts = np.searchsorted(stream[positions], np.arange(len(vocabulary) + 2))
        return _Index(dict(vocabulary), stream, document, positions, starts)

    def _find(self, term: str) -> _Found:
        found = self.terms_.get(term)
        if found is None:
            if len(self.terms_) >= _MOST_TERMS:
                self.terms_.clear()
            found = self.terms_[term] = self._scored(self._places(words_of(term)))
        return found

    def _places(self, words: Sequence[str]) -> "NDArray[np.int64]":
        """Where the phrase starts, in the row of all words."""
        index = self._index
        numbers = [index.vocabulary.get(word, -1) for word in words]
        if not numbers or -1 in numbers:
            return np.zeros(0, dtype=np.int64)
        counts = [index.starts[number + 1] - index.starts[number] for number in numbers]
        rarest = int(np.argmin(counts))
        number = numbers[rarest]
        places = index.positions[index.starts[number] : index.starts[number + 1]] - rarest
        places = places[(places >= 0) & (places + len(numbers) <= len(index.stream))]
        for offset, number in enumerate(numbers):
            if offset != rarest:
                places = places[index.stream[places + offset] == number]
        return places

    def _scored(self, places: "NDArray[np.int64]") -> _Found:
        documents, counts = np.unique(self._index.document[places], return_counts=True)
        rarity = np.log1p(len(self._ids) / max(1, len(documents)))
        return _Found(documents.astype(np.int64), np.log1p(counts) * rarity)


def _both(one: _Found, other: _Found) -> _Found:
    """The documents with both; the second is the longer one, so it is looked up and never walked through."""
    if not len(other.documents):
        return other
    at = np.searchsorted(other.documents, one.documents)
    at[at == len(other.documents)] = 0
    same = other.documents[at] == one.documents
    return _Found(one.documents[same], one.scores[same] + other.scores[at[same]])


def _pairs(texts: Texts) -> Iterable[tuple[str, str]]:
    if isinstance(texts, Mapping):
        yield from texts.items()
        return
    for number, item in enumerate(texts, start=1):
        if isinstance(item, Profile):
            yield item.id, profile_text(item)
        elif isinstance(item, Document):
            yield item.id, item.text
        else:
            yield str(number), item
