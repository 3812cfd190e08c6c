"""Numbers become bands around them, which never show them."""

import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.replace.quantities import find_age_steps, find_amount_steps, find_duration_steps, find_share_steps
from unname.replace.step import Step

ALL = [find_age_steps, find_amount_steps, find_share_steps, find_duration_steps]


def texts(steps: list[Step]) -> list[str]:
    return [step.text for step in steps]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("EUR 12,500", ["EUR 10,000 to 20,000", "EUR 10,000 to 100,000", "less than EUR 100,000"]),
        ("€12,500", ["€10,000 to 20,000", "€10,000 to 100,000", "less than €100,000"]),
        ("34,999.50 euros", ["20,000 to 50,000 euros", "10,000 to 100,000 euros", "less than 100,000 euros"]),
        ("1 234 567 Polish zlotys", ["1,000,000 to 2,000,000 Polish zlotys"]),
        ("1.234.567", ["1,000,000 to 2,000,000"]),
        ("12.5 million euros", ["10 to 20 million euros"]),
        ("$300k", ["$200,000 to 500,000"]),
        ("£7 m", ["£5 to 10 m"]),
        ("two hundred people", ["100 to 1,000 people", "less than 1,000 people"]),
        ("two witnesses", ["witnesses"]),
        ("three", ["several"]),
        ("twelve witnesses", ["10 to 20 witnesses"]),
        ("thirty-four", ["20 to 50"]),
        ("13 other persons", ["10 to 20 other persons"]),
        ("about 180 cm", ["100 to 200 cm"]),
        ("300 m", ["200 to 500 m"]),
        ("EUR 10,000", ["less than EUR 100,000"]),
        ("20,000 EUR", ["10,000 to 100,000 EUR", "less than 100,000 EUR"]),
    ],
)
def test_amounts(text: str, expected: list[str]) -> None:
    assert texts(find_amount_steps(text))[: len(expected)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("over 300 people", ["more than 100 people"]),
        ("at least EUR 12,500", ["more than EUR 10,000"]),
        ("more than 100 people", []),
        ("at least one", []),
        ("less than 5 km", ["less than 10 km"]),
        ("up to EUR 12,500", ["less than EUR 100,000"]),
    ],
)
def test_what_is_known_on_one_side_alone_stays_so(text: str, expected: list[str]) -> None:
    assert texts(find_amount_steps(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("34", ["in their thirties", "20 to 39", "over 17"]),
        ("aged 34", ["in their thirties", "aged 20 to 39", "aged over 17"]),
        ("34 years old", ["in their thirties", "20 to 39 years old", "over 17 years old"]),
        ("34-year-old", ["30-to-39-year-old", "20-to-39-year-old", "over-17-year-old"]),
        ("thirty-four years of age", ["in their thirties", "20 to 39 years old", "over 17 years old"]),
        ("the age of 34", ["in their thirties", "the age of 20 to 39", "the age of over 17"]),
        ("34 y/o", ["in their thirties", "20 to 39", "over 17"]),
        ("30", ["in their thirties", "20 to 39", "over 17"]),
        ("39", ["in their thirties", "over 17"]),
        ("19", ["in their teens", "under 20"]),
        ("7 months old", ["under 10 years old", "under 20 years old"]),
        ("85", ["in their eighties", "over 79", "over 17"]),
        ("93-year-old", ["over-89-year-old", "over-79-year-old", "over-17-year-old"]),
    ],
)
def test_ages(text: str, expected: list[str]) -> None:
    assert texts(find_age_steps(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("34%", ["30 to 40%", "less than 50%"]),
        ("30 %", ["less than 50 %"]),
        ("51 per cent", ["50 to 60 per cent", "more than 50 per cent"]),
        ("99.5%", ["90 to 100%", "more than 50%"]),
        ("five percent", ["0 to 10 percent", "less than 50 percent"]),
        ("50%", []),
        ("120%", []),
        ("5 to 10%", []),
    ],
)
def test_shares(text: str, expected: list[str]) -> None:
    assert texts(find_share_steps(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7 months", ["less than a year", "less than ten years"]),
        ("two years and 6 months", ["one to five years", "less than ten years"]),
        ("one year, two months and three days", ["one to five years", "less than ten years"]),
        ("two and a half years", ["one to five years", "less than ten years"]),
        ("three years and nine months’", ["one to five years", "less than ten years"]),
        ("an hour", ["less than a day", "less than ten years"]),
        ("12 months", ["less than ten years"]),
        ("30 days", ["less than a year", "less than ten years"]),
        ("27 days", ["less than a month", "less than ten years"]),
        ("365 days", ["one to five years", "less than ten years"]),
        ("5 years", ["less than ten years"]),
        ("11 years", ["more than ten years"]),
        ("10 years", []),
        ("7-month", []),
        ("5 to 6 years", []),
        ("0 days", []),
    ],
)
def test_durations(text: str, expected: list[str]) -> None:
    assert texts(find_duration_steps(text)) == expected


@pytest.mark.parametrize("reader", ALL)
@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "-5",
        "5-6",
        "٣٤",
        "3 4",
        "1e9",
        "½",
        "12.500",
        "9" * 400,
        "200",
        "12 Zenda",
        "34 Quill",
        "EUR",
        "%",
        "to",
    ],
)
def test_what_cannot_be_read_for_sure_has_no_step(reader: Callable[[str], list[Step]], text: str) -> None:
    if (reader, text) != (find_amount_steps, "200"):
        assert reader(text) == []


@given(st.integers(0, 130), st.sampled_from(["{}", "aged {}", "{} years old", "{}-year-old"]))
def test_bands_of_ages_hold_the_age_and_widen(age: int, form: str) -> None:
    _check(form.format(age), age, find_age_steps(form.format(age)))


@given(
    st.decimals("1.01", 10**15, places=2, allow_nan=False),
    st.sampled_from(["{:,}", "EUR {:,}", "{:,} euros", "${}", "{:,} people"]),
)
def test_bands_of_amounts_hold_the_amount_and_widen(amount: object, form: str) -> None:
    text = form.format(amount)
    assert find_amount_steps(text)
    _check(text, float(str(amount)), find_amount_steps(text))


@given(st.decimals(0, 100, places=1, allow_nan=False))
def test_bands_of_shares_hold_the_share_and_widen(share: object) -> None:
    _check(f"{share}%", float(str(share)), find_share_steps(f"{share}%"))


def _check(text: str, number: float, steps: list[Step]) -> None:
    """Every band holds the number, lies in the next, and names neither the number nor more than its rims."""
    for step in steps:
        low, high, *_ = step.meaning  # type: ignore[misc]
        assert low <= number <= high
        assert step.text != text
        assert number not in {float(figure.replace(",", "")) for figure in re.findall(r"[\d,.]*\d", step.text)}
    for finer, coarser in pairwise(steps):
        assert coarser.meaning[0] <= finer.meaning[0]  # type: ignore[index]
        assert finer.meaning[1] <= coarser.meaning[1]  # type: ignore[index]
        assert coarser.text != finer.text


@given(st.text(alphabet="0123456789., €%EURyearsoldmonthand-", max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    for reader in ALL:
        assert all(step.text and step.text != text for step in reader(text))
