"""Rows of a table, whatever file they come in: JSON Lines, JSON records or CSV with a header."""

import csv
import io
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from unname.core.errors import InputError
from unname.corpora.files import load_json, numbered_lines, parse_json, read_text
from unname.corpora.records import is_position, is_unicode

_ABSENT = frozenset({"", "nan", "NaN", "null"})
_LARGEST_CELL = 2**31 - 1


class Row(NamedTuple):
    """One row: its place (file and line, for errors) and its values by column; what is absent is None."""

    where: str
    values: Mapping[str, Any]


def read_rows(path: str | Path, encoding: str = "utf-8") -> Iterator[Row]:
    """The rows of a .csv, .json or .jsonl file, packed (.gz) or not; anything else is read as JSON Lines."""
    suffix = Path(str(path).removesuffix(".gz")).suffix.lower()
    if suffix == ".csv":
        return _csv_rows(path, encoding)
    return _json_rows(path, encoding) if suffix == ".json" else _jsonl_rows(path, encoding)


def cell(row: Row, column: str) -> str:
    """The text in a column; nothing if it is absent."""
    value = row.values.get(column)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise InputError(f"{row.where}: {column!r} must be a string, got {type(value).__name__}")
    return value


def identity(row: Row, columns: Sequence[str]) -> str:
    """The id in the first of the columns that holds one, text or whole number; nothing if none does."""
    for column in columns:
        value = row.values.get(column)
        if found := str(value) if is_position(value) else cell(row, column):
            return found
    return ""


def _jsonl_rows(path: str | Path, encoding: str) -> Iterator[Row]:
    for number, line in numbered_lines(path, encoding):
        if line.strip():
            where = f"{path}, line {number}"
            yield _checked(parse_json(line, where), where)


def _json_rows(path: str | Path, encoding: str) -> Iterator[Row]:
    content = load_json(path, encoding)
    if not isinstance(content, list):
        raise InputError(f"{path}: expected a list of records, got {type(content).__name__}")
    for number, record in enumerate(content, start=1):
        yield _checked(record, f"{path}, item {number}")


def _csv_rows(path: str | Path, encoding: str) -> Iterator[Row]:
    text = read_text(path, encoding)
    before = csv.field_size_limit(_LARGEST_CELL)
    try:
        # Read to the end before the first is used, as the limit holds for all of Python.
        rows = list(_split(text, str(path)))
    finally:
        csv.field_size_limit(before)
    if not rows:
        return
    header = rows[0][1]
    if not all(header) or len(set(header)) < len(header):
        raise InputError(f"{path}: every column needs a name of its own; leave out the index")
    for where, cells in rows[1:]:
        if len(cells) != len(header):
            raise InputError(f"{where}: {len(cells)} cells, but the header has {len(header)}")
        record = {key: None if value in _ABSENT else value for key, value in zip(header, cells, strict=True)}
        yield _checked(record, where)


def _split(text: str, path: str) -> Iterator[tuple[str, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    start = 1
    try:
        for cells in reader:
            if cells:
                yield f"{path}, line {start}", cells
            start = reader.line_num + 1
    except csv.Error:
        raise InputError(f"{path}, line {start}: not valid CSV") from None


def _checked(record: object, where: str) -> Row:
    if not isinstance(record, Mapping):
        raise InputError(f"{where}: expected a JSON object, got {type(record).__name__}")
    if not is_unicode(record):
        raise InputError(f"{where}: a lone surrogate, which is not valid Unicode text")
    return Row(where, {key: None if _is_absent(value) else value for key, value in record.items()})


def _is_absent(value: object) -> bool:
    return value is None or value == "" or (isinstance(value, float) and math.isnan(value))
