"""`unname report`: figures in, a page out, and every bad input."""

import json
from datetime import date
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import pytest

FIGURES = Path(__file__).parents[1] / "data" / "kanon.json"


def test_figures_become_a_page(run, tmp_path):
    out = tmp_path / "pareto.html"
    assert run("report", FIGURES, "--out", out) == (0, "", f"unname: the page is in {out}\n")
    text = out.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    hash = sha256(FIGURES.read_bytes()).hexdigest()
    said = f"Drawn by unname {version('unname')} on {date.today().isoformat()} from kanon.json (SHA-256 {hash})."
    assert said in text
    assert "11,966 people" in text


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
