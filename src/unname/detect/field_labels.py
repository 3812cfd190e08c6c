"""Labels of fields in running text and on lines of forms: "Pt:", "DOB 3/4/61", "Name ....... ", `user=`."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from unname.core.document import Span
from unname.detect.structure_parts import Field, Parts
from unname.detect.tokens import FAMILY, FIRST, ORDINARY, lists
from unname.text.field_words import (
    ABBREVIATED,
    FIELD_WORDS,
    IDENTIFIED,
    N_WORDS,
    NOT_PEOPLE,
    field_kind,
    is_field_word,
    joins_words,
    label_words,
)
from unname.text.spans import Spans

_SEPARATOR = re.compile(r"[:=#]|\.{3,}+|\u2026")
_URL = re.compile(r"\b[A-Za-z][A-Za-z0-9+.-]{1,10}://[^\s<>\"]+")
_PART = re.compile(r"[^\s()\[\]{},;:=?&]+")
_NUMBERS = re.compile(r"\d{3}|^\d|\d\D+\d")
_KEY = re.compile(r"[\w.-]++$")
_PAIR_END = re.compile(r"[\s&;,)]")
_GAP = re.compile(r"[ .(]{0,3}")
_COLUMN = re.compile(r"^[ \t>*-]{0,20}(?P<x>[A-Za-z][A-Za-z./'() -]{0,40}?)(?:\t| {2,20})(?=[^\s:.=])", re.MULTILINE)
_SHORT = re.compile(
    rf"(?i)(?<![\w@./#-])(?:(?P<short>{'|'.join(sorted(ABBREVIATED | {'d.o.b'}, key=len, reverse=True))})\b\.?"
    rf"(?:[ ](?:no|number)\b\.?)?|(?:{'|'.join(sorted(IDENTIFIED))}|phone|contact)[ ](?:no|number|nr)\b\.?"
    r"(?=[ ]\S{0,30}\d)|(?:our|your)[ ]ref\b(?=[ ]\S{0,30}\d))"
    r"(?![\w@:=#-])"
)
_DIGIT_SOON = re.compile(r"\.?[ \u00a0]{1,3}\S{0,12}\d")
_SHOUTED = frozenset("chi nino doa".split())
"""Labels that are names of people where they are not in capitals."""
_NUMBERS_ONLY = frozenset("tel fax mob".split())
_BACK = 48
_WIDEST = 200
_FEW = 3
_QUOTES = frozenset("\"'\u201c\u201e\u00ab")
_BLANKS = " \t\u00a0"


class Label(NamedTuple):
    """A label, its words, where its value may begin, and the sign between, which may be empty."""

    span: Span
    words: tuple[str, ...]
    value: int
    sign: Span = Span(0, 0)


def find_labels(text: str, signs: Spans, known: Spans) -> Parts:
    """The labels that stand in front of a value, with their values; `known` labels end a value, too."""
    found = sorted({*_separated(text, signs), *_aligned(text), *_short(text)})
    separators = [label.sign for label in found if label.sign.end]
    parts = Parts(labels=[label.span for label in found], signs=separators)
    starts = sorted([label.span.start for label in found] + [span.start for span in known.spans])
    for label in found:
        kind = _kind(label.words)
        if kind and (value := _value(text, label, signs, starts)):
            parts.fields.append(Field(kind, value, text[value.start - 1] in _QUOTES, label.words))
    return parts


def _kind(words: tuple[str, ...]) -> str:
    """What a label says, by all its words, or by the last of them: "she gave her address"."""
    for first in range(len(words)):
        if first and words[first - 1] in NOT_PEOPLE:
            return ""
        if kind := field_kind(words[first:]):
            return kind
    return ""


def is_plain(word: str) -> bool:
    """Whether a word in small letters is an ordinary one and nobody's name."""
    code = lists().words.get(word, 0)
    return bool(code & ORDINARY) and not code & (FIRST | FAMILY)


def is_label(raw: str) -> bool:
    """Whether a key, a name of a tag or the head of a column is made of words that name nobody.

    >>> is_label("patientName"), is_label("weight_kg"), is_label("Okonkwo"), is_label("anna@example.org")
    (True, True, False, False)
    """
    words = label_words(raw)
    if not words or len(words) > N_WORDS + 2 or "@" in raw or _NUMBERS.search(raw):
        return False
    if "".join(words) in FIELD_WORDS:
        return raw.isupper() or "".join(words) not in _SHOUTED
    known = [len(word) > 1 and (is_field_word(word) or is_plain(word)) for word in words]
    return any(known) and all(sure or len(word) < _FEW for sure, word in zip(known, words, strict=True))


def _separated(text: str, signs: Spans) -> Iterator[Label]:
    """Labels before a colon, an equals sign, a number sign or a leader of dots."""
    urls = Spans(Span(*found.span()) for found in _URL.finditer(text)) if "://" in text else Spans(())
    ends = [span.end for span in signs.spans]
    for separator in _SEPARATOR.finditer(text):
        at = separator.start()
        # The signs before it are where the label cannot reach over; a leader of dots is one itself.
        before = bisect_right(ends, at) - 1
        edge = max(ends[before] if before >= 0 else 0, 0)
        low = max(edge, at - _BACK)
        if low >= at or urls.overlaps(Span(at, at + 1)):
            continue
        label = _key(text, low, at) if separator[0] == "=" else _before(text, low, at, low == edge)
        if label:
            yield Label(label, label_words(text[slice(*label)]), separator.end(), Span(*separator.span()))


def _key(text: str, low: int, end: int) -> Span | None:
    """The key before an equals sign, if it is one word that names nobody."""
    found = _KEY.search(text, low, end)
    return Span(*found.span()) if found and is_label(found[0]) else None


def _before(text: str, low: int, end: int, is_bound: bool) -> Span | None:
    """The label that ends here: all from a sign on if no word of it is a name, else the last words that labels have."""
    pieces = list(_PART.finditer(text, low, end))[-N_WORDS - 1 :]
    if not pieces or not _GAP.fullmatch(text, pieces[-1].end(), end):
        return None
    from_edge = is_bound and not text[low : pieces[0].start()].strip(" ([{,;?&")
    if from_edge and len(pieces) <= N_WORDS and all(is_label(piece[0]) for piece in pieces):
        return (
            None
            if joins_words(pieces[0][0].lower()) and len(pieces) == 1 and text[end] != ":"
            else Span(pieces[0].start(), end)
        )
    first = None
    for piece in reversed(pieces):
        words = label_words(piece[0])
        known = all(map(is_field_word, words)) or "".join(words) in FIELD_WORDS
        if not known or not words or any(map(str.isdigit, piece[0])):
            break
        if "".join(words) in _SHOUTED and not piece[0].isupper():
            break
        if not joins_words(words[0]):
            first = piece.start()
    return None if first is None else Span(first, end)


def _aligned(text: str) -> Iterator[Label]:
    """Labels at the beginning of a line that blanks set off from their values."""
    for found in _COLUMN.finditer(text):
        words = label_words(found["x"])
        if field_kind(words):
            yield Label(Span(*found.span("x")), words, found.end())


def _short(text: str) -> Iterator[Label]:
    """Labels that nothing but a blank sets off: "DOB 3/4/61"."""
    for found in _SHORT.finditer(text):
        word = (found["short"] or "").lower().replace(".", "")
        shouted = found[0].isupper() and len(word) >= _FEW and word not in _NUMBERS_ONLY
        holds = bool(field_kind(label_words(found[0]))) and _DIGIT_SOON.match(text, found.end())
        if shouted or "." in found[0][:-1] or holds:
            yield Label(Span(*found.span()), label_words(found[0]), found.end())


def _value(text: str, label: Label, signs: Spans, starts: list[int]) -> Span | None:
    """Where the value of a label may stand: on the same line, up to the next sign or label."""
    at = label.value
    while text[at : at + 1] and text[at] in " \t\u00a0.:=#_-\u2026" and at - label.value < _WIDEST:
        at += 1
    at += text[at : at + 1] in _QUOTES and text[at : at + 1] != ""
    following = bisect_right(starts, at - 1)
    end = min(at + _WIDEST, starts[following] if following < len(starts) else len(text), len(text))
    number = next((each for each in signs.numbers(Span(at, max(at, end)))), None) if at < end else None
    if number is not None:
        end = min(end, signs.spans[number].start)
    if text[label.value - 1] == "=" and at == label.value and (blank := _PAIR_END.search(text, at, end)):
        end = blank.start()
    while end > at and text[end - 1] in _BLANKS:
        end -= 1
    return Span(at, end) if at < end else None
