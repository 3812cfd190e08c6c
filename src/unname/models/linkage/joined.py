"""Several bi-encoders as one: their scores add up."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from unname.core.document import Profile
from unname.models.linkage.protocol import Parted, Parts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]


@dataclass(frozen=True)
class Joined:
    """The vectors of several bi-encoders one after the other: what one of them misses, another may know."""

    members: tuple[Parted, ...]

    @property
    def name(self) -> str:
        """The names of the members."""
        return "+".join(member.name for member in self.members)

    @property
    def width(self) -> int:
        """How many numbers a vector has."""
        return sum(member.width for member in self.members)

    @property
    def exact(self) -> bool:
        """Whether the parts of all members are exact."""
        return all(member.exact for member in self.members)

    def documents(self, texts: Sequence[str]) -> "Vectors":
        """One row for each text."""
        return np.concatenate([member.documents(texts) for member in self.members], axis=1)

    def profiles(self, profiles: Sequence[Profile]) -> "Vectors":
        """One row for each profile."""
        return np.concatenate([member.profiles(profiles) for member in self.members], axis=1)

    def parts(self, text: str) -> Parts:
        """The parts of all members, each in its own columns."""
        every = [member.parts(text) for member in self.members]
        vectors: Vectors = np.zeros((sum(len(parts.vectors) for parts in every), self.width), np.float32)
        row = column = 0
        for member, parts in zip(self.members, every, strict=True):
            vectors[row : row + len(parts.vectors), column : column + member.width] = parts.vectors
            row, column = row + len(parts.vectors), column + member.width
        members = np.concatenate([parts.members for parts in every])
        return Parts(every[0].spans, members, vectors, np.concatenate([parts.rest for parts in every]))
