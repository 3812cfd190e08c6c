"""The person to protect: what they are called, under which names to search, and which entities are that name."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from unname.core.document import Document, Entity, Profile, Role
from unname.people.forms import is_missing
from unname.people.name_forms import family_side
from unname.text.vocabulary import COURTESY_TITLES
from unname.text.words import ARTICLE, POSSESSIVE, words_of

_EDGES = re.compile(f"{ARTICLE.pattern}|{POSSESSIVE.pattern}", re.IGNORECASE)

_KEY_WORD = re.compile(r"[A-Z]?[^\W\d_A-Z]+|[A-Z]+(?![^\W\d_A-Z])")
_GIVEN = frozenset("first given middle christian forename forenames firstname middlename".split())
_FAMILY = frozenset("last family surname surnames lastname".split())
_EARLIER = frozenset("maiden married birth former previous earlier nee née".split())
_NAMING = frozenset(
    "name names fullname forename forenames firstname middlename surname surnames lastname nickname nicknames alias "
    "aliases aka pseudonym pseudonyms nee née".split()
)
_BESIDE_NAMING = frozenset(
    "first given middle christian last family full maiden birth former previous earlier other also known as pen stage "
    "legal official preferred real married native original person patient applicant client subject own nick text value "
    "values".split()
)
_MOST_WORDS = 40
"""What has more words is no name; the longest that people bear have half as many."""


def with_names(document: Document, profiles: Mapping[str, Profile]) -> Document:
    """The document with the names of the person it is about, who is one of these profiles by id."""
    profile = profiles.get(document.person) if document.person is not None else None
    if profile is None:
        return document
    return replace(document, names=tuple(dict.fromkeys((*document.names, *profile_names(profile)))))


def profile_names(profile: Profile) -> tuple[str, ...]:
    """What somebody is called: the name, and what stands under keys such as `aliases`, `maiden_name` or `name.first`.

    Given and family names under keys of their own also make one name. Keys that name somebody or something else
    (`employer_name`, `mother.name`) do not count, nor does anything but text that has a letter.

    >>> profile_names(Profile("p1", "Ada Grey", {"maiden_name": "Marsh", "aliases": ["The Heron", None, 7, "Addie"]}))
    ('Ada Grey', 'Marsh', 'The Heron', 'Grey, Addie')
    >>> profile_names(Profile("p1", fields={"first_name": "Ada", "lastName": "Grey", "school_name": "Zenda High"}))
    ('Grey, Ada', 'Grey')
    """
    found = [(words, " ".join(text.split())) for words, text in _named_values(frozenset(), profile.fields)]
    names = [" ".join(profile.name.split())] if _is_name(profile.name) else []
    family = " ".join(text for words, text in found if words & _FAMILY) or (family_side(names[0]) if names else "")
    given = " ".join(text for words, text in found if words & _GIVEN)
    names += [f"{family}, {given}" if family else given] if given else []
    for words, text in found:
        # A single word is a name beside the family name, as "Addie" is, unless it is one itself.
        if not words & _GIVEN:
            names.append(text if " " in text or not family or words & (_FAMILY | _EARLIER) else f"{family}, {text}")
    return tuple(dict.fromkeys(names))


def _named_values(path: frozenset[str], value: object) -> Iterator[tuple[frozenset[str], str]]:
    """The texts that stand under keys of names, each with the words of all keys on the way to it."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _named_values(path | {word.lower() for word in _KEY_WORD.findall(str(key))}, inner)
    elif isinstance(value, list | tuple | set | frozenset):
        for inner in value:
            yield from _named_values(path, inner)
    elif path & _NAMING and path <= _NAMING | _BESIDE_NAMING and _is_name(value):
        yield path, str(value)


def _is_name(value: object) -> bool:
    if not isinstance(value, str) or is_missing(value):
        return False
    return any(map(str.isalpha, value)) and len(value.split()) <= _MOST_WORDS


@dataclass(frozen=True)
class Person:
    """Names to search for, the most complete first, and the ids of the entities that are such a name."""

    names: tuple[str, ...] = field(repr=False)
    entities: frozenset[str]


def called(document: Document) -> tuple[str, ...]:
    """What the person of a document is called as far as is known: their names, or else an id that may be one."""
    return document.names or ((document.person,) if document.person else ())


def protected_person(document: Document) -> Person:
    """The person a document is about, as they are `called`, or else whom it names directly, or else whom it names.

    What is without a letter is a number and no name.
    """
    people = [entity for entity in document.entities if entity.label == "PERSON"]
    direct = [entity for entity in people if entity.role is Role.DIRECT]
    if known := [name for name in called(document) if any(map(str.isalpha, name))]:
        named = [entity for entity in people if any(_is_named(document, entity, name) for name in known)]
        names = tuple(dict.fromkeys(map(_untitled, known)))
        return Person(names, frozenset(entity.id for entity in (*direct, *named)))
    shown = direct or [entity for entity in people if entity.role is Role.QUASI]
    written = [_untitled(form) for entity in shown for form in surfaces(document, entity)]
    whole = [name for name in written if len(words_of(name)) > 1] or written
    return Person(tuple(dict.fromkeys(filter(None, whole))), frozenset(entity.id for entity in shown))


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
    return {word for word in words_of(name) if len(word) > 1 and word not in COURTESY_TITLES}


def _untitled(name: str) -> str:
    words: Sequence[str] = searchable(name).split()
    while len(words) > 1 and words[0].strip(".").lower() in COURTESY_TITLES:
        words = words[1:]
    return " ".join(words)
