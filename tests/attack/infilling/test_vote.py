import pytest

from unname.attack.infilling.vote import LIKELIEST, is_filling, normalize, vote
from unname.core.results import Filling


def votes(*fillings: tuple[str, float, str], n_best: int = 5, **weights: float) -> list[tuple[str, float]]:
    found = vote([Filling(*each) for each in fillings], weights, n_best)
    return [(each.text, round(each.probability, 4)) for each in found]


def test_what_two_readers_say_adds_up() -> None:
    assert votes(("Zenda", 0.4, "one"), ("zenda,", 0.5, "two"), ("Strelsau", 0.6, "one")) == [
        ("zenda,", 0.7),
        ("Strelsau", 0.6),
    ]


def test_what_one_reader_says_twice_counts_once() -> None:
    assert votes(("Zenda", 0.4, "one"), ("ZENDA", 0.3, "one")) == [("Zenda", 0.4)]


def test_weights_multiply_and_probabilities_stay_in_bounds() -> None:
    assert votes(("Zenda", 0.4, "one"), ("Strelsau", 0.3, "two"), one=0.5) == [("Strelsau", 0.3), ("Zenda", 0.2)]
    assert votes(("Zenda", 0.9, "one"), one=5.0) == [("Zenda", LIKELIEST)]
    assert votes(("Zenda", 1.0, "one"), ("Zenda", 1.0, "two")) == [("Zenda", LIKELIEST)]


def test_only_the_best_are_kept() -> None:
    assert votes(("a", 0.1, "one"), ("b", 0.2, "one"), ("c", 0.3, "one"), n_best=2) == [("c", 0.3), ("b", 0.2)]


@pytest.mark.parametrize("text", ["***", "", " ", "[LOC]", "Ada *** Grey", "PERSON_1"])
def test_masks_say_nothing(text: str) -> None:
    assert not is_filling(text)
    assert votes((text, 0.9, "one")) == []


def test_signs_alone_are_themselves() -> None:
    assert normalize("...") == "..."
    assert normalize("(Zenda)") == normalize("  zenda ")
