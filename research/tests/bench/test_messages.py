"""Everyday text, with invented messages."""

import gzip
import json

import pytest

from unname.core.errors import InputError
from unname_research import bench


def pack(path, value):
    path.write_bytes(gzip.compress(value.encode()))


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
