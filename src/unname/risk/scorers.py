"""What ranks the true person among a population; by the words that people share with the text."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np

from unname.core.document import Document, Profile
from unname.core.roles import View
from unname.core.sums import Terms
from unname.index.matrix import Standing
from unname.index.sparse import SparseIndex
from unname.index.sparse.weighting import Likelihood
from unname.models.linkage.terms import DenseTerms, ValuedTerms, find_alive, place
from unname.people.profiles import profile_text
from unname.risk.views import Memory, find_values, mark_unchanged
from unname.text.ngrams import NGrams

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_GRAIN = 2.0**16
"""Scores are rounded to multiples of 1 / this, so that sums are exact in any order."""
_NUMBERS_AT_ONCE = 2**23


class Scorer(Protocol):
    """One model that scores everybody by what is visible of a document."""

    n_encoded: int

    def find_best(self, document: Document) -> int:
        """The number of the person whom the whole text fits best."""

    def rank_views(self, document: Document, person: int, views: Sequence[View]) -> Standing:
        """The rank and the probability of the person in each view."""

    def terms(self, document: Document, person: int, view: View) -> Terms:
        """What each visible part adds to the scores, near a view."""


@dataclass(eq=False)
class TableScorer(ABC):
    """Scores by a table of what each part of the text adds for everybody; what stands in its place adds for itself."""

    people: Sequence[Profile] = field(repr=False)
    n_encoded: int = field(default=0, init=False)
    _memory: "Memory[DenseTerms]" = field(default_factory=lambda: Memory(size=1), init=False, repr=False)

    @abstractmethod
    def find_best(self, document: Document) -> int:
        """The number of the person whom the whole text fits best."""

    @abstractmethod
    def _work_out(self, document: Document, person: int) -> DenseTerms:
        """What each part adds to the scores as it stands."""

    @abstractmethod
    def _score_values(self, document: Document, person: int, shown: Sequence[tuple[str, str]]) -> "Floats":
        """What each (entity id, value) adds to the scores of everybody."""

    def rank_views(self, document: Document, person: int, views: Sequence[View]) -> Standing:
        """The rank and the probability of the person in each view."""
        terms = self._terms(document, person)
        size = max(1, _NUMBERS_AT_ONCE // max(terms.n_people, len(terms.members)))
        found = []
        for start in range(0, len(views), size):
            batch = views[start : start + size]
            alive = find_alive(terms.members, mark_unchanged(document, batch))
            for view, totals in zip(batch, terms.add_up(alive), strict=True):
                if shown := find_values(document, view):
                    totals = totals + self._score_values(document, person, shown).sum(axis=0)
                found.append(place(totals, person))
        ranks, probabilities = zip(*found, strict=True) if found else ((), ())
        return Standing(np.array(ranks, np.int64), np.array(probabilities, np.float64))

    def terms(self, document: Document, person: int, view: View) -> DenseTerms:
        """What each part adds to the scores; the same near every view but for what the view shows instead."""
        terms = self._terms(document, person)
        shown = find_values(document, view)
        if not shown:
            return terms
        ids = {id for id, _ in shown}
        numbers = {number for number, entity in enumerate(document.entities) if entity.id in ids}
        kept = [row for row, members in enumerate(terms.members) if numbers.isdisjoint(members)]
        rest = terms.table[:1] + self._score_values(document, person, shown).sum(axis=0)
        table = np.concatenate([rest, terms.table[[1 + row for row in kept]]])
        return DenseTerms(person, [terms.members[row] for row in kept], table)

    def _terms(self, document: Document, person: int) -> DenseTerms:
        return self._memory.recall(document, lambda document: self._work_out(document, person))


@dataclass(eq=False)
class SparseScorer(TableScorer):
    """Scores by shared words: how much likelier the background of each person makes them.

    All scores are relative to that of the true person. With `monotone`, words that fit a rival better are ignored when
    comparing with that rival.
    """

    own: float = 0.2
    monotone: bool = False

    def find_best(self, document: Document) -> int:
        """The number of the person whom the whole text fits best."""
        return int(np.argmax(self._score([document.text])[0]))

    def entity_terms(self, document: Document, person: int) -> ValuedTerms:
        """What each entity adds to the scores, and what any value in its place would."""
        terms = self._terms(document, person)
        return ValuedTerms(
            person, terms.members, terms.table, score_values=lambda shown: self._score_values(document, person, shown)
        )

    def _work_out(self, document: Document, person: int) -> DenseTerms:
        spans = [[mention.span for mention in entity.mentions] for entity in document.entities]
        rest = list(document.text)
        for start, end in (span for group in spans for span in group):
            rest[start:end] = "*" * (end - start)
        texts = [" *** ".join(document.text[start:end] for start, end in group) for group in spans]
        scores = self._score(["".join(rest), *texts])
        # What is always visible cannot be ignored, so it is compared as it is.
        table = np.concatenate([scores[:1] - scores[:1, [person]], self._compare(person, scores[1:])])
        return DenseTerms(person, [(number,) for number in range(len(texts))], table)

    def _score_values(self, document: Document, person: int, shown: Sequence[tuple[str, str]]) -> "Floats":
        n_mentions = {entity.id: len(entity.mentions) for entity in document.entities}
        counts = np.array([n_mentions[id] for id, _ in shown]).reshape(-1, 1)
        return self._compare(person, counts * self._score([value for _, value in shown]))

    def _compare(self, person: int, scores: "Floats") -> "Floats":
        relative: Floats = scores - scores[:, [person]]
        return np.minimum(relative, 0.0) if self.monotone else relative

    def _score(self, texts: Sequence[str]) -> "Floats":
        scores: Floats = np.rint(self._index.scores(texts, Likelihood(self.own)) * _GRAIN) / _GRAIN
        return scores

    @cached_property
    def _index(self) -> SparseIndex:
        # By stems, so that "restored" does not stay beside "restores" in the profile.
        return SparseIndex.build((profile_text(profile) for profile in self.people), NGrams(words=(1, 1), stem=True))
