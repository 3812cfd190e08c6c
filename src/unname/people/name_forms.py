"""How the names of people are written: their parts, and the words by which somebody whose names are known is named."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from unname.core.fold import fold
from unname.text.vocabulary import FEMALE_TITLES, MALE_TITLES, PARTICLES, SUFFIXES, TITLES
from unname.text.words import LETTERS, spellings

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
    given, family = _split(text)
    gender = ""
    parts: list[str] = []
    for word in given + family:
        plain = _plain(word)
        if plain in TITLES and not parts and (len(plain) > 1 or not word.endswith(".")):
            gender = gender or ("m" if plain in MALE_TITLES else "f" if plain in FEMALE_TITLES else "")
        elif plain not in PARTICLES and plain not in SUFFIXES:
            parts += _letters(word)
    return Name(tuple(parts), gender)


def family_side(name: str) -> str:
    """The family name, with the small words that belong to it.

    >>> family_side("Dr Anna van der Berg"), family_side("Berg, Anna"), family_side("Anna")
    ('van der Berg', 'Berg', 'Anna')
    """
    return " ".join(_strip(_split(name)[1]))


def natural_order(name: str) -> str:
    """The name with the given names in front.

    >>> natural_order("van Berg, Anna M."), natural_order("Anna Berg, Jr.")
    ('Anna M. van Berg', 'Anna Berg, Jr.')
    """
    given, family = _split(name)
    is_inverted = "," in name and given and _plain(given[0]) != _plain(name.split()[0])
    return " ".join(given + family) if is_inverted else name


def _split(text: str) -> tuple[list[str], list[str]]:
    """The words of a name, given names (and titles) apart from the family name, wherever that stands."""
    before, comma, after = without_possessive(text.strip()).partition(",")
    words = _words(before)
    if comma and (rest := [word for word in _words(after) if _plain(word) not in SUFFIXES]):
        return rest, words
    if len(words) > 1 and _shouts(words[0]) and not any(_shouts(word) for word in words[1:]):
        return words[1:], words[:1]
    cut = len(words)
    while cut > 0 and _plain(words[cut - 1]) in SUFFIXES:
        cut -= 1
    cut = max(cut - 1, 0)
    while cut > 1 and _plain(words[cut - 1]) in PARTICLES:
        cut -= 1
    return words[:cut], words[cut:]


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


@dataclass(frozen=True)
class NameForms:
    """The words by which somebody is named, folded, and the initials of whole names, in their order.

    Words are cut at hyphens and apostrophes. A title is none of them, nor is what follows a name, as "Jr" does.
    """

    given: frozenset[str] = field(repr=False)
    family: frozenset[str] = field(repr=False)
    particles: frozenset[str] = field(repr=False)
    initials: frozenset[str] = field(repr=False)

    @property
    def letters(self) -> frozenset[str]:
        """The letters that may stand for one of the names."""
        return frozenset(letter for initials in self.initials for letter in initials)


@lru_cache(maxsize=1024)
def name_forms(names: tuple[str, ...]) -> NameForms:
    """The forms of somebody's names, which are written in any order: "Anna Maria Quill", "Quill, Anna", "QUILL Anna".

    >>> forms = name_forms(("Dr Anna-Maria van Quill",))
    >>> sorted(forms.given), sorted(forms.family), sorted(forms.particles), sorted(forms.initials)
    (['anna', 'maria'], ['quill'], ['van'], ['amq', 'aq'])
    """
    found: tuple[set[str], ...] = set(), set(), set(), set()
    given, family, particles, initials = found
    for name in names:
        first, last = _split(name)
        one = _sort(_strip(first), given, particles, leads=True)
        other = _sort(_strip(last), family, particles, leads=False)
        initials |= {one + other, one[:1] + other, one + other[:1], one[:1] + other[:1]} if other else {one}
    return NameForms(frozenset(given - family), frozenset(family), frozenset(particles), frozenset(initials - {""}))


def _strip(words: list[str]) -> list[str]:
    """The words of one side of a name without titles in front, suffixes and what has no letter."""
    named = [word for word in words if LETTERS.search(word) and _plain(word) not in SUFFIXES]
    while len(named) > 1 and _plain(named[0]) in TITLES:
        named = named[1:]
    return named


def _sort(words: list[str], names: set[str], particles: set[str], leads: bool) -> str:
    """Sort the words of one side of a name into names and small words that join them; gives the initials.

    The last word is a name ("Do"), and so is the first one if the side `leads` ("Ben") and it has a capital.
    """
    initials = ""
    for at, word in enumerate(words):
        is_name = at == len(words) - 1 or (leads and at == 0 and not word.islower())
        if _plain(word) in PARTICLES and not is_name:
            particles.update(_keys(word))
        else:
            names.update(_keys(word))
            initials += _initials(word)
    return initials


def _keys(word: str) -> Iterator[str]:
    """The parts of a word of a name, folded, in each spelling; none for initials."""
    if not _INITIALS.match(word):
        yield from (key for each in spellings(word) for key in LETTERS.findall(fold(each)) if len(key) > 1)


def _initials(word: str) -> str:
    letters = LETTERS.findall(fold(word))
    return "".join(part if _INITIALS.match(word) else part[0] for part in letters)
