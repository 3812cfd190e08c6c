"""Dates moved by one secret offset, so that intervals and weekdays stay what they are."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import cached_property
from typing import ClassVar, NamedTuple

from unname.core.document import Document, Entity, Mention
from unname.core.errors import ConfigError
from unname.core.redaction import HIDDEN, Option
from unname.core.registry import Spelled
from unname.replace.book import Book, RunBook, scope_of
from unname.replace.lots import Lots
from unname.replace.step import count_hidden

_MONTHS = (
    "January February March April May June July August September October November December",
    "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
    "Jan Feb Mar Apr May June July Aug Sept Oct Nov Dec",
    "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "janv févr mars avr mai juin juil août sept oct nov déc",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "ene feb mar abr may jun jul ago sept oct nov dic",
)
"""The months as they are written in the languages that are read, in full and short."""

_CALENDARS = [calendar.split() for calendar in _MONTHS]
_BY_LENGTH = sorted({month for calendar in _CALENDARS for month in calendar}, key=lambda month: (-len(month), month))
_MONTH = rf"(?P<month>(?:{'|'.join(_BY_LENGTH)})(?!\w))(?P<dot>\.?)"
_YEAR = r"(?:1[0-9]|20)[0-9]{2}"
_ORDINAL = r"(?:st|nd|rd|th|ère|er|º|ª|\.)?"
_AND = r"\s?(?:[-–/,&]|and|to|or|und|bis|et|au|y|al)\s?"
_DATES = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?<!\d)(?P<year>{_YEAR})(?P<sign>[-/.])(?P<number>\d{{1,2}})(?P=sign)(?P<day>\d{{1,2}})(?!\d)",
        r"(?<!\d)(?P<first>\d{1,2})(?P<sign>[-/.])(?P<blank>\s?)(?P<second>\d{1,2})(?P=sign)\s?(?P<year>\d{4}|\d{2})(?!\d)",
        rf"(?<!\d)(?P<days>(?:\d{{1,2}}{_ORDINAL}{_AND})*)(?P<day>\d{{1,2}})(?P<ordinal>{_ORDINAL})"
        rf"(?P<of>[\s-]{{0,2}}(?:of\s|day\sof\s|de\s)?){_MONTH}(?:(?P<comma>,?[\s-]{{1,2}}(?:of\s|del?\s)?)(?P<year>{_YEAR}))?(?!\d)",
        rf"{_MONTH}(?P<of>[\s-]{{1,2}}(?:the\s)?)(?P<days>(?:\d{{1,2}}{_ORDINAL}{_AND})*)(?P<day>\d{{1,2}})(?P<ordinal>{_ORDINAL})(?!\d)"
        rf"(?:(?P<comma>,?\s{{1,2}})(?P<year>{_YEAR}))?(?!\d)",
        rf"{_MONTH}(?P<comma>,?[\s-]{{1,2}}(?:of\s|del?\s)?)(?P<year>{_YEAR})(?!\d)",
        rf"(?<!\d)(?P<number>0?[1-9]|1[0-2])(?P<sign>[/.])(?P<year>{_YEAR})(?!\d)",
        rf"(?<!\d)(?P<year>{_YEAR})(?P<sign>\s?[-–/]\s?)(?P<until>\d{{2}})(?!\d)",
        rf"(?<![\d.,])(?P<year>{_YEAR})(?!\d|['’]?s\b)",
        r"(?<!\d)(?P<hour>\d{1,2})(?P<colon>[:.h])(?P<minute>\d{2})(?P<second>:\d{2})?(?P<half>\s?[ap]\.?m\b\.?)?(?!\d)",
        r"(?<!\d)(?P<hour>\d{1,2})(?P<half>\s?[ap]\.?m\b\.?)",
        r"(?<!\d)(?P<first>\d{1,2})(?P<sign>[/.])(?P<second>\d{1,2})(?P<end>\.?)(?!\d)",
        rf"(?<!\w){_MONTH}",
    )
]
"""What is read as a date or a time, the fullest first."""

_IN_WORDS = re.compile(
    r"\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\w+teenth|\w+tieth|nineteen|"
    r"twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand)\b",
    re.IGNORECASE,
)
"""Parts of dates in words, which would stay."""

_SUFFIXES = {1: "st", 2: "nd", 3: "rd"}
_LONGEST = 100
"""No date has more characters."""


class Clock(NamedTuple):
    """By how much the dates and the times of one person are moved back."""

    days: int
    minutes: int


@dataclass
class Shift(Spelled):
    """Moves all dates of a person, or else of a document, back by the same number of weeks, and times by minutes.

    The offset is drawn by the key and is at most so many `days`; it is long enough for another year, and never ends in
    the same month. What cannot be read, a date that does not exist, and what would stay as it is, is hidden; so is
    everything that is no date.
    """

    days: int = 1095
    text: str = HIDDEN
    book: Book = field(default_factory=RunBook, repr=False, compare=False)

    joins: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if not self.offsets:
            raise ConfigError(f"shift: days must be at least {SHORTEST_SHIFT}, got {self.days}")

    @cached_property
    def offsets(self) -> list[int]:
        """The offsets that may be drawn, in days."""
        return [n for n in range(SHORTEST_SHIFT, self.days + 1, 7) if 31 <= n % 365.25 <= 334]

    def with_book(self, book: Book, same_name: bool = False) -> "Shift":
        """The same, with the key of this book; dates go by the document, or the person, whoever has the same name."""
        return replace(self, book=book)

    def options(self, entity: Entity, document: Document) -> Sequence[Option]:
        """One option: the first mention of the entity on its new date."""
        value = self.render(entity.mentions[0], Option(entity.id, "shift"), document)
        return [Option(entity.id, "shift", value, count_hidden(entity, document), hides=True)]

    def render(self, mention: Mention, option: Option, document: Document) -> str:
        """One mention on its new date."""
        if mention.label != "DATETIME":
            return self.text
        return shift_text(document.text[slice(*mention.span)], self.clock(document)) or self.text

    def clock(self, document: Document) -> Clock:
        """By how much the dates of a document are moved."""
        lots, scope = Lots(self.book.key), scope_of(document, self.book.key)
        return Clock(lots.choice(self.offsets, "days", scope), 7 + lots.number(47, "minutes", scope))


SHORTEST_SHIFT = 182
"""Days after which the middle of a year is in another one."""


def shift_text(text: str, clock: Clock) -> str | None:
    """A text in which every date and time is moved back; None if something in it cannot be read or moved.

    >>> shift_text("Monday, 12 March 2018 at 5:30 pm", Clock(364, 20))
    'Monday, 13 March 2017 at 5:10 pm'
    """
    if len(text) > _LONGEST or _IN_WORDS.search(text):
        return None
    pieces: list[str] = []
    at = 0
    n_moved = 0
    while at < len(text):
        found = _find(text, at)
        if found is None:
            if text[at].isdigit():
                return None
            pieces.append(text[at])
            at += 1
            continue
        try:
            moved = _move(found, clock)
        except (ValueError, OverflowError):
            return None
        if moved is None:
            return None
        pieces.append(moved)
        n_moved += 1
        at = found.end()
    new = "".join(pieces)
    return new if n_moved and new != text else None


def _find(text: str, at: int) -> re.Match[str] | None:
    """The fullest date that begins at a place: with a digit, or with the first letter of a word."""
    if not text[at].isdigit() and not (text[at].isalpha() and not text[at - 1 : at].isalnum()):
        return None
    return next((match for pattern in _DATES if (match := pattern.match(text, at))), None)


def _move(match: re.Match[str], clock: Clock) -> str | None:
    named = match.groupdict()
    if named.get("hour") is not None:
        return _move_time(named, clock)
    if named.get("until") is not None:
        return _move_years(named, clock)
    if named.get("first") is not None:
        return _move_figures(match, clock)
    if named.get("month") is not None:
        return _move_written(match, clock)
    year = int(named["year"])
    if named.get("number") is None:
        return str((date(year, 7, 1) - timedelta(clock.days)).year)
    number, sign = named["number"], named["sign"]
    if named.get("day") is None:
        moved = date(year, int(number), 15) - timedelta(clock.days)
        return f"{moved.month:0{len(number)}d}{sign}{moved.year}"
    moved = date(year, int(number), int(named["day"])) - timedelta(clock.days)
    return f"{moved.year}{sign}{moved.month:0{len(number)}d}{sign}{moved.day:0{len(named['day'])}d}"


def _move_time(named: dict[str, str | None], clock: Clock) -> str | None:
    hour, half = int(named["hour"] or 0), named["half"] or ""
    minute = int(named.get("minute") or 0)
    if hour > (12 if half else 24) or minute > 59:
        return None
    is_late = "p" in half.lower()
    total = ((hour % 12 + 12 * is_late if half else hour) * 60 + minute - clock.minutes) % 1440
    new_hour, new_minute = divmod(total, 60)
    if half:
        half = half.replace("p", "a").replace("P", "A") if new_hour < 12 else half.replace("a", "p").replace("A", "P")
        new_hour = new_hour % 12 or 12
    width = len(named["hour"] or "") if new_hour < 10 else 2
    colon = named.get("colon") or ":"
    seconds = f":{clock.minutes:02d}" if named.get("second") else ""
    return f"{new_hour:0{width}d}{colon}{new_minute:02d}{seconds}{half}"


def _move_years(named: dict[str, str | None], clock: Clock) -> str:
    first = int(named["year"] or 0)
    last = first // 100 * 100 + int(named["until"] or 0)
    moved = [(date(year, 7, 1) - timedelta(clock.days)).year for year in (first, last)]
    return f"{moved[0]}{named['sign']}{moved[1] % 100:02d}"


def _move_figures(match: re.Match[str], clock: Clock) -> str | None:
    first, second, sign = match["first"], match["second"], match["sign"]
    year = match.groupdict().get("year")
    # Day first, unless it cannot be one; whichever it is, the result has the form of the original.
    is_day_first = int(second) <= 12
    day, month = (int(first), int(second)) if is_day_first else (int(second), int(first))
    moved = date(_full_year(year), month, day) - timedelta(clock.days)
    new = (moved.day, moved.month) if is_day_first else (moved.month, moved.day)
    blank = match.groupdict().get("blank") or ""
    shown = f"{new[0]:0{len(first)}d}{sign}{blank}{new[1]:0{len(second)}d}"
    if year is None:
        return shown + match["end"]
    return f"{shown}{sign}{blank}{moved.year if len(year) == 4 else f'{moved.year % 100:02d}'}"


def _move_written(match: re.Match[str], clock: Clock) -> str | None:
    named = match.groupdict()
    calendar, number = _month(match["month"])
    year, day = named.get("year"), named.get("day")
    moved = date(_full_year(year), number, int(day) if day else 15) - timedelta(clock.days)
    month = _in_case(calendar[moved.month - 1], match["month"]) + match["dot"]
    ending = f"{named.get('comma') or ''}{moved.year}" if year else ""
    if day is None:
        return month + ending
    days = _move_days(named.get("days") or "", number, _full_year(year), moved, clock)
    if days is None:
        return None
    shown = days + _with_ordinal(moved.day, named.get("ordinal") or "", day)
    is_month_first = match.start("month") < match.start("day")
    return (f"{month}{named['of']}{shown}" if is_month_first else f"{shown}{named['of']}{month}") + ending


def _move_days(days: str, month: int, year: int, until: date, clock: Clock) -> str | None:
    """The days before the last one, as in "3, 4 and 5 May"; None if they would fall into another month."""
    failed = False

    def move(found: re.Match[str]) -> str:
        nonlocal failed
        moved = date(year, month, int(found["day"])) - timedelta(clock.days)
        failed |= moved.month != until.month
        return _with_ordinal(moved.day, found["ordinal"], found["day"])

    new = re.sub(rf"(?P<day>\d{{1,2}})(?P<ordinal>{_ORDINAL})", move, days)
    return None if failed else new


def _with_ordinal(day: int, ordinal: str, old: str) -> str:
    if ordinal.lower() in ("st", "nd", "rd", "th"):
        new = "th" if 11 <= day <= 13 else _SUFFIXES.get(day % 10, "th")
        return f"{day}{new.upper() if ordinal.isupper() else new}"
    if ordinal.lower() in ("er", "ère"):
        ordinal = ordinal if day == 1 else ""
    return _padded(day, old) + ordinal


def _padded(number: int, old: str) -> str:
    """A number with a zero in front if the old one has it."""
    return f"{number:0{len(old)}d}" if old.startswith("0") else str(number)


def _full_year(year: str | None) -> int:
    """A year in full; one that is not told has 29 days in February only if need be, which none has here."""
    if year is None:
        return 2001
    number = int(year)
    return number if len(year) == 4 else number + (1900 if number >= 30 else 2000)


def _month(word: str) -> tuple[list[str], int]:
    """The calendar that writes a month like this, and the number of the month; that of its case comes first."""
    same: Sequence[Callable[[str], str]] = (str, str.lower)
    for form in same:
        for calendar in _CALENDARS:
            for number, month in enumerate(calendar, start=1):
                if form(month) == form(word):
                    return calendar, number
    raise ValueError("no month")


def _in_case(new: str, original: str) -> str:
    if original.isupper() and len(original) > 1:
        return new.upper()
    return new.capitalize() if original[:1].isupper() else new.lower()
