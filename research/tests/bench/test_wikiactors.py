"""The anonymized actors, with invented ones in their place."""

import json
from pathlib import Path

import pytest

from bench.actors import write_actors
from unname.core.errors import InputError
from unname_research import bench


@pytest.fixture
def actors(tmp_path: Path) -> Path:
    return write_actors(tmp_path)


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
