"""Documents aligned with profiles: what a model that links the two learns from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

from unname.core.document import Document, Profile

TEST, VALIDATION = 0.09, 0.04
"""The shares of people that a model is judged by, and by which its training is steered."""


@dataclass(frozen=True)
class Pair:
    """A document, and what is known otherwise about the person it is about."""

    document: Document = field(repr=False)
    profile: Profile = field(repr=False)


@dataclass(frozen=True)
class Parts:
    """Pairs to learn from, to steer by and to be judged by; the last in an order that says nothing about them."""

    train: Sequence[Pair] = field(repr=False)
    validation: Sequence[Pair] = field(repr=False)
    test: Sequence[Pair] = field(repr=False)


def split(pairs: Iterable[Pair], test: float = TEST, validation: float = VALIDATION) -> Parts:
    """Parts by person: by a hash of the id, so that nobody changes sides when others come or go."""
    placed = sorted((place(pair.profile.id), number, pair) for number, pair in enumerate(pairs))
    return Parts(
        [pair for at, _, pair in placed if at >= test + validation],
        [pair for at, _, pair in placed if test <= at < test + validation],
        [pair for at, _, pair in placed if at < test],
    )


def place(id: str) -> float:
    """Where a person falls between 0 and 1, always the same."""
    return int.from_bytes(blake2b(id.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big") / 2**64
