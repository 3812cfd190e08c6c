"""Bi-encoders so small that their answers can be worked out by hand, for tests of what uses them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

import numpy as np

from unname.core.document import Profile
from unname.core.sums import Terms
from unname.models.linkage.protocol import Parts
from unname.people.profiles import profile_text
from unname.text.words import visible_words

WIDTH = 24


def add_up(terms: Terms, alive: np.ndarray) -> np.ndarray:
    """The scores of everybody when only these terms count."""
    everybody = np.arange(terms.n_people)
    return terms.rest(everybody) + np.asarray(alive, float) @ terms.contributions(everybody)


def direction(text: str) -> np.ndarray:
    """The vector of a word or of two: the same for the same letters, whatever their case."""
    seed = int.from_bytes(blake2b(text.lower().encode(), digest_size=4).digest(), "little")
    return np.random.default_rng(seed).standard_normal(WIDTH).astype(np.float32)


@dataclass
class Summing:
    """Adds up vectors of words and, for documents, of neighbors that no mask divides."""

    name: str = "summing"
    exact: bool = True
    width: int = WIDTH
    n_profiles: int = 0

    def documents(self, texts: Sequence[str]) -> np.ndarray:
        return np.stack([np.zeros(WIDTH, np.float32), *(self.parts(text).total() for text in texts)])[1:]

    def profiles(self, profiles: Sequence[Profile]) -> np.ndarray:
        self.n_profiles += len(profiles)
        words = [[direction(word) for word in profile_text(profile).split()] for profile in profiles]
        return np.stack([np.sum([np.zeros(WIDTH), *each], axis=0) for each in words]).astype(np.float32)

    def parts(self, text: str) -> Parts:
        spans, members, vectors = [], [], [np.zeros(WIDTH, np.float32)]
        for stretch in visible_words(text):
            for place, span in enumerate(stretch):
                number = len(spans)
                spans.append(span)
                members.append((number, -1, -1))
                vectors.append(direction(text[span.start : span.end]))
                if place:
                    before = stretch[place - 1]
                    members.append((number - 1, number, -1))
                    vectors.append(direction(text[before.start : span.end]) / 4)
        return Parts(spans, np.array(members, np.int32).reshape(-1, 3), np.stack(vectors)[1:], direction("always"))


@dataclass
class Whole:
    """The same without parts; keeps the texts that it is given."""

    name: str = "whole"
    width: int = WIDTH
    read: list[str] = field(default_factory=list)

    def documents(self, texts: Sequence[str]) -> np.ndarray:
        self.read += texts
        return Summing().documents(texts)

    def profiles(self, profiles: Sequence[Profile]) -> np.ndarray:
        return Summing().profiles(profiles)
