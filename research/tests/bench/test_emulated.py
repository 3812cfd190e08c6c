import numpy as np
import pytest

from unname.core.document import Document, Mention, Role, Span
from unname.risk.emulator import Emulator
from unname_research.bench.emulated import area, foretold, judge
from unname_research.train.searches import Lesson

TEXT = "Ada, a judge in Zenda, no. 27961/02."


def test_figures_of_what_was_foretold():
    risky, said = np.array([True, True, False, False]), np.array([0.9, 0.2, 0.6, 0.1])
    found = foretold(risky, said)
    assert found == {"n": 4, "base_rate": 0.5, "auc": 0.75, "precision": 0.5, "recall": 0.5, "f1": 0.5}
    assert foretold(risky, np.zeros(4))["f1"] == 0.0
    assert area(np.array([True, True]), np.array([0.1, 0.2])) == 0.5


def test_an_emulator_is_judged_alone_and_in_pairs():
    words = {"Ada": "PERSON", "judge": "DEM", "27961/02": "CODE"}
    mentions = tuple(
        Mention(Span(TEXT.index(w), TEXT.index(w) + len(w)), label, w, Role.DIRECT if w == "Ada" else Role.QUASI)
        for w, label in words.items()
    )
    found = {("judge",): False, ("27961/02",): True, ("judge", "27961/02"): False}
    figures = judge(Emulator(), [Lesson(Document("d", TEXT, mentions=mentions), 50, found)])
    assert figures["alone"]["n"] == 2
    assert figures["alone"]["auc"] == 1.0
    assert figures["pairs"]["base_rate"] == 0.0
    assert figures["all"]["base_rate"] == pytest.approx(1 / 3)
