"""Pseudonyms, mixed replacers and the vault, from the command line."""

import json
import re

KEYED = ("--language", "en", "--detector", "rules", "--detector", "gazetteer", "--detector", "fields")
NOTES = [
    {"id": "n1", "text": "Mr Okonkwo came on 3 May 2021.", "subject": "p1"},
    {"id": "n2", "text": "Mr Okonkwo left on 5 May 2021; see okonkwo@firm.se.", "subject": "p1"},
    {"id": "n3", "text": "Mrs Lindqvist stayed in Leeds.", "subject": "p2"},
]


def written(folder, name, records):
    path = folder / name
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def texts_in(path):
    return {record["text"] for record in map(json.loads, path.read_text().splitlines())}


def test_other_names_and_the_originals_back(run, tmp_path):
    notes = written(tmp_path, "notes.jsonl", NOTES)
    secret = tmp_path / "secret"
    secret.write_text("correct horse battery staple\n")
    vault = ("--vault", tmp_path / "notes.vault", "--passphrase-file", secret)
    first, second, back = (tmp_path / name for name in ("first.jsonl", "second.jsonl", "back.jsonl"))
    for out in (first, second):
        result = run("release", notes, "--replace", "pseudonym", *vault, "--out", out, *KEYED)
        assert result.code == 0, result.err
    assert texts_in(first) == texts_in(second)
    assert not any("Okonkwo" in text or "2021" in text for text in texts_in(first))
    names = {found[1] for text in texts_in(first) if (found := re.search(r"Mr (\w+)", text))}
    assert len(names) == 1
    assert run("restore", first, *vault, "--out", back).code == 0
    restored = [json.loads(line) for line in back.read_text().splitlines()]
    assert [(each["id"], each["text"]) for each in restored] == [(each["id"], each["text"]) for each in NOTES]


def test_a_person_is_forgotten(run, tmp_path):
    notes = written(tmp_path, "notes.jsonl", NOTES)
    secret = tmp_path / "secret"
    secret.write_text("correct horse battery staple\n")
    vault = ("--passphrase-file", secret)
    file, out, back = tmp_path / "notes.vault", tmp_path / "out.jsonl", tmp_path / "back.jsonl"
    run("release", notes, "--replace", "pseudonym", "--vault", file, *vault, "--out", out, *KEYED)
    assert run("vault", "forget", file, "p1", *vault).code == 0
    run("restore", out, "--vault", file, *vault, "--out", back)
    assert "Okonkwo" not in back.read_text()
    assert "Lindqvist" in back.read_text()


def test_masks_are_restored_too(run, tmp_path):
    notes = written(tmp_path, "notes.jsonl", NOTES)
    key = tmp_path / "key"
    assert run("vault", "key", key).code == 0
    vault = ("--vault", tmp_path / "v", "--key-file", key)
    out, back = tmp_path / "out.jsonl", tmp_path / "back.jsonl"
    assert run("release", notes, *vault, "--out", out, *KEYED).code == 0
    assert "***" in out.read_text()
    assert run("restore", out, *vault, "--out", back).code == 0
    assert texts_in(back) == {note["text"] for note in NOTES}


def test_a_replacer_of_each_label(run):
    spec = "PERSON=pseudonym,DATETIME=shift,LOC=generalize,CODE=label,*=mask"
    result = run(
        "release", "-", "--replace", spec, *KEYED, stdin=b"Mr Okonkwo of Leeds came on 3 May 2021, mail@okonkwo.se."
    )
    assert re.fullmatch(r"Mr \w+ of .+ came on \d+ \w+ 20\d\d, \[CODE\]\.", result.out.strip()), result.out


def test_bad_settings_are_told(run, tmp_path):
    for spec, said in (
        ("PERSON=pseudonym,NAME=mask", "NAME"),
        ("PERSON=mask,PERSON=label", "twice"),
        ("PERSON=", "PERSON"),
        ("pseudonym(days=1)", "365"),
    ):
        result = run("release", "-", "--replace", spec, stdin=b"x")
        assert result.code == 2
        assert said in result.err
    assert "--vault" in run("release", "-", "--key-file", tmp_path / "k", stdin=b"x").err
    assert "pseudonym" in run("release", "-", "--same-name", stdin=b"x").err


def test_the_report_says_that_names_are_invented(run, tmp_path):
    notes = written(tmp_path, "notes.jsonl", NOTES)
    report = tmp_path / "report.html"
    run("release", notes, "--replace", "pseudonym", "--out", tmp_path / "out.jsonl", "--report", report, *KEYED)
    assert "These texts are pseudonymized" in report.read_text()
    assert "pseudonym" not in (tmp_path / "out.jsonl").read_text()
