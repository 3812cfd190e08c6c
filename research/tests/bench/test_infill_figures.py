"""Figures of what was put back."""

import json

import pytest

from unname.core.document import Role, Span
from unname.core.results import Fill, Filling
from unname.measure.recovery import Recovery
from unname_research.bench.infill_figures import (
    calibration,
    figures,
    figures_by_label,
    figures_by_role,
    pack,
    unpack,
)

FILLS = [
    [Fill("0", Span(0, 3), (Filling("Ada", 0.9, "align", "x"), Filling("Bob", 0.2, "extract")))],
    [Fill("1", Span(4, 7)), Fill("1", Span(9, 12), (Filling("Zenda", 0.6),))],
]
RECOVERIES = [
    Recovery("a", "Ada", FILLS[0][0], Role.DIRECT, "PERSON"),
    Recovery("b", "Bob", FILLS[1][0]),
    Recovery("b", "in Zenda", FILLS[1][1], Role.QUASI, "LOC"),
]


def test_fills_are_kept_as_they_are() -> None:
    assert unpack(json.loads(json.dumps(pack(FILLS)))) == FILLS


def test_figures_of_a_corpus() -> None:
    told = figures(RECOVERIES)
    assert (told["exact"], told["token_recall"], told["n"]) == (pytest.approx(1 / 3), pytest.approx(2 / 3), 3)
    assert told["token_recall_conventional"] == pytest.approx(0.5)
    assert (told["filled"], told["documents"], sorted(told["intervals"])[0]) == (2, 2, "exact")
    assert {role: row["n"] for role, row in figures_by_role(RECOVERIES).items()} == {"direct": 1, "quasi": 1}
    assert {label: row["exact"] for label, row in figures_by_label(RECOVERIES).items()} == {"LOC": 0.0, "PERSON": 1.0}


def test_calibration_compares_probability_and_truth() -> None:
    told = calibration(RECOVERIES)
    assert told["bins"] == {
        "0.6": {"probability": 0.6, "exact": 0.0, "n": 1},
        "0.9": {"probability": 0.9, "exact": 1.0, "n": 1},
    }
    assert told["ece"] == pytest.approx(0.35)
    assert calibration([]) == {"ece": 0.0, "n": 0, "bins": {}}
