"""Attacks small enough to be judged at a glance, for tests of what stands around them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from unname.core.document import Profile


def shared(text: str, profile: Profile, size: int) -> set[str]:
    """The words of at least `size` letters that a text shares with a background."""
    return {word for word in set(text.split()) & set(profile.text.split()) if len(word) >= size}


@dataclass
class Overlap:
    """Counts the words of at least `size` letters that a text shares with each background."""

    size: int = 1
    anonymize: Callable[[Sequence[str]], Sequence[str]] | None = field(default=None, repr=False)

    @property
    def name(self) -> str:
        return f"overlap(size={self.size})" if self.size > 1 else "overlap"

    def scores(self, texts: Sequence[str], population: Sequence[Profile]) -> np.ndarray:
        rows = [[float(len(shared(text, profile, self.size))) for profile in population] for text in texts]
        return np.array(rows).reshape(len(texts), len(population))

    def with_anonymizer(self, anonymize: Callable[[Sequence[str]], Sequence[str]]) -> "Overlap":
        return replace(self, anonymize=anonymize)

    def explain(self, text: str, profile: Profile) -> Mapping[str, float]:
        return {word: float(len(word)) for word in shared(text, profile, self.size)}


@dataclass
class Suite(Overlap):
    """Two members of which the second sees long words only; the suite follows the first."""

    @property
    def name(self) -> str:
        return "suite"

    @property
    def members_(self) -> tuple[Overlap, ...]:
        return Overlap(1), Overlap(6)

    def member_scores(self, texts: Sequence[str], population: Sequence[Profile]) -> dict[str, np.ndarray]:
        return {f"size {size}": Overlap(size).scores(texts, population) for size in (1, 6)}

    def combine(self, by_member: Mapping[str, np.ndarray], population: Sequence[Profile]) -> np.ndarray:
        return by_member["size 1"]

    def scores(self, texts: Sequence[str], population: Sequence[Profile]) -> np.ndarray:
        raise AssertionError("the members are asked once")


@dataclass
class Together(Overlap):
    """Finds everybody as long as there is more than one document."""

    joint: bool = True

    @property
    def name(self) -> str:
        return "together"

    def scores(self, texts: Sequence[str], population: Sequence[Profile]) -> np.ndarray:
        return np.eye(len(texts), len(population)) * (len(texts) > 1)


@dataclass
class Quoting(Overlap):
    """Fails, and says all of the text in doing so."""

    def scores(self, texts: Sequence[str], population: Sequence[Profile]) -> np.ndarray:
        raise ValueError(f"cannot work on {texts} {population[0].text}")
