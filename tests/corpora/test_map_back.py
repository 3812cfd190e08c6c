"""The map back: one line a document, and nothing else is taken for it."""

import json

import pytest

from unname.core.document import Span
from unname.core.errors import InputError
from unname.core.redaction import Edit, Redaction
from unname.corpora.map_back import map_line, read_map

MARKER = "Xanthippe"


def test_the_map_back_survives_the_round_trip(tmp_path):
    redaction = Redaction("1", "Dear *** Moor", (Edit(Span(5, 14), Span(5, 8), "e1"),), {"ward": 7})
    line = map_line(redaction, "in/a\udcff.txt", "a")
    assert json.loads(line) == {
        "id": "1",
        "edits": [{"old": [5, 14], "new": [5, 8], "entity": "e1"}],
        "source": "in/a\udcff.txt",
        "document": "a",
        "version": 1,
    }
    (tmp_path / "map.jsonl").write_text(f"{line}\n" + map_line(Redaction("2", ""), "in/b.txt", "b"))
    assert read_map(tmp_path / "map.jsonl") == {"1": "a", "2": "b"}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "the map is empty"),
        ("[]", "line 1: not a map back"),
        ('{"id": "1"}', "line 1: not a map back"),
        ('{"id": 1, "document": "Xanthippe"}', "line 1: not a map back"),
        ('{"id": "1", "document": "a"}\n{"id": "1", "document": "Xanthippe"}', "line 2: another line has the same id"),
    ],
)
def test_broken_maps(tmp_path, content, said):
    (tmp_path / "map.jsonl").write_text(content)
    with pytest.raises(InputError, match=said) as error:
        read_map(tmp_path / "map.jsonl")
    assert MARKER not in str(error.value)
