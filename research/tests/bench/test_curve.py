"""Precision and recall over a threshold, on invented cases."""

from pathlib import Path

import pytest

from unname.corpora.tab import read_tab
from unname.measure.protection import Protection
from unname.risk.categories import Categories
from unname.risk.surprisal import Surprisal
from unname_research.bench.curve import Curve, draw, in_nats
from unname_research.papers import risk2022 as paper

DATA = Path(__file__).parents[3] / "tests" / "data" / "echr_cases.json"
KEYS = {"strategy", "trained", *paper.KEYS, "token_f1", "failed", "paper"}


def test_a_curve_loses_recall_as_its_threshold_rises(tmp_path):
    cases = read_tab(DATA, split="dev")
    curve = Curve("classifier")
    for case in cases:
        document = case.annotators[0]
        curve.add(document, {e.id: number / len(document.entities) for number, e in enumerate(document.entities)})
    points = curve.points(cases, Protection())
    recalls = [point["recall_all"] for point in points]
    assert recalls == sorted(recalls, reverse=True)
    assert recalls[0] > recalls[-1]
    pytest.importorskip("matplotlib")
    row = {"strategy": "mine", "trained": True, "recall_all": 0.5, "precision": 0.5, "paper": None}
    draw([row], {"mine": points}, tmp_path / "curve.svg")
    assert "<svg" in (tmp_path / "curve.svg").read_text()


@pytest.mark.parametrize(
    ("measure", "risk", "expected"),
    [(Categories(), 0.3, 0.3), (Surprisal(threshold=4.0), 0.5, 4.0), (Surprisal(threshold=4.0), 1.0, 4 + 34.5)],
)
def test_a_surprisal_is_drawn_in_nats(measure, risk, expected):
    assert in_nats(risk, measure) == pytest.approx(expected, abs=0.1)
