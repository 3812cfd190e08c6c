"""The same rows from every kind of file."""

import gzip
import json

import pytest

from unname.core.errors import InputError
from unname.corpora.rows import cell, read_rows

ROWS = [{"name": "Ada Grey", "note": 'a\n"b", c'}, {"name": "Zoë", "note": None}]
MARKER = "Xanthippe"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.jsonl", "\n".join(json.dumps(row) for row in ROWS) + "\n\n"),
        ("a.json", json.dumps(ROWS)),
        ("a.JSON", json.dumps(ROWS)),
        ("a.csv", 'name,note\r\nAda Grey,"a\n""b"", c"\r\nZoë,\r\n'),
        ("a.csv", '\ufeffname,note\nAda Grey,"a\n""b"", c"\n\nZoë,NaN\n'),
    ],
)
@pytest.mark.parametrize("packed", [False, True])
def test_rows_are_the_same(tmp_path, name, content, packed):
    path = tmp_path / (name + ".gz" * packed)
    path.write_bytes(gzip.compress(content.encode()) if packed else content.encode())
    assert [row.values for row in read_rows(path)] == ROWS


def test_absent_cells(tmp_path):
    path = tmp_path / "a.json"
    path.write_text('[{"a": NaN, "b": null, "c": "", "d": " ", "e": 0}]')
    [row] = read_rows(path)
    assert row.values == {"a": None, "b": None, "c": None, "d": " ", "e": 0}
    assert [cell(row, column) for column in "abcdf"] == ["", "", "", " ", ""]


def test_lines_are_told_where_records_begin(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text('name,text\n"a\nb",x\nc,y\n')
    assert [row.where.rpartition(", ")[2] for row in read_rows(path)] == ["line 2", "line 4"]


def test_cells_of_ten_megabytes(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(f'name,text\nAda,"{"word " * 2_000_000}"\n')
    [row] = read_rows(path)
    assert len(cell(row, "text")) == 10_000_000


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.jsonl", '{"name": "x"}\n{"name": "Xanthippe', "line 2: not valid JSON"),
        ("a.jsonl", '["Xanthippe"]', "line 1: expected a JSON object, got list"),
        ("a.json", '["Xanthippe"]', "item 1: expected a JSON object, got str"),
        ("a.json", '{"Xanthippe": 1}', "expected a list of records, got dict"),
        ("a.jsonl", '{"name": {"x": ["Xanthippe \\ud800"]}}', "line 1: a lone surrogate"),
        ("a.csv", "name,text\nXanthippe\n", "line 2: 1 cells, but the header has 2"),
        ("a.csv", ",text\n0,Xanthippe\n", "leave out the index"),
        ("a.csv", "text,text\n0,Xanthippe\n", "a name of its own"),
        ("a.csv", 'name\n"Xanthippe" x\n', "line 2: not valid CSV"),
        ("a.csv", 'name\nok\n"Xanthippe\n', "line 3: not valid CSV"),
    ],
)
def test_what_cannot_be_read_is_told_by_its_place(tmp_path, name, content, said):
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(InputError) as raised:
        list(read_rows(path))
    assert said in str(raised.value)
    assert name in str(raised.value)
    assert MARKER not in str(raised.value)


def test_a_cell_that_is_no_text(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"name": ["Xanthippe"]}')
    with pytest.raises(InputError, match="line 1: 'name' must be a string, got list") as raised:
        cell(next(read_rows(path)), "name")
    assert MARKER not in str(raised.value)
