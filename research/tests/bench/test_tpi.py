"""The TPI benchmark on an invented table."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from expecting import Expecting
from unname.core.errors import InputError
from unname_research import bench
from unname_research.bench import tpi
from unname_research.bench.detector_run import Run

ROWS = [
    {
        "name": "Tony Booth",
        "public_knowledge": "a nurse",
        "original_abstract": "Tony Booth is a nurse. He sailed around Ruritania with Anna Grey in May 1970.",
        "ner3_abstract": "PERSON is a nurse . He sailed around Ruritania with PERSON in May 1970 .",
        "ner4_abstract": "PERSON is a nurse . He sailed around LOCATION with PERSON in May 1970 .",
        "ner7_abstract": "PERSON is a nurse . He sailed around LOCATION with PERSON in DATE .",
        "manual_abstract": "SENSITIVE is a SENSITIVE. He sailed around SENSITIVE with SENSITIVE in SENSITIVE.",
        "word2vec_t=0.25_abstract": "WORLD is WORLD . WORLD around Fictional countries with WORLD in WORLD .",
        "dev_abstract": "PERSON is a nurse.",
    },
    {"name": "Ada Grey", "public_knowledge": "a judge", "original_abstract": "Ada Grey judges."},
]


@dataclass
class CountedExpecting(Expecting):
    windows: int = 0
    pieces: int = 0

    def __init__(self, model=None, threads=1):
        super().__init__()

    def log_probabilities(self, pieces, rounds):
        self.windows += len(rounds)
        self.pieces += len(rounds) * len(pieces)
        return super().log_probabilities(pieces, rounds)


@pytest.fixture
def table(tmp_path, monkeypatch):
    monkeypatch.setattr(tpi, "MaskedLM", lambda model: Expecting())
    monkeypatch.setattr(tpi, "Counted", CountedExpecting)
    path = tmp_path / "actors_eval.json"
    path.write_text(json.dumps(ROWS))
    return path


def test_every_anonymization_has_a_mean(table):
    result = bench.run("tpi", data=table, terms="words")
    json.dumps(result)
    columns = {key for key in ROWS[0] if key.endswith("_abstract")} - {"original_abstract", "dev_abstract"}
    for figure in ("tpi", "tpi_generalizations", "tpi_released_code", "ic_multiplier"):
        assert set(result[figure]) == columns
    assert result["documents"] == 2
    assert result["ranking_agrees"] is True
    assert set(result["seconds"]) == {"6-TA", "S-TA", "S-TA by sentence"}
    assert result["windows"]["S-TA"] == result["windows"]["S-TA by sentence"] > result["windows"]["6-TA"]
    assert result["pieces"]["S-TA"] > result["pieces"]["S-TA by sentence"]
    assert result["window_ratio"] == pytest.approx(result["windows"]["S-TA"] / result["windows"]["6-TA"], abs=1e-4)
    generalized = "word2vec_t=0.25_abstract"
    assert result["tpi_generalizations"][generalized] > result["tpi"][generalized]
    assert result["tpi_generalizations"]["manual_abstract"] == result["tpi"]["manual_abstract"]
    assert result["tab"] is None


def test_a_table_without_originals_is_refused(table):
    table.write_text(json.dumps([{"name": "Ada", "public_knowledge": "a judge", "ner3_abstract": "PERSON judges"}]))
    with pytest.raises(InputError, match="no column 'original_abstract'"):
        bench.run("tpi", data=table, terms="words")


@pytest.mark.parametrize(
    ("values", "expected"),
    [((0.9, 0.8, 0.7, 0.6, 0.5), True), ((0.9, 0.8, 0.5, 0.6, 0.4), False), ((0.9, 0.8, 0.7, 0.4, 0.5), False)],
)
def test_whether_the_ranking_agrees(values, expected):
    columns = ("ner3_abstract", "ner4_abstract", "ner7_abstract", "manual_abstract", "word2vec_t=0.25_abstract")
    assert tpi.agrees(dict(zip(columns, values, strict=True))) is expected
    assert tpi.agrees({"ner3_abstract": 0.5}) is None


def test_windows_are_counted(monkeypatch):
    class Plain:
        def _run(self, ids, *others):
            return ids.sum()

    monkeypatch.setattr(tpi.MaskedLM, "_run", Plain._run)
    counted = tpi.Counted()
    assert counted._run(np.ones((3, 7)), None) == 21
    assert (counted.windows, counted.pieces) == (3, 21)


def test_correlation_with_weighted_precision(table, monkeypatch):
    def shorter(texts, settings):
        keep = {"rules": 2, "gazetteer": 3}.get((settings.get("detectors") or ("",))[0], 5)
        return Run([[(n * 20, n * 20 + 9, "PERSON") for n in range(keep)] for _ in texts], 1.0, 1, 1.0)

    monkeypatch.setattr(tpi, "ours", shorter)
    monkeypatch.setattr(tpi, "presidio", lambda texts: None)
    cases = Path(__file__).parents[3] / "tests" / "data" / "echr_cases.json"
    found = bench.run("tpi", data=table, tab=cases, terms="words")["tab"]
    assert found["documents"] == 2
    assert set(found["systems"]) == set(tpi.SYSTEMS)
    assert found["systems"]["rules"]["tpi"] > found["systems"]["recall"]["tpi"]
    assert -1 <= found["pearson_over_systems"] <= 1
