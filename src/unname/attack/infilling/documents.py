"""Which background documents are about the same things as a text: the sparse retrieval of `infill2025`.

Where we differ: documents of several collections are looked up in each of them, and how far the best one is ahead of
the others tells how probable it is that it is about the person of the text.
"""

import math
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from operator import is_
from typing import NamedTuple

from unname.core.document import Document
from unname.core.errors import ConfigError
from unname.core.registry import Spelled
from unname.index.sparse import SparseIndex, weighting_from
from unname.text.ngrams import NGrams

ORIGINALS = "original"
"""The collection of whole texts of the kind that is attacked: each is the text itself, or about somebody else."""


class Finding(NamedTuple):
    """How much a lower score tells against a document, how probable it is that any found is the right one, and how much
    the lead of the best one tells for that.
    """

    steep: float
    own: float
    ahead: float


OF_KNOWLEDGE, OF_ORIGINALS = Finding(8.01, 2.82, 1.6), Finding(9.04, 3.43, 16.75)
"""Fitted on lives of DB-bio and training cases of TAB; `unname train belief` of unname-research fits them anew."""


@dataclass(frozen=True, slots=True)
class Found:
    """Documents of one collection, best first, and how probable it is of each that it is about the text's person."""

    documents: Sequence[Document] = field(default=(), repr=False)
    probabilities: Sequence[float] = ()

    @property
    def by_id(self) -> dict[str, float]:
        """The probabilities by the ids of documents; of several that bear one id, that of the first."""
        pairs = zip(self.documents, self.probabilities, strict=True)
        return {document.id: probability for document, probability in reversed(list(pairs))}


@dataclass
class Documents(Spelled):
    """Finds the best `n_documents` of a background for each text.

    The index stays while the background is the same. A document that shares nothing with the text is not found.
    """

    n_documents: int = 100
    words: tuple[int, int] = (1, 2)
    weighting: str = "bmx"
    finding: Finding = OF_KNOWLEDGE
    background_: tuple[Document, ...] | None = field(default=None, init=False, repr=False, compare=False)
    index_: SparseIndex | None = field(default=None, init=False, repr=False, compare=False)
    counts_: Counter[str] = field(default_factory=Counter, init=False, repr=False, compare=False)

    def check(self) -> None:
        """Refuse settings with which nothing can be found."""
        if not isinstance(self.n_documents, int) or self.n_documents < 1:
            raise ConfigError(f"n_documents must be a whole number from 1, got {self.n_documents!r}")
        weighting_from(self.weighting)

    def fit(self, background: Sequence[Document]) -> "Documents":
        """Index a background; nothing is done if it is the one that is known already."""
        self.check()
        known = self.background_
        if known is None or len(known) != len(background) or not all(map(is_, known, background)):
            texts = (document.text for document in background)
            self.index_ = SparseIndex.build(texts, NGrams(self.words)) if background else None
            self.background_ = tuple(background)
            self.counts_ = Counter(document.id for document in background)
        return self

    def find(self, text: str, without: Collection[str] = ()) -> list[Document]:
        """The documents that fit the text best, best first, none of those named in `without`."""
        return list(self.weigh(text, without).documents)

    def weigh(self, text: str, without: Collection[str] = ()) -> Found:
        """The same, with probabilities."""
        if self.index_ is None or self.background_ is None:
            return Found()
        barred = frozenset(without)
        # Several documents may bear one id, so what is barred is counted, not its names.
        n_barred = sum(self.counts_[id] for id in barred)
        numbers, scores = self.index_.top([text], self.n_documents + n_barred, self.weighting)
        pairs = zip(numbers[0].tolist(), scores[0].tolist(), strict=True)
        found = [(self.background_[number], score) for number, score in pairs if score > 0]
        kept = [(document, score) for document, score in found if document.id not in barred][: self.n_documents]
        return Found([document for document, _ in kept], probabilities_of([score for _, score in kept], self.finding))


@dataclass
class Shelves:
    """Finds the best `n_documents` of each collection, so that one does not push another out of sight.

    A collection is what the ids of its documents begin with, up to the first slash. Whoever knows of one collection
    more than another finds all that the other finds. What is in `ORIGINALS` is taken to be about the text's person only
    if it is far ahead: then it is the text itself.
    """

    n_documents: int = 100
    shelves_: dict[str, Documents] = field(default_factory=dict, init=False, repr=False, compare=False)

    def fit(self, background: Sequence[Document]) -> "Shelves":
        """Index each collection of a background, unless it is known already."""
        parts: dict[str, list[Document]] = {}
        for document in background:
            parts.setdefault(document.id.partition("/")[0] if "/" in document.id else "", []).append(document)
        self.shelves_ = {name: (self.shelves_.get(name) or self._shelf(name)).fit(part) for name, part in parts.items()}
        return self

    def _shelf(self, name: str) -> Documents:
        return Documents(self.n_documents, finding=OF_ORIGINALS if name == ORIGINALS else OF_KNOWLEDGE)

    def find(self, text: str, without: Collection[str] = ()) -> list[Found]:
        """What each collection has that fits the text; a collection in which nothing fits is left out."""
        found = [shelf.weigh(text, without) for shelf in self.shelves_.values()]
        return [each for each in found if each.documents]


def probabilities_of(scores: Sequence[float], finding: Finding = OF_KNOWLEDGE) -> list[float]:
    """How probable it is of each of the documents found that it is the one, from their scores, best first.

    >>> round(probabilities_of([30.0, 10.0])[0], 2), round(probabilities_of([9.0] * 9)[0], 2)
    (0.94, 0.04)
    """
    if not scores:
        return []
    weights = [math.exp(-finding.steep * (1.0 - score / scores[0])) for score in scores]
    shares = [weight / sum(weights) for weight in weights]
    any_of_them = 1.0 / (1.0 + math.exp(-(finding.own + finding.ahead * math.log(shares[0]))))
    return [share * any_of_them for share in shares]
