"""What each visible part of a document adds to the score of everybody: linkage models as optimizers see them.

See `Terms` in `core/roles.py`. All numbers are multiples of a power of two and small enough for 64-bit floating point,
so sums are the same in any order.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.sparse import csr_array

from unname.core.document import Document, Span
from unname.index.matrix import ProfileMatrix, Standing, on_grid
from unname.index.screen import Screen
from unname.models.linkage.protocol import Parts
from unname.text.spans import Spans

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Alive = NDArray[np.bool_]
    People = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class FactoredTerms:
    """Terms that are vectors, of which people see a dot product: cheap for few people, whatever the population."""

    matrix: ProfileMatrix
    person: int
    members: Sequence[tuple[int, ...]]
    vectors: "Floats" = field(repr=False)
    always: "Floats" = field(repr=False)
    exact: bool = True
    _last: dict[bytes, Screen] = field(default_factory=dict, init=False, repr=False)

    @property
    def n_people(self) -> int:
        """How many people there are."""
        return self.matrix.n_people

    def contributions(self, people: "NDArray[Any]") -> "Floats":
        """What each term (rows) adds to the scores of these people (columns)."""
        return self.matrix.scores(self.vectors, people)

    def rest(self, people: "NDArray[Any]") -> "Floats":
        """The scores of these people when no term counts."""
        scores: Floats = self.matrix.scores(self.always[None], people)[0]
        return scores

    def fittest(self, alive: "Alive", n: int) -> "People":
        """The `n` people with the highest scores when only these terms count, in no order."""
        return self._screen(alive).fittest(n)

    def standing(self, alive: "Alive") -> Standing:
        """The rank and the probability of the true person when only these terms count."""
        return self._screen(alive).standing(self.person)

    def _screen(self, alive: "Alive") -> Screen:
        key = np.packbits(alive).tobytes()
        if key not in self._last:
            # Who is ahead is asked of the view that was judged last.
            self._last.clear()
            self._last[key] = Screen.of(self.matrix, self.sums(np.asarray(alive)[None])[0])
        return self._last[key]

    def sums(self, alive: "Alive") -> "Floats":
        """The vector of the document for each row of terms that count."""
        sums: Floats = self.always + np.asarray(alive, np.float64) @ self.vectors
        return sums


@dataclass(frozen=True, eq=False)
class DenseTerms:
    """Terms as a table: one row for each of them and, first, one for the rest; one column for each person."""

    person: int
    members: Sequence[tuple[int, ...]]
    table: "Floats" = field(repr=False)
    exact: bool = True

    @property
    def n_people(self) -> int:
        """How many people there are."""
        return int(self.table.shape[1])

    def contributions(self, people: "NDArray[Any]") -> "Floats":
        """What each term (rows) adds to the scores of these people (columns)."""
        chosen: Floats = self.table[1:, np.asarray(people, np.int64)]
        return chosen

    def rest(self, people: "NDArray[Any]") -> "Floats":
        """The scores of these people when no term counts."""
        scores: Floats = self.table[0, np.asarray(people, np.int64)]
        return scores

    def add_up(self, alive: "Alive") -> "Floats":
        """The scores of everybody for each row of terms that count."""
        scores: Floats = self.table[0] + np.asarray(alive, np.float64) @ self.table[1:]
        return scores

    def fittest(self, alive: "Alive", n: int) -> "People":
        """The `n` people with the highest scores when only these terms count, in no order."""
        return find_highest(self.add_up(alive), n)


@dataclass(frozen=True, eq=False)
class ValuedTerms(DenseTerms):
    """Terms of one entity each, with the scores of whatever is shown in place of an entity."""

    score_values: "Callable[[Sequence[tuple[str, str]]], Floats]" = field(kw_only=True, repr=False)

    def values(self, shown: Sequence[tuple[str, str]], people: "NDArray[Any]") -> "Floats":
        """What each (entity id, value) adds to the scores of these people (columns) where the value is shown."""
        scores: Floats = self.score_values(shown)[:, np.asarray(people, np.int64)]
        return scores


def find_highest(scores: "Floats", n: int) -> "People":
    """The `n` people with the highest scores, in no order; the first of equals.

    >>> find_highest(np.array([1.0, 3.0, 2.0, 2.0]), 2).tolist()
    [1, 2]
    """
    if n >= len(scores):
        return np.arange(len(scores))
    least = np.partition(scores, len(scores) - n)[len(scores) - n]
    above, equal = np.flatnonzero(scores > least), np.flatnonzero(scores == least)
    return np.concatenate([above, equal[: n - len(above)]])


def place(scores: "Floats", person: int) -> tuple[int, float]:
    """The rank of a person, 1 + the number of others who score as high, and the softmax of all scores for them.

    >>> place(np.array([3.0, 3.0]), 1)
    (2, 0.5)
    """
    highest = scores.max()
    rank = int(np.count_nonzero(scores >= scores[person]))
    return rank, float(np.exp(scores[person] - highest) / np.exp(scores - highest).sum())


def find_alive(members: Sequence[tuple[int, ...]], visible: "Alive") -> "Alive":
    """Which terms (columns) count, given which entities are visible as they stand, for each view (rows)."""
    most = max(map(len, members), default=1)
    padded = np.array([(*each, *[-1] * (most - len(each))) for each in members], np.int64).reshape(-1, most)
    always = np.ones((len(visible), 1), bool)
    return np.asarray(np.concatenate([visible, always], axis=1)[:, padded].all(axis=2))


def gather_terms(
    parts: Parts, owners: Sequence[tuple[int, ...]], matrix: ProfileMatrix, person: int, exact: bool = True
) -> FactoredTerms:
    """The terms of a document from its parts, given the entities that each of its words belongs to.

    Parts that need the same entities are one term; parts that need none are in the rest.
    """
    vectors = on_grid(parts.vectors)
    always = on_grid(parts.rest)
    numbers: dict[tuple[int, ...], int] = {}
    groups = [
        numbers.setdefault(
            tuple(sorted({entity for word in row if word >= 0 for entity in owners[word]})), len(numbers)
        )
        for row in parts.members.tolist()
    ]
    sums = csr_array((np.ones(len(groups)), (groups, np.arange(len(groups)))), (len(numbers), len(groups)))
    summed = np.asarray(sums @ vectors)
    kept = [number for entities, number in numbers.items() if entities]
    if () in numbers:
        always = always + summed[numbers[()]]
    return FactoredTerms(matrix, person, [entities for entities in numbers if entities], summed[kept], always, exact)


def find_owners(document: Document, spans: Sequence[Span]) -> list[tuple[int, ...]]:
    """The indexes of the entities that each of these words of the document overlaps; words come in order.

    >>> from unname.core.document import Mention
    >>> find_owners(Document("d", "Ada of Zenda", mentions=(Mention(Span(7, 12), "LOC"),)), [Span(0, 3), Span(7, 12)])
    [(), (0,)]
    """
    found: list[set[int]] = [set() for _ in spans]
    places = Spans(spans)
    for number, entity in enumerate(document.entities):
        for mention in entity.mentions:
            for word in places.numbers(mention.span):
                found[word].add(number)
    return [tuple(sorted(entities)) for entities in found]
