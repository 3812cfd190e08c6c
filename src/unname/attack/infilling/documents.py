"""Which background documents are about the same things as a text: the sparse retrieval of `infill2025`."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from operator import is_

from unname.core.document import Document
from unname.core.errors import ConfigError
from unname.core.registry import Spelled
from unname.index.sparse import SparseIndex, weighting_from
from unname.text.ngrams import NGrams


@dataclass
class Documents(Spelled):
    """Finds the best `n_documents` of a background for each text.

    The index stays while the background is the same. A document that shares nothing with the text is not found.
    """

    n_documents: int = 100
    words: tuple[int, int] = (1, 2)
    weighting: str = "bmx"
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
        if self.index_ is None or self.background_ is None:
            return []
        barred = frozenset(without)
        # Several documents may bear one id, so what is barred is counted, not its names.
        n_barred = sum(self.counts_[id] for id in barred)
        numbers, scores = self.index_.top([text], self.n_documents + n_barred, self.weighting)
        pairs = zip(numbers[0].tolist(), scores[0].tolist(), strict=True)
        found = [self.background_[number] for number, score in pairs if score > 0]
        return [document for document in found if document.id not in barred][: self.n_documents]
