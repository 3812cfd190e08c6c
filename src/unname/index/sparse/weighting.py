"""How much a shared term counts: tf-idf, BM25, BMX and likelihood, all from the same counts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from unname.core.errors import ConfigError
from unname.core.registry import parse, spelled
from unname.index.sparse.build import log_counts, smooth_idf
from unname.index.sparse.postings import Postings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.integer]


@dataclass(frozen=True)
class Query:
    """The terms of a text that the index knows, rarest first, each once.

    `counts` says how often the text has each of them, `starts` and `stops` where their postings are; `n_terms` counts
    the different terms of the text, unknown ones too.
    """

    keys: "NDArray[np.uint64]"
    counts: "NDArray[np.int64]"
    starts: "NDArray[np.int64]"
    stops: "NDArray[np.int64]"
    n_terms: int

    @property
    def frequencies(self) -> "NDArray[np.int64]":
        """How many documents hold each term."""
        return self.stops - self.starts


@dataclass(frozen=True)
class Weights:
    """What a weighting makes of one query.

    The score of a document is the sum over shared terms of weight x impact, plus
    `similarity` x (sum over shared terms of `entropies`) x (number of shared terms). `smoothing` is one number for the
    query, or one for each term that does not depend on the query.
    """

    terms: "Floats"
    entropies: "Floats | None" = None
    similarity: float = 0.0
    smoothing: "float | Floats" = 0.0

    def smoothing_of(self, terms: "int | NDArray[np.integer]") -> "float | Floats":
        """The smoothing of one term or of several, by their numbers in the query."""
        return self.smoothing if isinstance(self.smoothing, float) else self.smoothing[terms]


class Weighting(Protocol):
    """Weights of the terms of a query, and the impact of a count in a document."""

    @property
    def name(self) -> str:
        """The name with its settings."""
        ...

    def weights(self, query: Query, postings: Postings) -> Weights:
        """What each term of the query counts."""
        ...

    def impacts(
        self, documents: "Integers", counts: "Integers", postings: Postings, smoothing: "float | Floats"
    ) -> "Floats":
        """What these counts in these documents are worth; never more than with one smoothing of 0 for all terms."""
        ...


@dataclass(frozen=True)
class TfIdf:
    """The cosine between vectors of (1 + ln count) x (ln((1 + documents) / (1 + documents with the term)) + 1).

    Equal to scikit-learn's `TfidfVectorizer(sublinear_tf=True)`: terms that no document has do not count in the query.
    """

    @property
    def name(self) -> str:
        """The name with its settings."""
        return spelled("tfidf", self)

    def weights(self, query: Query, postings: Postings) -> Weights:
        """The idf twice, for query and document, and the length of the query."""
        idf = smooth_idf(query.frequencies, postings.n_documents)
        vector = (1.0 + np.log(query.counts)) * idf
        norm = np.sqrt(np.sum(vector**2))
        return Weights(vector * idf / norm if norm else vector)

    def impacts(
        self, documents: "Integers", counts: "Integers", postings: Postings, smoothing: "float | Floats"
    ) -> "Floats":
        """(1 + ln count) / length of the document's vector."""
        weights: Floats = log_counts(counts) / postings.norms[documents]
        return weights


@dataclass(frozen=True)
class BM25:
    """Sum over shared terms of idf x count / (count + k1 x (1 - b + b x length / mean length)).

    idf = ln(1 + (documents - with the term + 0.5) / (with the term + 0.5)), and no factor k1 + 1, as in Lucene.
    A term counts once however often the query repeats it.
    """

    k1: float = 1.2
    b: float = 0.75

    def __post_init__(self) -> None:
        if not self.k1 >= 0 or not 0 <= self.b <= 1:
            raise ConfigError(f"bm25: k1 must not be negative and b lies in [0, 1], got k1={self.k1}, b={self.b}")

    @property
    def name(self) -> str:
        """The name with its settings."""
        return spelled("bm25", self)

    def weights(self, query: Query, postings: Postings) -> Weights:
        """The idf."""
        return Weights(_lucene_idf(query.frequencies, postings.n_documents))

    def impacts(
        self, documents: "Integers", counts: "Integers", postings: Postings, smoothing: "float | Floats"
    ) -> "Floats":
        """The saturated count."""
        relative = postings.lengths[documents] / postings.mean_length
        saturated: Floats = counts / (counts + self.k1 * (1.0 - self.b + self.b * relative))
        return saturated


@dataclass(frozen=True)
class BMX:
    """Entropy-weighted BM25 (arXiv 2408.06643), the sparse retriever of `infill2025`.

    score(Q, D) = sum over shared terms q of
        idf(q) x count x (alpha + 1) / (count + alpha x length / mean length + alpha x mean of E over Q)
        + beta x E(q) x S(Q, D)

    with E(q) = H(q) / max H over Q, H(q) = -sum over documents with q of p ln p, p = 1 / (1 + exp(-count));
    S(Q, D) = shared terms / terms of Q; idf as in BM25; alpha = mean length / 100, kept within [0.5, 1.5], and
    beta = 1 / ln(1 + documents), unless they are given.

    Where we differ: terms of a query count once, and the mean and the maximum of E are over those that some document
    has; as in the authors' code, H and the similarity are summed over documents and terms that match, not over all.
    Neither their query augmentation by a language model nor their normalization of scores is done.
    """

    alpha: float | None = None
    beta: float | None = None

    def __post_init__(self) -> None:
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if value is not None and not value >= 0:
                raise ConfigError(f"bmx: {name} must not be negative, got {value}")

    @property
    def name(self) -> str:
        """The name with its settings."""
        return spelled("bmx", self)

    def weights(self, query: Query, postings: Postings) -> Weights:
        """idf x (alpha + 1) for the counts, entropies for the similarity."""
        if not len(query.keys):
            return Weights(np.zeros(0), np.zeros(0))
        alpha = self._alpha(postings)
        beta = 1.0 / np.log(1.0 + postings.n_documents) if self.beta is None else self.beta
        entropies = _entropies(query, postings)
        # A term that every document repeats hundreds of times has no entropy left to divide by.
        entropies /= entropies.max() or 1.0
        idf = _lucene_idf(query.frequencies, postings.n_documents)
        smoothing = float(alpha * entropies.mean())
        return Weights(idf * (alpha + 1.0), entropies, float(beta) / query.n_terms, smoothing)

    def impacts(
        self, documents: "Integers", counts: "Integers", postings: Postings, smoothing: "float | Floats"
    ) -> "Floats":
        """The saturated count."""
        relative = postings.lengths[documents] / postings.mean_length
        saturated: Floats = counts / (counts + self._alpha(postings) * relative + smoothing)
        return saturated

    def _alpha(self, postings: Postings) -> float:
        return min(max(postings.mean_length / 100.0, 0.5), 1.5) if self.alpha is None else self.alpha


@dataclass(frozen=True)
class Likelihood:
    """How much likelier the text is if drawn from the document than if drawn from all documents together.

    score(Q, D) = sum over terms q of count in Q x ln(1 + own / (1 - own) x p(q in D) / p(q in all)), where `own` is the
    share of words that a text about somebody takes from what is known of them (smoothing after Jelinek and Mercer).
    """

    own: float = 0.2

    def __post_init__(self) -> None:
        if not 0 < self.own < 1:
            raise ConfigError(f"likelihood: own lies between 0 and 1, got {self.own}")

    @property
    def name(self) -> str:
        """The name with its settings."""
        return spelled("likelihood", self)

    def weights(self, query: Query, postings: Postings) -> Weights:
        """How often the text has each term; the smoothing is how common it is."""
        counts = [int(postings.counts[i:j].sum()) for i, j in zip(query.starts, query.stops, strict=True)]
        n_words = postings.mean_length * postings.n_documents
        odds = (1.0 - self.own) / self.own
        return Weights(
            query.counts.astype(np.float64), smoothing=odds * np.array(counts, np.float64) / max(1.0, n_words)
        )

    def impacts(
        self, documents: "Integers", counts: "Integers", postings: Postings, smoothing: "float | Floats"
    ) -> "Floats":
        """The logarithm of the ratio."""
        ratio: Floats = np.log1p(counts / postings.lengths[documents] / smoothing)
        return ratio


WEIGHTINGS: Mapping[str, type[TfIdf] | type[BM25] | type[BMX] | type[Likelihood]] = {
    "tfidf": TfIdf,
    "bm25": BM25,
    "bmx": BMX,
    "likelihood": Likelihood,
}


def weighting_from(weighting: str | Weighting) -> Weighting:
    """The weighting that a name such as `bm25(k1=0.9)` stands for; a weighting stands for itself.

    >>> weighting_from("bm25(k1=0.9)")
    BM25(k1=0.9, b=0.75)
    """
    if not isinstance(weighting, str):
        return weighting
    name, settings = parse(weighting)
    if name not in WEIGHTINGS:
        raise ConfigError(f"unknown weighting {name!r}; known are {', '.join(WEIGHTINGS)}")
    try:
        return WEIGHTINGS[name](**settings)
    except TypeError as error:
        raise ConfigError(f"weighting {weighting!r}: {error}") from error


def _lucene_idf(frequencies: "NDArray[np.int64]", n_documents: int) -> "Floats":
    return np.log1p((n_documents - frequencies + 0.5) / (frequencies + 0.5))


def _entropies(query: Query, postings: Postings) -> "Floats":
    """-sum of p ln p per term, through how many documents have each count: few counts differ."""
    return np.array([_entropy(postings.counts[i:j]) for i, j in zip(query.starts, query.stops, strict=True)])


def _entropy(counts: "Integers") -> float:
    sizes = np.bincount(counts)
    present = np.flatnonzero(sizes)
    logs = -np.log1p(np.exp(-present.astype(float)))
    return float(-np.sum(sizes[present] * np.exp(logs) * logs))
