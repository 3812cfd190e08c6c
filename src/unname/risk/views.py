"""What every risk measure does with views: who is visible as what, and the answer without what is said twice."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import combinations as subsets
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

from unname.core.document import Document
from unname.core.results import Combination, Risk
from unname.core.roles import View, is_hidden

if TYPE_CHECKING:
    from numpy.typing import NDArray

T = TypeVar("T")


def find_visible(document: Document, view: View) -> dict[str, str | None]:
    """The entities that a reader can still learn from: None as they stand, or else what stands in their place."""
    return {entity.id: view.get(entity.id) for entity in document.entities if not is_hidden(entity.id, view)}


def find_values(document: Document, view: View) -> list[tuple[str, str]]:
    """The entities (by id) in whose place a value is shown, with it."""
    return [(id, value) for id, value in find_visible(document, view).items() if value is not None]


def mark_unchanged(document: Document, views: Sequence[View]) -> "NDArray[np.bool_]":
    """Which entities (columns) stand as they are in each view (rows)."""
    places = {entity.id: number for number, entity in enumerate(document.entities)}
    stands = np.ones((len(views), len(places)), bool)
    for row, view in zip(stands, views, strict=True):
        row[[places[id] for id in view if id in places]] = False
    return stands


def judge_alone(document: Document, views: Sequence[View], estimate: Callable[[str, str | None], float]) -> list[Risk]:
    """The risk of each view where every entity counts by itself: by its id and by what is shown in its place, if so."""
    return [
        sum_up({id: estimate(id, value) for id, value in find_visible(document, view).items()}, ()) for view in views
    ]


def sum_up(by_entity: Mapping[str, float], combinations: Iterable[Combination]) -> Risk:
    """The risk of a view: a combination that is no riskier than a part of it is left out."""
    kept = drop_redundant(by_entity, combinations)
    highest = max([*by_entity.values(), *(combination.risk for combination in kept)], default=0.0)
    return Risk(highest, by_entity=dict(by_entity), combinations=kept)


def drop_redundant(by_entity: Mapping[str, float], combinations: Iterable[Combination]) -> tuple[Combination, ...]:
    """The combinations of which no part is as risky; of equal ones, the riskiest."""
    riskiest: dict[frozenset[str], Combination] = {}
    for combination in sorted(combinations, key=lambda each: (len(each.entities), -each.risk)):
        parts = (
            riskiest[part].risk
            for size in range(2, len(combination.entities) + 1)
            for part in map(frozenset, subsets(combination.entities, size))
            if part in riskiest
        )
        alone = (by_entity.get(id, 0.0) for id in combination.entities)
        if combination.risk > max([0.0, *alone, *parts]):
            riskiest[combination.entities] = combination
    return tuple(riskiest.values())


def hash_content(document: Document) -> bytes:
    """A hash of all that a risk measure may look at; the id too, since what is searched in may hold the document."""
    seen = (document.id, document.text, document.language, document.person, document.names, document.mentions)
    return blake2b(repr(seen).encode("utf-8", "surrogatepass"), digest_size=16).digest()


@dataclass
class Memory(Generic[T]):
    """What was worked out for the last `size` documents, by their content; a changed one is a new one."""

    size: int = 32
    kept: OrderedDict[bytes, T] = field(default_factory=OrderedDict, repr=False)
    _latest: tuple[Document, bytes] | None = field(default=None, init=False, repr=False)

    def recall(self, document: Document, work_out: Callable[[Document], T]) -> T:
        """What is kept for the document, or else worked out now."""
        if self._latest is None or self._latest[0] is not document:
            self._latest = document, hash_content(document)
        key = self._latest[1]
        known = self.kept.pop(key) if key in self.kept else work_out(document)
        self.kept[key] = known
        if len(self.kept) > self.size:
            self.kept.popitem(last=False)
        return known
