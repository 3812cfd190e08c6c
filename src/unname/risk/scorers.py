"""What ranks the true person among a population; by the words that people share with the text."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np

from unname.core.document import Document, Profile
from unname.core.roles import Terms, View
from unname.index.matrix import Standing
from unname.index.sparse import SparseIndex
from unname.index.sparse.weighting import Likelihood
from unname.models.linkage.terms import DenseTerms, ValuedTerms, probability, rank
from unname.people.profiles import profile_text
from unname.risk.views import Memory, as_it_stands, visible
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

    def fits_best(self, document: Document) -> int:
        """The number of the person whom the whole text fits best."""

    def standings(self, document: Document, person: int, views: Sequence[View]) -> Standing:
        """The rank and the probability of the person in each view."""

    def terms(self, document: Document, person: int, view: View) -> Terms:
        """What each visible part adds to the scores, near a view."""


@dataclass(eq=False)
class SparseScorer:
    """Scores by shared words: how much likelier the background of each person makes them.

    All scores are relative to that of the true person. With `monotone`, words that fit a rival better are ignored when
    comparing with that rival.
    """

    people: Sequence[Profile] = field(repr=False)
    own: float = 0.2
    monotone: bool = False
    n_encoded: int = 0
    _memory: "Memory[Floats]" = field(default_factory=lambda: Memory(size=1), init=False, repr=False)

    def fits_best(self, document: Document) -> int:
        """The number of the person whom the whole text fits best."""
        return int(np.argmax(self._scores([document.text])[0]))

    def standings(self, document: Document, person: int, views: Sequence[View]) -> Standing:
        """The rank and the probability of the person in each view."""
        table = self._table(document, person)
        size = max(1, _NUMBERS_AT_ONCE // table.shape[1])
        ranks, probabilities = [], []
        for start in range(0, len(views), size):
            batch = views[start : start + size]
            for view, totals in zip(batch, table[0] + as_it_stands(document, batch) @ table[1:], strict=True):
                shown = [(id, value) for id, value in visible(document, view).items() if value is not None]
                if shown:
                    totals = totals + self._shown(document, person, shown).sum(axis=0)
                ranks.append(rank(totals, person))
                probabilities.append(probability(totals, person))
        return Standing(np.array(ranks, np.int64), np.array(probabilities, np.float64))

    def terms(self, document: Document, person: int, view: View) -> Terms:
        """What each entity adds to the scores; the same near every view but for what the view shows instead."""
        table = self._table(document, person)
        shown = [(id, value) for id, value in visible(document, view).items() if value is not None]
        numbers = [(n,) for n, entity in enumerate(document.entities) if entity.id not in dict(shown)]
        if shown:
            rest = table[:1] + self._shown(document, person, shown).sum(axis=0)
            table = np.concatenate([rest, table[[1 + n for (n,) in numbers]]])
        return DenseTerms(person, numbers, table)

    def entity_terms(self, document: Document, person: int) -> ValuedTerms:
        """What each entity adds to the scores, and what any value in its place would."""
        members = [(number,) for number in range(len(document.entities))]
        table = self._table(document, person)
        return ValuedTerms(person, members, table, score_values=lambda shown: self._shown(document, person, shown))

    def _table(self, document: Document, person: int) -> "Floats":
        """The relative scores by the text outside entities and by each entity as it stands."""
        return self._memory.of(document, lambda document: self._worked_out(document, person))

    def _worked_out(self, document: Document, person: int) -> "Floats":
        spans = [[mention.span for mention in entity.mentions] for entity in document.entities]
        rest = list(document.text)
        for start, end in (span for group in spans for span in group):
            rest[start:end] = "*" * (end - start)
        texts = [" *** ".join(document.text[start:end] for start, end in group) for group in spans]
        scores = self._scores(["".join(rest), *texts])
        # What is always visible cannot be ignored, so it is compared as it is.
        return np.concatenate([scores[:1] - scores[:1, [person]], self._compared(person, scores[1:])])

    def _shown(self, document: Document, person: int, shown: Sequence[tuple[str, str]]) -> "Floats":
        n_mentions = {entity.id: len(entity.mentions) for entity in document.entities}
        counts = np.array([n_mentions[id] for id, _ in shown]).reshape(-1, 1)
        return self._compared(person, counts * self._scores([value for _, value in shown]))

    def _compared(self, person: int, scores: "Floats") -> "Floats":
        relative: Floats = scores - scores[:, [person]]
        return np.minimum(relative, 0.0) if self.monotone else relative

    def _scores(self, texts: Sequence[str]) -> "Floats":
        scores: Floats = np.rint(self._index.scores(texts, Likelihood(self.own)) * _GRAIN) / _GRAIN
        return scores

    @cached_property
    def _index(self) -> SparseIndex:
        # By stems, so that "restored" does not stay beside "restores" in the profile.
        return SparseIndex.build((profile_text(profile) for profile in self.people), NGrams(words=(1, 1), stem=True))
