"""The people whom attackers may know, and whom each document is about."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from unname.core.document import Document, Profile
from unname.core.errors import InputError, shown
from unname.core.fold import fold

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
        """The document with the person it is about, if anybody knows: whom `subjects` or the document itself names,
        or else the person with the same id."""
        person = self.subjects.get(document.id) or document.person
        if person is None and document.id in self._by_id:
            person = document.id
        if person is not None and person not in self._by_id:
            raise InputError(f"document {shown(document.id)}: its subject is not in the population")
        return replace(document, person=person)

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


def _plain(called: str) -> str:
    return fold(" ".join(called.split()))
