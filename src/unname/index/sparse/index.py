"""The index that attackers search: who has these words?"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from unname.core.errors import InputError
from unname.index.sparse.build import Progress, build
from unname.index.sparse.postings import KEY_BITS, Postings
from unname.index.sparse.search import Search
from unname.index.sparse.storage import FolderSink, MemorySink, next_generation, publish, read_index
from unname.index.sparse.weighting import Query, Weighting, weighting_from
from unname.text.ngrams import NGrams, WordHashes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Numbers = NDArray[np.int64]


@dataclass
class SparseIndex:
    """Counts of n-grams in documents, weighted when a query comes; documents are numbered from 0 in order.

    Everything is exact up to collisions of 40-bit hashes. A text without known terms scores 0 for every document,
    a document without text scores 0 for every text.
    """

    ngrams: NGrams
    postings: Postings = field(repr=False)
    folder: Path | None = None
    digest: str = ""
    _known: WordHashes = field(init=False, repr=False, compare=False)
    _bounds: dict[tuple[str, int], float] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._known = self.ngrams.word_hashes()

    @classmethod
    def build(
        cls,
        texts: Iterable[str],
        ngrams: NGrams | None = None,
        folder: str | Path | None = None,
        progress: Progress | None = None,
        digest: str = "",
    ) -> "SparseIndex":
        """Index texts, in memory or in a folder; the folder holds its former index until the new one is complete.

        `progress` is called with the number of documents done since the last call; `digest` is kept for the caller.
        """
        ngrams = ngrams or NGrams()
        if folder is None:
            return cls(ngrams, build(texts, ngrams, MemorySink(), progress), digest=digest)
        return cls._build_in(Path(folder), texts, ngrams, progress, digest, None)

    @classmethod
    def load(cls, folder: str | Path) -> "SparseIndex":
        """The index in a folder, memory-mapped."""
        ngrams, postings, digest = read_index(Path(folder))
        return cls(ngrams, postings, Path(folder), digest)

    def append(self, texts: Iterable[str], progress: Progress | None = None, digest: str = "") -> None:
        """Add documents after those that are there.

        The whole index is written anew: a further document changes the weight of every term and so the norm of every
        document. A crash on the way leaves the old index in place.
        """
        if self.folder is None:
            postings = build(texts, self.ngrams, MemorySink(), progress, self.postings)
        else:
            postings = self._build_in(self.folder, texts, self.ngrams, progress, digest, self.postings).postings
        self.postings, self.digest = postings, digest
        self._bounds.clear()

    @property
    def n_documents(self) -> int:
        """How many documents there are, empty ones included."""
        return self.postings.n_documents

    def scores(self, texts: Sequence[str], weighting: str | Weighting = "tfidf") -> "Floats":
        """The score of every document (columns) for every text (rows)."""
        weighting = weighting_from(weighting)
        scores = np.zeros((len(texts), self.n_documents))
        for row, text in zip(scores, texts, strict=True):
            row[:] = Search(self.postings, self._query(text), weighting).all()
        return scores

    def top(
        self,
        texts: Sequence[str],
        n: int,
        weighting: str | Weighting = "tfidf",
        order: "NDArray[np.integer] | None" = None,
    ) -> "tuple[Numbers, Floats]":
        """The numbers and scores of the `n` best documents for every text, best first.

        The same as sorting `scores`, for less work where there are many documents. Equal scores stand in the order of
        document numbers, or of `order`, which gives each document its place.
        """
        weighting, n = weighting_from(weighting), min(n, self.n_documents)
        numbers = np.zeros((len(texts), n), np.int64)
        scores = np.zeros((len(texts), n))
        for row, text in enumerate(texts if n > 0 else ()):
            found = Search(self.postings, self._query(text), weighting).best(n, self._bounds)
            numbers[row], scores[row] = self._first(n, *found, order)
        return numbers, scores

    def contributions(self, text: str, document: int, weighting: str | Weighting = "tfidf") -> dict[str, float]:
        """What each n-gram of a text adds to the score of one document, highest first; they sum to the score."""
        if not 0 <= document < self.n_documents:
            raise InputError(f"there is no document {document}; the index has {self.n_documents}")
        weighting, query = weighting_from(weighting), self._query(text)
        counts = self.postings.counts_in(document, query.starts, query.stops)
        shared = np.flatnonzero(counts)
        weights = weighting.weights(query, self.postings)
        smoothing = weights.smoothing_of(shared)
        impacts = weighting.impacts(np.full(len(shared), document), counts[shared], self.postings, smoothing)
        values = weights.terms[shared] * impacts
        if weights.entropies is not None:
            values = values + weights.similarity * weights.entropies[shared] * len(shared)
        return self._by_term(text, query.keys[shared], values)

    @classmethod
    def _build_in(
        cls,
        folder: Path,
        texts: Iterable[str],
        ngrams: NGrams,
        progress: Progress | None,
        digest: str,
        old: Postings | None,
    ) -> "SparseIndex":
        generation = next_generation(folder)
        postings = build(texts, ngrams, FolderSink(generation), progress, old, generation)
        publish(folder, generation, ngrams, postings, digest)
        return cls(ngrams, postings, folder, digest)

    def _query(self, text: str) -> Query:
        hashes, _ = self.ngrams.batch([text], self._known)
        keys, counts = np.unique(hashes >> np.uint64(64 - KEY_BITS), return_counts=True)
        starts, stops = self.postings.find(keys)
        order = np.argsort(stops - starts, kind="stable")
        order = order[np.searchsorted((stops - starts)[order], 1) :]
        return Query(keys[order], counts[order], starts[order], stops[order], len(keys))

    def _first(
        self, n: int, documents: "Numbers", scores: "Floats", order: "NDArray[np.integer] | None"
    ) -> "tuple[Numbers, Floats]":
        places = documents if order is None else order[documents]
        best = np.lexsort((places, -scores))[:n]
        documents, scores = documents[best], scores[best]
        if len(documents) < n:
            everybody = np.arange(self.n_documents) if order is None else np.argsort(order, kind="stable")
            others = everybody[~np.isin(everybody, documents)][: n - len(documents)]
            documents, scores = np.append(documents, others), np.append(scores, np.zeros(len(others)))
        return documents, scores

    def _by_term(self, text: str, keys: "NDArray[np.uint64]", values: "Floats") -> dict[str, float]:
        """Contributions by n-gram, highest first; where hashes collide, the n-gram that comes first stands for both."""
        terms = self.ngrams.terms(text)
        different, places = np.unique(self.ngrams.hashes(text) >> np.uint64(64 - KEY_BITS), return_index=True)
        first = places[np.searchsorted(different, keys)]
        order = np.lexsort((first, -values))
        return {terms[place]: value for place, value in zip(first[order].tolist(), values[order].tolist(), strict=True)}
