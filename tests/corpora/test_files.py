import gzip
import io
import os
import stat
import sys

import pytest

from unname.core.errors import ConfigError, InputError
from unname.corpora.files import load_json, numbered_lines, parse_json, read_text, write_whole

MARKER = "Xanthippe"


def refused(call, *arguments) -> str:
    with pytest.raises(InputError) as error:
        call(*arguments)
    message = str(error.value)
    assert MARKER not in message
    assert "\n" not in message
    assert error.value.__cause__ is None
    assert error.value.__context__ is None or error.value.__suppress_context__
    return message


@pytest.mark.parametrize(
    ("raw", "encoding", "expected"),
    [
        (b"", "utf-8", ""),
        (b"\xef\xbb\xbfhi", "utf-8", "hi"),
        (b"\xef\xbb\xbfhi", "utf-8-sig", "hi"),
        (b"a\r\nb\rc\n", "utf-8", "a\r\nb\rc\n"),
        ("é".encode("latin-1"), "latin-1", "é"),
        ("é\n".encode("utf-16"), "utf-16", "é\n"),
        ("שלום 🌷 Jоhn\u200b".encode(), "utf-8", "שלום 🌷 Jоhn\u200b"),
    ],
)
def test_read_text(tmp_path, raw, encoding, expected):
    (tmp_path / "a.txt").write_bytes(raw)
    (tmp_path / "a.txt.gz").write_bytes(gzip.compress(raw))
    assert read_text(tmp_path / "a.txt", encoding) == expected
    assert read_text(tmp_path / "a.txt.gz", encoding) == expected


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (MARKER.encode() + b"\0\1", "looks binary: has NUL bytes"),
        (
            MARKER.encode() + b" \xe9t\xe9",
            "not valid utf-8 at byte 10; expected utf-8, give another with --encoding",
        ),
    ],
)
def test_bytes_that_are_no_text(tmp_path, raw, message):
    (tmp_path / "a.txt").write_bytes(raw)
    assert message in refused(read_text, tmp_path / "a.txt")


def test_missing_and_damaged_files(tmp_path):
    packed = gzip.compress(b"a long enough text " * 20)
    (tmp_path / "cut.gz").write_bytes(packed[:30])
    (tmp_path / "fake.gz").write_bytes(MARKER.encode())
    assert "No such file" in refused(read_text, tmp_path / "none.txt")
    assert "gzip" in refused(read_text, tmp_path / "cut.gz")
    assert "gzip" in refused(read_text, tmp_path / "fake.gz")


@pytest.mark.parametrize("encoding", ["no-such", "base64"])
def test_unknown_encoding(tmp_path, encoding):
    (tmp_path / "a.txt").write_text("a")
    with pytest.raises(ConfigError, match="unknown encoding"):
        read_text(tmp_path / "a.txt", encoding)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "latin-1", "utf-8-sig"])
def test_numbered_lines(tmp_path, encoding):
    (tmp_path / "a.txt").write_bytes("é\r\n\nb\x85c\n".encode(encoding))
    lines = [(number, line) for number, line in numbered_lines(tmp_path / "a.txt", encoding) if line]
    assert lines == [(1, "é"), (3, "b\x85c")]


def test_a_bad_line_does_not_stop_the_others(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"one\n\xff two\nthree\n")
    errors = []
    assert [line for _, line in numbered_lines(tmp_path / "a.txt", failed=errors.append)] == ["one", "three"]
    assert "line 2: not valid utf-8 at byte 4" in str(errors[0])


def test_standard_input_stays_open(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("hé".encode())))
    assert read_text("-") == "hé"
    assert not sys.stdin.closed


def test_one_long_line(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"word " * 4_000_000)
    assert [len(line) for _, line in numbered_lines(tmp_path / "a.txt")] == [20_000_000]


@pytest.mark.parametrize("text", ["{", f'{{"{MARKER}": nope}}', "[" * 100_000, "1" * 5000, f'"{MARKER}'])
def test_json_errors_hold_no_content(text):
    assert refused(parse_json, text, "a.json").startswith("a.json: ")


def test_load_json(tmp_path):
    (tmp_path / "a.json").write_text('\ufeff{"a": 1}')
    assert load_json(tmp_path / "a.json") == {"a": 1}


@pytest.mark.parametrize("content", ["té\r\n", "té\r\n".encode(), ["t", "é".encode(), "\r\n"]])
@pytest.mark.parametrize("name", ["a.txt", "a.txt.gz"])
def test_write_whole(tmp_path, name, content):
    write_whole(tmp_path / name, content)
    assert read_text(tmp_path / name) == "té\r\n"
    assert os.listdir(tmp_path) == [name]


def test_packed_files_tell_neither_name_nor_time(tmp_path):
    write_whole(tmp_path / "a.txt.gz", "text")
    assert (tmp_path / "a.txt.gz").read_bytes()[3:8] == bytes(5)


def test_write_whole_sets_the_mode_and_else_obeys_the_umask(tmp_path):
    write_whole(tmp_path / "secret", "a", mode=0o600)
    (tmp_path / "plain").write_text("a")
    write_whole(tmp_path / "open", "a")
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600
    assert (tmp_path / "open").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_failure_leaves_the_old_file_and_no_other(tmp_path):
    (tmp_path / "a.txt").write_text("old")

    def pieces():
        yield "new"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "a.txt", pieces())
    assert (tmp_path / "a.txt").read_text() == "old"
    assert os.listdir(tmp_path) == ["a.txt"]


def test_places_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("a")
    assert "is a folder" in refused(write_whole, tmp_path, "a")
    refused(write_whole, tmp_path / "none" / "a.txt", MARKER)
    refused(write_whole, tmp_path / "file" / "a.txt", MARKER)
    refused(write_whole, tmp_path / "a.txt", f"{MARKER}\ud800")
    assert os.listdir(tmp_path) == ["file"]


def test_devices_are_written_in_place():
    write_whole(os.devnull, ["a", "b"])
    assert not os.path.isfile(os.devnull)
