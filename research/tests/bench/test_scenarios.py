"""What the attacker knows, about invented people."""

from pathlib import Path

import pytest

from bench.actors import write_actors
from unname.core.document import Profile
from unname_research import bench
from unname_research.bench.scenarios import quarters


@pytest.fixture
def actors(tmp_path: Path) -> Path:
    return write_actors(tmp_path)


def test_scenarios_state_what_no_attack_can_exceed(actors: Path) -> None:
    told = bench.run("scenarios", data=actors)
    found = told["scenarios"]
    assert set(found) == {"equal", "half", "first quarter", "second quarter", "third quarter", "last quarter", "larger"}
    assert found["equal"]["upper_bound"] == 1.0
    assert found["half"]["upper_bound"] == 0.5
    assert found["half"]["suite"]["ner3_abstract"] <= 0.5
    assert found["larger"]["people"] == 13, "nobody twice"
    for row in told["strangers"].values():
        assert 0 <= row["found_when_sure"] <= 1
        assert 0 <= row["told_apart"] <= 1


def test_quarters_hold_every_word_once() -> None:
    people = [Profile("a", "Ada", {"job": "judge"}, "one two three four five six"), Profile("b", text="one")]
    parts = quarters(people)
    assert [part[0].text for part in parts.values()] == ["one two", "three", "four", "five six"]
    assert [part[1].text for part in parts.values()].count("one") == 1
    assert all(part[0].fields == {"job": "judge"} for part in parts.values())
