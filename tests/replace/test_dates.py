"""Dates say less and less, and nothing is made of what is no date."""

import re
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.replace.dates import find_date_steps

FORMS = [
    "{day} {month} {year}",
    "{day:02}/{number:02}/{year}",
    "{month} {day}, {year}",
    "{year}-{number:02}-{day:02}",
    "{year}-{number:02}-{day:02}T10:45:00Z",
    "on {day} {month} {year} at 10.45 p.m.",
    "{day}.{number}.{year}",
    "Monday, {day} {month} {year}",
]


def texts(text: str) -> list[str]:
    return [step.text for step in find_date_steps(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("17 March 1994", ["March 1994", "1994", "the 1990s"]),
        ("March 17th, 1994", ["March 1994", "1994", "the 1990s"]),
        ("17/03/1994", ["03/1994", "1994", "the 1990s"]),
        ("03/17/1994", ["03/1994", "1994", "the 1990s"]),
        ("05/05/1994", ["05/1994", "1994", "the 1990s"]),
        ("17.03.1994", ["03.1994", "1994", "the 1990s"]),
        ("1994-03-17", ["1994-03", "1994", "the 1990s"]),
        ("1994-03-17 10:45:00+02:00", ["1994-03", "1994", "the 1990s"]),
        ("17-Mar-1994", ["Mar 1994", "1994", "the 1990s"]),
        ("Monday, 17 March 1994 at 10:30 a.m.", ["March 1994", "1994", "the 1990s"]),
        ("on 17 March 1994", ["in March 1994", "in 1994", "in the 1990s"]),
        ("in 1994", ["in the 1990s"]),
        ("until 1994", ["until the 1990s"]),
        ("March 1994", ["1994", "the 1990s"]),
        ("03/1994", ["1994", "the 1990s"]),
        ("17 March", ["March"]),
        ("early 1994", ["1994", "the 1990s"]),
        ("mid-2003", ["2003", "the 2000s"]),
        ("the end of May 1999", ["May 1999", "1999", "the 1990s"]),
        ("7, 12 and 15 May 1999", ["May 1999", "1999", "the 1990s"]),
        ("from May to July 2002", ["in 2002", "in the 2000s"]),
        ("between 17 March and 20 April 1994", ["between March and April 1994", "in 1994", "in the 1990s"]),
        ("Between 1997 and 2003", ["Between the 1990s and the 2000s"]),
        ("from 1997 to 1999", ["in the 1990s"]),
        ("17 March 1994 to 3 January 1996", ["March 1994 to January 1996", "1994 to 1996", "the 1990s"]),
        (
            "3 June, 4 July and 5 August 2001",
            ["June, July and August 2001", "2001", "the 2000s"],
        ),
        ("1989-94", ["the 1980s to the 1990s"]),
        ("1989 and 1994", ["the 1980s and the 1990s"]),
    ],
)
def test_a_date_has_steps(text: str, expected: list[str]) -> None:
    assert texts(text) == expected


def test_what_is_not_sure_stays_unsure() -> None:
    assert texts("31 May or 1 June 1994")[0] == "May or June 1994"
    assert texts("1989 or 1990") == ["the 1980s or the 1990s"]


def test_figures_that_may_be_day_or_month_leave_only_the_year() -> None:
    assert texts("03/04/1994") == ["1994", "the 1990s"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "March",
        "Monday",
        "10.30 a.m.",
        "the 1990s",
        "31 February 1994",
        "29/02/1999",
        "31/04/1999",
        "99/99/9999",
        "13/13/2001",
        "0/0/2000",
        "17/03/94",
        "17 March 994",
        "17 March 0994",
        "17 March 21994",
        "١٧ March 1994",
        "17 March ١٩٩٤",
        "1998-02",
        "17 March 1994 in Zenda",
        "the day after the fair of 1994 and all",
        "5-6",
        "Mayhem 1994",
        "before 1994",
        "after 17 March 1994",
        "by March 1994",
        "in 1990 and before 1994",
        "1998-02 and 1998-99",
        "0/5/1994",
    ],
)
def test_what_cannot_be_read_for_sure_has_none(text: str) -> None:
    assert texts(text) == []


@given(st.dates(date(1000, 1, 1), date(2099, 12, 31)), st.sampled_from(FORMS))
def test_steps_say_less_and_less(when: date, form: str) -> None:
    text = form.format(day=when.day, number=when.month, month=f"{when:%B}", year=when.year)
    steps = find_date_steps(text)
    assert [step.level for step in steps][-2:] == ["year", "decade"]
    for step in steps:
        figures = re.findall(r"\d+", step.text)
        assert step.text != text
        # At most the year and the month in figures are left, never the day.
        assert {int(figure) for figure in figures} <= {when.year, when.month, when.year // 10 * 10}
        assert len(figures) <= 2
    meanings = {step.level: step.meaning for step in steps}
    assert meanings.get("month", ((when.year, when.month),)) == ((when.year, when.month),)
    assert meanings["year"] == (when.year,)
    assert meanings["decade"] == (when.year // 10 * 10,)


@given(st.text(alphabet="0123456789/-. ,MarchonTZ:", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    assert all(step.text and step.text != text for step in find_date_steps(text))
