"""How much of what masks hide was put back."""

import numpy as np
import pytest

from unname.core.document import Role, Span
from unname.core.results import Fill, Filling
from unname.measure.recovery import (
    Recovery,
    by_label,
    by_role,
    is_same,
    plain,
    resample,
    summarize,
    token_recall,
)


def recovery(hidden: str, *guesses: str, document: str = "a", role: Role | None = None, label: str | None = None):
    candidates = tuple(Filling(guess, 1 / (n + 1)) for n, guess in enumerate(guesses))
    return Recovery(document, hidden, Fill("0", Span(0, 3), candidates), role, label)


@pytest.mark.parametrize(
    ("guessed", "hidden", "same"),
    [
        ("Zenda", "zenda.", True),
        ("in  Zenda", "in\nZenda", True),
        ('"The Harbor"', "The Harbor", True),
        ("The Harbor", "Harbor", False),
        ("40593/04", "40593/05", False),
        ("***", "***", True),
        ("", "", False),
        (" ", "Zenda", False),
        ("ZENDÄ", "zendä", True),
    ],
)
def test_exact_match(guessed: str, hidden: str, same: bool) -> None:
    assert is_same(guessed, hidden) is same


def test_signs_within_count() -> None:
    assert plain("(U.S.)") == "u.s"


@pytest.mark.parametrize(
    ("guessed", "hidden", "published", "conventional"),
    [
        ("Ada Grey", "Ada Grey", 1.0, 1.0),
        ("Ada", "Ada Grey", 1.0, 0.5),
        ("Ada Grey of Zenda", "Ada", 0.25, 1.0),
        ("Ada Ada", "Ada", 0.5, 1.0),
        ("", "Ada", 0.0, 0.0),
        ("Ada", "", 0.0, 0.0),
        ("§", "§ ", 1.0, 1.0),
    ],
)
def test_token_recall(guessed: str, hidden: str, published: float, conventional: float) -> None:
    assert token_recall(guessed, hidden) == (published, conventional)


def test_masks_are_pooled_and_a_mask_without_candidate_counts() -> None:
    found = summarize([recovery("Zenda", "Zenda"), recovery("Ada Grey", "Ada"), recovery("1901", document="b")])
    assert (found.n, found.documents, found.filled) == (3, 2, 2)
    assert found.exact == pytest.approx(1 / 3)
    assert found.token_recall == pytest.approx(2 / 3)
    assert found.token_recall_conventional == pytest.approx(0.5)


def test_one_of_several_candidates_may_be_right() -> None:
    found = summarize([recovery("Zenda", "Strelsau", "Hentzau", "Zenda"), recovery("Ada", "Ada")], at=(1, 2, 3))
    assert found.exact_at == {1: 0.5, 2: 0.5, 3: 1.0}


def test_groups_are_of_what_is_known() -> None:
    made = [
        recovery("Ada", "Ada", role=Role.DIRECT, label="PERSON"),
        recovery("Zenda", "x", role=Role.QUASI, label="LOC"),
        recovery("Zenda", "Zenda", role=Role.QUASI, label="LOC"),
        recovery("unknown", "unknown"),
    ]
    assert {name: (found.n, found.exact) for name, found in by_role(made).items()} == {
        "direct": (1, 1.0),
        "quasi": (2, 0.5),
    }
    assert {name: found.n for name, found in by_label(made).items()} == {"LOC": 2, "PERSON": 1}


def test_intervals_come_from_documents() -> None:
    half = [recovery("a", "a" if n < 10 else "b", document=str(n)) for n in range(20)]
    low, high = summarize(half).intervals["exact"]
    assert 0.2 < low < 0.4 < 0.6 < high < 0.8
    assert summarize(half).intervals == summarize(half).intervals
    one = summarize([recovery("a", "a"), recovery("a", "b")])
    assert one.intervals["exact"] == (0.5, 0.5)


def test_documents_weigh_by_their_masks() -> None:
    [(low, high)] = resample(["a", "a", "a", "b"], np.array([[1.0], [1.0], [1.0], [0.0]]))
    assert (low, high) == (0.0, 1.0)


def test_nothing_gives_zeros() -> None:
    found = summarize([])
    assert (found.n, found.exact, found.token_recall, found.intervals) == (0, 0.0, 0.0, {})


def test_texts_are_not_shown() -> None:
    assert "Xanthippe" not in repr(recovery("Xanthippe", "Xanthippe"))
