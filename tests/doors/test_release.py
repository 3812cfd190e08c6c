import contextlib
import json
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

CAPITALS = ("--detector", "capitals")
ENGLISH = ("--language", "en")
"""Said for texts that are too short to tell it, of which a line would be said."""
AS_THEY_ARE = ("--keep-ids", "--keep-order")
LETTER = "Ask Anna Quill, please.\r\nAnna lives by the sea.\n"
RELEASED = "***, please.\r\n*** lives by the sea.\n"


@pytest.fixture
def letter(tmp_path: Path) -> Path:
    path = tmp_path / "quill-anna.txt"
    path.write_bytes(LETTER.encode())
    return path


@pytest.fixture
def letters(tmp_path: Path) -> Path:
    folder = tmp_path / "letters"
    (folder / "more").mkdir(parents=True)
    (folder / "anna.txt").write_text("Anna came.")
    (folder / "bert.txt").write_text("Then Bert left.")
    (folder / "more" / "carl.txt").write_text("and Carl stayed.")
    (folder / ".hidden").write_text("Nobody reads this.")
    return folder


def lines(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def tab_case(id: str, text: str) -> dict[str, object]:
    mention = {
        "entity_type": "PERSON",
        "entity_mention_id": "m1",
        "start_offset": 0,
        "end_offset": 3,
        "span_text": text[:3],
        "identifier_type": "DIRECT",
        "entity_id": "g1",
    }
    annotations = {name: {"entity_mentions": [mention]} for name in ("annotator1", "annotator2")}
    return {"doc_id": id, "text": text, "dataset_type": "dev", "meta": {}, "annotations": annotations}


def test_one_text_goes_to_standard_output_and_nothing_else_is_said(run, letter):
    assert run("release", letter, *CAPITALS, *ENGLISH) == (0, RELEASED, "")


def test_line_ends_and_everything_outside_mentions_stay_as_they_were(run, tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes("\ta\r\n\nb \u2028 é 😀\n\n".encode())
    assert run("release", path, *CAPITALS).out == "\ta\r\n\nb \u2028 é 😀\n\n"


def test_one_text_to_a_file(run, letter, tmp_path):
    out = tmp_path / "out.txt"
    result = run("release", letter, "--out", out, *CAPITALS)
    assert (result.code, result.out) == (0, "")
    assert out.read_bytes().decode() == RELEASED


def test_standard_output_by_name(run, letter, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("release", letter, "--out", "-", *CAPITALS, *ENGLISH) == (0, RELEASED, "")
    assert list(tmp_path.iterdir()) == [letter]


def test_standard_input(run):
    assert run("release", "-", *CAPITALS, *ENGLISH, stdin=b"dear Anna!") == (0, "dear ***!", "")


def test_json_lines_from_standard_input(run):
    result = run("release", "-", "--from", "jsonl", *CAPITALS, stdin=b'{"id": "a", "text": "dear Anna"}\n')
    assert lines(result.out) == [{"id": "document-0001", "text": "dear ***"}]


def test_a_folder_needs_a_place_to_write(run, letters):
    code, out, err = run("release", letters, *CAPITALS)
    assert (code, out) == (2, "")
    assert "--out" in err
    assert err.count("\n") == 1


def test_a_folder_becomes_a_folder_of_neutral_names(run, letters, tmp_path):
    out = tmp_path / "released"
    assert run("release", letters, "--out", out, "--keep-order", *CAPITALS).code == 0
    assert {path.name: path.read_text() for path in out.glob("document*")} == {
        "document-0001.txt": "*** came.",
        "document-0002.txt": "*** left.",
        "document-0003.txt": "and *** stayed.",
    }


def test_several_texts_as_json_lines_have_neutral_ids(run, letters):
    result = run("release", letters, "--format", "jsonl", *CAPITALS)
    assert [line["id"] for line in lines(result.out)] == ["document-0001", "document-0002", "document-0003"]
    assert "anna" not in result.out.lower()


def test_ids_stay_apart_when_files_are_put_together(run, tmp_path):
    for name in ("a.jsonl", "b.jsonl"):
        (tmp_path / name).write_text('{"text": "Anna"}\n{"id": "x", "text": "Bert"}\n')
    result = run("release", tmp_path / "a.jsonl", tmp_path / "b.jsonl", *AS_THEY_ARE, *CAPITALS)
    assert [line["id"] for line in lines(result.out)] == ["document-0001", "x", "document-0003", "document-0004"]


def test_records_without_ids_do_not_tell_their_file(run, tmp_path):
    path = tmp_path / "secret-name.jsonl"
    path.write_text('{"text": "Anna came."}\n{"text": "Bert left."}\n')
    result = run("release", path, *CAPITALS)
    assert "secret-name" not in result.out


def test_a_tab_file_is_released_case_by_case_whatever_its_annotators_marked(run, tmp_path):
    path = tmp_path / "echr_dev.json"
    path.write_text(json.dumps([tab_case("001-1", "the Anna case"), tab_case("001-2", "the Bert case")]))
    result = run("release", path, *CAPITALS)
    assert lines(result.out) == [
        {"id": "document-0001", "text": "the *** case"},
        {"id": "document-0002", "text": "the *** case"},
    ]


def test_mentions_given_with_a_record_are_hidden_too_and_may_overlap(run, tmp_path):
    mentions = [{"start": 4, "end": 9, "label": "LOC"}, {"start": 7, "end": 12, "label": "ORG"}]
    path = tmp_path / "given.jsonl"
    path.write_text(json.dumps({"id": "a", "text": "the green mile of Anna", "mentions": mentions}))
    assert lines(run("release", path, *CAPITALS).out) == [{"id": "document-0001", "text": "the ***le of ***"}]


def test_the_map_back_is_written_on_request_only_and_for_the_owner_only(run, letter, tmp_path):
    before = set(tmp_path.iterdir())
    run("release", letter, *CAPITALS)
    assert set(tmp_path.iterdir()) == before
    path = tmp_path / "map.jsonl"
    released = run("release", letter, "--keep-map", path, *CAPITALS).out
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    [record] = lines(path.read_text())
    assert record["source"] == str(letter)
    edits = [(edit["old"], edit["new"]) for edit in record["edits"]]
    restored, at = "", 0
    for (old_start, old_end), (new_start, new_end) in edits:
        restored += released[at:new_start] + LETTER[old_start:old_end]
        at = new_end
    assert restored + released[at:] == LETTER


def test_a_failed_document_is_left_out_and_the_others_go_on(run, letters, tmp_path):
    (letters / "bert.txt").write_bytes(b"Bert \xff left")
    out = tmp_path / "released"
    code, _, err = run("release", letters, "--out", out, *CAPITALS)
    assert code == 2
    assert "bert" in err
    assert "2 of 3" in err
    assert sorted(path.name for path in out.glob("document*")) == ["document-0001.txt", "document-0002.txt"]


def test_a_failed_record_is_left_out_and_the_others_go_on(run, tmp_path):
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    path.write_text('{"id": "a", "text": "Anna"}\n{"id": "b"}\nno json\n{"id": "d", "text": "Dora"}\n')
    code, _, err = run("release", path, "--out", out, *AS_THEY_ARE, *CAPITALS)
    assert code == 2
    assert "'b'" in err
    assert [line["id"] for line in lines(out.read_text())] == ["a", "d"]


def test_a_broken_component_fails_its_document_alone_with_exit_code_1(run, letters, tmp_path):
    out = tmp_path / "released"
    code, _, err = run("release", letters, "--out", out, "--detector", "broken(word='Bert')")
    assert code == 1
    assert "document 'bert'" in err
    assert "(ValueError)" in err
    assert "left" not in err
    assert len(list(out.glob("document*"))) == 2


def test_a_folder_that_is_not_empty_is_left_as_it_is(run, letters, tmp_path):
    out = tmp_path / "released"
    assert run("release", letters, "--out", out, *CAPITALS).code == 0
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    code, printed, err = run("release", letters, "--out", out, *CAPITALS)
    assert (code, printed, err.count("\n")) == (2, "", 1)
    assert "is not empty" in err
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before


def test_an_empty_folder_may_be_there(run, letters, tmp_path):
    out = tmp_path / "released"
    out.mkdir()
    assert run("release", letters, "--out", out, *CAPITALS).code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["letters", "released"]


def test_a_report_comes_with_a_folder_and_where_it_is_asked_for(run, letter, letters, tmp_path):
    out, page = tmp_path / "released", tmp_path / "page.html"
    _, _, err = run("release", letters, "--out", out, *CAPITALS)
    assert f"the report is in {out / 'report.html'}" in err
    facts = json.loads((out / "report.json").read_text())
    assert (facts["kind"], facts["counts"]["released"]) == ("release", 3)
    assert "Anna" not in (out / "report.html").read_text()
    assert run("release", letter, "--report", page, *CAPITALS).out == RELEASED
    assert page.exists()
    assert page.with_suffix(".json").exists()


def test_how_much_is_kept_is_measured_on_request(run, letters, tmp_path):
    asked = ("release", letters, *CAPITALS, *ENGLISH, "--out")
    code, _, err = run(*asked, tmp_path / "measured", "--measure-kept")
    assert code == 0
    assert "information kept (TPI) of 3 documents: 0." in err
    told = json.loads((tmp_path / "measured" / "report.json").read_text())["e5"]
    assert 0 < told["tpi"] < 1
    assert (told["documents"], told["trir"], told["e5"]) == (3, None, None)
    assert "information kept (TPI)" in (tmp_path / "measured" / "report.html").read_text()
    run(*asked, tmp_path / "plain")
    assert json.loads((tmp_path / "plain" / "report.json").read_text())["e5"] is None
    result = run("release", letters / "anna.txt", *CAPITALS, "--measure-kept")
    assert (result.code, "--measure-kept is for the account" in result.err) == (2, True)


def test_hashes_are_keyed_and_the_key_is_kept_on_request_only(run, letters, tmp_path):
    hashes = []
    for number in range(3):
        out = tmp_path / str(number)
        more = ["--hash-key", tmp_path / "key"] if number else []
        assert run("release", letters, "--out", out, *more, *CAPITALS).code == 0
        hashes.append(json.loads((out / "report.json").read_text())["about"]["inputs"])
    assert hashes[0] != hashes[1] == hashes[2]
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600
    (tmp_path / "key").write_text("no key")
    code, _, err = run("release", letters, "--out", tmp_path / "x", "--hash-key", tmp_path / "key", *CAPITALS)
    assert code == 2
    assert "not a file with a key" in err
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("more", [[], ["--report", "page.html"]])
def test_a_file_name_that_says_what_is_hidden_is_not_written(run, letter, tmp_path, monkeypatch, more):
    monkeypatch.chdir(tmp_path)
    letter.write_text("Anna Quill came.")
    out = tmp_path / "about-anna-quill.txt"
    code, printed, err = run("release", letter, "--out", out, *more, *CAPITALS)
    assert (code, printed) == (1, "")
    assert "the output check found something hidden that is still there (file name)" in err
    assert not out.exists()


def test_released_files_may_not_mix_with_the_originals(run, letters):
    code, _, err = run("release", letters, "--out", letters / "released", *CAPITALS)
    assert code == 2
    assert "inside" in err
    assert not (letters / "released").exists()


@pytest.mark.parametrize(
    ("replacer", "expected"),
    [
        ("mask", "*** met *** by *** river"),
        ("mask(text='#')", "# met # by # river"),
        ("label", "[PERSON] met [PERSON] by [PERSON] river"),
        ("label(numbered=True)", "[PERSON_1] met [PERSON_2] by [PERSON_1] river"),
    ],
)
def test_replacers_by_name(run, replacer, expected):
    result = run("release", "-", "--replace", replacer, *CAPITALS, *ENGLISH, stdin=b"Anna met Bert by Anna river")
    assert result == (0, expected, "")


def test_a_policy_file_keeps_and_hides_words(run, tmp_path):
    policy = tmp_path / "policy.toml"
    policy.write_text('allow = ["Anna"]\ndeny = ["river"]\n')
    result = run("release", "-", "--policy", policy, *CAPITALS, *ENGLISH, stdin=b"Anna met Bert by the river")
    assert result == (0, "Anna met *** by the ***", "")


def test_the_rules_alone_hide_contact_data(run):
    text = b"write to anna.quill@example.org or call +44 20 7946 0958"
    result = run("release", "-", "--detector", "rules", *ENGLISH, stdin=text)
    assert (result.code, result.err) == (0, "")
    assert "example.org" not in result.out
    assert "7946" not in result.out
    assert result.out.startswith("write to ***")


def test_a_summary_unless_quiet(run, letters, tmp_path):
    assert "3 documents" in run("release", letters, "--out", tmp_path / "a", *CAPITALS).err
    assert run("release", letters, "--out", tmp_path / "b", "--quiet", *CAPITALS).err == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ["--out", "{letter}"],
        ["--keep-map", "{letter}"],
        ["--keep-map", "{folder}"],
        ["--keep-map", "{folder}/absent/map"],
        ["--out", "{folder}/x", "--keep-map", "{folder}/x"],
    ],
)
def test_places_that_must_not_be_written(run, letter, tmp_path, arguments):
    arguments = [argument.format(letter=letter, folder=tmp_path) for argument in arguments]
    code, out, err = run("release", letter, *arguments, *CAPITALS)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert letter.read_bytes().decode() == LETTER
    assert list(tmp_path.iterdir()) == [letter]


def test_an_original_with_a_neutral_name_is_not_written_over(run, tmp_path):
    original = tmp_path / "document-0001.txt"
    original.write_text("Anna")
    code, out, err = run("release", original, "--out", tmp_path, *CAPITALS)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert original.read_text() == "Anna"


def test_the_map_back_does_not_go_with_what_is_released(run, letters, tmp_path):
    out = tmp_path / "released"
    out.mkdir()
    code, _, err = run("release", letters, "--out", out, "--keep-map", out / "map", *CAPITALS)
    assert (code, err.count("\n")) == (2, 1)
    assert list(out.iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["interrupted", "asked to end"])
def test_a_run_that_is_ended_leaves_no_half_file(tmp_path, number):
    out = tmp_path / "out.jsonl"
    arguments = ["release", "-", "--from", "jsonl", "--out", str(out), "--detector", "rules"]
    call = [sys.executable, "-c", "from unname.cli import main; main()", *arguments]

    def listen() -> None:
        # A test run in the background of a shell is deaf to interrupts, and its children would be too.
        signal.signal(number, signal.SIG_DFL)

    with subprocess.Popen(call, stdin=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=listen) as process:
        # Standard input stays open, so the run is at work when it has told of a bad line, until the signal comes.
        process.stdin.write(b"no json\n")
        process.stdin.flush()
        assert b"line 1" in process.stderr.readline()
        process.send_signal(number)
        process.wait(timeout=60)
    assert process.returncode == 128 + number
    assert list(tmp_path.iterdir()) == []


def test_several_documents_are_never_run_together_in_one_text(run, tmp_path):
    path = tmp_path / "in.jsonl"
    path.write_text('{"text": "Anna"}\n{"text": "Bert"}\n')
    code, out, err = run("release", path, "--format", "text", *CAPITALS)
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_a_progress_bar_on_a_terminal_and_none_in_a_pipe(letters, tmp_path):
    arguments = ["release", str(letters), "--detector", "rules", "--out"]
    call = [sys.executable, "-c", "from unname.cli import main; main()", *arguments, str(tmp_path / "a")]
    piped = subprocess.run(call, capture_output=True, check=True)
    assert b"3/3" not in piped.stderr
    terminal, end = os.openpty()
    call[-1] = str(tmp_path / "b")
    subprocess.run(call, stdout=subprocess.DEVNULL, stderr=end, check=True, env={**os.environ, "TERM": "xterm"})
    os.close(end)
    seen = b""
    # Linux tells the end of a terminal by an error.
    with contextlib.suppress(OSError):
        while piece := os.read(terminal, 65536):
            seen += piece
    os.close(terminal)
    assert b"3/3" in seen
