"""What must not be read in a release any more: the surface forms that its edits hide."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple
from unicodedata import normalize

from unname.core.document import Document, Origin, Span
from unname.core.redaction import Edit, Redaction
from unname.measure.leaks.ordinary_words import TITLES, ordinary_words, person_names, place_names
from unname.measure.leaks.plain_letters import INVISIBLE, separates, squeeze
from unname.text.spans import Spans
from unname.text.words import ARTICLE, BARE_WORD, POSSESSIVE

NAMES = frozenset({"PERSON", "CODE"})
"""Labels whose forms count inside of longer words too, and whose parts tell as much as the whole."""

_COMPOUND = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)+")
_SAINT = re.compile(r"\b(?:St\.?|Saint)\s+([^\W\d_]+)|([^\W\d_]+)['\u2019]s\b")
_MOST_WORDS = 8
_ENDINGS = ("s", "es", "er", "ers", "or", "ors", "ing", "ed", "ist", "ists", "ly", "al")
_NUMBERED = ("CODE", "LOC", "MISC", "")
_FEW_DIGITS = re.compile(r"\d{1,4}")
_PART_DIGITS = 5
_TELEPHONE = 10
_SUBSCRIBER = 8

Usage = Counter[str]
"""How often the original writes each word, in each case."""


class _Origin(NamedTuple):
    """What hid a surface form."""

    entity: str
    label: str = ""
    alone: bool = False
    denied: bool = False

    @property
    def is_name(self) -> bool:
        """Whether it names somebody, or the user said that it counts as much."""
        return self.denied or self.label in NAMES


@dataclass(frozen=True)
class Form:
    """Something that was hidden, as it is searched for.

    `letters` are those of the squeezed surface, in which `gaps` are the places before which the surface has a blank or
    a sign. What is `cased` counts only as the surface writes it, for otherwise it is an ordinary word. What is `named`
    counts inside of longer words. What counts `alone` is a single word of a text that is decided on word by word, where
    a compound with it is another word.
    """

    entity: str
    surface: str = field(repr=False)
    letters: str = field(repr=False)
    gaps: frozenset[int] = field(repr=False)
    cased: bool = False
    named: bool = False
    alone: bool = False
    label: str = ""

    @cached_property
    def is_full_name(self) -> bool:
        """Whether it is made of several words, of three letters or more each."""
        words = BARE_WORD.findall(self.surface)
        return len(words) > 1 and all(len(word) > 2 for word in words)

    def is_written(self, text: str, at: int) -> bool:
        """Whether the surface stands at a place of a text as it is, whatever its case."""
        return text[at : at + len(self.surface)].lower() == self.surface.lower()

    @cached_property
    def n_digits(self) -> int:
        """How many of the letters are digits."""
        return sum(map(str.isdigit, self.letters))


class Hit(NamedTuple):
    """A form that can be read in a range of a text, and in which disguise."""

    form: Form
    span: Span
    disguise: str


def find_hidden_forms(document: Document, redaction: Redaction) -> list[Form]:
    """The distinctive forms that the edits of a redaction hide, each once for its entity.

    Forms are the mentions that an edit covers or, in a document without mentions, what the edit replaces. All also
    count by their parts: names of people by each word, codes by their numbers, and whatever else by the words in it
    that are names and nothing else, since a name may be hidden as a part of an address. What is made of ordinary words
    alone, or a number of few digits, is not distinctive: hidden in one place for what it says there, it may stand in
    another and say nothing.
    """
    found: dict[tuple[str, str, bool], Form] = {}
    hidden = dict.fromkeys((origin, trim(text, origin.alone)) for origin, text in _hidden(document, redaction))
    usage = Counter(BARE_WORD.findall(document.text))
    for origin, surface in hidden:
        for form in _forms(origin, surface, usage):
            key = form.entity, form.letters, form.cased
            if key not in found or (form.named and not found[key].named):
                found[key] = form
    return list(found.values())


def changed_edits(document: Document, redaction: Redaction) -> Iterator[Edit]:
    """The edits that show something else than what stood there."""
    for edit in redaction.edits:
        if document.text[slice(*edit.old)] != redaction.text[slice(*edit.new)]:
            yield edit


def _hidden(document: Document, redaction: Redaction) -> Iterator[tuple[_Origin, str]]:
    """Everything hidden: where it comes from, and its text."""
    entities = {id(mention): entity.id for entity in document.entities for mention in entity.mentions}
    places = Spans(mention.span for mention in document.mentions)
    for edit in changed_edits(document, redaction):
        old = edit.old
        met = (document.mentions[number] for number in places.numbers(old))
        inside = [mention for mention in met if old.start <= mention.span.start and mention.span.end <= old.end]
        for mention in inside:
            alone, denied = mention.origin is Origin.WORD, Origin.DENIED in mention.origin
            yield _Origin(entities[id(mention)], mention.label, alone, denied), document.text[slice(*mention.span)]
        if not inside:
            yield _Origin(edit.entity), document.text[slice(*edit.old)]


def trim(text: str, alone: bool) -> str:
    """On one line, without what is not seen and signs at the ends; unless `alone`, without article and possessive."""
    line = " ".join(INVISIBLE.sub("", text).split())
    return (line if alone else POSSESSIVE.sub("", ARTICLE.sub("", line))).strip(
        " \t.,;:!?()[]\"'\u2018\u2019\u201c\u201d"
    )


def _forms(origin: _Origin, surface: str, usage: Usage) -> Iterator[Form]:
    parts = [*_number_parts(surface)] if origin.label in _NUMBERED else []
    if not origin.alone:
        parts += _name_parts(surface) if origin.label == "PERSON" else _names_inside(surface, origin.label)
    if origin.denied:
        parts += _phrases_inside(surface)
    for part in dict.fromkeys((surface, *parts)):
        if form := _form(origin, part, usage, part == surface or _is_plain_name(surface)):
            yield form


def _name_parts(surface: str) -> list[str]:
    """The words of a name, of three letters or more; where it has capitals, the capitalized ones."""
    words = [*BARE_WORD.findall(surface), *_COMPOUND.findall(surface)]
    parts = [word for word in words if len(word) > 2 and not any(map(str.isdigit, word))]
    return [part for part in parts if not part[0].islower()] or parts


def _names_inside(surface: str, label: str) -> Iterator[str]:
    """The capitalized words in something else than a name that are neither ordinary words nor places.

    A code or an address may have any name in it; names of organizations and works are full of words of their own
    trade, so that only those count in them that people are known to be called.
    """
    takes_any = label in ("CODE", "") or any(map(str.isdigit, surface))
    saints = {word for pair in _SAINT.findall(surface) for word in pair}
    for word in BARE_WORD.findall(surface):
        if len(word) < 4 or not word.isalpha() or not word[0].isupper() or word.lower() in place_names():
            continue
        if (takes_any or word in saints or word.lower() in person_names()) and not _is_derived(word.lower()):
            yield word


def _phrases_inside(surface: str) -> Iterator[str]:
    """Every two words or more in a row of something that the user denied, which may be united with its neighbors."""
    words = surface.split()[:_MOST_WORDS]
    for first in range(len(words)):
        yield from (" ".join(words[first:last]) for last in range(first + 2, len(words) + 1))


def _number_parts(surface: str) -> Iterator[str]:
    """The long numbers in a code, all its digits, and the end of those if they are as many as of a telephone number."""
    runs = re.findall(r"\d+", surface)
    yield from (run for run in runs if len(run) >= _PART_DIGITS)
    if sum(map(len, runs)) > _PART_DIGITS:
        yield " ".join(runs)
    digits = [found.start() for found in re.finditer(r"\d", surface)]
    if len(digits) >= _TELEPHONE:
        yield surface[digits[-_SUBSCRIBER] :]


def _is_plain_name(surface: str) -> bool:
    """Whether a name is made of two capitalized words or more and nothing else, initials aside."""
    words = surface.replace(".", " ").split()
    return len(words) > 1 and all(word[0].isupper() and word.replace("-", "").isalpha() for word in words)


def _form(origin: _Origin, surface: str, usage: Usage, takes_ordinary: bool) -> Form | None:
    """The surface to search for, or None if it is nothing to tell a person by."""
    named = origin.is_name and not _FEW_DIGITS.fullmatch(surface)
    cased = False if origin.denied else _is_cased(surface, named, usage)
    if cased is None or (cased and not takes_ordinary):
        return None
    plain = squeeze(surface)
    if not plain.letters:
        return None
    gaps = find_gaps(surface, plain.places)
    return Form(origin.entity, surface, plain.letters, gaps, cased, named, origin.alone, origin.label)


def find_gaps(surface: str, places: Sequence[int]) -> frozenset[int]:
    """The numbers of the letters, which stand at these places, that have a blank or a sign before them."""
    between = (surface[one + 1 : other] for one, other in pairwise(places))
    return frozenset(
        at for at, signs in enumerate(between, start=1) if any(separates(sign) and not sign.isalnum() for sign in signs)
    )


def _is_cased(surface: str, named: bool, usage: Usage) -> bool | None:
    """Whether a surface counts only as it is written; None if it does not count at all."""
    words = BARE_WORD.findall(surface)
    digits = sum(map(str.isdigit, surface))
    capitals = [word for word in words if not word[0].islower() and word.isalpha() and len(word) > 1]
    if digits >= 4:
        return False
    if digits and not capitals:
        return None
    telling = [word for word in (words if named else capitals) if _is_telling(word, usage)]
    if telling or (digits and len(words) > 1):
        return False
    is_initials = sum(map(str.isupper, words)) > 1
    return True if named and (is_initials or (capitals and surface.lower() not in TITLES)) else None


def _is_telling(word: str, usage: Usage) -> bool:
    """Whether a word is a name and no ordinary word, nor made of one and used as one."""
    if len(word) < 3 or not word.isalpha():
        return False
    plain = normalize("NFKC", word).lower()
    if plain in ordinary_words():
        return False
    return usage[word.lower()] <= usage[word] or word.islower() or not _is_derived(plain)


def _is_derived(word: str) -> bool:
    """Whether an ordinary word is left without a common ending, as of "swimmer" and "baker"."""
    for ending in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 2:
            undoubled = stem[:-1] if stem[-1] == stem[-2] else stem
            if not ordinary_words().isdisjoint((stem, f"{stem}e", undoubled)):
                return True
    return False
