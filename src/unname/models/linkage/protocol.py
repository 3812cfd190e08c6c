"""What every model that links documents with profiles promises."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

from unname.core.document import Profile, Span

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

MEMBERS = 3
"""The most words that one part of a document is made of."""


@runtime_checkable
class BiEncoder(Protocol):
    """Documents and profiles as vectors of one space.

    The score of a pair is the dot product of the two; the probability of a person is the softmax of the scores over
    all profiles, with no temperature to add. Each text and each profile is read alone: the others change nothing.
    """

    @property
    def name(self) -> str:
        """The name with its settings."""

    @property
    def width(self) -> int:
        """How many numbers a vector has."""

    def documents(self, texts: Sequence[str]) -> "Vectors":
        """One row for each text."""

    def profiles(self, profiles: Sequence[Profile]) -> "Vectors":
        """One row for each profile."""


@runtime_checkable
class Parted(BiEncoder, Protocol):
    """A bi-encoder that says what each word adds to the vector of its document.

    `exact` tells whether the parts hold for every way to mask words, or only near the text as it is.
    """

    @property
    def exact(self) -> bool:
        """Whether the sum of visible parts is the vector of the masked text, however it is masked."""

    def parts(self, text: str) -> "Parts":
        """The vector of one text, taken apart."""


@dataclass(frozen=True)
class Parts:
    """The vector of a document as a sum: `rest`, and the vectors of all parts whose words are all visible.

    `spans` are the words of the text outside masks. A row of `members` holds the numbers of up to three of them, the
    rest of it is -1; so `vectors[visible[members].all(axis=1)].sum(axis=0) + rest` with `visible[-1]` always true.
    """

    spans: Sequence[Span] = field(repr=False)
    members: "NDArray[np.int32]" = field(repr=False)
    vectors: "Vectors" = field(repr=False)
    rest: "Vectors" = field(repr=False)

    def total(self, visible: "NDArray[np.bool_] | None" = None) -> "Vectors":
        """The vector of the document where only some of its words are visible; by default all."""
        if visible is None:
            return np.asarray(self.rest + self.vectors.sum(axis=0), np.float32)
        shown = np.append(visible, True)[self.members].all(axis=1)
        return np.asarray(self.rest + self.vectors[shown].sum(axis=0), np.float32)
