"""What is believed of documents and readers, from texts of which is known what is hidden."""

import pytest

pytest.importorskip("torch")

from invented_sheets import sheets
from unname.core.document import Span
from unname_research.train import infill_belief
from unname_research.train.infill_belief import Said, fit_finding, fit_readers, quizzes_of
from unname_research.train.infill_sources import Sheet


def told(number, kind="lives"):
    """A life of two halves that share words no other has."""
    own = " ".join(f"w{number}x{at}" for at in range(12))
    text = f"Name{number} Grey {own} sings. She sleeps well. Later {own} she left. She rests now."
    return Sheet(kind, text, ((Span(0, len(f"Name{number} Grey")), "PERSON"),), ("Openings about it. " * 3,))


def test_of_a_life_one_half_is_asked_and_the_other_known():
    [first, second] = quizzes_of([told(1), told(2), told(1)])
    assert first.sheet.text.startswith("Name1 Grey")
    assert "Later" not in first.sheet.text
    assert first.known[first.own].text.startswith("Later")
    assert second.own == 1
    assert quizzes_of([told(3, "cases")])[0].known[0].text.startswith("Openings")


def test_who_is_far_ahead_is_believed():
    found = fit_finding([quizzes_of([told(number) for number in range(12)])])
    assert set(found) == {"OF_KNOWLEDGE", "OF_ORIGINALS"}
    assert all(len(numbers) == 3 for numbers in found.values())


def test_readers_who_are_right_when_sure_are_believed_when_sure(monkeypatch):
    rows = [Said(p, trust, p > 0.5 and trust > 0.5) for p in (0.1, 0.3, 0.7, 0.9) for trust in (0.1, 0.3, 0.6, 1.0)]
    answers = {"POINTED": rows, "WRITTEN": rows, "ALONE": [Said(p, 1.0, p > 0.5) for p, *_ in rows]}
    monkeypatch.setattr(infill_belief, "attack", lambda quiz, known, model: answers)
    monkeypatch.setattr(infill_belief, "_backgrounds", lambda quizzes, number: [None])
    found = fit_readers([quizzes_of(sheets(3))])
    assert [len(numbers) for numbers in found.values()] == [3, 3, 2]
    assert min(number for name in found for number in found[name][1:]) > 0
