"""What a model of a user learns from: a text with what is marked in it, and what it is as a whole."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from unname.core.document import Span

PASSAGE, QUESTION, ANSWER = "passage", "question", "answer"
"""What the marks of a passage with questions are called; of the last two, a blank and the id of the question follow."""

TARGET = "target"
"""What the mark is called of which the class of a text tells something."""


class Mark(NamedTuple):
    """A place in the text of an example, and what it is; not what identifies anybody, but what a task asks for."""

    span: Span
    label: str


@dataclass(frozen=True)
class Example:
    """One text of a task: the names that are marked in it, its class, or a passage with questions and answers."""

    id: str
    text: str = field(repr=False)
    marks: tuple[Mark, ...] = field(default=(), repr=False)
    label: str = ""


def flatten_marks(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """The marks of which none overlaps another: of two that do, the first stays, or the longer if both begin together.

    >>> flatten_marks([Mark(Span(0, 4), "a"), Mark(Span(0, 9), "b"), Mark(Span(8, 12), "c"), Mark(Span(12, 13), "d")])
    (Mark(span=Span(start=0, end=9), label='b'), Mark(span=Span(start=12, end=13), label='d'))
    """
    kept: list[Mark] = []
    for mark in sorted(marks, key=lambda mark: (mark.span.start, -mark.span.end, mark.label)):
        if not kept or mark.span.start >= kept[-1].span.end:
            kept.append(mark)
    return tuple(kept)
