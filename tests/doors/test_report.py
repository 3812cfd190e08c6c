"""`unname report`: figures in, a page out, and every bad input."""

import json
from datetime import date
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import pytest

DATA = Path(__file__).parents[1] / "data"
FIGURES, FACTS = DATA / "kanon.json", DATA / "release.json"


def test_figures_become_a_page(run, tmp_path):
    out = tmp_path / "pareto.html"
    assert run("report", FIGURES, "--out", out) == (0, "", f"unname: the page is in {out}\n")
    text = out.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    hash = sha256(FIGURES.read_bytes()).hexdigest()
    said = f"Drawn by unname {version('unname')} on {date.today().isoformat()} from kanon.json (SHA-256 {hash})."
    assert said in text
    assert "11,966 people" in text


def test_figures_that_were_kept_become_the_same_page(run, tmp_path):
    kept, out = tmp_path / "kanon.json", tmp_path / "pareto.html"
    about = {"command": "unname bench kanon", "date": "2031-01-02", "version": "9.9", "machine": {}}
    kept.write_text(json.dumps({**about, "result": json.loads(FIGURES.read_text())}))
    assert run("report", kept, "--out", out).code == 0
    assert "11,966 people" in out.read_text(encoding="utf-8")


def test_quiet_and_standard_input(run, tmp_path):
    out = tmp_path / "page.html"
    assert run("report", "-", "--out", out, "--quiet", stdin=FIGURES.read_bytes()) == (0, "", "")
    assert out.exists()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "not valid JSON"),
        (b'{"levels": ', "not valid JSON"),
        (b"[1, 2]", "not the figures of unname bench kanon"),
        (b'{"bench": "tab", "recall": 1}', "not the figures of unname bench kanon"),
        (b"[" * 100_000, "nested too deep"),
        (b'{"levels": "\xff"}', "utf-8"),
    ],
)
def test_what_is_no_such_file(run, tmp_path, content, said):
    source, out = tmp_path / "kanon.json", tmp_path / "page.html"
    source.write_bytes(content)
    code, printed, err = run("report", source, "--out", out)
    assert (code, printed, err.count("\n")) == (2, "", 1)
    assert said in err
    assert "kanon.json" in err
    assert [path.name for path in tmp_path.iterdir()] == ["kanon.json"]


def test_places_that_make_no_sense(run, tmp_path):
    source = tmp_path / "kanon.json"
    source.write_bytes(FIGURES.read_bytes())
    assert run("report", source, "--out", source).code == 2
    assert json.loads(source.read_text())
    code, _, err = run("report", tmp_path / "absent.json", "--out", tmp_path / "page.html")
    assert (code, err.count("\n")) == (2, 1)
    code, _, err = run("report", source, "--out", tmp_path / "absent" / "page.html")
    assert (code, err.count("\n")) == (2, 1)


def test_a_folder_that_a_release_wrote(run, tmp_path):
    (tmp_path / "report.json").write_bytes(FACTS.read_bytes())
    out = tmp_path / "report.html"
    assert run("report", tmp_path, "--out", out) == (0, "", f"unname: the page is in {out}\n")
    text = out.read_text(encoding="utf-8")
    assert "Not shown whether the policy holds." in text
    assert f"from report.json (SHA-256 {sha256(FACTS.read_bytes()).hexdigest()})." in text
    again = tmp_path / "again.html"
    assert run("report", tmp_path / "report.json", "--out", again, "--quiet") == (0, "", "")
    assert again.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "no report.json in this folder; unname release --out writes it"),
        (b"", "report.json: not valid JSON"),
        (b'{"kind": "release"', "report.json: not valid JSON"),
        (b'{"kind": "Zzyzx"}', "report.json: its kind is not one that has a page"),
        (b'{"kind": ["release"]}', "report.json: its kind is not one that has a page"),
        (b'{"kind": "release"}', "report.json: these are not the facts of a release"),
        (b'{"id": "a", "text": "Zzyzx"}', "report.json: these are not the figures of unname bench kanon"),
    ],
)
def test_a_folder_without_the_facts_of_a_release(run, tmp_path, content, said):
    folder = tmp_path / "released"
    folder.mkdir()
    if content is not None:
        (folder / "report.json").write_bytes(content)
    code, printed, err = run("report", folder, "--out", tmp_path / "page.html")
    assert (code, printed, err.count("\n")) == (2, "", 1)
    assert said in err
    assert "Zzyzx" not in err
    assert not (tmp_path / "page.html").exists()


def test_facts_are_not_written_over(run, tmp_path):
    (tmp_path / "report.json").write_bytes(FACTS.read_bytes())
    assert run("report", tmp_path, "--out", tmp_path / "report.json").code == 2
    assert (tmp_path / "report.json").read_bytes() == FACTS.read_bytes()


def test_the_facts_of_a_newer_release_are_refused_by_name(run, tmp_path):
    newer, out = tmp_path / "report.json", tmp_path / "page.html"
    newer.write_text(json.dumps({**json.loads(FACTS.read_text()), "version": 2}))
    said = "unname: report.json: made by a newer unname (report version 2); this one reads up to 1\n"
    assert run("report", newer, "--out", out) == (2, "", said)
    assert not out.exists()
