"""Dates, numbers and codes in the forms in which people write them."""

import datetime
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.people.forms import (
    STATES,
    Day,
    cardinal,
    day_forms,
    is_missing,
    number_forms,
    ordinal,
    parse_day,
    parse_whole,
    written_day,
)


@pytest.mark.parametrize(
    "value", [None, math.nan, "", "  ", "-", "--", "?", "N/A", "na", "NaN", "NaT", "nil", "None", "NULL", "Unknown"]
)
def test_what_says_nothing_is_missing(value):
    assert is_missing(value)


@pytest.mark.parametrize("value", [0, 0.0, False, "0", "no", "none of these", math.inf, [], "Nancy"])
def test_what_says_something_is_not(value):
    assert not is_missing(value)


@pytest.mark.parametrize(
    ("value", "day"),
    [
        ("1957-03-29", Day(1957, 3, 29)),
        (" 1957-03-29 ", Day(1957, 3, 29)),
        ("1957-03", Day(1957, 3)),
        ("1957-03-00", Day(1957, 3)),
        ("1957-00-00", Day(1957)),
        ("1957-03-29T10:00:00Z", Day(1957, 3, 29)),
        ("1957-03-29 10:00", Day(1957, 3, 29)),
        ("0000-03-29", Day(0, 3, 29)),
        ("2000-02-29", Day(2000, 2, 29)),
        (datetime.date(1957, 3, 29), Day(1957, 3, 29)),
        (datetime.datetime(1957, 3, 29, 12), Day(1957, 3, 29)),
        ("1957", None),
        ("1957-13-01", None),
        ("1957-02-30", None),
        ("1900-02-29", None),
        ("57-03-29", None),
        ("1957-3-29", None),
        ("on 1957-03-29", None),
        ("", None),
        (1957, None),
        (None, None),
    ],
)
def test_days(value, day):
    assert parse_day(value) == day


@given(st.dates())
def test_every_day_of_the_calendar_is_read_and_written(date):
    day = parse_day(date.isoformat())
    assert day == (date.year, date.month, date.day) == parse_day(date)
    american, european = day_forms(day)
    assert american == written_day(day)
    assert sorted(american.replace(",", "").split()) == sorted(european.split())
    assert str(date.year) in american


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (82, 82),
        (-3, -3),
        (0, 0),
        ("0", 0),
        ("82", 82),
        (" 82 ", 82),
        ("+82", 82),
        ("-82", -82),
        (82.0, 82),
        ("82.0", 82),
        (82.5, None),
        ("82.5", None),
        ("007", None),
        ("-07", None),
        ("1,000", None),
        ("1e3", None),
        ("", None),
        (True, None),
        (None, None),
        (math.nan, None),
        (math.inf, None),
        ([1], None),
        ("1" * 16, None),
        ("²", None),
    ],
)
def test_whole_numbers(value, number):
    assert parse_whole(value) == number


@given(st.integers(-(10**15) + 1, 10**15 - 1))
def test_every_whole_number_is_read(number):
    assert parse_whole(number) == parse_whole(str(number)) == number


@pytest.mark.parametrize(
    ("number", "words", "place"),
    [
        (0, "zero", "zeroth"),
        (1, "one", "first"),
        (2, "two", "second"),
        (3, "three", "third"),
        (5, "five", "fifth"),
        (8, "eight", "eighth"),
        (9, "nine", "ninth"),
        (12, "twelve", "twelfth"),
        (19, "nineteen", "nineteenth"),
        (20, "twenty", "twentieth"),
        (21, "twenty-one", "twenty-first"),
        (99, "ninety-nine", "ninety-ninth"),
        (100, "one hundred", "one hundredth"),
        (101, "one hundred one", "one hundred first"),
        (112, "one hundred twelve", "one hundred twelfth"),
        (999, "nine hundred ninety-nine", "nine hundred ninety-ninth"),
    ],
)
def test_numbers_in_words(number, words, place):
    assert (cardinal(number), ordinal(number)) == (words, place)
    assert number_forms(number) == (str(number), words, place)


def test_numbers_in_words_are_all_different():
    assert len({cardinal(number) for number in range(1000)} | {ordinal(number) for number in range(1000)}) == 2000


@pytest.mark.parametrize(
    ("number", "forms"),
    [
        (-5, ("-5",)),
        (1000, ("1000",)),
        (9999, ("9999",)),
        (10_000, ("10000", "10,000")),
        (-10_000, ("-10000", "-10,000")),
    ],
)
def test_other_numbers_in_digits(number, forms):
    assert number_forms(number) == forms


@pytest.mark.parametrize(
    ("code", "forms"),
    [
        ("OH", ("Ohio",)),
        ("TN", ("Tennessee", "Tenn.")),
        ("ND", ("North Dakota", "N.Dak.")),
        ("OL", ("Orleans Territory",)),
    ],
)
def test_states(code, forms):
    assert STATES[code] == forms


def test_no_state_is_written_like_another():
    forms = [form for every in STATES.values() for form in every]
    assert len(set(forms)) == len(forms) > 90
    assert all(len(code) == 2 and code.isupper() for code in STATES)
