"""Many attacks on the same people, held against each other."""

from pathlib import Path

import pytest

from bench.actors import write_actors
from unname.core.errors import ConfigError
from unname_research import bench


@pytest.fixture
def actors(tmp_path: Path) -> Path:
    return write_actors(tmp_path)


def test_the_published_setting_needs_a_folder(actors: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unname_research.bench.attack_contest.tria2023", lambda **settings: Quick())
    monkeypatch.setattr("unname_research.bench.attack_contest.create", lambda role, spec: Quick())
    with monkeypatch.context() as before:
        before.setattr(
            "unname_research.bench.attack_contest.make_attacks",
            lambda *_: pytest.fail("worked before it asked for the folder"),
        )
        with pytest.raises(ConfigError, match="--out"):
            bench.run("wikiactors", data=actors, full=True)
    result = bench.run("wikiactors", data=actors, full=True, out=actors / "tria")
    assert {"classifier", "classifier(frozen=True)", "dense"} <= set(result["attacks"])


class Quick:
    """Scores texts in no time, and wrongly."""

    def scores(self, texts: list[str], population: list[object]) -> object:
        import numpy as np

        return np.zeros((len(texts), len(population)))
