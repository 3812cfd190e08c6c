"""The suite beside its members, with invented people in their place."""

import gzip
import json
from pathlib import Path

import pytest

from bench.actors import PEOPLE, TEXTS, write_actors
from unname.attack.ensemble import MEMBERS
from unname.core.errors import UnnameError
from unname_research import bench


def write_lives(folder: Path) -> None:
    lives = [
        {"doc_id": profile.id, "text": text, "public_knowledge": profile.text}
        for profile, text in zip(PEOPLE, TEXTS, strict=True)
    ]
    (folder / "wiki553.jsonl.gz").write_bytes(gzip.compress("\n".join(map(json.dumps, lives)).encode()))
    (folder / "systems_Wiki553_None.json.gz").write_bytes(gzip.compress(b"{}"))


def test_the_suite_is_told_beside_each_member(tmp_path: Path) -> None:
    for name in ("wikiactors", "wiki553"):
        (tmp_path / name).mkdir()
    write_actors(tmp_path / "wikiactors")
    write_lives(tmp_path / "wiki553")
    found = bench.run("suite", data=tmp_path)["populations"]
    assert found["actors"]["people"] == 8
    assert found["actors and all short lives"]["people"] == 13
    assert found["lives, part 5"]["people"] == 1
    for each in found.values():
        assert len(each["members"]) == len(each["weights"]) == len(MEMBERS)
        assert each["lead"] == pytest.approx(each["mean"]["suite"] - each["mean"][each["best_member"]], abs=1e-3)
        assert "original_abstract" not in each["suite"]


def test_both_sets_are_needed(tmp_path: Path) -> None:
    (tmp_path / "wikiactors").mkdir()
    with pytest.raises(UnnameError):
        bench.run("suite", data=tmp_path)
