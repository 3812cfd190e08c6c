"""Where attacks place the people whom documents are about: the one way in which attacks are asked."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from unname.core.batches import split
from unname.core.document import Document, Profile
from unname.core.errors import InputError, InternalError
from unname.core.results import Guess, Sighting
from unname.core.roles import AsksOutside, Attack, HasMembers, Shortlists

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from unname.core.roles import Matrix

TOLERANCE = 1e-12
"""Scores that differ by less than this, relative to the largest of all, are equal: it is rounding."""


@dataclass(frozen=True)
class Lookup:
    """Who of a population stands in which column of the scores of attacks."""

    population: Sequence[Profile] = field(repr=False)

    @cached_property
    def columns(self) -> Mapping[str, int]:
        """The number of each person, by id."""
        found = {profile.id: number for number, profile in enumerate(self.population)}
        if not found:
            raise InputError("the population is empty")
        if len(found) < len(self.population):
            raise InputError("two people of the population have the same id")
        return found

    def look(
        self, attack: Attack, documents: Sequence[Document], n_candidates: int = 0, whole: bool = False
    ) -> Iterator[dict[str, list[Sighting]]]:
        """What an attack, and each of its members if it has any, says of documents: one batch after another, by name.

        A sighting keeps the best `n_candidates` people. Where the `whole` is wanted, the attack has to score everybody
        even if it would list the best alone, and its members are left out.
        """
        for batch in split(attack, documents, len(self.columns)):
            if isinstance(attack, Shortlists) and attack.top is not None and not whole:
                yield {attack.name: self._see_listed(attack, batch, n_candidates)}
            else:
                yield {
                    name: [
                        self._see_declined(attack, document)
                        if isinstance(attack, AsksOutside) and np.isnan(row).all()
                        else self._see(name, document, row, n_candidates)
                        for document, row in zip(batch, rows, strict=True)
                    ]
                    for name, rows in self._scores(attack, [document.text for document in batch], whole).items()
                }

    def _scores(self, attack: Attack, texts: Sequence[str], whole: bool) -> "dict[str, Matrix]":
        if whole or not isinstance(attack, HasMembers):
            return {attack.name: attack.scores(texts, self.population)}
        by_member = attack.member_scores(texts, self.population)
        return {attack.name: attack.combine(by_member, self.population), **by_member}

    def _see(self, attack: str, document: Document, scores: "NDArray[np.float64]", n_candidates: int) -> Sighting:
        sighting = place(attack, document.id, scores, self._column(document))
        return replace(sighting, candidates=self._best(scores, n_candidates)) if n_candidates else sighting

    def _see_declined(self, attack: Attack, document: Document) -> Sighting:
        """That an attack could not judge a document, and why."""
        reason = attack.declined(document.text) if isinstance(attack, AsksOutside) else ""
        return Sighting(attack.name, declined=reason or "it gave no answer")

    def _see_listed(self, attack: Shortlists, batch: Sequence[Document], n_candidates: int) -> list[Sighting]:
        lists = attack.shortlist([document.text for document in batch], self.population)
        return [self._see_in(*pair, attack, n_candidates) for pair in zip(batch, lists, strict=True)]

    def _see_in(self, document: Document, listed: Guess, attack: Shortlists, n_candidates: int) -> Sighting:
        """Where a list of the best places the person; one who is not on it stands at its end at least."""
        ids, scores = [id for id, _ in listed.ranking], np.array([score for _, score in listed.ranking])
        is_whole = len(ids) == len(self.population)
        last = place(attack.name, document.id, scores, len(ids) - 1)
        if last.ties == len(ids) - 1 and not is_whole:
            # A list of people who all match alike does not tell who else does.
            [scores] = attack.scores([document.text], self.population)
            return self._see(attack.name, document, scores, n_candidates)
        if document.person in ids:
            sighting = place(attack.name, document.id, scores, ids.index(document.person))
            sighting = replace(sighting, at_least=sighting.rank == last.rank and not is_whole)
        elif self._column(document) is None:
            sighting = Sighting(attack.name)
        else:
            # One more than those listed may match as the last one does.
            sighting = Sighting(attack.name, rank=(last.rank or 0.0) + 0.5, at_least=True)
        return replace(sighting, candidates=listed.ranking[:n_candidates])

    def _column(self, document: Document) -> int | None:
        return None if document.person is None else self.columns.get(document.person)

    @cached_property
    def _by_id(self) -> "NDArray[np.intp]":
        return np.array(sorted(range(len(self.population)), key=lambda number: self.population[number].id), np.intp)

    def _best(self, scores: "NDArray[np.float64]", n: int) -> tuple[tuple[str, float], ...]:
        n = min(len(scores), n)
        # All who match at least as well as the last one wanted, so that equal ones come in order of id.
        limit = np.partition(scores, len(scores) - n)[len(scores) - n]
        among = self._by_id[scores[self._by_id] >= limit]
        best = among[np.argsort(-scores[among], kind="stable")][:n]
        return tuple((self.population[number].id, float(scores[number])) for number in best)


def place(attack: str, document: str, scores: "NDArray[np.float64]", column: int | None) -> Sighting:
    """Where an attack places the person of this column by the scores of everybody; nowhere without a column."""
    if np.isnan(scores).any():
        raise InternalError(f"document {document!r}: the attack gave a score that is not a number")
    if column is None:
        return Sighting(attack)
    finite = np.abs(scores[np.isfinite(scores)])
    near = TOLERANCE * float(finite.max()) if finite.size else 0.0
    own = scores[column]
    equal = (scores == own) | ((scores >= own - near) & (scores <= own + near))
    n_better = int(((scores > own) & ~equal).sum())
    ties = int(equal.sum()) - 1
    found = 0.0 if n_better else 1 / (ties + 1)
    return Sighting(attack, found, 1 + n_better + ties / 2, ties=ties)
