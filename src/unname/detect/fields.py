"""What detectors take for names and numbers of people and is none: labels of fields, doses and measurements."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from unname.core.document import Document, Mention, Span
from unname.detect.measurements import measurements
from unname.text.spans import Spans, join_spans
from unname.text.vocabulary import FIELDS, SPELLED_FIELDS

_NAMES = frozenset({"PERSON", "ORG", "LOC", "MISC", "DEM"})
_NUMBERS = frozenset({"QUANTITY", "CODE", "MISC", "DATETIME", "DEM"})
_FIRST_WORD = re.compile(r"[\w&.-]+")
_LAST_WORD = re.compile(r"(?:^|(?<=\s))[\w&.-]{1,14}[:.#]?$")
_SIGNS = " \t\r\n.:#"


def clear_of_fields(document: Document, mentions: Iterable[Mention]) -> Iterator[Mention]:
    """The mentions without labels of fields at their ends ("Tel" on the next line); what is nothing else is dropped."""
    for mention in mentions:
        span = _without_fields(document.text, mention) if mention.label in _NAMES else mention.span
        if span.start < span.end:
            yield mention if span == mention.span else replace(mention, span=span)


def _without_fields(text: str, mention: Mention) -> Span:
    start, end = mention.span
    while start < end:
        first = _FIRST_WORD.match(text, start, end)
        if not first or not _announces(text, first.start(), first.end(), mention.label):
            break
        start = first.end()
        while start < end and text[start] in _SIGNS:
            start += 1
    while start < end:
        last = _LAST_WORD.search(text, max(start, end - 16), end)
        if not last or last.start() == start or not _announces(text, last.start(), last.end(), mention.label):
            break
        end = last.start()
        while end > start and text[end - 1] in _SIGNS:
            end -= 1
    return Span(start, end)


def _announces(text: str, start: int, end: int, label: str) -> bool:
    """Whether a word is the label of a field: an abbreviation of one, or a word before a colon."""
    word = text[start:end].rstrip(":.#")
    plain = word.lower().replace(".", "")
    is_followed = text[start + len(word) : start + len(word) + 3].lstrip(" ").startswith((":", "#"))
    if plain == "nhs" and label == "ORG":
        return is_followed
    if plain in FIELDS:
        return is_followed or (len(plain) > 2 and (word.isupper() or "." in word))
    return plain in SPELLED_FIELDS and is_followed


def measured(document: Document, mentions: Iterable[Mention]) -> Iterator[Mention]:
    """The mentions without those inside a dose or a measurement."""
    taken = Spans(join_spans(measurements(document.text)))
    return (mention for mention in mentions if mention.label not in _NUMBERS or not taken.covers(mention.span))
