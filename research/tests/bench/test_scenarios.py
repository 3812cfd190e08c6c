"""What the attacker knows, about invented people."""

from pathlib import Path

import pytest

from bench.actors import write_actors
from unname_research import bench


@pytest.fixture
def actors(tmp_path: Path) -> Path:
    return write_actors(tmp_path)


def test_scenarios_state_what_no_attack_can_exceed(actors: Path) -> None:
    found = bench.run("scenarios", data=actors)["scenarios"]
    assert set(found) == {"equal", "half", "first quarter", "larger"}
    assert found["equal"]["upper_bound"] == 1.0
    assert found["half"]["upper_bound"] == 0.5
    assert found["half"]["suite"]["ner3_abstract"] <= 0.5
    assert found["larger"]["people"] == 13, "nobody twice"
