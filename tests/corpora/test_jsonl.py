import json
from pathlib import Path

import pytest

from unname.core.document import Document, Mention, Origin, Role, Span
from unname.core.errors import InputError
from unname.core.redaction import Edit, Redaction
from unname.corpora.files import refuse, write_whole
from unname.corpora.json_records import Json
from unname.corpora.jsonl import Jsonl
from unname.corpora.reading import File

DATA = Path(__file__).parent.parent / "data"


def read_jsonl(path, failed=refuse):
    return Jsonl().read(File(path, failed=failed))


def read_json(path, failed=refuse):
    return Json().read(File(path, failed=failed))


def test_read_jsonl():
    first, second = read_jsonl(DATA / "notes.jsonl")
    assert first.mentions[0] == Mention(Span(0, 12), "PERSON", "e1", Role.DIRECT, 0.98, "tagger", Origin.OPINION)
    assert (first.person, second.id, second.language) == ("Orvin Tallow", "note-2", "pl")


def test_blank_lines_are_skipped_and_lines_without_id_are_numbered(tmp_path):
    (tmp_path / "a.jsonl").write_text('\n{"text": "x"}\n\n{"text": "y"}')
    assert [document.id for document in read_jsonl(tmp_path / "a.jsonl")] == ["2", "4"]


def test_a_bad_line_is_named_and_the_others_are_read(tmp_path):
    (tmp_path / "a.jsonl").write_bytes(b'{"id": "a", "text": "x"}\n{"id": "b", "te\n\xff\n{"id": "d", "text": "y"}\n')
    with pytest.raises(InputError, match=r"line 2: not valid JSON at column 13"):
        list(read_jsonl(tmp_path / "a.jsonl"))
    errors = []
    assert [document.id for document in read_jsonl(tmp_path / "a.jsonl", failed=errors.append)] == ["a", "d"]
    assert ["line 2" in str(errors[0]), "line 3" in str(errors[1])] == [True, True]


@pytest.mark.parametrize(
    ("content", "ids"),
    [
        ({"id": "a", "text": "x"}, ["a"]),
        ([{"id": "a", "text": "x"}, {"id": "b", "text": ""}], ["a", "b"]),
        ([{"doc_id": "t", "text": "x", "annotations": {}}], ["t"]),
        ([], []),
    ],
)
def test_read_json(tmp_path, content, ids):
    (tmp_path / "a.json").write_text(json.dumps(content))
    assert [document.id for document in read_json(tmp_path / "a.json")] == ids


def test_read_json_refuses_what_holds_no_document(tmp_path):
    (tmp_path / "a.json").write_text("7")
    with pytest.raises(InputError, match="expected TAB cases or records"):
        list(read_json(tmp_path / "a.json"))
    (tmp_path / "a.json").write_text('[{"id": "a", "text": "x"}, 5]')
    errors = []
    assert len(list(read_json(tmp_path / "a.json", failed=errors.append))) == 1
    assert "item 2" in str(errors[0])


def test_write_jsonl(tmp_path):
    documents = list(read_jsonl(DATA / "notes.jsonl"))
    write_whole(tmp_path / "a.jsonl.gz", Jsonl().write(documents))
    assert list(read_jsonl(tmp_path / "a.jsonl.gz")) == documents


def test_redactions_are_written_without_a_way_back():
    redaction = Redaction("a", "*** left", (Edit(Span(7, 30), Span(0, 3), "e9"),), {"ward": 7})
    lines = list(Jsonl().write([redaction, Document("c", "ż")]))
    assert lines[0] == '{"id": "a", "text": "*** left", "ward": 7}\n'
    assert '"ż"' in lines[1]
