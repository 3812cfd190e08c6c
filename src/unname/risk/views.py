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

    Floats = NDArray[np.float64]

T = TypeVar("T")


def visible(document: Document, view: View) -> dict[str, str | None]:
    """The entities that a reader can still learn from: None as they stand, or else what stands in their place."""
    return {entity.id: view.get(entity.id) for entity in document.entities if not is_hidden(entity.id, view)}


def as_it_stands(document: Document, views: Sequence[View]) -> "Floats":
    """1 where an entity (columns) stands as it is in a view (rows), else 0."""
    places = {entity.id: number for number, entity in enumerate(document.entities)}
    stands = np.ones((len(views), len(places)))
    for row, view in zip(stands, views, strict=True):
        row[[places[id] for id in view if id in places]] = 0.0
    return stands


def summed_up(by_entity: Mapping[str, float], combinations: Iterable[Combination]) -> Risk:
    """The risk of a view: a combination that is no riskier than a part of it is left out."""
    kept = minimal(by_entity, combinations)
    highest = max([*by_entity.values(), *(combination.risk for combination in kept)], default=0.0)
    return Risk(highest, by_entity=dict(by_entity), combinations=kept)


def minimal(by_entity: Mapping[str, float], combinations: Iterable[Combination]) -> tuple[Combination, ...]:
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


def content_key(document: Document) -> bytes:
    """A hash of all that a risk measure may look at; the id too, since what is searched in may hold the document."""
    seen = (document.id, document.text, document.language, document.person, document.mentions)
    return blake2b(repr(seen).encode("utf-8", "surrogatepass"), digest_size=16).digest()


@dataclass
class Memory(Generic[T]):
    """What was worked out for the last `size` documents, by their content; a changed one is a new one."""

    size: int = 32
    kept: OrderedDict[bytes, T] = field(default_factory=OrderedDict, repr=False)
    _latest: tuple[Document, bytes] | None = field(default=None, init=False, repr=False)

    def of(self, document: Document, work_out: Callable[[Document], T]) -> T:
        """What is kept for the document, or else worked out now."""
        if self._latest is None or self._latest[0] is not document:
            self._latest = document, content_key(document)
        key = self._latest[1]
        known = self.kept.pop(key) if key in self.kept else work_out(document)
        self.kept[key] = known
        if len(self.kept) > self.size:
            self.kept.popitem(last=False)
        return known
