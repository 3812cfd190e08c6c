"""The person to protect: under which names to search, and which entities are that name."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from unname.core.document import Document, Entity, Role
from unname.text.words import words_of

_TITLES = frozenset("mr mrs ms miss mx dr prof professor sir dame lord lady judge justice madam messrs".split())
_EDGES = re.compile(r"^(?:the|a|an)\s+|['’]s?$", re.IGNORECASE)


@dataclass(frozen=True)
class Person:
    """Names to search for, the most complete first, and the ids of the entities that are such a name."""

    names: tuple[str, ...] = field(repr=False)
    entities: frozenset[str]


def protected_person(document: Document) -> Person:
    """The person a document is about: `document.person`, or else whom it names directly, or else whom it names at all.

    A subject without a letter is a number and no name.
    """
    people = [entity for entity in document.entities if entity.label == "PERSON"]
    direct = [entity for entity in people if entity.role is Role.DIRECT]
    subject = document.person or ""
    if any(map(str.isalpha, subject)):
        named = [entity for entity in people if _is_named(document, entity, subject)]
        return Person((_untitled(subject),), frozenset(entity.id for entity in (*direct, *named)))
    known = direct or [entity for entity in people if entity.role is Role.QUASI]
    names = [_untitled(form) for entity in known for form in surfaces(document, entity)]
    whole = [name for name in names if len(words_of(name)) > 1] or names
    return Person(tuple(dict.fromkeys(filter(None, whole))), frozenset(entity.id for entity in known))


def surfaces(document: Document, entity: Entity) -> list[str]:
    """The different ways in which a text writes an entity, the longest first, without article and possessive."""
    written = (document.text[mention.span.start : mention.span.end] for mention in entity.mentions)
    forms = {" ".join(words_of(form)): form for form in map(searchable, written)}
    return sorted(forms.values(), key=lambda form: -len(form))


def searchable(text: str) -> str:
    """A text as one would search for it: one line, no article in front, no possessive at the end.

    >>> searchable("the  Castle of Zenda's")
    'Castle of Zenda'
    """
    line = " ".join(text.split())
    return _EDGES.sub("", line) or line


def family_name(name: str) -> str:
    """The last word of a name.

    >>> family_name("Flavia Elphberg")
    'Elphberg'
    """
    return name.split()[-1] if name.split() else name


def _is_named(document: Document, entity: Entity, subject: str) -> bool:
    wanted = _name_words(subject)
    found = (_name_words(form) for form in surfaces(document, entity))
    return any(words and (words <= wanted or wanted <= words) for words in found)


def _name_words(name: str) -> set[str]:
    return {word for word in words_of(name) if len(word) > 1 and word not in _TITLES}


def _untitled(name: str) -> str:
    words: Sequence[str] = searchable(name).split()
    while len(words) > 1 and words[0].strip(".").lower() in _TITLES:
        words = words[1:]
    return " ".join(words)
