"""The Text Anonymization Benchmark on invented cases, with detectors that need no weights."""

import json
from pathlib import Path

import pytest

from unname.core.errors import ConfigError
from unname_research import bench
from unname_research.bench import strategies

DATA = Path(__file__).parents[3] / "tests" / "data" / "echr_cases.json"
REQUIRED = (
    "recall_direct recall_quasi recall_all token_recall token_precision token_f1 weighted_token_precision "
    "by_type chars_per_second presidio_chars_per_second peak_mb"
).split()


def test_tab_has_the_promised_keys():
    result = bench.run("tab", data=DATA, compare=False, detectors=("rules",))
    assert set(REQUIRED) <= set(result)
    assert result["documents"] == 2
    assert result["presidio_chars_per_second"] is None
    json.dumps(result)


def test_the_tab_benchmark_knows_the_recipe(monkeypatch):
    monkeypatch.setattr(strategies, "run", lambda *given: {"rows": [], "given": given})
    assert bench.run("tab", data=DATA, recipe="risk2022", out="x.svg")["given"] == (DATA, "dev", "x.svg")
    for settings, message in (
        ({"recipe": "mine"}, "known are risk2022"),
        ({"recipe": "risk2022", "balance": "f1"}, "balance cannot be given"),
        ({"out": "x.svg"}, "draws nothing"),
    ):
        with pytest.raises(ConfigError, match=message):
            bench.run("tab", data=DATA, **settings)
