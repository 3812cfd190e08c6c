"""What the command line says of languages."""

import json

from doors.files import written

ENGLISH = "The patient came with his wife last night and was not in pain, but he said that he was tired of it."
UKRAINIAN = "Пацієнт Коваленко надійшов учора ввечері з дружиною і не скаржився на біль."
CAPITALS = ("--detector", "capitals")


def test_what_is_not_read_is_withheld_and_the_rest_is_released(run, tmp_path):
    path = written(tmp_path / "two.jsonl", [{"id": "a", "text": ENGLISH}, {"id": "b", "text": UKRAINIAN}])
    code, out, err = run("release", path, *CAPITALS)
    assert code == 1
    assert len(out.splitlines()) == 1
    assert "document 'b': it seems to be in Ukrainian" in err
    assert not any(word in err for word in UKRAINIAN.split())


def test_the_user_may_say_which_language_it_is(run):
    code, out, _ = run("release", "-", "--language", "en", *CAPITALS, stdin=UKRAINIAN.encode())
    assert (code, bool(out)) == (0, True)
    code, _, err = run("release", "-", "--language", "tlh", *CAPITALS, stdin=UKRAINIAN.encode())
    assert (code, "language must be" in err) == (2, True)


def test_what_is_too_short_is_taken_as_english_and_that_is_said(run):
    code, out, err = run("release", "-", *CAPITALS, stdin=b"then Anna left")
    assert (code, out) == (0, "then *** left")
    assert "taken as English" in err
    assert "taken as English" not in run("release", "-", *CAPITALS, stdin=ENGLISH.encode()).err


def test_the_report_tells_it_too(run, tmp_path):
    path = written(
        tmp_path / "in.jsonl",
        [{"id": "a", "text": ENGLISH}, {"id": "b", "text": UKRAINIAN}, {"id": "c", "text": "then Anna left"}],
    )
    run("release", path, *CAPITALS, "--out", tmp_path / "out")
    facts = json.loads((tmp_path / "out" / "report.json").read_text())
    assert facts["taken_as_english"] == 1
    assert any("Ukrainian" in row["reason"] for row in facts["documents"])
    assert "taken as English: 1" in (tmp_path / "out" / "report.html").read_text()


def test_detect_says_it_and_shows_what_it_finds(run):
    code, _, err = run("detect", "-", *CAPITALS, stdin=UKRAINIAN.encode())
    assert (code, "Ukrainian" in err) == (0, True)
