"""Mentions and replacements cut at the structure of the text, so that its form outlives what is hidden."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from unname.core.document import Mention, Origin, Span
from unname.core.redaction import Replacement
from unname.detect.markup import INLINE
from unname.detect.structure import Structure, outside, read_structure

_TAGS = re.compile(r"(?:\s|</?(?P<name>\w+)[^<>]*>)*+")
_TAG_NAME = re.compile(r"</?(\w+)")
_WRAP = re.compile(r"[ \t]*(?:\r\n?|\n)[ \t>]*")
_QUOTES = re.compile(r"[ (]{0,2}[\"'\u201c\u201d\u201e\u00ab\u00bb][ ).]{0,2}")
_ENDS = re.compile(r"[\s,;:!?]+$")
_STARTS = re.compile(r"^[\s,;:!?.)\]=]+")


def cut_mentions(text: str, mentions: Iterable[Mention]) -> list[Mention]:
    """The mentions, cut where the text has structure; the parts of one that has an entity share it.

    What lies in a label, which names nobody, is dropped, unless the user or the policy demands it. What is nothing but
    signs is dropped as well, unless it was given.
    """
    structure = read_structure(text)
    return [piece for mention in mentions for piece in _pieces(text, mention, structure)]


def cut_apart(text: str, mentions: Iterable[Mention]) -> list[Mention]:
    """The mentions, cut where one thing ends and another begins; a name over two lines or with a tag in it stays whole.

    So names in neighboring cells or on lines of their own are never taken for one.
    """
    structure = read_structure(text)
    apart = []
    for mention in mentions:
        for span in _trimmed(text, mention.span):
            pieces = _pieces(text, mention if span == mention.span else replace(mention, span=span), structure)
            apart += pieces if len(pieces) < 2 else _rejoined(text, pieces, structure)
    return apart


def _pieces(text: str, mention: Mention, structure: Structure) -> list[Mention]:
    span = mention.span
    is_demanded = bool(mention.origin & Origin.DEMANDED)
    has_signs, has_labels = structure.signs.overlaps(span), structure.labels.overlaps(span)
    if not has_signs and not has_labels:
        return [mention]
    if has_labels and not is_demanded and structure.labels.covers(span):
        return []
    parts: Iterable[Span] = outside(span, structure.signs)
    if not is_demanded and has_labels:
        parts = [piece for part in parts for piece in outside(part, structure.labels)]
    trimmed = [piece for part in parts for piece in _trimmed(text, part)]
    if not trimmed:
        return [mention] if is_demanded else []
    return [mention if piece == span else replace(mention, span=piece) for piece in trimmed]


def _trimmed(text: str, span: Span) -> Iterator[Span]:
    """A part without punctuation at its ends, if it has letters or digits."""
    if text[span.start].isalnum() and text[span.end - 1].isalnum():
        yield span
        return
    part = text[slice(*span)]
    starts, ends = _STARTS.match(part), _ENDS.search(part)
    start = span.start + (starts.end() if starts else 0)
    end = span.end - (ends.end() - ends.start() if ends else 0)
    if any(map(str.isalnum, text[start:end])):
        yield Span(start, end)


def _rejoined(text: str, pieces: list[Mention], structure: Structure) -> list[Mention]:
    joined = [pieces[0]]
    for piece in pieces[1:]:
        last = joined[-1]
        in_table = structure.table_at(last.span.start) is not None
        if not in_table and _belong_together(text, last.span, piece.span):
            joined[-1] = replace(last, span=Span(last.span.start, piece.span.end))
        else:
            joined.append(piece)
    return joined


def _belong_together(text: str, one: Span, other: Span) -> bool:
    """Whether what stands between two pieces goes on with the same thing: the end of a line, tags, quotation marks."""
    gap = text[one.end : other.start]
    if _WRAP.fullmatch(gap):
        before = text[max(0, one.start - 80) : one.start].rpartition("\n")[2]
        after = text[other.end : other.end + 80].partition("\n")[0]
        are_full = " " in text[slice(*one)] and " " in text[slice(*other)]
        return not are_full and (any(map(str.isalnum, before)) or any(map(str.isalnum, after)))
    if "<" in gap:
        return bool(_TAGS.fullmatch(gap)) and all(name.lower() in INLINE for name in _TAG_NAME.findall(gap))
    return bool(_QUOTES.fullmatch(gap))


def fit_replacements(text: str, replacements: Iterable[Replacement]) -> Iterator[Replacement]:
    """The replacements as they can be written: none over a sign, and none that would break the form around it.

    What JSON writes without quotation marks gets them; in strings, cells and between tags, new text is escaped.
    """
    structure = read_structure(text)
    for each in replacements:
        for span in _writable(text, each.span, structure):
            yield _fitted(each._replace(span=span), structure)


def _writable(text: str, span: Span, structure: Structure) -> Iterator[Span]:
    if not structure.signs.overlaps(span) and not structure.labels.overlaps(span):
        yield span
        return
    parts = list(outside(span, structure.signs))
    if not structure.labels.covers(span):
        parts = [piece for part in parts for piece in outside(part, structure.labels)]
    trimmed = [piece for part in parts for piece in _trimmed(text, part)]
    # Somebody wants it hidden although it is nothing but signs: then it is.
    yield from trimmed or [span]


def _fitted(each: Replacement, structure: Structure) -> Replacement:
    span = each.span
    number = next(structure.bare.numbers(span), None)
    if number is not None:
        return each._replace(
            span=structure.bare.spans[number], text=json.dumps(each.text, ensure_ascii=False), joins=False
        )
    if structure.strings.overlaps(span):
        return each._replace(text=json.dumps(each.text, ensure_ascii=False)[1:-1])
    if structure.has_tags and not {"<", ">", "&"}.isdisjoint(each.text):
        return each._replace(text=each.text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))
    table = structure.table_at(span.start)
    if table and not {table.separator, '"', "\n"}.isdisjoint(each.text):
        return each._replace(text=" ".join(re.sub(rf'[{table.separator}"\n]', " ", each.text).split()))
    return each
