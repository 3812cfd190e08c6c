"""The benchmark of decisions on invented data."""

import gzip
import json
from pathlib import Path

import pytest

from unname.core.redaction import Plan
from unname_research import bench
from unname_research.bench.decide import gap, informant, saving

DATA = Path(__file__).parents[3] / "tests" / "data"
SMALL = {"n_instances": 10, "n_entities": 20, "n_combinations": 40, "max_risk": 0.5}


def packed(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(gzip.compress(text.encode()))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Two court cases with a page about each, and six people beside them."""
    folder = tmp_path / "tab"
    packed(folder / "echr_dev.json.gz", (DATA / "echr_cases.json").read_text())
    cases = json.loads((DATA / "echr_cases.json").read_text())
    pages = {case["doc_id"]: case["text"] for case in cases}
    packed(folder / "background_TAB_train_dev_BK_Public10pct.json.gz", json.dumps(pages))
    trades = ["judge in Zenda", "nurse in Strelsau", "sailor", "harpist", "baker in Zenda", "judge in Hofbau"]
    lives = [f"A {trade}; a {trade} all life long; born in {1900 + n}; died in Zenda" for n, trade in enumerate(trades)]
    people = [json.dumps({"id": f"p{n}", "profile_text": life}) for n, life in enumerate(lives)]
    packed(tmp_path / "congress_bioguide" / "bioguide_profiles.jsonl.gz", "\n".join(people))
    return folder


def test_without_data_only_what_is_invented_is_measured() -> None:
    result = bench.run("decide", **SMALL)
    assert result["brute_force"]["equal"] == result["brute_force"]["instances"] == 10
    assert result["random"]["gap"] == 0
    assert "recorded" not in result


def test_every_part_has_its_keys(data: Path) -> None:
    result = bench.run("decide", data=data, detectors=("rules", "gazetteer"), **SMALL)
    assert result["recorded"]["documents"] > 0
    assert result["recorded"]["optimal"] == 1
    for name in ("linear", "implicit"):
        assert result[name]["dearer_than_greedy"] == 0
        assert result[name]["optimal"] == 1
        assert result[name]["median_calls"] > 0
    json.dumps(result)


def test_gaps_and_savings_are_shares_of_the_loss() -> None:
    assert gap(Plan("d", (), loss=4.0, lower_bound=3.0)) == 0.25
    assert gap(Plan("d", (), loss=4.0)) == 1.0
    assert gap(Plan("d", (), loss=0.0, lower_bound=0.0)) == 0.0
    assert saving(Plan("d", (), loss=3.0), Plan("d", (), loss=4.0)) == 0.25


def test_rare_words_tell_more() -> None:
    information = informant(["judge judge judge nurse"])
    assert information("nurse") > information("judge") > 0
    assert information("judge nurse") == pytest.approx(information("judge") + information("nurse"))
