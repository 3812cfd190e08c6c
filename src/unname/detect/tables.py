"""Tables: lines of cells between commas, semicolons, tabs or bars, and what the heads of columns say."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from unname.core.document import Span
from unname.detect.field_labels import is_label
from unname.detect.structure_parts import Field, Parts, Table
from unname.text.field_words import field_kind, label_words

_LINE = re.compile(r"[^\n]*+\n?")
_CELL = {
    separator: re.compile(rf"(?P<quoted>[ ]?\"(?:[^\"]|\"\")*+\"[ ]?(?=[{separator}\r\n]|\Z))|[^{separator}\r\n]*+")
    for separator in ",;\t|"
}
_RULE = re.compile(r"[\s|:+-]+")
_MOST_QUOTED = 5_000
"""The most characters of a quoted cell with line breaks in it; a quotation mark that none closes is one of the text."""
_HEAD_SHARE = 0.5
_FEWEST_ROWS = 3
_MANY_CELLS = 5
_LONGEST_HEAD = 60


class Row(NamedTuple):
    """One line of a table, or several if a quoted cell goes on."""

    span: Span
    cells: list[Span]


def find_tables(text: str, separators: str) -> Parts:
    """Separators, heads of columns, and cells under heads that say what they hold."""
    parts = Parts()
    for separator in separators:
        if separator in text:
            for rows in _blocks(text, separator):
                _add_table(text, separator, rows, parts)
    return parts


def _blocks(text: str, separator: str) -> Iterator[list[Row]]:
    """Runs of lines that may be a table: as many cells in each, or fewer and more under a head."""
    rows: list[Row] = []
    headed = False
    at = 0
    while at < len(text):
        row = _row(text, at, separator)
        at = row.span.end
        n_cells = len(row.cells)
        if rows and n_cells > 1 and (n_cells == len(rows[0].cells) or (headed and separator in text[slice(*row.span)])):
            rows.append(row)
            continue
        if _is_table(text, rows, headed, separator):
            yield rows
        headed = n_cells > 1 and _is_head(text, row)  # so that later lines may have more or fewer cells
        rows = [row] if n_cells > 1 else []
    if _is_table(text, rows, headed, separator):
        yield rows


def _is_table(text: str, rows: list[Row], headed: bool, separator: str) -> bool:
    if len(rows) < 2:
        return False
    if separator in "\t|":
        return True
    # Where sentences have commas, a blank follows.
    n_spaced = sum(text[cell.start : cell.start + 1] == " " for row in rows for cell in row.cells[1:])
    is_dense = 2 * n_spaced < sum(len(row.cells) - 1 for row in rows)
    n_cells = len(rows[0].cells)
    return is_dense and (headed or n_cells >= _MANY_CELLS or (len(rows) >= _FEWEST_ROWS and n_cells > 2))


def _row(text: str, start: int, separator: str) -> Row:
    """The line that begins here, cut into cells; a quoted cell may hold separators and line breaks."""
    line = _LINE.match(text, start)
    end = line.end() if line else len(text)
    if separator not in text[start:end]:
        return Row(Span(start, end), [])
    cell, cells, at = _CELL[separator], [], start
    while True:
        # Without a limit, each quotation mark of a text without any other would be read to its end.
        limit = min(len(text), max(end, at + _MOST_QUOTED)) if text[at : at + 1] in ('"', " ") else end
        found = cell.match(text, at, limit)
        if found is None:
            break
        cells.append(Span(*found.span()))
        at = found.end()
        if at >= len(text) or text[at] != separator:
            break
        at += 1
        if at > end:
            end = at
    if at > end or (at < len(text) and text[at - 1 : at] != "\n"):
        rest = _LINE.match(text, at)
        end = max(end, rest.end() if rest else len(text))
    return Row(Span(start, end), cells)


def _is_head(text: str, row: Row) -> bool:
    """Whether most cells are names of columns, and one of them says what the column holds."""
    said = [text[slice(*cell)].strip(' "') for cell in row.cells]
    named = [name for name in said if name]
    if not named or any(len(name) > _LONGEST_HEAD for name in named):
        return False
    known = sum(is_label(name) for name in named)
    return known >= _HEAD_SHARE * len(named) and any(field_kind(label_words(name)) for name in named)


def _add_table(text: str, separator: str, rows: list[Row], parts: Parts) -> None:
    parts.tables.append(Table(Span(rows[0].span.start, rows[-1].span.end), separator))
    for row in rows:
        parts.signs += [Span(cell.end, cell.end + 1) for cell in row.cells[:-1]]
    if not _is_head(text, rows[0]):
        return
    heads = [text[slice(*cell)].strip(' "') for cell in rows[0].cells]
    parts.labels += [cell for cell, head in zip(rows[0].cells, heads, strict=True) if head and is_label(head)]
    words = [label_words(head) for head in heads]
    kinds = [field_kind(each) for each in words]
    for row in rows[1:]:
        if _RULE.fullmatch(text, *row.span):
            continue
        for kind, of, cell in zip(kinds, words, row.cells, strict=False):
            inner = _inner(text, cell)
            if kind and inner.start < inner.end:
                parts.fields.append(Field(kind, inner, True, of))


def _inner(text: str, cell: Span) -> Span:
    """A cell without blanks and quotation marks around it."""
    start, end = cell
    while start < end and text[start] in ' "':
        start += 1
    while end > start and text[end - 1] in ' "':
        end -= 1
    return Span(start, end)
