"""Dates, numbers and codes in the forms in which people write them."""

import datetime
import math
import re
from typing import NamedTuple

MONTHS = tuple("January February March April May June July August September October November December".split())

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_ODD_ORDINALS = {"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth"} | {
    "nine": "ninth",
    "twelve": "twelfth",
}

_ISO = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?(?:[T ]\d{2}:\d{2}.*)?)?")
_WHOLE = re.compile(r"[+-]?\d{1,15}(?:\.0+)?")
_MISSING = frozenset(("", "-", "--", "?", "n/a", "na", "nan", "nat", "nil", "none", "null", "unknown", "not known"))

# Codes of places as forms and tables have them, with the traditional abbreviation where there is one.
_STATES = """
AL Alabama Ala.|AK Alaska|AZ Arizona Ariz.|AR Arkansas Ark.|AS American_Samoa|CA California Calif.|CO Colorado Colo.
CT Connecticut Conn.|DC District_of_Columbia D.C.|DE Delaware Del.|DK Dakota_Territory|FL Florida Fla.|GA Georgia Ga.
GU Guam|HI Hawaii|IA Iowa|ID Idaho|IL Illinois Ill.|IN Indiana Ind.|KS Kansas Kans.|KY Kentucky Ky.|LA Louisiana La.
MA Massachusetts Mass.|MD Maryland Md.|ME Maine|MI Michigan Mich.|MN Minnesota Minn.|MO Missouri Mo.
MP Northern_Mariana_Islands|MS Mississippi Miss.|MT Montana Mont.|NC North_Carolina N.C.|ND North_Dakota N.Dak.
NE Nebraska Nebr.|NH New_Hampshire N.H.|NJ New_Jersey N.J.|NM New_Mexico N.Mex.|NV Nevada Nev.|NY New_York N.Y.
OH Ohio|OK Oklahoma Okla.|OL Orleans_Territory|OR Oregon Oreg.|PA Pennsylvania Pa.|PI Philippine_Islands
PR Puerto_Rico P.R.|RI Rhode_Island R.I.|SC South_Carolina S.C.|SD South_Dakota S.Dak.|TN Tennessee Tenn.
TX Texas Tex.|US United_States|UT Utah|VA Virginia Va.|VI Virgin_Islands|VT Vermont Vt.|WA Washington Wash.
WI Wisconsin Wis.|WV West_Virginia W.Va.|WY Wyoming Wyo.
"""
STATES = {
    code: tuple(form.replace("_", " ") for form in forms)
    for code, *forms in (entry.split() for entry in _STATES.replace("\n", "|").split("|") if entry.strip())
}
"""The name of an American state or territory, and its traditional abbreviation, by its code."""


class Day(NamedTuple):
    """A day, or a month (day 0), or a year (month 0)."""

    year: int
    month: int = 0
    day: int = 0


def is_missing(value: object) -> bool:
    """Whether a value of a table says nothing: none, not a number, or a word for that."""
    if isinstance(value, float):
        return math.isnan(value)
    return value is None or (isinstance(value, str) and value.strip().casefold() in _MISSING)


def parse_day(value: object) -> Day | None:
    """A date from a date object or an ISO string; a year alone is a number, not a date.

    >>> parse_day("1957-03-00"), parse_day("1957-03-29T10:00:00"), parse_day("1957"), parse_day("1957-13-01")
    (Day(year=1957, month=3, day=0), Day(year=1957, month=3, day=29), None, None)
    """
    if isinstance(value, datetime.date):
        return Day(value.year, value.month, value.day)
    found = _ISO.fullmatch(value.strip()) if isinstance(value, str) else None
    if not found or found[2] is None:
        return None
    year, month, day = (int(part or 0) for part in found.groups())
    if not month:
        return Day(year)
    try:
        datetime.date(max(year, 1), month, day or 1)
    except ValueError:
        return None
    return Day(year, month, day)


def parse_whole(value: object) -> int | None:
    """A whole number from a number or its digits; a code with a leading zero is none.

    >>> parse_whole(82), parse_whole("82"), parse_whole(82.0), parse_whole("007"), parse_whole(True)
    (82, 82, 82, None, None)
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        return int(value) if math.isfinite(value) and value.is_integer() else None
    text = value.strip() if isinstance(value, str) else ""
    if not _WHOLE.fullmatch(text) or (text.lstrip("+-").startswith("0") and text.lstrip("+-") != "0"):
        return None
    return int(float(text)) if "." in text else int(text)


def written_day(day: Day) -> str:
    """A date as a sentence has it.

    >>> written_day(Day(1957, 3, 29)), written_day(Day(1957, 3)), written_day(Day(1957))
    ('March 29, 1957', 'March 1957', '1957')
    """
    if not day.month:
        return str(day.year)
    month = MONTHS[day.month - 1]
    return f"{month} {day.day}, {day.year}" if day.day else f"{month} {day.year}"


def day_forms(day: Day) -> tuple[str, ...]:
    """A date in American and in European order.

    >>> day_forms(Day(1957, 3, 29))
    ('March 29, 1957', '29 March 1957')
    """
    if not day.day:
        return (written_day(day),)
    return written_day(day), f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def cardinal(number: int) -> str:
    """A number below 1,000 in words.

    >>> cardinal(35), cardinal(112)
    ('thirty-five', 'one hundred twelve')
    """
    if number >= 100:
        hundreds, rest = divmod(number, 100)
        return f"{_SMALL[hundreds]} hundred" + (f" {cardinal(rest)}" if rest else "")
    if number < 20:
        return _SMALL[number]
    tens, rest = divmod(number, 10)
    return _TENS[tens - 2] + (f"-{_SMALL[rest]}" if rest else "")


def ordinal(number: int) -> str:
    """The place of a number below 1,000 in words.

    >>> ordinal(35), ordinal(80), ordinal(112)
    ('thirty-fifth', 'eightieth', 'one hundred twelfth')
    """
    words = cardinal(number)
    start = max(words.rfind(" "), words.rfind("-")) + 1
    last = words[start:]
    last = _ODD_ORDINALS.get(last) or (last[:-1] + "ieth" if last.endswith("y") else last + "th")
    return words[:start] + last


def number_forms(number: int) -> tuple[str, ...]:
    """A number in digits, and below 1,000 in words, as how many and as which one.

    >>> number_forms(35), number_forms(1957), number_forms(1250000)
    (('35', 'thirty-five', 'thirty-fifth'), ('1957',), ('1250000', '1,250,000'))
    """
    if 0 <= number < 1000:
        return str(number), cardinal(number), ordinal(number)
    return (str(number), f"{number:,}") if abs(number) >= 10_000 else (str(number),)
