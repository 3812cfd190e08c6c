"""Where there is no population, the corpus is all there is to compare with: what does only one person in it say?"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import TYPE_CHECKING

from unname.core.document import Document
from unname.core.results import Outcome
from unname.measure.unfamiliar import LANGUAGE, PASSAGE, find_unfamiliar
from unname.measure.unshared_words import FEWEST, count_unshared, hash_things, visible_parts
from unname.pipeline import recipe
from unname.pipeline.case import Case
from unname.pipeline.document import Pipeline
from unname.risk.combined import combine
from unname.risk.uniqueness import Uniqueness

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Things = NDArray[np.int64]


def unique_in(documents: Sequence[Document]) -> Uniqueness | None:
    """The risk of what few people of these documents say, for decisions; None where they are about too few people.

    It knows what detectors found. What is told of a release counts all that is visible (`Comparison`).
    """
    people = {document.person or document.id for document in documents}
    return Uniqueness(documents) if len(people) >= FEWEST else None


def count_uniqueness(pipeline: Pipeline, documents: Sequence[Document]) -> Pipeline:
    """The pipeline to which what is unique within the corpus is risky, too: there is no population to compare with."""
    unique = unique_in(documents)
    if unique is None or pipeline.risk_ is None:
        return pipeline
    return replace(pipeline, risk=combine((pipeline.risk_, unique)))


def _read(language: str) -> frozenset[str]:
    """The signs that say nothing of a text in another language than English, which was read as such."""
    return frozenset({LANGUAGE, PASSAGE}) if language in recipe.DETECTORS_OF else frozenset()


@dataclass
class Comparison:
    """Documents compared with each other, of which nothing is kept but what became of them and hashes of what they say.

    All that is visible counts, found by detectors or not. If it `holds_texts`, outcomes have what is released.
    """

    holds_texts: bool = True
    _outcomes: list[Outcome] = field(default_factory=list, repr=False)
    _people: list[object] = field(default_factory=list, repr=False)
    _before: "list[Things]" = field(default_factory=list, repr=False)
    _after: "dict[int, Things]" = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, cases: Iterable[Case]) -> "Comparison":
        """A comparison of these documents."""
        comparison = cls()
        for case in cases:
            comparison.add(case)
        return comparison

    def add(self, case: Case) -> None:
        """Note what became of a document, what it says, and what its release says."""
        outcome, text = case.outcome(), case.document.text
        self._people.append(case.document.person or blake2b(text.encode("utf-8", "surrogatepass")).digest())
        self._before.append(hash_things([text]))
        if outcome.redaction is not None:
            parts = visible_parts(outcome.redaction)
            self._after[len(self._outcomes)] = hash_things(parts)
            outcome = replace(outcome, unread=find_unfamiliar(parts) - _read(case.document.language))
        self._outcomes.append(outcome if self.holds_texts else replace(outcome, redaction=None))

    def outcomes(self) -> list[Outcome]:
        """What became of each document, with the number of things that nobody else says."""
        before = count_unshared(self._before, self._people)
        after = count_unshared(list(self._after.values()), [self._people[number] for number in self._after])
        released = dict(zip(self._after, after, strict=True)) if after else {}
        return [
            replace(outcome, n_unshared_before=before[number] if before else None, n_unshared=released.get(number))
            for number, outcome in enumerate(self._outcomes)
        ]
