"""Scores of all documents for a query, or of the best ones without looking at all postings."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from unname.index.sparse.postings import Postings
from unname.index.sparse.weighting import Query, Weighting, Weights

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Numbers = NDArray[np.int64]

COMMON = 2048
"""A term in more documents than this is common: it is read alone, and may be skipped."""
_MAX_GATHERED = 4_000_000
_SLACK = 1.0 + 1e-9


@dataclass
class Search:
    """One query against all postings, term by term, rarest first.

    Terms are added in the same order whoever asks, so every way to a score gives the same floating-point number.
    """

    postings: Postings
    query: Query
    weighting: Weighting
    weights: Weights = field(init=False)
    sums: "Floats" = field(init=False, repr=False)
    entropies: "Floats" = field(init=False, repr=False)
    matches: "Numbers" = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.weights = self.weighting.weights(self.query, self.postings)
        self.sums = np.zeros(self.postings.n_documents)
        if self.weights.entropies is not None:
            self.entropies = np.zeros(self.postings.n_documents)
            self.matches = np.zeros(self.postings.n_documents, np.int64)

    def all(self) -> "Floats":
        """The score of every document."""
        for number in range(self._add_rare(), len(self.query.keys)):
            self._add_common(number)
        return self._scores(slice(None))

    def best(self, n: int, bounds: "dict[tuple[str, int], float]") -> "tuple[Numbers, Floats]":
        """Documents among which the `n` best are, all that equal the last of them included, and their scores.

        Rare terms name the candidates. As soon as the common terms that are left could not lift a document that has
        none of the others over the n-th best, they are looked up for the candidates alone (after MaxScore, Turtle and
        Flood 1995). `bounds` keeps the highest impact of common terms from one query to the next.
        """
        first, n_terms = self._add_rare(), len(self.query.keys)
        rest = self._rest(first, bounds)
        watched = self._promising(max(10 * n, 100))
        number, threshold = first, _nth(self._scores(watched), n)
        while number < n_terms and self._upper(None, rest[:, number - first]) * _SLACK >= threshold:
            self._add_common(number)
            number += 1
            threshold = _nth(self._scores(watched), n)
        if number == n_terms:
            candidates = np.flatnonzero(self.sums)
        else:
            candidates = np.flatnonzero(self._upper(slice(None), rest[:, number - first]) * _SLACK >= threshold)
        for place in range(number, n_terms):
            self._add_to(candidates, place)
            threshold = _nth(self._scores(watched), n)
            if place + 1 < n_terms:
                candidates = candidates[self._upper(candidates, rest[:, place + 1 - first]) * _SLACK >= threshold]
        return candidates, self._scores(candidates)

    def _add_rare(self) -> int:
        """Add the terms that are not common, many at a time; where the common ones start."""
        frequencies = self.query.frequencies
        n_rare = int(np.searchsorted(frequencies, COMMON, side="right"))
        groups = np.cumsum(frequencies[:n_rare]) // _MAX_GATHERED
        for group in np.unique(groups):
            terms = np.flatnonzero(groups == group)
            documents, counts = self.postings.entries(self.query.starts[terms], self.query.stops[terms])
            owners = np.repeat(terms, frequencies[terms])
            impacts = self.weighting.impacts(documents, counts, self.postings, self.weights.smoothing_of(owners))
            np.add.at(self.sums, documents, self.weights.terms[owners] * impacts)
            if self.weights.entropies is not None:
                np.add.at(self.entropies, documents, self.weights.entropies[owners])
                np.add.at(self.matches, documents, 1)
        return n_rare

    def _add_common(self, number: int) -> None:
        documents, counts = self.postings.entry(int(self.query.starts[number]), int(self.query.stops[number]))
        self._add(number, documents, counts)

    def _add_to(self, candidates: "Numbers", number: int) -> None:
        """Add a term to the candidates; to everybody where that is less work."""
        documents, counts = self.postings.entry(int(self.query.starts[number]), int(self.query.stops[number]))
        if len(candidates) * 8 < len(documents):
            places = np.searchsorted(documents, candidates.astype(documents.dtype))
            found = documents[np.minimum(places, len(documents) - 1)] == candidates
            documents, counts = candidates[found], counts[places[found]]
        self._add(number, documents, counts)

    def _add(self, number: int, documents: "NDArray[np.integer]", counts: "NDArray[np.integer]") -> None:
        impacts = self.weighting.impacts(documents, counts, self.postings, self.weights.smoothing_of(number))
        self.sums[documents] += self.weights.terms[number] * impacts
        if self.weights.entropies is not None:
            self.entropies[documents] += self.weights.entropies[number]
            self.matches[documents] += 1

    def _scores(self, documents: "Numbers | slice") -> "Floats":
        if self.weights.entropies is None:
            return self.sums[documents]
        extra = self.weights.similarity * self.entropies[documents] * self.matches[documents]
        scores: Floats = self.sums[documents] + extra
        return scores

    def _promising(self, n: int) -> "Numbers":
        """The best documents so far; the n-th best of any few is a floor for the n-th best of all."""
        found = np.flatnonzero(self.sums)
        return found[np.argpartition(self._scores(found), -n)[-n:]] if n < len(found) else found

    def _rest(self, number: int, bounds: "dict[tuple[str, int], float]") -> "Floats":
        """The most that the terms from each common one on can add: to the sum, the entropies and the matches."""
        limits = self.weights.terms[number:] * [self._bound(i, bounds) for i in range(number, len(self.query.keys))]
        entropies = np.zeros_like(limits) if self.weights.entropies is None else self.weights.entropies[number:]
        rows = np.stack([limits, entropies, np.ones_like(limits)])
        return np.cumsum(rows[:, ::-1], axis=1)[:, ::-1]

    def _bound(self, number: int, bounds: "dict[tuple[str, int], float]") -> float:
        key = (self.weighting.name, int(self.query.keys[number]))
        if key not in bounds:
            entry = self.postings.entry(int(self.query.starts[number]), int(self.query.stops[number]))
            # A smoothing that differs from query to query must not be remembered; without it, impacts are highest.
            whole = isinstance(self.weights.smoothing, float)
            smoothing = 0.0 if whole else self.weights.smoothing_of(number)
            bounds[key] = float(self.weighting.impacts(*entry, self.postings, smoothing).max())
        return bounds[key]

    def _upper(self, candidates: "Numbers | slice | None", rest: "Floats") -> "Floats":
        """The most that candidates can reach, or a document that has had no term so far."""
        sums = rest[0] + (0.0 if candidates is None else self.sums[candidates])
        if self.weights.entropies is None:
            return np.asarray(sums)
        entropies = rest[1] + (0.0 if candidates is None else self.entropies[candidates])
        matches = rest[2] + (0 if candidates is None else self.matches[candidates])
        return np.asarray(sums + self.weights.similarity * entropies * matches)


def _nth(scores: "Floats", n: int) -> float:
    """The n-th highest score, 0 if there are fewer."""
    return float(np.partition(scores, -n)[-n]) if len(scores) >= n else 0.0
