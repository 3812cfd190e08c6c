"""What is gained by whoever knows how people are hidden."""

import random

import pytest

from unname_research.bench.foretold import foretell


def test_a_place_that_holds_everybody_is_found() -> None:
    told = foretell([(12, 13)] * 40, 12, 100)
    assert told["place"]["found"] == told["window"]["found"] == told["behind_k"]["found"] == 1.0
    assert told["place"]["chosen"] == [13, 13]
    assert told["place"]["chance"] == 0.01
    assert told["window"]["chance"] == 0.13


def test_places_drawn_by_lot_tell_nothing() -> None:
    lots = random.Random(0)
    told = foretell([(at, at + 1) for at in (lots.randrange(100) for _ in range(400))], 4, 100)
    for row in (told["place"], told["window"], told["behind_k"]):
        assert row["interval"][0] <= row["chance"] <= row["interval"][1]


def test_a_place_is_judged_on_texts_on_which_it_was_not_chosen() -> None:
    assert foretell([(3, 4), (7, 8)] * 10, 1, 10)["place"] == {
        "found": 0.0,
        "interval": [0.0, pytest.approx(0.161, abs=0.001)],
        "chance": 0.1,
        "chosen": [4, 8],
    }


def test_ties_and_withheld_texts() -> None:
    told = foretell([(0, 10), None], 3, 10)
    assert told["place"]["found"] == pytest.approx(0.05)
    assert told["window"]["found"] == pytest.approx(0.2)
    assert foretell([(0, 1), (1, 2)], 5, 2)["window"]["found"] == 1.0
