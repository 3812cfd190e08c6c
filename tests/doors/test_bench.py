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
