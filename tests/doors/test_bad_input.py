"""Bad input is either handled or refused: one line, the document, exit code 2, nothing written."""

import json
from pathlib import Path

import pytest

CAPITALS = ("--detector", "capitals")
MARKER = "Zyxwvut"


def record(**changes: object) -> bytes:
    return json.dumps({"id": "case-7", "text": f"{MARKER} lives here.", **changes}).encode()


def mention(**changes: object) -> list[dict[str, object]]:
    return [{"start": 0, "end": 7, "label": "PERSON", **changes}]


REFUSED = {
    "binary file": ("case-7.txt", b"\x7fELF\x00\x01\x02" + MARKER.encode()),
    "nul in a text": ("case-7.txt", f"dear\0{MARKER}".encode()),
    "latin-1 read as utf-8": ("case-7.txt", f"{MARKER} caf\xe9".encode("latin-1")),
    "utf-16 read as utf-8": ("case-7.txt", f"{MARKER} writes".encode("utf-16")),
    "lone surrogate": ("in.jsonl", b'{"id": "case-7", "text": "Zyxwvut \\ud800 x"}'),
    "span beyond the end": ("in.jsonl", record(mentions=mention(end=999))),
    "span before the start": ("in.jsonl", record(mentions=mention(start=-1))),
    "empty span": ("in.jsonl", record(mentions=mention(start=3, end=3))),
    "backward span": ("in.jsonl", record(mentions=mention(start=7, end=2))),
    "span of strings": ("in.jsonl", record(mentions=mention(start="0"))),
    "unknown label": ("in.jsonl", record(mentions=mention(label="PLANET"))),
    "unknown role": ("in.jsonl", record(mentions=mention(role="boss"))),
    "confidence above 1": ("in.jsonl", record(mentions=mention(confidence=7))),
    "mentions that are no list": ("in.jsonl", record(mentions=3)),
    "text that is no string": ("in.jsonl", record(text=[MARKER])),
}


@pytest.mark.parametrize(("name", "content"), REFUSED.values(), ids=REFUSED)
def test_refused_in_one_line(run, tmp_path, name, content):
    source, out = tmp_path / name, tmp_path / "out.jsonl"
    source.write_bytes(content)
    for arguments in ([], ["--out", out]):
        code, printed, err = run("release", source, *arguments, *CAPITALS)
        assert code == 2
        assert printed == ""
        assert err.startswith("unname: ")
        assert err.count("\n") == 1
        assert "case-7" in err
        assert MARKER not in err
    assert sorted(path.name for path in tmp_path.iterdir()) == [name]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("in.jsonl", b'{"id": "a", "text": ', "line 1"),
        ("in.jsonl", b"[1, 2]", "line 1"),
        ("in.json", b'{"id": "a", ', "in.json"),
        ("in.json", b'"text"', "in.json"),
    ],
)
def test_what_is_not_json_is_refused_by_its_place(run, tmp_path, name, content, said):
    source = tmp_path / name
    source.write_bytes(content)
    code, printed, err = run("release", source, *CAPITALS)
    assert (code, printed, err.count("\n")) == (2, "", 1)
    assert said in err


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16", "utf-32-be"])
def test_the_wrong_encoding_names_the_expected_one_and_the_option(run, tmp_path, encoding):
    source = tmp_path / "a.txt"
    source.write_bytes("Anna sat in the café".encode(encoding))
    err = run("release", source, *CAPITALS).err
    assert "utf-8" in err
    assert "--encoding" in err


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16", "cp1251", "utf-8-sig"])
def test_the_right_encoding_is_read_and_utf8_is_written(run, tmp_path, encoding):
    text = "Anna сидит" if encoding == "cp1251" else "Anna in the café"
    source = tmp_path / "a.txt"
    source.write_bytes(text.encode(encoding))
    result = run("release", source, "--encoding", encoding, "--language", "en", *CAPITALS)
    assert result == (0, text.replace("Anna", "***"), "")


HANDLED = {
    "empty": ("", ""),
    "blanks": (" \n\t\n", " \n\t\n"),
    "right to left": ("שלום Anna مرحبا", "שלום *** مرحبا"),
    "bidi controls": ("\u202eto Anna\u202c!", "\u202eto ***\u202c!"),
    "emoji": ("👩‍👩‍👧 Anna 🎉 Bert", "👩‍👩‍👧 *** 🎉 ***"),
    "combining": ("e\u0301 Anna", "e\u0301 ***"),
    "one huge word": ("x" * 100_000, "x" * 100_000),
}


@pytest.mark.parametrize(("text", "expected"), HANDLED.values(), ids=HANDLED)
def test_odd_text_is_handled(run, text, expected):
    assert run("release", "-", "--language", "en", *CAPITALS, stdin=text.encode()) == (0, expected, "")


@pytest.mark.parametrize(
    "name",
    ["Jоhn", "J\u200bohn", "Jo\u00adhn", "\uff2a\uff4f\uff48\uff4e"],
    ids=["cyrillic o", "zero width space", "soft hyphen", "full width"],
)
def test_a_disguised_name_is_found_and_exactly_it_is_taken_out(run, name):
    text = f"The applicant, Mr {name} Smith, was born in Leeds."
    released = run("release", "-", "--detector", "rules", "--detector", "gazetteer", stdin=text.encode())
    assert released.code == 0
    assert name not in released.out
    assert "Smith" not in released.out
    assert released.out.startswith("The applicant, ")
    assert "was born in" in released.out


def test_a_badly_encoded_line_is_told_and_the_others_are_released(run, tmp_path):
    source = tmp_path / "in.jsonl"
    source.write_bytes(b"\n".join([record(id="a"), record(id="b") + b"\xff", record(id="c")]))
    code, out, err = run("release", source, "--keep-ids", "--keep-order", *CAPITALS)
    assert [json.loads(line)["id"] for line in out.splitlines()] == ["a", "c"]
    assert code == 2
    assert "line 2" in err
    assert "released 2 of 3" in err


def test_a_line_of_five_megabytes(run, tmp_path):
    source = tmp_path / "long.txt"
    before = "by the sea " * 1000 + "Anna met a friend; "
    source.write_text(before * 450)
    result = run("release", source, *CAPITALS)
    assert result.code == 0
    assert result.out == before.replace("Anna", "***") * 450


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('always_hide = ["LOC"]\nnever_change = ["LOC"]', "contradicts itself"),
        ('deny = ["Anna"]\nallow = ["anna"]', "contradicts itself"),
        ('always_hide = ["PLANET"]', "PLANET"),
        ("[thresholds]\nLOC = 1.5", "threshold"),
        ("colour = 3", "colour"),
        ("always_hide = ", "policy.toml"),
        ('always_hide = "LOC"', "always_hide"),
        ('max_rounds = "five"', "max_rounds"),
    ],
)
def test_a_policy_that_makes_no_sense(run, tmp_path, content, said):
    policy, out = tmp_path / "policy.toml", tmp_path / "out.txt"
    policy.write_text(content)
    code, printed, err = run("release", "-", "--policy", policy, "--out", out, *CAPITALS, stdin=b"Anna")
    assert (code, printed, err.count("\n")) == (2, "", 1)
    assert said in err
    assert not out.exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["release", "absent.txt"], "absent.txt"),
        (["release", "-", "--format", "pdf"], "--format"),
        (["release", "-", "--balance", "luck"], "--balance"),
        (["release", "-", "--detector", "oracle"], "oracle"),
        (["release", "-", "--replace", "mask("], "mask("),
        (["release", "-", "--replace", "mask(size=3)"], "mask(size=3)"),
        (["release", "-", "--encoding", "utf-99"], "utf-99"),
        (["release", "-", "--from", "docx"], "docx"),
        (["release", "-", "--policy", "absent.toml"], "absent.toml"),
        (["release", "-", "--out", "absent/out.txt"], "absent"),
        (["detect", "absent.txt"], "absent.txt"),
        (["detect", "-", "--format", "xml"], "--format"),
        (["bench", "chess", "--data", "."], "chess"),
        (["bench", "tab", "--data", "absent"], "absent"),
        (["list", "butler"], "butler"),
    ],
    ids=" ".join,
)
def test_settings_that_make_no_sense(run, tmp_path, monkeypatch, arguments, said):
    monkeypatch.chdir(tmp_path)
    if arguments[0] != "list" and arguments[0] != "bench" and "--detector" not in arguments:
        arguments = [*arguments, *CAPITALS]
    code, printed, err = run(*arguments, stdin=b"Anna")
    assert (code, printed, err.count("\n")) == (2, "", 1)
    assert said in err
    assert list(tmp_path.iterdir()) == []


def test_a_component_that_breaks_its_promise_releases_nothing(run, tmp_path):
    out = tmp_path / "out.txt"
    code, printed, err = run("release", "-", "--out", out, "--detector", "outside", stdin=b"Zyxwvut")
    assert code in (1, 2)
    assert (printed, err.count("\n")) == ("", 1)
    assert MARKER not in err
    assert not out.exists()


@pytest.mark.parametrize("step", ["os.replace", "os.link"])
def test_no_half_file_is_left_when_the_disk_fails(run, tmp_path, monkeypatch, step):
    source, out = tmp_path / "a.txt", tmp_path / "out.txt"
    source.write_text("Anna")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(step, fail)
    code, _, err = run("release", source, "--out", out, *CAPITALS)
    assert (code, err.count("\n")) == (2, 1)
    assert "No space left" in err
    assert list(Path(tmp_path).iterdir()) == [source]
