"""Where names stand in background documents, and whose documents are like a text."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from unname.attack.written_names import NameBook
from unname.core.document import Document, Profile
from unname.index.sparse import SparseIndex
from unname.people.profiles import profile_text
from unname.text.ngrams import NGrams

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_matrix

    Floats = NDArray[np.float64]

WORDS = (1, 2)
"""Documents are compared by single words and pairs, without stop words being left out: headings and dates count."""

LEAST = 0.002
"""The share of somebody of whom nothing is known; shares are told apart from there on."""


@dataclass(frozen=True)
class Standing:
    """Whom each document of a background may be about: a share for each person whose name stands in it.

    The share of a person for a text is the sum over documents of how probable it is that the text belongs to the
    document (from their cosine, times `sharpness`), times the person's share of the document.
    """

    index: SparseIndex | None = field(repr=False)
    owners: "csr_matrix | None" = field(repr=False)
    n_people: int
    sharpness: float

    @classmethod
    def build(
        cls,
        book: NameBook,
        population: Sequence[Profile],
        background: Sequence[Document],
        weights: "Floats",
        sharpness: float,
    ) -> "Standing":
        """Look up everybody in every document; what a profile says beside the name is about that person alone."""
        from scipy.sparse import csr_matrix

        texts = [document.text for document in background]
        rows, columns, values = _owners(book, texts, weights)
        told = [number for number, profile in enumerate(population) if profile.text.strip() or profile.fields]
        rows += range(len(texts), len(texts) + len(told))
        columns += told
        values += [1.0] * len(told)
        texts += [profile_text(population[number]) for number in told]
        if not values:
            return cls(None, None, len(population), sharpness)
        owners = csr_matrix((values, (rows, columns)), shape=(len(texts), len(population)))
        return cls(SparseIndex.build(texts, NGrams(words=WORDS)), owners, len(population), sharpness)

    def shares(self, text: str) -> "Floats":
        """The share of each person, as the logarithm of how many times more it is than nothing; 0 for nothing."""
        if self.index is None or self.owners is None:
            return np.zeros(self.n_people)
        cosines = self.index.scores([text], "tfidf")[0]
        if not cosines.any():
            return np.zeros(self.n_people)
        likely = np.where(cosines > 0, np.exp(self.sharpness * (cosines - cosines.max())), 0.0)
        shares: Floats = np.asarray(self.owners.T @ likely).ravel()
        total = shares.sum()
        return np.log1p(shares / total / LEAST) if total > 0 else np.zeros(self.n_people)

    def words(self, text: str, person: int) -> dict[str, float]:
        """The n-grams that the text shares with the document that speaks most for a person, by what they count."""
        if self.index is None or self.owners is None:
            return {}
        owned = self.owners[:, [person]].tocoo()
        if not len(owned.row):
            return {}
        cosines = self.index.scores([text], "tfidf")[0][owned.row]
        best = int(owned.row[int(np.argmax(np.exp(self.sharpness * (cosines - cosines.max())) * owned.data))])
        return self.index.contributions(text, best, "tfidf")


def ownership(evidence: "Floats", weights: "Floats") -> "Floats":
    """The shares that people have in a document from how it names each (rows): what is left is that of nobody here.

    The last of the weights is for nobody, so that a name which merely stands there owns little.
    """
    scores = (evidence * weights[:-1]).sum(axis=1)
    top = max(scores.max(initial=0.0), weights[-1])
    shares: Floats = np.exp(scores - top)
    shares /= shares.sum() + np.exp(weights[-1] - top)
    return shares


def _owners(book: NameBook, texts: Sequence[str], weights: "Floats") -> tuple[list[int], list[int], list[float]]:
    """For each document the people of whom a word stands in it, with their shares."""
    rows: list[int] = []
    columns: list[int] = []
    values: list[float] = []
    for row, text in enumerate(texts):
        people, evidence = book.evidence(text)
        shares = ownership(evidence, weights)
        rows += [row] * len(people)
        columns += people.tolist()
        values += shares.tolist()
    return rows, columns, values
