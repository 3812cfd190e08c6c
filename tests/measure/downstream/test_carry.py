"""Marks stand where what they marked stands now."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import Document, Span
from unname.core.example import Example, Mark
from unname.core.redaction import Replacement, rewrite
from unname.measure.downstream.carry import carry_marks

TEXT = "Mayor Anna Quill left Norvale."


def carried(marks, edits, text=TEXT):
    redaction = rewrite(Document("d", text), [Replacement(Span(*span), new) for span, new in edits])
    example = carry_marks(Example("d", text, tuple(Mark(Span(*span), "x") for span in marks)), redaction)
    return [example.text[slice(*mark.span)] for mark in example.marks]


@pytest.mark.parametrize(
    ("marks", "edits", "expected"),
    [
        ([(6, 16)], [((6, 16), "Bea Stone")], ["Bea Stone"]),
        ([(6, 16)], [((6, 10), "Bea")], ["Bea Quill"]),
        ([(6, 16)], [((11, 16), "Stone")], ["Anna Stone"]),
        ([(6, 16)], [((6, 10), "Bea"), ((11, 16), "Stone")], ["Bea Stone"]),
        ([(6, 16)], [((0, 16), "[PERSON]")], ["[PERSON]"]),  # the edit reaches further
        ([(0, 10)], [((6, 16), "Bea Stone")], ["Mayor Bea Stone"]),  # half of it
        ([(22, 29)], [((6, 16), "Bo"), ((22, 29), "***")], ["***"]),
        ([(22, 29)], [((6, 16), "Bo")], ["Norvale"]),
        ([(6, 16), (22, 29)], [((6, 29), "***")], ["***", "***"]),  # two under one mask
        ([(6, 16)], [((6, 16), "")], []),
        ([(6, 16)], [((0, 5), ""), ((17, 21), "")], ["Anna Quill"]),
        ([(0, 30)], [((6, 16), "Bo")], ["Mayor Bo left Norvale."]),
        ([(6, 16)], [], ["Anna Quill"]),
    ],
)
def test_marks_and_edits(marks, edits, expected):
    assert carried(marks, edits) == expected


@given(
    st.lists(st.tuples(st.integers(0, 20), st.integers(1, 6), st.sampled_from(["", "A", "LONGER", "BB"])), max_size=5),
    st.integers(0, 19),
    st.integers(1, 6),
)
def test_what_no_edit_touches_stays_as_it_is(edits, start, length):
    text = "abcdefghijklmnopqrstuvwxyz"
    span = Span(start, start + length)
    away = [((at, at + size), new) for at, size, new in edits if at + size <= span.start or at >= span.end]
    assert carried([span], away, text) == [text[slice(*span)]]


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(1, 6)), max_size=5), st.integers(0, 19), st.integers(1, 6))
def test_a_mark_holds_what_was_written_into_it(edits, start, length):
    text = "abcdefghijklmnopqrstuvwxyz"
    redaction = rewrite(Document("d", text), [Replacement(Span(at, at + size), "#") for at, size in edits])
    span = Span(start, start + length)
    (mark,) = carry_marks(Example("d", text, (Mark(span, "x"),)), redaction).marks
    for edit in redaction.edits:
        inside = mark.span.start <= edit.new.start and edit.new.end <= mark.span.end
        assert inside == edit.old.overlaps(span)
