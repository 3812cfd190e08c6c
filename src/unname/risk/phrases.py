"""What ranks the true person among a population by the n-grams that people share with the text."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from unname.core.document import Document, Profile, Span
from unname.core.errors import ConfigError
from unname.core.registry import parse
from unname.index.sparse import SparseIndex, TfIdf, weighting_from
from unname.index.sparse.build import smooth_idf
from unname.index.sparse.postings import KEY_BITS
from unname.index.sparse.weighting import BMX, Query, Weighting
from unname.models.linkage.terms import DenseTerms, find_owners
from unname.people.profiles import profile_text
from unname.risk.scorers import TableScorer
from unname.text.masks import MASK, has_masks
from unname.text.ngrams import NGrams

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_GRAIN = 2.0**24
"""Scores are rounded to multiples of 1 / this, so that sums are exact in any order."""
_LETTER = "(?:[^\\W_]|[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff])"
_PIECE = re.compile(rf"{_LETTER}+(?:['\u2019]{_LETTER}+)*")
"""What n-grams take for one word; at a hyphen, another one begins."""


class Token(NamedTuple):
    """A word as n-grams see it (empty where they leave it out), and the entities that hide it."""

    text: str
    entities: tuple[int, ...]


@dataclass(eq=False)
class PhraseScorer(TableScorer):
    """Scores by shared n-grams of words or characters, with the weights of an index.

    Settings are those of `NGrams` and a `weighting` that is a sum over n-grams. A mask breaks sequences, so hiding a
    word takes away all n-grams across it and adds none: scores are sums of terms. The length of the text's vector, by
    which tf-idf divides, is the same for everybody and left out. Where an n-gram stands in several places that are
    hidden by different entities, each of them counts as if it were alone.
    """

    ngrams: NGrams
    weighting: Weighting

    @classmethod
    def named(cls, spec: str, people: Sequence[Profile]) -> "PhraseScorer":
        """The scorer that a name such as `sparse(words=(1, 3), stop_words=True)` stands for."""
        _, settings = parse(spec)
        weighting = weighting_from(settings.pop("weighting", "tfidf"))
        if isinstance(weighting, BMX):
            raise ConfigError(f"linkage: {spec!r} is no sum of terms, as its weights depend on the whole text")
        try:
            ngrams = NGrams(**settings)
        except TypeError as error:
            raise ConfigError(f"linkage: {spec!r}: {error}") from None
        return cls(people, ngrams, weighting)

    def find_best(self, document: Document) -> int:
        """The number of the person whom the whole text fits best."""
        return int(np.argmax(self._index.scores([document.text], self.weighting)[0]))

    def _work_out(self, document: Document, person: int) -> DenseTerms:
        numbers: dict[tuple[int, ...], int] = {(): 0}
        rows, hashes = [], []
        for tokens in self._split(document):
            for members, hashed in self._find_grams(tokens):
                rows.append(numbers.setdefault(members, len(numbers)))
                hashes.append(hashed)
        table = self._score_rows(np.array(rows, np.int64), np.array(hashes, np.uint64), len(numbers))
        return DenseTerms(person, list(numbers)[1:], table)

    def _score_values(self, document: Document, person: int, shown: Sequence[tuple[str, str]]) -> "Floats":
        n_mentions = {entity.id: len(entity.mentions) for entity in document.entities}
        hashes = [self.ngrams.hashes(value) for _, value in shown]
        rows = np.repeat(np.arange(len(shown)), [len(each) for each in hashes])
        counts = np.array([n_mentions[id] for id, _ in shown]).reshape(-1, 1)
        return np.asarray(counts * self._score_rows(rows, np.concatenate(hashes), len(shown)))

    def _split(self, document: Document) -> Iterator[list[Token]]:
        """The words between masks, those that n-grams leave out among them."""
        text = document.text
        breaks = [found.span() for found in MASK.finditer(text)] if has_masks(text) else []
        start = 0
        for end, after in [*breaks, (len(text), len(text))]:
            spans = [Span(*found.span()) for found in _PIECE.finditer(text, start, end)]
            hidden_by = find_owners(document, spans)
            yield [
                Token(word, entities)
                for span, entities in zip(spans, hidden_by, strict=True)
                for word in self._single.terms(text[slice(*span)]) or [""]
            ]
            start = after

    def _find_grams(self, tokens: Sequence[Token]) -> Iterator[tuple[tuple[int, ...], int]]:
        """Every n-gram, as the entities that it needs and its hash."""
        kept = [number for number, token in enumerate(tokens) if token.text]
        if self.ngrams.characters:
            for number in kept:
                for hashed in self.ngrams.hashes(tokens[number].text).tolist():
                    yield tokens[number].entities, hashed
            return
        low, high = self.ngrams.words
        places = [(kept[at], kept[at + n - 1]) for n in range(low, high + 1) for at in range(len(kept) - n + 1)]
        hashes = self.ngrams.hashes(" ".join(tokens[number].text for number in kept)).tolist()
        for (first, last), hashed in zip(places, hashes, strict=True):
            needed = {entity for token in tokens[first : last + 1] for entity in token.entities}
            yield tuple(sorted(needed)), hashed

    def _score_rows(self, rows: "NDArray[np.int64]", hashes: "NDArray[np.uint64]", n_rows: int) -> "Floats":
        """The scores of everybody by the n-grams of each row."""
        table = np.zeros((n_rows, len(self.people)))
        if not len(rows):
            return table
        keys = hashes >> np.uint64(64 - KEY_BITS)
        order = np.lexsort((keys, rows))
        rows, keys = rows[order], keys[order]
        is_first = np.append(True, (np.diff(rows) != 0) | (keys[1:] != keys[:-1]))
        counts = np.diff(np.append(np.flatnonzero(is_first), len(rows)))
        rows, keys = rows[is_first], keys[is_first]
        postings = self._index.postings
        starts, stops = postings.find(keys)
        query = Query(keys, counts, starts, stops, len(keys))
        weights = self.weighting.weights(query, postings)
        values = self._weigh(query) if isinstance(self.weighting, TfIdf) else weights.terms
        documents, found = postings.entries(starts, stops)
        terms = np.repeat(np.arange(len(keys)), query.frequencies)
        impacts = self.weighting.impacts(documents, found, postings, weights.smoothing_of(terms))
        np.add.at(table, (rows[terms], documents), values[terms] * impacts)
        return np.asarray(np.rint(table * _GRAIN) / _GRAIN)

    def _weigh(self, query: Query) -> "Floats":
        """The weights of tf-idf without the length of the text's vector."""
        idf = smooth_idf(query.frequencies, len(self.people))
        return np.asarray((1.0 + np.log(query.counts)) * idf**2)

    @cached_property
    def _single(self) -> NGrams:
        return NGrams((1, 1), None, self.ngrams.stop_words, self.ngrams.remove_masks, self.ngrams.stem)

    @cached_property
    def _index(self) -> SparseIndex:
        return SparseIndex.build((profile_text(profile) for profile in self.people), self.ngrams)
