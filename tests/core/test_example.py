from unname.core.document import Span
from unname.core.example import Example, Mark, flatten_marks


def test_overlapping_marks_are_settled_whatever_their_order():
    marks = [Mark(Span(3, 8), "c"), Mark(Span(0, 4), "a"), Mark(Span(0, 6), "b"), Mark(Span(6, 9), "d")]
    assert flatten_marks(marks) == flatten_marks(reversed(marks)) == (Mark(Span(0, 6), "b"), Mark(Span(6, 9), "d"))


def test_an_example_does_not_show_its_text():
    assert "Quill" not in repr(Example("1", "Anna Quill", (Mark(Span(0, 4), "Quill"),)))
