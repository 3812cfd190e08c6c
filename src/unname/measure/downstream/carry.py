"""Carries what is marked in a text over to its release."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from unname.core.document import Span
from unname.core.example import Example, Mark
from unname.core.redaction import Edit, Redaction


def carry_marks(example: Example, redaction: Redaction) -> Example:
    """The example with the released text; its marks stand where what they marked stands now.

    A mark that an edit covers in part is widened to the whole of what was written there, on that side: a name of which
    a detector found a part, and a little beside, is still one name. A mark of which nothing is left is gone.
    """
    edits = sorted(redaction.edits, key=lambda edit: edit.old)
    marks = (Mark(_carried(mark.span, edits), mark.label) for mark in example.marks)
    return Example(
        example.id, redaction.text, tuple(mark for mark in marks if mark.span.start < mark.span.end), example.label
    )


def _carried(span: Span, edits: Sequence[Edit]) -> Span:
    """Where a range of the original stands in the release; `edits` are in order and do not overlap."""
    # The edits that end behind the start, and those that begin before the end, touch the range.
    first = bisect_right(edits, span.start, key=lambda edit: edit.old.end)
    last = bisect_left(edits, span.end, key=lambda edit: edit.old.start) - 1
    start = _place(span.start, edits, first - 1)
    end = _place(span.end, edits, last)
    if first < len(edits) and edits[first].old.start <= span.start:
        start = edits[first].new.start
    if last >= 0 and edits[last].old.end >= span.end:
        end = edits[last].new.end
    return Span(start, max(start, end))


def _place(position: int, edits: Sequence[Edit], before: int) -> int:
    """Where a position stands that lies behind all edits up to one."""
    return position if before < 0 else position - edits[before].old.end + edits[before].new.end
