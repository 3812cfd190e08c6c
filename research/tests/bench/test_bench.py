"""The benchmarks on tiny invented data, with detectors that need no weights."""

import gzip
import json
from pathlib import Path

import pytest

from unname.core.errors import ConfigError, InputError
from unname.measure.leaks.check import Leak
from unname_research import bench

DATA = Path(__file__).parents[3] / "tests" / "data"
REQUIRED = (
    "recall_direct recall_quasi recall_all token_recall token_precision token_f1 weighted_token_precision "
    "by_type chars_per_second presidio_chars_per_second peak_mb"
).split()


def pack(path, value):
    path.write_bytes(gzip.compress(value.encode()))


def test_tab_has_the_promised_keys():
    result = bench.run("tab", data=DATA / "echr_cases.json", compare=False, detectors=("rules",))
    assert set(REQUIRED) <= set(result)
    assert result["documents"] == 2
    assert result["presidio_chars_per_second"] is None
    json.dumps(result)


def test_cases_through_the_loop_are_scored_as_released(monkeypatch):
    result = bench.run("release-tab", data=DATA / "echr_cases.json", detectors=("rules", "gazetteer"))
    assert (result["documents"], result["withheld"]) == (2, 0)
    assert {"recall_direct", "recall_quasi", "token_precision", "released", "unique"} <= set(result)
    assert result["unique"]["before"]["median"] > result["unique"]["after"]["median"]
    # What is withheld is hidden whole.
    monkeypatch.setattr("unname.measure.leaks.check.find_leaks", lambda document, *_: [Leak("e", "as it stands")])
    withheld = bench.run("release-tab", data=DATA / "echr_cases.json", detectors=("rules",))
    assert (withheld["withheld"], withheld["recall_all"]) == (2, 1.0)
    assert withheld["released"]["recall_all"] == 0.0


def test_parts_has_a_row_for_every_combination():
    result = bench.run("parts", data=DATA / "echr_cases.json", split="dev", balance="recall")
    assert len(result["rows"]) == 7
    assert result["rows"]["rules+gazetteer+tagger"]["recall_all"] >= result["rows"]["rules"]["recall_all"]


def test_growth_reports_time_per_character():
    result = bench.run("growth", data=DATA / "echr_cases.json", split="dev", sizes=(500, 2000), detectors=("rules",))
    assert [row["characters"] for row in result["rows"]] == [500, 2000]
    assert result["largest_to_smallest"] > 0


def test_messages_are_scored_by_words(tmp_path):
    text = "Write to ann@example.org today"
    row = {"full_text": text, "spans": [{"start_position": 9, "end_position": 24, "entity_type": "EMAIL"}]}
    pack(tmp_path / "synth_dataset_v2.json.gz", json.dumps([row]))
    result = bench.run("presidio-synthetic", data=tmp_path, split="dev", compare=False, detectors=("rules",))
    assert result["recall"] == 1.0
    assert result["recall_by_type"] == {"EMAIL": 1.0}


def test_ambientmeta_scores_each_set(tmp_path):
    row = {"text": "Call Ann", "annotations": [{"start": 5, "end": 8, "entity_type": "PERSON"}]}
    for name in ("adversarial_cases", "ambiguous_spans", "contextual_detection"):
        pack(tmp_path / f"{name}.jsonl.gz", json.dumps(row) + "\n")
    result = bench.run("ambientmeta", data=tmp_path, compare=False, detectors=("words",))
    assert {name: part["words"] for name, part in result["sets"].items()} == {
        "adversarial": 1,
        "ambiguous": 1,
        "contextual": 1,
    }


def test_missing_data_is_an_input_error(tmp_path):
    with pytest.raises(InputError, match="synth_dataset_v2"):
        bench.run("presidio-synthetic", data=tmp_path)


def test_unknown_names_are_refused():
    with pytest.raises(ConfigError, match="known are tab"):
        bench.run("nothing", data="here")
