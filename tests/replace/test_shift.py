"""Dates moved back."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import Document, Mention, Span
from unname.core.errors import ConfigError
from unname.core.redaction import Option
from unname.replace.book import RunBook
from unname.replace.shift import Shift, shift_text

BACK = 553


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("12 March 1974", "5 September 1972"),
        ("March 05, 1974", "August 29, 1972"),
        ("12/03/1974", "05/09/1972"),
        ("03/28/2020", "09/22/2018"),
        ("1974-03-12T08:05:00Z", "1972-09-05T08:05:00Z"),
        ("12.3.74", "05.9.72"),
        ("on 17-19 March 1994", "on 10-12 September 1992"),
        ("3rd of May", "28th of October"),
        ("1974", "1972"),
        ("1998-99", "1996-97"),
        ("2001–2004", "1999–2002"),
        ("JAN 2020", "JUL 2018"),
        ("12 March 1974 at 5 pm", "5 September 1972 at 5 pm"),
        ("2018-03-12T14:05:00+02:00", "2016-09-05T14:05:00+02:00"),
        ("28 Feb - 2 March 2018", "24 Aug - 26 August 2016"),
        ("Monday, 3 May 2021", "Monday, 28 October 2019"),
        ("1. Januar 2020", "27. Juni 2018"),
        ("1er mars 2020", "26 août 2018"),
        ("12 de marzo de 2020", "6 de septiembre de 2018"),
        ("3, 4 and 5 May 2003", "27, 28 and 29 October 2001"),
    ],
)
def test_dates_keep_their_form(old: str, new: str) -> None:
    assert shift_text(old, BACK) == new


@pytest.mark.parametrize(
    "text",
    [
        "31 February 1999",
        "29 February",
        "the seventh of March",
        "the 1990s",
        "5 years",
        "Monday",
        "in the morning",
        "99/99/9999",
        "25:61",
        "17:30",
        "5 pm",
        "1998-02",
        "12.03.0005",
        # What is no date would stay.
        "2018-03-12 Okafor",
        "Whitcombe 2018",
        "June Carter 1974",
        "12.03.2018Okafor",
        "Anna Quill of Lisbon 12 March 1974",
        "",
        "9" * 30,
        "1 January 2000 " * 50,
    ],
)
def test_what_cannot_be_moved_is_not(text: str) -> None:
    assert shift_text(text, BACK) is None


def test_a_shift_past_the_first_year_is_not_made() -> None:
    assert shift_text("1 January 1000", 400_000) is None


@given(
    st.dates(date(1700, 1, 1), date(2099, 12, 31)),
    st.dates(date(1700, 1, 1), date(2099, 12, 31)),
    st.binary(min_size=16),
)
def test_intervals_and_weekdays_survive(first: date, second: date, key: bytes) -> None:
    text = f"{first.isoformat()} {second.isoformat()}"
    mentions = (Mention(Span(0, 10), "DATETIME", "e1"), Mention(Span(11, 21), "DATETIME", "e2"))
    document = Document("d", text, mentions=mentions)
    shift = Shift(book=RunBook(key))
    moved = [date.fromisoformat(shift.render(each, Option(each.entity, "shift"), document)) for each in mentions]
    assert moved[1] - moved[0] == second - first
    assert [each.weekday() for each in moved] == [first.weekday(), second.weekday()]
    assert timedelta(182) <= first - moved[0] <= timedelta(1095)
    assert moved[0].month != first.month or moved[0].year != first.year


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    new = shift_text(text, BACK)
    assert new is None or new != text


def test_the_offset_goes_by_the_person_else_by_the_document() -> None:
    shift = Shift(book=RunBook(b"k" * 32))
    one, other = Document("a", "one", person="p"), Document("b", "two", person="p")
    assert shift.offset(one) == shift.offset(other)
    offsets = {shift.offset(Document(str(number), str(number))) for number in range(20)}
    assert len(offsets) > 10


@pytest.mark.parametrize("days", [0, 182, 364, 10**9, "a", 400.5])
def test_days_that_make_no_sense_are_refused(days: int) -> None:
    with pytest.raises(ConfigError, match="365 to 36500"):
        Shift(days=days)


def test_there_is_always_a_choice_of_offsets() -> None:
    assert max(Shift(days=365).offsets) <= 365
    assert len(Shift(days=365).offsets) > 20


@pytest.mark.parametrize(
    ("text", "moved"),
    [
        ("12 мая 2003 года", "13 мая 2002 года"),
        ("в мае 2003 года", "в мае 2002 года"),
        ("май 2003", "май 2002"),
        ("с 5 по 7 мая 2010 г.", "с 6 по 8 мая 2009 г."),
        ("5 и 6 июня 1988 года", "7 и 8 июня 1987 года"),
        ("в понедельник, 3 сентября 2018 года", "в понедельник, 4 сентября 2017 года"),
        ("К ЯНВАРЮ 1999 ГОДА", "К ЯНВАРЮ 1998 ГОДА"),
        ("12-го мая", "13-го мая"),
        ("весной 2010 года", "весной 2009 года"),
        ("12.05.2003 г.", "13.05.2002 г."),
    ],
)
def test_russian_dates(text: str, moved: str) -> None:
    assert shift_text(text, 364) == moved


def test_the_month_keeps_its_case() -> None:
    dates = ["9 мая 2003 года", "к маю 2003 года", "май 2003 года", "в мае 2003 года", "перед маем 2003 года"]
    moved = [shift_text(each, 91) for each in dates[:4]]
    assert moved == ["7 февраля 2003 года", "к февралю 2003 года", "февраль 2003 года", "в феврале 2003 года"]
    assert shift_text(dates[4], 91) is None
