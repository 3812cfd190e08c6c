"""Every further occurrence of what was found once: names, their parts, codes, addresses; plain or in disguise."""

import re
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from unname.core.document import Document, Mention, Origin, Role, Span
from unname.core.errors import require
from unname.core.fold import fold
from unname.detect.disguise import Form, Kind, disguised, form_of
from unname.detect.normalize import normalize, on_one_line
from unname.detect.tokens import is_ordinary
from unname.people.name_forms import without_possessive
from unname.text.russian import NameForms
from unname.text.sentences import starts_sentence
from unname.text.vocabulary import CALENDAR, FUNCTION_WORDS, NOT_INITIALS, PARTICLES, SUFFIXES, TITLES
from unname.text.words import ARTICLE, NAME_WORD, spellings

PROPAGATED = {"PERSON": 0.3, "CODE": 0.5, "LOC": 0.5}
"""The labels whose surface forms are searched again, and the least confidence of a mention for that.

Of places, addresses alone: the name of a town also stands in names of courts and offices, which are other
entities with decisions of their own. In disguise, names of several words and names of places and organizations in
small letters are searched too.
"""

NAMED = frozenset({"PERSON", "ORG", "LOC", "MISC"})
"""The labels of what has a name that may come back in disguise."""

_SURE_NAME = 0.5
_LONG_NUMBER, _TELEPHONE, _SUBSCRIBER = 5, 10, 8
_WORD = re.compile(r"\w*")
_LETTERS = re.compile(r"[^\W\d_]+")
_INITIALS_BEFORE = re.compile(r"(?<![\w.])(?:[A-Z\u00c0-\u00de]\.[ -]?){1,4}$")
_INITIALS_AFTER = re.compile(r",?[ ](?:[A-Z\u00c0-\u00de]\.[ -]?){1,4}(?<![ -])")
_LONGEST = 200
"""The most characters of a form that is searched together with others."""

_LOWER_WORD = re.compile(r"\b[a-z][a-z'\u2019-]*\b")
_AMBIGUOUS = frozenset({"will", "may", "april", "june", "august"})
_NOT_A_NAME = (FUNCTION_WORDS | TITLES | PARTICLES | SUFFIXES | CALENDAR) - _AMBIGUOUS


class Seed(NamedTuple):
    """Something found once, to be searched again."""

    surface: str
    label: str
    role: Role
    confidence: float


def propagate(document: Document, seeds: Iterable[Seed], allow: frozenset[str] = frozenset()) -> Iterator[Mention]:
    """Mentions of the same surface forms as the seeds, wherever they stand as whole words or in disguise.

    `allow` holds words (case-folded) that are never searched. A part of a name that is also an ordinary word
    of this document ("Mr Will"; "will") counts only where a capital is not owed to the start of a sentence.
    """
    plain: dict[str, Seed] = {}
    hidden: dict[Form, Seed] = {}
    for seed in sorted(set(seeds), key=_rank):
        plain |= {form: seed for form in _forms(seed) if form.casefold() not in allow}
        disguises = [form_of(surface, kind) for surface, kind in _disguises(seed) if surface.casefold() not in allow]
        hidden |= {form: seed for form in disguises if form}
    found = [(span, plain[form]) for span, form in _occurring(document.text, plain)]
    found += [(span, plain[form]) for span, form in NameForms(plain).find(document.text, starts_sentence)]
    taken = {span for span, _ in found}
    found += [(span, hidden[form]) for span, form in disguised(document.text, hidden) if span not in taken]
    for span, seed in found:
        yield _further(document, span, seed)


def _occurring(text: str, forms: Iterable[str]) -> Iterator[tuple[Span, str]]:
    """Where the forms occur as names."""
    ordinary = _ordinary(text, forms)
    for span, form in occurrences(text, forms):
        if form in ordinary and starts_sentence(text, span.start):
            continue
        if not (form.lower() in CALENDAR and is_in_date(text, span)):
            yield span, form


def _further(document: Document, span: Span, seed: Seed) -> Mention:
    whole = _with_initials(document.text, span, seed) if seed.label == "PERSON" else span
    return Mention(whole, seed.label, "", seed.role, seed.confidence, "propagated")


def _with_initials(text: str, span: Span, seed: Seed) -> Span:
    """The span with initials beside it: those before it, and those behind it that stand for a part of the name."""
    is_titled = _WORD.match(text, span.start)[0].lower() in TITLES  # type: ignore[index]
    before = None if is_titled else _INITIALS_BEFORE.search(text, max(0, span.start - 16), span.start)
    after = _INITIALS_AFTER.match(text, span.end)
    fits = after is not None and _initials(seed.surface).issuperset(re.findall(r"[^\W\d_]", after[0]))
    return Span(before.start() if before else span.start, after.end() if after and fits else span.end)


@lru_cache(maxsize=1024)
def _initials(surface: str) -> frozenset[str]:
    return frozenset(part[0] for part in name_parts(surface))


def _rank(seed: Seed) -> tuple[object, ...]:
    return (seed.confidence, seed.role is Role.DIRECT, seed)


def denied(document: Document, words: frozenset[str]) -> list[Mention]:
    """Every occurrence of the words, whatever their case, accents and disguise, as MISC mentions that are certain."""
    surfaces = [form for word in words if (form := _single_spaced(normalize(word).text))]
    found = {span for span, _ in occurrences(fold(document.text), {fold(surface) for surface in surfaces})}
    forms = [form_of(surface, Kind.DENIED) for surface in surfaces]
    found |= {span for span, _ in disguised(document.text, filter(None, forms))}
    return [Mention(span, "MISC", "", Role.QUASI, 1.0, "deny", Origin.DENIED) for span in sorted(found)]


def occurrences(text: str, forms: Iterable[str]) -> Iterator[tuple[Span, str]]:
    """Where the forms, whose blanks are single, stand as whole words, whatever blanks are between these.

    Time does not depend on how many forms there are.
    """
    line = on_one_line(text)
    short, long = set[str](), set[str]()
    for form in forms:
        (short if len(form) <= _LONGEST else long).add(form)
    for span, form in (*_short_occurrences(line.text, short), *_long_occurrences(line.text, long)):
        if _is_whole(line.text, span):
            yield line.original(span), form


def _short_occurrences(text: str, forms: Collection[str]) -> Iterator[tuple[Span, str]]:
    if not forms:
        return
    automaton = require("ahocorasick", "all").Automaton()
    for form in forms:
        automaton.add_word(form, form)
    automaton.make_automaton()
    for last, form in automaton.iter(text):
        yield Span(last + 1 - len(form), last + 1), form


def _long_occurrences(text: str, forms: Collection[str]) -> Iterator[tuple[Span, str]]:
    """One form after another: at each letter, an automaton takes time by the length of a form that repeats itself.

    An occurrence that overlaps the one before it, which only such a form can have, is left to the output check.
    """
    for form in forms:
        start = text.find(form)
        while start >= 0:
            yield Span(start, start + len(form)), form
            start = text.find(form, start + len(form))


def _single_spaced(text: str) -> str:
    return " ".join(text.split())


def _is_whole(text: str, span: Span) -> bool:
    """No word goes on beyond either end of the span."""
    start, end = span
    before = start > 0 and text[start - 1].isalnum() and text[start].isalnum()
    after = end < len(text) and text[end].isalnum() and text[end - 1].isalnum()
    return not (before or after)


def _forms(seed: Seed) -> Iterator[str]:
    """The spellings to search for one mention."""
    surface = without_possessive(_single_spaced(seed.surface))
    if seed.confidence < PROPAGATED.get(seed.label, 2.0):
        return
    if seed.label == "CODE":
        if len(surface) >= 4:
            yield from {surface, surface.upper(), surface.lower()}
        return
    if seed.label == "LOC" and not any(map(str.isdigit, surface)):
        return
    is_long = len(surface) >= (3 if seed.label == "PERSON" else 4)
    if is_long and surface[0].isupper() and surface.casefold() not in _NOT_A_NAME:
        yield from _cases(surface)
    if seed.label == "PERSON":
        for part in name_parts(surface):
            yield from _cases(part)
        yield from _initials_alone(surface)


def _initials_alone(surface: str) -> Iterator[str]:
    """GNS, G.N.S. and G. N. S. for Grace Nakoa-Silva, as people sign and as minutes and charts name them."""
    words = [word for word in _LETTERS.findall(surface) if word.lower() not in TITLES | SUFFIXES]
    letters = [word[0].upper() for word in words]
    if 1 < len(letters) < 5 and surface[0].isupper() and len(words[-1]) > 1:
        yield from (f"{'.'.join(letters)}.", f"{'. '.join(letters)}.")
        joined = "".join(letters)
        if not {joined.lower()} & (NOT_INITIALS | FUNCTION_WORDS):
            yield joined


def _disguises(seed: Seed) -> Iterator[tuple[str, Kind]]:
    """What to search in disguise for one mention: nothing that could be an ordinary word."""
    surface = without_possessive(_single_spaced(seed.surface))
    if seed.label == "CODE" and seed.confidence >= PROPAGATED["CODE"]:
        yield from ((form, Kind.CODE) for form in _code_forms(surface))
    elif seed.label == "PERSON" and seed.confidence >= PROPAGATED["PERSON"]:
        words = surface.split(" ")
        while len(words) > 1 and words[0].rstrip(".").lower() in TITLES:
            words = words[1:]
        parts = [part for part in name_parts(surface) if len(part) > 3 and _is_telling(part)]
        yield from ((spelling, Kind.NAME) for part in parts for spelling in spellings(part))
        if len(words) > 1 and any(map(_is_telling, words)):
            yield from ((spelling, Kind.NAME) for spelling in spellings(" ".join(words)))
    elif seed.label in NAMED and seed.confidence >= _SURE_NAME:
        surface = ARTICLE.sub("", surface)
        telling = [word for word in NAME_WORD.findall(surface) if word[0].isupper() and _is_telling(word)]
        if telling and len(surface.split(" ")) > 1:
            yield from ((spelling, Kind.PHRASE) for spelling in spellings(surface))
        elif telling and len(surface) > 3 and not surface.isupper():
            yield from ((spelling, Kind.WORD) for spelling in spellings(surface))


def _is_telling(word: str) -> bool:
    """Whether a word is a name and no ordinary word."""
    return len(word) > 2 and not is_ordinary(word.casefold()) and word.casefold() not in _NOT_A_NAME


def _code_forms(surface: str) -> Iterator[str]:
    """The code, its long numbers, and the end of a telephone number, which may lack what is in front."""
    if sum(map(str.isalnum, surface)) >= 4:
        yield surface
    yield from (run for run in re.findall(r"\d+", surface) if len(run) >= _LONG_NUMBER)
    digits = re.sub(r"\D", "", surface)
    if len(digits) >= _TELEPHONE:
        yield digits[-_SUBSCRIBER:]


def name_parts(surface: str) -> Iterator[str]:
    """The given and family names in a name: capitalized, of three letters or more, and no ordinary word.

    >>> list(name_parts("Mr Tony van Booth-Lee"))
    ['Tony', 'Booth-Lee', 'Booth']
    """
    for part in NAME_WORD.findall(surface):
        pieces = part.split("-")
        candidates = [part, *(piece for piece in pieces if len(pieces) > 1 and len(piece) > 3)]
        for candidate in candidates:
            if len(candidate) >= 3 and candidate[0].isupper() and candidate.casefold() not in _NOT_A_NAME:
                yield candidate


def _cases(form: str) -> set[str]:
    """As written, in capitals, and, if it was in capitals, with initial capitals."""
    shouted = form.isupper() and len(form) > 4
    return {form, form.upper(), " ".join(map(str.capitalize, form.split(" "))) if shouted else form}


def _ordinary(text: str, forms: Iterable[str]) -> frozenset[str]:
    """The forms that the text also writes in lower case."""
    single = {form.lower(): form for form in forms if form.isalpha()}
    lower = {word for found in _LOWER_WORD.finditer(text) if (word := found[0]) in single}
    return frozenset(form for form in forms if form.lower() in lower)


def is_in_date(text: str, span: Span) -> bool:
    """Whether a digit stands beside the name of a month."""
    around = text[max(0, span.start - 3) : span.start] + text[span.end : span.end + 3]
    return any(map(str.isdigit, around))
