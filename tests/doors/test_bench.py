"""The bench command around a benchmark that costs nothing."""

import json
import platform
from pathlib import Path

import pytest

import unname_research.bench as benchmarks
from unname_research.papers import risk2022 as paper

RESULT = {"recall_direct": 0.5, "by_type": {"CODE": 1.0}, "presidio_chars_per_second": None}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    calls: list[tuple[object, ...]] = []

    def run(name: str, **settings: object) -> dict[str, object]:
        calls.append((name, settings))
        return RESULT

    monkeypatch.setattr(benchmarks, "run", run)
    return calls


def test_json_is_one_object_and_nothing_else(run, asked):
    result = run("bench", "tab", "--data", "somewhere", "--split", "test", "--fast", "--json")
    assert (result.code, result.err) == (0, "")
    assert json.loads(result.out) == RESULT
    assert asked == [("tab", {"data": Path("somewhere"), "split": "test", "fast": True})]


def test_otherwise_a_table(run, asked):
    out = run("bench", "tab", "--data", "somewhere").out
    assert "recall_direct" in out
    assert "by_type.CODE" in out


ROW = {"setting": 10, "reid": 0.2, "masked": 0.1, "info_loss": 0.05, "tpi": None}
ROW |= {"found_by_all": 0.2, "found_by_others": 0.1875}
KANON = {
    "levels": {"0.25": {"ours": ROW, "idf": None}, "0.05": {"ours": ROW}},
    "levels_by_others": {"0.25": {"ours": ROW, "idf": None}, "0.05": {"ours": None}},
    "split": "test",
    "method": "without the floor",
    "reid_original": {"bag": 0.97},
    "search": {"bag": {"speedup": 120.0}, "optimal": None},
    "seconds_1000_documents": 31.5,
    "missing": {"transformer": "no such weights"},
    "paper": {"levels": {"0.25": {"ours": {"masked": 0.242}}}},
}


def test_levels_stand_beside_the_published_ones(run, asked, monkeypatch):
    monkeypatch.setattr(benchmarks, "run", lambda name, **settings: asked.append((name, settings)) or KANON)
    out = run("bench", "kanon", "--data", "here", "--people", "others.jsonl").out
    ((name, settings),) = asked
    # It takes long, so it is given somebody to tell how far it is.
    assert callable(settings.pop("report"))
    assert (name, settings) == ("kanon", {"data": Path("here"), "people": Path("others.jsonl")})
    for told in (
        "did not defend",
        "0.1875",
        "test part; without the floor",
        "0.242",
        "speedup 120",
        "31.5 s",
        "without transformer: no such weights",
        "found by bag: 0.970",
    ):
        assert told in out


def test_a_result_is_kept_with_what_is_to_be_known(run, asked, tmp_path):
    kept = tmp_path / "tab.json"
    result = run("bench", "tab", "--data", tmp_path, "--split", "dev", "--fast", "--json", "--save", kept)
    assert (result.code, json.loads(result.out)) == (0, RESULT)
    found = json.loads(kept.read_text())
    assert set(found) == {"command", "date", "version", "machine", "result"}
    assert found["result"] == RESULT
    # The last name of a path, and nothing else of where things are.
    assert found["command"] == f"unname bench tab --data {tmp_path.name} --split dev --fast"
    assert str(tmp_path.parent) not in kept.read_text()
    assert {"processor", "cores", "eight_bit", "python", "libraries", "load_before"} <= set(found["machine"])
    assert platform.node() not in json.dumps(found["machine"]).split('"')
    # A later run takes its place.
    assert run("bench", "tab", "--data", tmp_path, "--save", kept).code == 0


@pytest.mark.parametrize("name", ["precious.json", "nowhere/tab.json", "folder.json", "tab.txt"])
def test_a_place_that_cannot_keep_it_is_refused_before_anything_is_measured(run, asked, tmp_path, name):
    (tmp_path / "precious.json").write_text('{"mine": 1}')
    (tmp_path / "folder.json").mkdir()
    assert run("bench", "tab", "--data", tmp_path, "--save", tmp_path / name).code == 2
    assert asked == []
    assert (tmp_path / "precious.json").read_text() == '{"mine": 1}'


def test_the_command_prints_a_row_for_each_strategy_with_the_published_figure(run, monkeypatch):
    row = {**dict.fromkeys(paper.KEYS, 0.75), "strategy": "mine", "weighted_precision": None, "paper": {"f1": 0.62}}
    result = {"recipe": "risk2022", "rows": [row], "seconds_per_document": {"median": 1.5}}
    asked = {}
    monkeypatch.setattr(benchmarks, "run", lambda name, **settings: asked.update(settings) or result)
    monkeypatch.setenv("COLUMNS", "200")
    told = run("bench", "tab", "--data", "here", "--recipe", "risk2022", "--out", "curve.svg")
    assert (told.code, asked) == (0, {"data": Path("here"), "recipe": "risk2022", "out": Path("curve.svg")})
    assert "mine" in told.out
    assert "0.750 (0.62)" in told.out
    assert "median: 1.5" in told.out
