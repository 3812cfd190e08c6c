"""Which names in a document mean the same person.

"Mr Tony Booth", "T. Booth" and "Booth's" are one person; "Tom Booth" and "Mrs Booth" are others. Names with at
least two parts found the people, in the order of the text; a single part goes to the person with that family
name (else given name) who was mentioned last, or, if there was none yet, who will be mentioned first.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from unname.detect.vocabulary import FEMALE_TITLES, MALE_TITLES, PARTICLES, SUFFIXES, TITLES

_POSSESSIVE = re.compile(r"(?<=\w)(['\u2019\u02bc]s|(?<=s)['\u2019\u02bc])$", re.IGNORECASE)
_PART = re.compile(r"[^\s.,;:()\"\u201c\u201d]+\.?")
_INITIALS = re.compile(r"(?:\w\.){2,}$|(?:\w\.-?)+$")


class Name(NamedTuple):
    """The parts of a name in lower case, given names first; an initial is a part of one letter."""

    parts: tuple[str, ...]
    gender: str = ""


def without_possessive(text: str) -> str:
    """The text without a final 's.

    >>> without_possessive("Booth's")
    'Booth'
    """
    return _POSSESSIVE.sub("", text)


def parse_name(text: str) -> Name:
    """Split a name into its parts, without titles, particles and suffixes.

    >>> parse_name("Mr T.J. van der Booth")
    Name(parts=('t', 'j', 'booth'), gender='m')
    >>> parse_name("BOOTH, Tony").parts
    ('tony', 'booth')
    """
    before, comma, after = without_possessive(text.strip()).partition(",")
    words = _words(before)
    if comma and (rest := [word for word in _words(after) if _plain(word) not in SUFFIXES]):
        words = rest + words
    elif len(words) > 1 and _shouts(words[0]) and not any(_shouts(word) for word in words[1:]):
        words = words[1:] + words[:1]
    gender = ""
    parts: list[str] = []
    for word in words:
        plain = _plain(word)
        if plain in TITLES and not parts and (len(plain) > 1 or not word.endswith(".")):
            gender = gender or ("m" if plain in MALE_TITLES else "f" if plain in FEMALE_TITLES else "")
        elif plain not in PARTICLES and plain not in SUFFIXES:
            parts += _letters(word)
    return Name(tuple(parts), gender)


def _words(text: str) -> list[str]:
    # "T.J." stays in one piece here: a period only ends a part that is followed by more.
    return [word for piece in text.split() for word in ([piece] if _INITIALS.match(piece) else _PART.findall(piece))]


def _plain(word: str) -> str:
    return word.rstrip(".").lower()


def _letters(word: str) -> list[str]:
    if _INITIALS.match(word):
        return [letter.lower() for letter in word if letter.isalnum()]
    return [_plain(word)] if any(map(str.isalnum, word)) else []


def _shouts(word: str) -> bool:
    return len(word) > 2 and word.isupper() and "." not in word and _plain(word) not in TITLES


@dataclass(eq=False)
class Person:
    """Somebody named in the document, with the fullest form of the name so far."""

    number: int
    parts: tuple[str, ...]
    gender: str = ""

    def accepts(self, name: Name) -> bool:
        """Whether the name may be theirs: parts in the same order, initials allowed, no conflict of gender."""
        if self.gender and name.gender and self.gender != name.gender:
            return False
        short, long = sorted((self.parts, name.parts), key=len)
        return _fits(short, long)

    def learn(self, name: Name) -> None:
        """Take over a fuller form of the name."""
        self.gender = self.gender or name.gender
        longer = max(self.parts, name.parts, key=lambda parts: (len(parts), sum(map(len, parts))))
        self.parts = tuple(_fuller(part, self.parts + name.parts) for part in longer)


def _fits(short: Sequence[str], long: Sequence[str]) -> bool:
    rest = iter(long)
    return all(any(_agree(part, other) for other in rest) for part in short)


def _agree(part: str, other: str) -> bool:
    return part == other or (1 in (len(part), len(other)) and part[0] == other[0])


def _fuller(part: str, known: Sequence[str]) -> str:
    return max((other for other in known if _agree(part, other)), key=len) if len(part) == 1 else part


@dataclass
class _People:
    """Everybody found so far, by each part of their name; in each list the last mentioned comes last."""

    everybody: list[Person] = field(default_factory=list)
    by_part: dict[str, dict[int, Person]] = field(default_factory=dict)

    def add(self, name: Name) -> Person:
        person = Person(len(self.everybody), name.parts, name.gender)
        self.everybody.append(person)
        self.mention(person)
        return person

    def mention(self, person: Person) -> None:
        for part in _keys(person.parts):
            known = self.by_part.setdefault(part, {})
            known.pop(person.number, None)
            known[person.number] = person

    def _recent(self, part: str) -> Iterator[Person]:
        # Enough for any text by people; a register with thousands of one family name must not take the square.
        return islice(reversed(self.by_part.get(part, {}).values()), 50)

    def full(self, name: Name) -> Person | None:
        """The last mentioned person whom a name of several parts fits."""
        for part in sorted(_keys(name.parts), key=lambda part: (-len(part), part)):
            for person in self._recent(part) if len(part) > 1 else ():
                if person.accepts(name):
                    return person
        return None

    def single(self, name: Name) -> Person | None:
        """The last mentioned person with this family name, else with this given name."""
        other = None
        for person in self._recent(name.parts[-1]):
            if person.accepts(name):
                if person.parts[-1] == name.parts[-1]:
                    return person
                other = other or person
        return other if len(name.parts[-1]) > 1 else None


def _keys(parts: tuple[str, ...]) -> set[str]:
    """Where to look somebody up: by each part, and by the whole name."""
    return {*parts, " ".join(parts)}


def group_people(names: Sequence[str]) -> list[int]:
    """The number of the person behind each name, given in the order of the text.

    >>> group_people(["Mr Tony Booth", "Booth", "T. Booth", "Mr Tom Booth", "Mrs Booth"])
    [0, 0, 0, 1, 2]
    """
    known = {name: parse_name(name) for name in set(names)}
    parsed = [known[name] for name in names]
    people = _People()
    owners: dict[int, Person] = {}
    for index, name in enumerate(parsed):
        if len(name.parts) > 1:
            owners[index] = _found(people, people.full(name), name)
    for person in reversed(people.everybody):
        people.mention(person)
    for index, name in enumerate(parsed):
        if len(name.parts) > 1:
            people.mention(owners[index])
        elif name.parts:
            owners[index] = _found(people, people.single(name), name)
    return _numbered(names, owners)


def _found(people: _People, person: Person | None, name: Name) -> Person:
    if person is None:
        return people.add(name)
    person.learn(name)
    people.mention(person)
    return person


def _numbered(names: Sequence[str], owners: dict[int, Person]) -> list[int]:
    """Numbers in order of appearance; a name without any part goes by its spelling."""
    numbers: dict[object, int] = {}
    return [
        numbers.setdefault(owners[index] if index in owners else name.casefold(), len(numbers))
        for index, name in enumerate(names)
    ]
