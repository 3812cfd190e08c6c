"""What solvers may know of a risk model: its sums over what is visible, which spare them asking for every view."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from unname.core.document import Document
from unname.core.roles import View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Flags = NDArray[np.bool_]
    People = NDArray[np.int64]


@runtime_checkable
class RanksBySums(Protocol):
    """A risk model that ranks people by sums over what is visible, which lets optimizers do without asking.

    Its total is 1 / rank, the rank being 1 + the number of others who score at least as high as the true person; of
    several models, the worst rank counts.
    """

    def terms(self, document: Document, view: View = ...) -> "Sequence[Terms]":
        """The terms of each model, as they are where a reader sees this view."""
        ...

    def entity_terms(self, document: Document) -> "EntityTerms | None":
        """The terms of the only model if each entity adds one by itself, as it stands or as any value; else None."""
        ...


@runtime_checkable
class Terms(Protocol):
    """One model's scores of all people for one document: `rest`, and all terms whose members are all visible.

    `members` holds, for each term, the indexes into the document's entities that must all be visible as they stand for
    the term to count; what is visible however entities are hidden is in the rest. `exact` says whether that holds for
    every way to hide entities, or is a first-order estimate. `person` is the number of the true person.
    """

    @property
    def exact(self) -> bool: ...

    @property
    def person(self) -> int: ...

    @property
    def n_people(self) -> int: ...

    @property
    def members(self) -> Sequence[tuple[int, ...]]: ...

    def contributions(self, people: "People") -> "Floats":
        """What each term (rows) adds to the scores of these people (columns)."""
        ...

    def rest(self, people: "People") -> "Floats":
        """The scores of these people when no term counts."""
        ...

    def fittest(self, alive: "Flags", n: int) -> "People":
        """The `n` people with the highest scores when only these terms count, in no order."""
        ...


@runtime_checkable
class EntityTerms(Terms, Protocol):
    """Exact terms of one entity each; what is shown in place of an entity adds a term of its own.

    All numbers are multiples of 2^-16, so that sums are exact in any order.
    """

    def values(self, shown: Sequence[tuple[str, str]], people: "People") -> "Floats":
        """What each (entity id, value) adds to the scores of these people (columns) where the value is shown."""
        ...


@runtime_checkable
class CountsCrowd(Protocol):
    """A risk model that knows how many people fit a view by a sum of bits, which optimizers can use; or None."""

    def crowd_terms(self, document: Document) -> "CrowdTerms | None": ...


@runtime_checkable
class CrowdTerms(Protocol):
    """What is said in a document, in bits: each halves the crowd.

    A term counts as long as one of its `owners` (entity ids) stands as it is; `rest` is what no entity covers. Of two
    terms that imply each other, a part is `shared` and counts once; what a term shares is never more than it costs, so
    that hiding never makes the crowd smaller. `group_bits` is log2 of all people there are.
    """

    @property
    def group_bits(self) -> float: ...

    @property
    def rest(self) -> float: ...

    @property
    def owners(self) -> Sequence[tuple[str, ...]]: ...

    @property
    def bits(self) -> Sequence[float]: ...

    @property
    def shared(self) -> Sequence[tuple[int, int, float]]: ...

    def value_bits(self, value: str) -> float:
        """What is said by a value that is shown in place of an entity."""
        ...

    def visible_bits(self, view: View) -> float:
        """All bits that a view shows."""
        ...
