"""Presidio as it comes, and what is published of it, on invented cases."""

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest

from unname.core.errors import InputError
from unname.corpora.tab import read_tab
from unname_research import bench
from unname_research.bench import messages, presidio, tab
from unname_research.bench.detector_run import Run
from unname_research.bench.presidio import on_model, published, united

CASES = Path(__file__).parents[3] / "tests" / "data" / "echr_cases.json"
ABOUT = {"version": "9.9", "configuration": "default.yaml", "model": "small 1.0"}


def pack(path, value):
    path.write_bytes(gzip.compress(json.dumps(value).encode()))


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "echr_cases.json").write_bytes(CASES.read_bytes())
    return tmp_path


def found_nothing(texts):
    return Run([[] for _ in texts], 1.0, 100, 5.0, ABOUT)


def test_overlaps_are_united():
    assert united([(4, 9, "B"), (0, 5, "A"), (9, 12, "C")]) == [(0, 9, "A"), (9, 12, "C")]


def test_only_the_model_is_another():
    default = {
        "nlp_engine_name": "spacy",
        "models": [{"lang_code": "en", "model_name": "large"}],
        "ner_model_configuration": {"labels_to_ignore": ["ORGANIZATION"]},
    }
    changed = on_model(default, Path("small"))
    assert changed.pop("models") == [{"lang_code": "en", "model_name": "small"}]
    assert changed == {key: value for key, value in default.items() if key != "models"}
    assert default["models"][0]["model_name"] == "large"


@pytest.mark.skipif(not presidio.is_installed(), reason="needs presidio-analyzer and the packaged spaCy model")
def test_presidio_ignores_organizations_as_it_comes():
    about = presidio.describe()
    assert "ORGANIZATION" in about["ignores"]
    assert about["model"].startswith("en_core_web_md")
    labels = {label for *_, label in presidio.analyzer()("Tony Booth left the Ministry of Justice in May 1999.")}
    assert labels == {"PERSON", "DATE_TIME"}


def test_what_is_compared_with_says_what_it_is(folder, monkeypatch):
    monkeypatch.setattr(tab, "presidio", found_nothing)
    cases = read_tab(CASES)
    first = cases[0].document
    pack(folder / "systems_TAB_Presidio_Entity.json.gz", {first.id: [[0, len(first.text), "PERSON"]]})
    result = bench.run("tab", data=folder, detectors=("rules",))
    assert {key: result["presidio"][key] for key in ABOUT} == ABOUT
    assert result["presidio"]["recall_all"] == 0.0
    # What is published of one case is scored on that case alone.
    assert result["presidio_published"]["documents"] == 1
    assert result["presidio_published"]["recall_all"] == 1.0


def test_nothing_is_published_for_a_file_alone(monkeypatch):
    monkeypatch.setattr(tab, "presidio", found_nothing)
    assert bench.run("tab", data=CASES, detectors=("rules",))["presidio_published"] is None


def test_published_spans_end_with_their_text(folder):
    cases = read_tab(CASES)
    first = cases[0].document
    end = len(first.text)
    pack(folder / "systems_Presidio.json.gz", {first.id: [[0, 4], [2, end + 9], [end + 1, end + 3]], "other": [[0, 1]]})
    assert published(folder, cases) == {first.id: [(0, end, "")]}
    pack(folder / "systems_Presidio_2.json.gz", {})
    with pytest.raises(InputError, match="several files"):
        published(folder, cases)


def test_published_output_counts_where_the_text_is_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(messages, "presidio", found_nothing)
    documents = [case.document for case in read_tab(CASES)]
    pack(tmp_path / "wiki_replace_test_100.json.gz", json.loads(CASES.read_text()))
    lives = [documents[0], replace(documents[1], text="Another text.")]
    rows = [{"doc_id": each.id, "text": each.text, "public_knowledge": "a nurse"} for each in lives]
    (tmp_path / "wiki553.jsonl.gz").write_bytes(gzip.compress("\n".join(map(json.dumps, rows)).encode()))
    pack(tmp_path / "systems_Wiki553_Presidio.json.gz", {each.id: [[0, len(each.text)]] for each in lives})
    result = bench.run("wiki100", data=tmp_path, detectors=("rules",))
    assert result["presidio_published"]["documents"] == 1
    assert result["presidio_published"]["recall_all"] == 1.0
    assert result["presidio"]["model"] == "small 1.0"
