"""The re-identification benchmarks on invented people."""

import gzip
import json
from pathlib import Path

import pytest

from invented import people, released
from unname.core.document import Document
from unname.core.errors import ConfigError, InputError
from unname_research import bench
from unname_research.bench.wiki553 import masked, read_lives

PEOPLE = people(8)
TEXTS = released(PEOPLE)


def rows() -> list[dict[str, object]]:
    return [
        {
            "name": profile.name,
            "public_knowledge": profile.text,
            "original_abstract": profile.text[:300],
            "ner3_abstract": text,
            "manual_abstract": "SENSITIVE" if number else text,
            "dev_abstract": text if number < 2 else None,
        }
        for number, (profile, text) in enumerate(zip(PEOPLE, TEXTS, strict=True))
    ]


@pytest.fixture
def actors(tmp_path: Path) -> Path:
    (tmp_path / "Invented_eval.json.gz").write_bytes(gzip.compress(json.dumps(rows()).encode()))
    others = [{"id": str(n), "name": f"Other{n}", "abstract": "A baker who sings."} for n in range(5)]
    others.append({"id": "9", "name": PEOPLE[0].name, "abstract": "The same person again."})
    packed = gzip.compress("\n".join(map(json.dumps, others)).encode())
    (tmp_path / "actors_19k_abstracts.jsonl.gz").write_bytes(packed)
    return tmp_path


def test_wikiactors_has_the_promised_keys(actors: Path) -> None:
    result = bench.run("wikiactors", data=actors, fast=True)
    assert result["people"] == 8
    assert set(result["suite"]) == {"original_abstract", "ner3_abstract", "manual_abstract"}
    assert all(set(rates) == set(result["suite"]) for rates in result["attacks"].values())
    assert set(result["attacks"]) <= set(result["seconds"])
    assert result["suite"]["ner3_abstract"] == 1.0
    assert result["suite"]["manual_abstract"] == pytest.approx((1 + 7 / 8) / 8, abs=1e-4), (
        "all masks: one in eight each"
    )
    assert result["mean"]["suite"] == pytest.approx((1.0 + result["suite"]["manual_abstract"]) / 2, abs=1e-4)
    assert result["upper_bound"]["ner3_abstract"] == 1.0
    assert all(result["found_by_any"][column] >= rate for column, rate in result["suite"].items())
    json.dumps(result)


def test_a_single_file_does_as_well(actors: Path) -> None:
    assert bench.run("wikiactors", data=actors / "Invented_eval.json.gz", fast=True)["people"] == 8


def test_a_folder_without_a_table_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="_eval"):
        bench.run("wikiactors", data=tmp_path)


def test_the_published_setting_needs_a_folder(actors: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unname_research.bench.reidentify.tria2023", lambda **settings: Quick())
    monkeypatch.setattr("unname_research.bench.reidentify.create", lambda role, spec: Quick())
    with monkeypatch.context() as before:
        before.setattr("unname_research.bench.reidentify.make_attacks", lambda _: pytest.fail("worked before it asked"))
        with pytest.raises(ConfigError, match="--out"):
            bench.run("wikiactors", data=actors, full=True)
    result = bench.run("wikiactors", data=actors, full=True, out=actors / "tria")
    assert {"classifier", "classifier(frozen=True)", "dense"} <= set(result["attacks"])


class Quick:
    """Scores texts in no time, and wrongly."""

    def scores(self, texts: list[str], population: list[object]) -> object:
        import numpy as np

        return np.zeros((len(texts), len(population)))


def test_scenarios_state_what_no_attack_can_exceed(actors: Path) -> None:
    found = bench.run("scenarios", data=actors)["scenarios"]
    assert set(found) == {"equal", "half", "first quarter", "larger"}
    assert found["equal"]["upper_bound"] == 1.0
    assert found["half"]["upper_bound"] == 0.5
    assert found["half"]["suite"]["ner3_abstract"] <= 0.5
    assert found["larger"]["people"] == 13, "nobody twice"


def test_wiki553_masks_the_published_spans(tmp_path: Path) -> None:
    lives = [
        {"doc_id": profile.id, "text": text.replace("PERSON", "Ada"), "public_knowledge": profile.text}
        for profile, text in zip(PEOPLE, TEXTS, strict=True)
    ]
    (tmp_path / "wiki553.jsonl.gz").write_bytes(gzip.compress("\n".join(map(json.dumps, lives)).encode()))
    everything = {life["doc_id"]: [[0, len(life["text"]), "MISC"]] for life in lives}
    (tmp_path / "systems_Wiki553_All.json.gz").write_bytes(gzip.compress(json.dumps(everything).encode()))
    (tmp_path / "systems_Wiki553_None.json.gz").write_bytes(gzip.compress(b"{}"))
    result = bench.run("wiki553", data=tmp_path, fast=True)
    assert result["suite"] == {"original": 1.0, "All": 0.125, "None": 1.0}
    assert result["words_hidden"] == {"original": 0.0, "All": 1.0, "None": 0.0}


def test_wiki553_needs_masks(tmp_path: Path) -> None:
    (tmp_path / "wiki553.jsonl.gz").write_bytes(gzip.compress(b""))
    with pytest.raises(InputError):
        bench.run("wiki553", data=tmp_path)


def test_overlapping_masks_are_one() -> None:
    text = masked(Document("d", "Ada Grey was born in Zenda."), [[0, 3], [2, 8, "PER"], [21, 99], [50, 60]]).text
    assert text == "*** was born in ***"


def test_settings_that_a_benchmark_does_not_have_are_refused(actors: Path) -> None:
    with pytest.raises(ConfigError, match="balance"):
        bench.run("wikiactors", data=actors, balance="f1")
    with pytest.raises(ConfigError, match="data"):
        bench.run("wikiactors")


def test_lines_end_at_line_ends_alone(tmp_path: Path) -> None:
    life = {"doc_id": "1", "text": "One\u2028two", "public_knowledge": "Known\x85"}
    packed = gzip.compress(json.dumps(life, ensure_ascii=False).encode())
    (tmp_path / "wiki553.jsonl.gz").write_bytes(packed)
    texts, [profile] = read_lives(tmp_path)
    assert (texts["1"].text, profile.text) == ("One\u2028two", "Known\x85")


def test_damaged_lives_are_told_by_their_place(tmp_path: Path) -> None:
    (tmp_path / "wiki553.jsonl.gz").write_bytes(gzip.compress(b'{"doc_id": "1"}\n{"text": "Xanthippe'))
    with pytest.raises(InputError, match="line 2") as raised:
        read_lives(tmp_path)
    assert "Xanthippe" not in str(raised.value)
