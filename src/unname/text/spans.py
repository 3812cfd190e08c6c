"""Ranges of a text."""

from bisect import bisect_right
from collections.abc import Iterable

from unname.core.document import Span


class Spans:
    """Ranges of a text, in any order, that may overlap; asked what they cover."""

    def __init__(self, spans: Iterable[Span]) -> None:
        ordered = sorted(spans)
        self.starts = [span.start for span in ordered]
        self.ends: list[int] = []
        for span in ordered:
            self.ends.append(max(span.end, self.ends[-1] if self.ends else 0))

    def overlaps(self, span: Span) -> bool:
        """Whether one of the ranges shares a position with this one.

        >>> Spans([Span(0, 9), Span(2, 3)]).overlaps(Span(4, 5))
        True
        """
        before = bisect_right(self.starts, span.end - 1)
        return before > 0 and self.ends[before - 1] > span.start
