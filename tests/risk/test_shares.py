"""What names, places, dates and numbers tell by themselves."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.errors import ConfigError
from unname.risk.shares import RAREST_NAME, WORLD, group_size, number_bits, shipped_shares


@pytest.mark.parametrize(
    ("word", "bits"),
    [
        ("May", 3.6),
        ("may", None),
        ("january", 3.6),
        ("1950s", 3.3),
        ("1956", 6.3),
        ("7", 5.0),
        ("31", 5.0),
        ("3000", 4.4),
        ("film", None),
        ("", None),
        ("B12", None),
        ("...", None),
        ("9" * 50, 30.0),
    ],
)
def test_the_bits_of_numbers(word: str, bits: float | None) -> None:
    assert number_bits(word) == (None if bits is None else pytest.approx(bits))


@given(st.text(max_size=12))
def test_any_word_has_a_number_of_bits_or_none(word: str) -> None:
    bits = number_bits(word)
    assert bits is None or 0 < bits <= 30


def test_a_rare_name_tells_more_than_a_common_one() -> None:
    shares = shipped_shares()
    assert 0 < shares.name_bits("Smith") < shares.name_bits("Abernathy") <= shares.name_bits("Zxqvwy") == RAREST_NAME
    assert shares.name_bits("smith") == shares.name_bits("SMITH")


def test_a_small_place_tells_more_than_a_large_one() -> None:
    shares = shipped_shares()
    india, france, lyon = (shares.place_bits(place) or 0.0 for place in ("India", "France", "Lyon"))
    assert 0 < india < france < lyon
    assert shares.place_bits("Ruritania") is None


def test_a_place_is_known_with_an_article_in_any_case_and_by_its_adjective() -> None:
    shares = shipped_shares()
    assert shares.place_bits("the Netherlands") == shares.place_bits("NETHERLANDS") is not None
    assert shares.place_bits("The Hague") == shares.place_bits("Hague") is not None
    assert shares.place_bits("the Philippines") == shares.place_bits("Philippines") is not None
    assert shares.place_bits("French") == shares.place_bits("France")


def test_the_sizes_of_groups() -> None:
    assert group_size(500) == 500.0
    assert group_size("world") == group_size("World") == WORLD
    assert math.isclose(group_size("France"), 65e6, rel_tol=0.15)
    assert group_size("Lyon") < group_size("France")


def test_an_unknown_group_is_refused_in_one_line() -> None:
    with pytest.raises(ConfigError, match="unknown group 'Ruritania'; write a number of people, world") as caught:
        group_size("Ruritania")
    assert "\n" not in str(caught.value)
