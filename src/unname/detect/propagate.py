"""Every further occurrence of what was found once: names of people, their parts, codes and addresses."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from unname.core.document import Document, Mention, Role, Span
from unname.core.errors import require
from unname.core.fold import fold
from unname.detect.alias import without_possessive
from unname.detect.normalize import normalize, on_one_line
from unname.detect.vocabulary import CALENDAR, FUNCTION_WORDS, PARTICLES, SUFFIXES, TITLES

PROPAGATED = {"PERSON": 0.3, "CODE": 0.5, "LOC": 0.5}
"""The labels whose surface forms are searched again, and the least confidence of a mention for that.

Of places, addresses alone: the name of a town also stands in names of courts and offices, which are other
entities with decisions of their own.
"""

_LOWER_WORD = re.compile(r"\b[a-z][a-z'\u2019-]*\b")
_NAME_PART = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")
_SENTENCE_END = frozenset('.!?:;\n\u2022"\u201c(')
_AMBIGUOUS = frozenset({"will", "may", "april", "june", "august"})
_NOT_A_NAME = (FUNCTION_WORDS | TITLES | PARTICLES | SUFFIXES | CALENDAR) - _AMBIGUOUS


class Seed(NamedTuple):
    """Something found once, to be searched again."""

    surface: str
    label: str
    role: Role
    confidence: float


def propagate(document: Document, seeds: Iterable[Seed], allow: frozenset[str] = frozenset()) -> Iterator[Mention]:
    """Mentions of the same surface forms as the seeds, wherever they stand as whole words.

    `allow` holds words (case-folded) that are never searched. A part of a name that is also an ordinary word
    of this document ("Mr Will"; "will") counts only where a capital is not owed to the start of a sentence.
    """
    forms: dict[str, Seed] = {}
    for seed in set(seeds):
        for form in _forms(seed):
            if form.casefold() not in allow and (form not in forms or _rank(forms[form]) < _rank(seed)):
                forms[form] = seed
    ordinary = _ordinary(document.text, forms) if forms else frozenset()
    for span, form in occurrences(document.text, forms):
        if form in ordinary and _starts_sentence(document.text, span.start):
            continue
        if not (form.lower() in CALENDAR and _is_in_date(document.text, span)):
            seed = forms[form]
            yield Mention(span, seed.label, "", seed.role, seed.confidence, "propagated")


def _rank(seed: Seed) -> tuple[object, ...]:
    return (seed.confidence, seed.role is Role.DIRECT, seed)


def denied(document: Document, words: frozenset[str]) -> list[Mention]:
    """Every occurrence of the words, whatever their case and accents, as MISC mentions that are certain."""
    forms = {fold(form) for word in words if (form := _single_spaced(normalize(word).text))}
    found = occurrences(fold(document.text), forms)
    return [Mention(span, "MISC", "", Role.QUASI, 1.0, "deny") for span, _ in found]


def occurrences(text: str, forms: Iterable[str]) -> Iterator[tuple[Span, str]]:
    """Where the forms, whose blanks are single, stand as whole words, whatever blanks are between these.

    Time does not depend on how many forms there are.
    """
    automaton = require("ahocorasick", "all").Automaton()
    for form in forms:
        automaton.add_word(form, form)
    if not len(automaton):
        return
    automaton.make_automaton()
    line = on_one_line(text)
    for last, form in automaton.iter(line.text):
        span = Span(last + 1 - len(form), last + 1)
        if _is_whole(line.text, span):
            yield line.original(span), form


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


def name_parts(surface: str) -> Iterator[str]:
    """The given and family names in a name: capitalized, of three letters or more, and no ordinary word.

    >>> list(name_parts("Mr Tony van Booth-Lee"))
    ['Tony', 'Booth-Lee', 'Booth']
    """
    for part in _NAME_PART.findall(surface):
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


def _starts_sentence(text: str, start: int) -> bool:
    position = start - 1
    while position >= 0 and text[position] in " \t\r":
        position -= 1
    return position < 0 or text[position] in _SENTENCE_END


def _is_in_date(text: str, span: Span) -> bool:
    around = text[max(0, span.start - 3) : span.start] + text[span.end : span.end + 3]
    return any(map(str.isdigit, around))
