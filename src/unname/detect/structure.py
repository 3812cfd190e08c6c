"""The form of a text: what stays where it is, whatever is hidden around it, and what labels say about values.

Lines, cells, tags, keys, quotation marks, fences, segments and labels of fields are found by their own signs, in time
that grows with the text alone; nothing has to be well formed.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from unname.core.document import Span
from unname.detect.field_labels import find_labels
from unname.detect.markup import find_markup, is_json
from unname.detect.records import find_records
from unname.detect.structure_parts import Field, Table
from unname.detect.tables import find_tables
from unname.text.spans import Spans, join_spans

# Possessive where something may go on: what is tried at each blank of a long run would take the square.
_SIGNS = re.compile(
    r"(?:\r\n?|[\n\v\f\x1c-\x1e\x85\u2028\u2029])[\s>|]*+"
    r"(?:(?:[-*\u2022\u2013+]|#++)[ \t]++)?+|\t[\t ]*+|[ \u00a0]{3,}+"
    r"|[\"\u201c\u201d\u201e\u00ab\u00bb\u2039\u203a<>|]|`++|\*++|~~++|\]\(|\.{3,}+|_{3,}+|={2,}+|-{3,}+|\u2026"
    r"|&(?:quot|lt|gt|apos|#34|#39);"
)
_QUOTED = re.compile(r"(?<!\w)'(?=[^'\n]{1,200}'(?!\w))|(?<=[^\s'])'(?=[\s,:}\])]|\Z)")
_FENCE = re.compile(r"^[ \t]{0,8}(?:```|~~~)[^\n]{0,60}$", re.MULTILINE)


@dataclass(frozen=True)
class Structure:
    """The signs and labels of a text.

    `signs` are never hidden: line breaks, separators, quotation marks, brackets of tags. `labels` are names of fields,
    keys and tags, which stay unless somebody demands otherwise. `fields` are values with what their label says.
    `bare` are numbers and the like that JSON writes without quotation marks, `strings` what it writes within.
    """

    signs: Spans = field(repr=False)
    labels: Spans = field(repr=False)
    fields: tuple[Field, ...] = field(repr=False)
    bare: Spans = field(repr=False)
    strings: Spans = field(repr=False)
    tables: tuple[Table, ...] = ()
    has_tags: bool = False

    @property
    def kept(self) -> list[Span]:
        """Signs and labels, in order."""
        return sorted([*self.signs.spans, *self.labels.spans])

    def table_at(self, position: int) -> Table | None:
        """The table of cells with a separator that the position stands in."""
        at = bisect_right(self.tables, position, key=lambda table: table.span.start) - 1
        return self.tables[at] if at >= 0 and position < self.tables[at].span.end else None


@lru_cache(maxsize=3)
def read_structure(text: str) -> Structure:
    """The structure of a text; that of the last few is kept, since every stage asks.

    >>> form = read_structure("Name: Anna\\nTel: 12")
    >>> [(kind, "Name: Anna\\nTel: 12"[slice(*value)]) for kind, value, *_ in form.fields]
    [('name', 'Anna'), ('phone', '12')]
    """
    parts = find_markup(text)
    # Commas between the lines of an object separate no cells.
    parts.add(find_tables(text, "\t|" if is_json(text) else ",;\t|"))
    parts.add(find_records(text))
    parts.signs += [Span(*match.span()) for match in _SIGNS.finditer(text)]
    if "'" in text:
        parts.signs += [Span(*match.span()) for match in _QUOTED.finditer(text)]
    if "```" in text or "~~~" in text:
        parts.signs += [Span(*match.span()) for match in _FENCE.finditer(text)]
    signs = Spans(join_spans(parts.signs))
    parts.add(find_labels(text, signs, Spans(parts.labels)))
    signs = Spans(join_spans(parts.signs))
    return Structure(
        signs,
        Spans(_apart(join_spans(parts.labels), signs)),
        tuple(sorted(set(parts.fields))),
        Spans(parts.bare),
        Spans(parts.strings),
        tuple(sorted(parts.tables)),
        parts.has_tags,
    )


def _apart(labels: Iterable[Span], signs: Spans) -> Iterator[Span]:
    """The labels without the signs in them."""
    for label in labels:
        yield from outside(label, signs)


def outside(span: Span, taken: Spans) -> Iterator[Span]:
    """The parts of a range that lie outside of others, which are apart from each other.

    >>> list(outside(Span(0, 9), Spans([Span(2, 4), Span(8, 12)])))
    [Span(start=0, end=2), Span(start=4, end=8)]
    """
    at = span.start
    for number in taken.numbers(span):
        start, end = taken.spans[number]
        if at < start:
            yield Span(at, start)
        at = max(at, end)
    if at < span.end:
        yield Span(at, span.end)


def next_start(spans: Spans, position: int, default: int) -> int:
    """Where the first of the ranges begins that do not begin before the position."""
    at = bisect_left(spans.spans, (position, position))
    return spans.spans[at].start if at < len(spans.spans) else default
