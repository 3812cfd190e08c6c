"""The people whom attackers may know, and whom each document is about."""

import math
import random
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from unname.core.document import Document, Profile
from unname.core.errors import ConfigError, InputError, shown
from unname.core.fold import fold
from unname.people.names import with_names

LONG_NUMBER = 5
"""Digits from which a number is taken for an id rather than for an age or a year."""


@dataclass(frozen=True)
class Population:
    """People, and the ids of those whom documents (by id) are known to be about."""

    people: Sequence[Profile] = field(repr=False)
    subjects: Mapping[str, str] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        if not self.people:
            raise InputError("the population is empty")
        if len(self._by_id) < len(self.people):
            raise InputError("two people of the population have the same id")

    def place(self, document: Document) -> Document:
        """The document with the person it is about, if anybody knows; who is not among the people is refused."""
        placed = with_subject(document, self._by_id, self.subjects)
        if placed.person is not None and placed.person not in self._by_id:
            raise InputError(f"document {shown(document.id)}: its subject is not in the population")
        return with_names(placed, self._by_id)

    def calls(self, value: Any) -> bool:
        """Whether a value is the id or the name of a person, or holds one; a short number is taken for a figure."""
        if isinstance(value, dict):
            return any(map(self.calls, [*value, *value.values()]))
        if isinstance(value, list):
            return any(map(self.calls, value))
        said = str(value).strip()
        return self.knows(said) and not (said.isdigit() and len(said) < LONG_NUMBER)

    def knows(self, id: str) -> bool:
        """Whether this is the id or the name of a person, and so must not be released."""
        return _plain(id) in self._called

    @cached_property
    def _called(self) -> frozenset[str]:
        """The ids and names of all people, folded."""
        return frozenset(_plain(called) for each in self.people for called in (each.id, each.name) if called)

    @cached_property
    def _by_id(self) -> dict[str, Profile]:
        return {profile.id: profile for profile in self.people}


def with_subject(
    document: Document, people: Container[str], given: Mapping[str, str], original: str | None = None
) -> Document:
    """The document with the person (by id) it is about: as given, else as it says, else the person of the same id.

    `original` is the id that counts, where the document goes by a neutral one.

    >>> with_subject(Document("p1", "She sails."), {"p1", "p2"}, {}).person
    'p1'
    """
    id = document.id if original is None else original
    return replace(document, person=given.get(id) or document.person or (id if id in people else None))


def cut(population: Sequence[Profile], share: float) -> list[Profile]:
    """The people with the first `share` of the words of each background text; names and fields stay.

    >>> [profile.text for profile in cut([Profile("a", text="one two  three four")], 0.5)]
    ['one two']
    """
    _check_share(share)
    return [replace(profile, text=_first_words(profile.text, share)) for profile in population]


def sample(population: Sequence[Profile], share: float, seed: int = 0) -> list[Profile]:
    """A random share of the people, at least one, in their order; with the same seed, less is part of more."""
    _check_share(share)
    order = list(range(len(population)))
    random.Random(seed).shuffle(order)
    kept = set(order[: max(1, round(share * len(population)))])
    return [profile for number, profile in enumerate(population) if number in kept]


def joined(population: Sequence[Profile], more: Sequence[Profile]) -> list[Profile]:
    """The population with those of `more` whose id and name are not in it yet.

    Somebody of the same name is taken for the same person: counting them twice would hide them.
    """
    ids = {profile.id for profile in population}
    names = {profile.name.casefold() for profile in population if profile.name}
    return [*population, *(p for p in more if p.id not in ids and p.name.casefold() not in names)]


def _first_words(text: str, share: float) -> str:
    words = text.split()
    end = 0
    for word in words[: math.ceil(share * len(words) - 1e-9)]:  # by position, so that what is kept keeps its spaces
        end = text.index(word, end) + len(word)
    return text[:end]


def _check_share(share: float) -> None:
    if not 0 < share <= 1:
        raise ConfigError(f"a share lies above 0 and is at most 1, got {share}")


def _plain(called: str) -> str:
    return fold(" ".join(called.split()))
