"""Lines as tokens with tags, and back: what learners of names read and write."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from unname.core.document import Span
from unname.core.example import Example, Mark, flatten_marks

_TOKEN = re.compile(r"\w+|([^\w\s])\1*")
OUTSIDE = "O"


class Line(NamedTuple):
    """The tokens of a line: words, and runs of the same sign."""

    tokens: list[str]
    spans: list[Span]


def read_lines(text: str) -> Iterator[Line]:
    """The lines of a text that have a token.

    >>> [line.tokens for line in read_lines("*** left.\\n\\nWhy?")]
    [['***', 'left', '.'], ['Why', '?']]
    """
    start = 0
    for line in text.split("\n"):
        found = list(_TOKEN.finditer(line))
        if found:
            spans = [Span(each.start() + start, each.end() + start) for each in found]
            yield Line([each[0] for each in found], spans)
        start += len(line) + 1


def tag_lines(example: Example) -> Iterator[tuple[Line, list[str]]]:
    """Each line with its tags: a token that a mark touches belongs to it, the first under B, the others under I."""
    marks = flatten_marks(example.marks)
    at = 0
    for line in read_lines(example.text):
        tags = []
        last: Mark | None = None
        for span in line.spans:
            while at < len(marks) and marks[at].span.end <= span.start:
                at += 1
            mark = marks[at] if at < len(marks) and marks[at].span.start < span.end else None
            tags.append(OUTSIDE if mark is None else f"{'I' if mark is last else 'B'}-{mark.label}")
            last = mark
        yield line, tags


def mark_tags(line: Line, tags: Sequence[str]) -> Iterator[Mark]:
    """The marks that tags make, whatever their first prefix is."""
    open_mark: Mark | None = None
    for span, tag in zip(line.spans, tags, strict=True):
        prefix, _, label = tag.partition("-")
        if open_mark and (prefix != "I" or label != open_mark.label):
            yield open_mark
            open_mark = None
        if label:
            open_mark = Mark(Span(open_mark.span.start if open_mark else span.start, span.end), label)
    if open_mark:
        yield open_mark
