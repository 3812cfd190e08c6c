"""Sets of ranges of a text, asked what they cover."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate

from unname.core.document import Span


class Spans:
    """Ranges of a text, which are sorted and may overlap; each has a number in that order."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self.spans = sorted(spans)
        self._starts = [span.start for span in self.spans]
        # Where ranges overlap, an earlier one may reach further than a later one.
        self._reach = list(accumulate((span.end for span in self.spans), max))

    def overlaps(self, span: Span) -> bool:
        """Whether one of the ranges shares a position with this one.

        >>> Spans([Span(0, 9), Span(2, 3)]).overlaps(Span(4, 5))
        True
        """
        before = bisect_left(self._starts, span.end)
        return before > 0 and self._reach[before - 1] > span.start

    def covers(self, span: Span) -> bool:
        """Whether this one is whole in one of the ranges; two neighbors do not add up.

        >>> Spans([Span(0, 4), Span(4, 9)]).covers(Span(3, 5))
        False
        """
        before = bisect_right(self._starts, span.start)
        return before > 0 and self._reach[before - 1] >= span.end

    def numbers(self, span: Span) -> Iterator[int]:
        """The numbers of the ranges that share a position with this one.

        >>> list(Spans([Span(0, 9), Span(2, 3), Span(5, 6)]).numbers(Span(4, 6)))
        [0, 2]
        """
        first, last = bisect_right(self._reach, span.start), bisect_left(self._starts, span.end)
        return (number for number in range(first, last) if self.spans[number].end > span.start)


def join_spans(spans: Iterable[Span]) -> list[Span]:
    """Overlapping ranges as one, in order; those that only touch stay apart.

    >>> join_spans([Span(3, 6), Span(0, 4), Span(6, 7)])
    [Span(start=0, end=6), Span(start=6, end=7)]
    """
    joined: list[Span] = []
    for span in sorted(spans):
        if joined and span.start < joined[-1].end:
            joined[-1] = Span(joined[-1].start, max(span.end, joined[-1].end))
        else:
            joined.append(span)
    return joined
