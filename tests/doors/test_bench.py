"""The bench command around a benchmark that costs nothing."""

import json
from pathlib import Path

import pytest

import unname.bench as benchmarks

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
KANON = {
    "levels": {"0.25": {"ours": ROW, "idf": None}, "0.05": {"ours": ROW}},
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
    for told in ("0.242", "speedup 120", "31.5 s", "without transformer: no such weights", "found by bag: 0.970"):
        assert told in out
