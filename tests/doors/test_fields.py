"""Other fields of JSON records: left out by name, or kept by choice and checked."""

import json

import pytest

from doors.files import written

CAPITALS = ("--detector", "capitals")
NOTES = [
    {"key": "n1", "body": "Anna came.", "ward": "4b", "year": 2021, "tags": ["fall", {"side": "left"}], "clerk": "x"},
    {"key": "n2", "body": "Bert left.", "ward": "5a", "year": None},
]
LAYOUT = ("--text-field", "body", "--id-field", "key")


@pytest.fixture
def notes(tmp_path):
    return written(tmp_path / "notes.jsonl", NOTES)


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


def test_fields_that_are_left_out_are_named(run, notes):
    code, out, err = run("release", notes, *LAYOUT, "--keep-order", *CAPITALS)
    assert code == 0
    assert lines(out) == [
        {"id": "document-0001", "text": "*** came."},
        {"id": "document-0002", "text": "*** left."},
    ]
    assert "fields left out (see --keep-fields): 'ward', 'year', 'tags', 'clerk'\n" in err
    assert run("release", notes, *LAYOUT, "--quiet", *CAPITALS).err == ""


def test_many_fields_with_long_names_are_cut(run, tmp_path):
    record = {"text": "x", **{f"{n:02}\x1b{'long ' * 20}": n for n in range(14)}}
    err = run("release", written(tmp_path / "in.jsonl", [record]), *CAPITALS).err
    assert "\x1b" not in err
    assert err.count("…'") == 10
    assert err.endswith(" and 4 more\n")


def test_what_is_understood_is_not_told_as_left_out(run, tmp_path):
    record = {"id": "a", "text": "x", "language": "en", "subject": "p", "mentions": [], "entities": []}
    assert run("release", written(tmp_path / "in.jsonl", [record]), "--language", "en", *CAPITALS).err == ""


@pytest.mark.parametrize("suffix", ["jsonl", "json"])
def test_fields_are_kept_as_they_are(run, tmp_path, suffix):
    path, out = tmp_path / f"notes.{suffix}", tmp_path / "out"
    path.write_text("".join(json.dumps(note) + "\n" for note in NOTES) if suffix == "jsonl" else json.dumps(NOTES))
    call = ("release", path, *LAYOUT, "--keep-fields", "ward, year,tags", "--keep-ids", "--keep-order", *CAPITALS)
    result = run(*call)
    assert lines(result.out) == [
        {"id": "n1", "text": "*** came.", "ward": "4b", "year": 2021, "tags": ["fall", {"side": "left"}]},
        {"id": "n2", "text": "*** left.", "ward": "5a", "year": None},
    ]
    assert "left out (see --keep-fields): 'clerk'\n" in result.err
    assert run(*call, "--out", f"{out}/").code == 0
    assert json.loads((out / "report.json").read_text())["about"]["kept_fields"] == ["ward", "year", "tags"]
    assert "ward, year, tags" in (out / "report.html").read_text()


HIDDEN = [
    "asked by Anna Whitcombe",
    "ANNA WHITCOMBE",
    {"who": ["the ward", "whitcombe"]},
    ["x", {"Whitcombe": 1}],
]


@pytest.mark.parametrize("value", HIDDEN, ids=str)
@pytest.mark.parametrize("more", [[], ["--report", "page.html"]])
def test_a_field_that_says_what_is_hidden_withholds_the_document(run, tmp_path, monkeypatch, value, more):
    monkeypatch.chdir(tmp_path)
    made = [
        {"id": "a", "text": "Anna Whitcombe came.", "by": value},
        {"id": "b", "text": "Bert came.", "by": "the ward"},
    ]
    path = written(tmp_path / "in.jsonl", made)
    code, out, err = run("release", path, "--keep-fields", "by", "--keep-ids", *more, *CAPITALS)
    assert code == 1
    assert lines(out) == [{"id": "b", "text": "*** came.", "by": "the ward"}]
    assert "document 'a': the output check found something hidden that is still there (metadata)\n" in err


@pytest.mark.parametrize("value", ["p-1", "Tony Booth", "TONY  BOOTH", ["x", {"y": "Tony Booth"}]], ids=str)
def test_a_field_that_names_a_person_of_the_population_withholds_the_document(run, tmp_path, value):
    people = written(
        tmp_path / "people.jsonl", [{"id": f"p-{n}", "name": name} for n, name in enumerate(["A", "Tony Booth"])]
    )
    made = [{"id": "a", "text": "somebody came", "by": value}, {"id": "b", "text": "nobody came", "by": 1}]
    path, none = written(tmp_path / "in.jsonl", made), ("--attack", "none", "--jury", "none")
    code, out, err = run("release", path, "--population", people, "--keep-fields", "by", "--keep-ids", *none, *CAPITALS)
    assert code == 1
    assert [line["id"] for line in lines(out)] == ["b"]
    assert "document 'a': a field of --keep-fields holds the id or the name of a person" in err


@pytest.mark.parametrize("name", ["text", "id", "doc_id", "subject", "mentions", "entities"])
def test_fields_that_have_a_place_of_their_own_or_point_back_are_not_kept(run, notes, name):
    code, out, err = run("release", notes, "--keep-fields", f"ward,{name}", *CAPITALS)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "--keep-fields: " in err


def test_fields_that_no_record_has_are_told(run, notes):
    err = run("release", notes, *LAYOUT, "--keep-fields", "wrad", *CAPITALS).err
    assert "no record has the field 'wrad' of --keep-fields\n" in err


def test_a_text_field_that_is_not_there_is_named(run, notes):
    code, out, err = run("release", notes, "--text-field", "bdoy", *CAPITALS)
    assert (code, out) == (2, "")
    assert "the record has no 'bdoy'" in err
    assert "Anna" not in err


def test_a_kept_field_that_is_no_text_is_refused_alone(run, tmp_path):
    path = tmp_path / "in.jsonl"
    path.write_text('{"id": "a", "text": "x", "by": "\\ud800"}\n{"id": "b", "text": "y", "by": "z"}\n')
    code, out, err = run("release", path, "--keep-fields", "by", "--keep-ids", *CAPITALS)
    assert code == 2
    assert lines(out) == [{"id": "b", "text": "y", "by": "z"}]
    assert "document 'a': 'by' holds a lone surrogate" in err


def test_detect_reads_the_same_fields_and_hands_them_on(run, notes, tmp_path):
    code, out, err = run("detect", notes, *LAYOUT, "--keep-fields", "ward", "--format", "jsonl", *CAPITALS)
    assert code == 0
    assert [(line["id"], line["text"], line["ward"]) for line in lines(out)] == [
        ("n1", "Anna came.", "4b"),
        ("n2", "Bert left.", "5a"),
    ]
    assert "left out (see --keep-fields): 'year', 'tags', 'clerk'\n" in err
    path = tmp_path / "detected.jsonl"
    path.write_text(out)
    again = run("release", path, "--keep-fields", "ward", "--keep-order", *CAPITALS)
    assert lines(again.out)[0] == {"id": "document-0001", "text": "*** came.", "ward": "4b"}
    assert "left out" not in again.err
