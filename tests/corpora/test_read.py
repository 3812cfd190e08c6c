import gzip
import io
import shutil
import sys
from pathlib import Path

import pytest

from unname.core.errors import ConfigError, InputError
from unname.core.registry import BUILT_INS
from unname.corpora import format_of, formats, read, writable_formats

DATA = Path(__file__).parent.parent / "data"


def ids(*arguments, **settings):
    return [document.id for document in read(*arguments, **settings)]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("letter.txt", ["letter"]),
        ("notes.jsonl", ["note-1", "note-2"]),
        ("echr_cases.json", ["900-1", "900-2", "900-3"]),
        ("sentences.conll", ["sentences-1", "sentences-2"]),
    ],
)
def test_each_format_plain_and_packed(tmp_path, name, expected):
    packed = tmp_path / f"{name}.gz"
    packed.write_bytes(gzip.compress((DATA / name).read_bytes()))
    assert ids(DATA / name) == ids(str(DATA / name)) == ids(packed) == expected


def test_gold_does_not_come_along():
    assert all(document.mentions == () for document in read(DATA / "echr_cases.json"))


def test_a_folder(tmp_path):
    (tmp_path / "b" / ".git").mkdir(parents=True)
    for name in ("b/z.txt", "a.txt.gz", "c.jsonl", "ignored.bin", ".hidden.txt", "b/.git/x.txt"):
        (tmp_path / name).write_bytes(gzip.compress(b"x") if name.endswith("gz") else b'{"id": "q", "text": ""}')
    assert ids(tmp_path) == ["a", "b/z", "q"]
    assert ids(tmp_path, format="text") == ["a", "b/z"]


def test_an_empty_folder_is_an_error(tmp_path):
    with pytest.raises(InputError, match="no document in this folder"):
        ids(tmp_path)


def test_duplicate_ids(tmp_path):
    for name in ("a.txt", "a.md", "b.txt"):
        shutil.copy(DATA / "letter.txt", tmp_path / name)
    with pytest.raises(InputError, match="duplicate document id 'a'"):
        ids(tmp_path)
    errors = []
    assert ids(tmp_path, failed=errors.append) == ["a", "b"]
    assert len(errors) == 1


def test_one_bad_file_does_not_stop_the_others(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"\0")
    (tmp_path / "b.txt").write_bytes(b"fine")
    (tmp_path / "c.json").write_bytes(b"{")
    errors = []
    assert ids(tmp_path, failed=errors.append) == ["b"]
    assert [str(error).partition(": ")[2] for error in errors] == [
        "looks binary: has NUL bytes; if it is text, name its encoding with --encoding",
        "not valid JSON at column 2",
    ]


@pytest.mark.parametrize(
    ("format", "content", "expected"),
    [
        (None, "hello", ["stdin"]),
        ("jsonl", '{"id": "a", "text": "b"}\n', ["a"]),
        ("conll", "Ann B-PER\n", ["stdin"]),
    ],
)
def test_standard_input(monkeypatch, format, content, expected):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content.encode())))
    assert ids("-", format=format) == expected


def test_unknown_suffix_is_text_and_unknown_format_an_error(tmp_path):
    (tmp_path / "note.log").write_text("x")
    assert ids(tmp_path / "note.log") == ["note"]
    with pytest.raises(ConfigError, match="unknown format 'docx'"):
        ids(tmp_path / "note.log", format="docx")


def test_another_encoding(tmp_path):
    (tmp_path / "a.txt").write_bytes("Zoë".encode("latin-1"))
    with pytest.raises(InputError, match="give another with --encoding"):
        ids(tmp_path / "a.txt")
    assert next(iter(read(tmp_path / "a.txt", encoding="latin-1"))).text == "Zoë"


@pytest.mark.parametrize(
    ("path", "format"), [("A.TXT", "text"), ("a.json.gz", "json"), ("a.iob2", "conll"), ("a", None)]
)
def test_format_of(path, format):
    assert format_of(path) == format


def test_a_plugged_in_format_is_known_by_its_ending(monkeypatch, tmp_path):
    monkeypatch.setitem(BUILT_INS["format"], "fake", "fakes:FakeFormat")
    for known in (formats, writable_formats):
        known.cache_clear()
    try:
        (tmp_path / "a.pages").write_text("one\ftwo")
        assert format_of("A.PAGES.gz") == "fake"
        assert ids(tmp_path) == ids(tmp_path / "a.pages") == ids(tmp_path, format="fake") == ["d0", "d1"]
        assert list(writable_formats()) == ["text", "jsonl", "fake"]
    finally:
        for known in (formats, writable_formats):
            known.cache_clear()
