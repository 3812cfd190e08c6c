"""Dates moved by one secret offset, so that intervals and weekdays stay what they are."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import cached_property
from typing import ClassVar

from unname.core.document import Document, Entity, Mention
from unname.core.errors import ConfigError
from unname.core.redaction import HIDDEN, Option
from unname.core.registry import Spelled
from unname.replace.book import Book, RunBook, scope_of
from unname.replace.lots import Lots
from unname.replace.step import count_hidden
from unname.text.words import LETTERS

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
    "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
    "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь",
    "январе феврале марте апреле мае июне июле августе сентябре октябре ноябре декабре",
    "январю февралю марту апрелю маю июню июлю августу сентябрю октябрю ноябрю декабрю",
    "январем февралем мартом апрелем маем июнем июлем августом сентябрем октябрем ноябрем декабрем",
    "январём февралём мартом апрелем маем июнем июлем августом сентябрём октябрём ноябрём декабрём",
    "янв фев мар апр май июн июл авг сен окт ноя дек",
    "янв февр мар апр май июн июл авг сент окт нояб дек",
)
"""The months as they are written in the languages that are read, in full and short; in Russian, in all cases."""

_CALENDARS = [calendar.split() for calendar in _MONTHS]
_BY_LENGTH = sorted({month for calendar in _CALENDARS for month in calendar}, key=lambda month: (-len(month), month))
_MONTH = rf"(?P<month>(?:{'|'.join(_BY_LENGTH)})(?!\w))(?P<dot>\.?)"
_YEAR = r"(?:1[0-9]|20)[0-9]{2}"
_ORDINAL = r"(?:st|nd|rd|th|ère|er|º|ª|\.|-?(?:го|му|е|м)(?!\w))?"
_AND = r"\s?(?:[-–/,&]|and|to|or|und|bis|et|au|y|al|и|или|по|до)\s?"
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
        r"(?<!\d)(?P<hour>[01]?\d|2[0-4])[:.h][0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?(?:\s?[ap]\.?m\b\.?)?(?:\s?[+-]\d{2}:?\d{2})?(?!\d)",
        r"(?<!\d)(?P<hour>1[0-2]|[1-9])\s?[ap]\.?m\b\.?",
        r"(?<!\d)(?P<first>\d{1,2})(?P<sign>[/.])(?P<second>\d{1,2})(?P<end>\.?)(?!\d)",
        rf"(?<!\w){_MONTH}",
    )
]
"""What is read as a date or a time, the fullest first."""

_TIMES = frozenset(pattern for pattern in _DATES if "hour" in pattern.groupindex)
_WORDS = frozenset(
    "on in at the of since until till from to and or between by before after during early late mid end beginning "
    "start morning afternoon evening night noon midnight midday hours hrs hour h t z utc gmt bst cet est pst a p "
    "m am pm clock o day days year month week date dated around about circa ca approx approximately spring summer "
    "autumn fall winter monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs "
    "fri sat sun montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so uhr "
    "um den dem der im vom seit bis zum und oder anfang ende mitte lundi mardi mercredi jeudi vendredi samedi "
    "dimanche le la les du de des au à et en ou lunes martes miércoles jueves viernes sábado domingo el los las "
    "del y al hasta desde в во на с со по к ко до от из и или не позднее ранее начале начала начало конце конца "
    "конец середине середины середина год года году годом годы годов годам годах г гг го му м й числа число день "
    "дня утра утром вечера вечером ночи ночью днем часов часа час ч минут минуты мин полдень полночь весной весны "
    "весна летом лета лето осенью осени осень зимой зимы зима понедельник понедельника вторник вторника среда "
    "среду среды четверг четверга пятница пятницу пятницы суббота субботу субботы воскресенье воскресенья пн вт "
    "ср чт пт сб вс мск месяц месяца месяце неделя неделе квартал квартале квартала".split()
)
"""What may stand beside a date and tells nothing more."""

_SUFFIXES = {1: "st", 2: "nd", 3: "rd"}
_LONGEST = 100
"""No date has more characters."""


@dataclass
class Shift(Spelled):
    """Moves all dates of a person, or else of a document, back by the same number of weeks.

    The offset is drawn by the key and is at most so many `days`; it is long enough for another year, and never ends in
    the same month. The time of day stays beside its date. What cannot be read, a date that does not exist, a time by
    itself, and whatever holds another word than those of dates, is hidden; so is everything that is no date.
    """

    days: int = 1095
    text: str = HIDDEN
    book: Book = field(default_factory=RunBook, repr=False, compare=False)

    joins: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if not isinstance(self.days, int) or not LEAST_DAYS <= self.days <= MOST_DAYS:
            raise ConfigError(f"shift: days must be a whole number from {LEAST_DAYS} to {MOST_DAYS}, got {self.days!r}")

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
        return shift_text(document.text[slice(*mention.span)], self.offset(document)) or self.text

    def offset(self, document: Document) -> int:
        """By how many days the dates of a document are moved back."""
        return Lots(self.book.key).choice(self.offsets, "days", scope_of(document, self.book.key))


SHORTEST_SHIFT = 182
"""Days after which the middle of a year is in another one."""

LEAST_DAYS, MOST_DAYS = 365, 36_500
"""Fewer days would leave few offsets to choose from, and more would make it plain that dates are not true."""


def shift_text(text: str, days: int) -> str | None:
    """A text in which every date is moved back; None if something in it cannot be read or moved, or is no date.

    >>> shift_text("Monday, 12 March 2018 at 5:30 pm", 364)
    'Monday, 13 March 2017 at 5:30 pm'
    """
    if len(text) > _LONGEST:
        return None
    years = set(re.findall(rf"(?<!\d){_YEAR}(?!\d)", text))
    year = int(years.pop()) if len(years) == 1 else 2001
    pieces: list[str] = []
    at = n_moved = 0
    for found in _find_all(text):
        between = text[at : found.start()]
        if not _says_no_more(between):
            return None
        try:
            moved = found[0] if found.re in _TIMES else _move(found, days, year)
        except (ValueError, OverflowError):
            return None
        if moved is None:
            return None
        n_moved += found.re not in _TIMES
        pieces += (between, moved)
        at = found.end()
    if not _says_no_more(text[at:]):
        return None
    new = "".join([*pieces, text[at:]])
    return new if n_moved and new != text else None


def _find_all(text: str) -> Iterator[re.Match[str]]:
    """The dates and times of a text, the fullest at each place, which is a digit or the first letter of a word."""
    at = 0
    while at < len(text):
        is_start = text[at].isdigit() or (text[at].isalpha() and not text[at - 1 : at].isalnum())
        found = next((match for each in _DATES if (match := each.match(text, at))), None) if is_start else None
        if found:
            yield found
        at = found.end() if found else at + 1


def _says_no_more(between: str) -> bool:
    """Whether what stands beside dates is blanks, signs and words of dates, so that it may stay."""
    return not any(map(str.isdigit, between)) and all(word.lower() in _WORDS for word in LETTERS.findall(between))


def _move(match: re.Match[str], days: int, around: int) -> str | None:
    """A date on its new day; one without a year is in that of the text around it."""
    named = match.groupdict()
    if named.get("until") is not None:
        return _move_years(named, days)
    if named.get("first") is not None:
        return _move_figures(match, days, around)
    if named.get("month") is not None:
        return _move_written(match, days, around)
    year = int(named["year"])
    if named.get("number") is None:
        return str((date(year, 7, 1) - timedelta(days)).year)
    number, sign = named["number"], named["sign"]
    if named.get("day") is None:
        moved = date(year, int(number), 15) - timedelta(days)
        return f"{moved.month:0{len(number)}d}{sign}{moved.year}"
    moved = date(year, int(number), int(named["day"])) - timedelta(days)
    return f"{moved.year}{sign}{moved.month:0{len(number)}d}{sign}{moved.day:0{len(named['day'])}d}"


def _move_years(named: dict[str, str | None], days: int) -> str | None:
    first, until = int(named["year"] or 0), int(named["until"] or 0)
    if until <= max(12, first % 100):
        return None  # 1998-02 is a month, or a range into the next century
    moved = [(date(year, 7, 1) - timedelta(days)).year for year in (first, first // 100 * 100 + until)]
    return f"{moved[0]}{named['sign']}{moved[1] % 100:02d}"


def _move_figures(match: re.Match[str], days: int, around: int) -> str | None:
    first, second, sign = match["first"], match["second"], match["sign"]
    year = match.groupdict().get("year")
    # Day first, unless it cannot be one; whichever it is, the result has the form of the original.
    is_day_first = int(second) <= 12
    day, month = (int(first), int(second)) if is_day_first else (int(second), int(first))
    moved = date(_full_year(year, around), month, day) - timedelta(days)
    new = (moved.day, moved.month) if is_day_first else (moved.month, moved.day)
    blank = match.groupdict().get("blank") or ""
    shown = f"{new[0]:0{len(first)}d}{sign}{blank}{new[1]:0{len(second)}d}"
    if year is None:
        return shown + match["end"]
    return f"{shown}{sign}{blank}{moved.year if len(year) == 4 else f'{moved.year % 100:02d}'}"


def _move_written(match: re.Match[str], days: int, around: int) -> str | None:
    named = match.groupdict()
    calendar, number = _month(match["month"])
    year, day = named.get("year"), named.get("day")
    moved = date(_full_year(year, around), number, int(day) if day else 15) - timedelta(days)
    month = _in_case(calendar[moved.month - 1], match["month"]) + match["dot"]
    ending = f"{named.get('comma') or ''}{moved.year}" if year else ""
    if day is None:
        return month + ending
    before = _move_days(named.get("days") or "", number, _full_year(year, around), moved, days)
    if before is None:
        return None
    shown = before + _with_ordinal(moved.day, named.get("ordinal") or "", day)
    is_month_first = match.start("month") < match.start("day")
    return (f"{month}{named['of']}{shown}" if is_month_first else f"{shown}{named['of']}{month}") + ending


def _move_days(before: str, month: int, year: int, until: date, days: int) -> str | None:
    """The days before the last one, as in "3, 4 and 5 May"; None if they would fall into another month."""
    failed = False

    def move(found: re.Match[str]) -> str:
        nonlocal failed
        moved = date(year, month, int(found["day"])) - timedelta(days)
        failed |= moved.month != until.month
        return _with_ordinal(moved.day, found["ordinal"], found["day"])

    new = re.sub(rf"(?P<day>\d{{1,2}})(?P<ordinal>{_ORDINAL})", move, before)
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


def _full_year(year: str | None, around: int) -> int:
    """A year in full; one that is not told is that of the text around it."""
    if year is None:
        return around
    number = int(year)
    if len(year) == 4 and number < 1000:
        raise ValueError("no year")
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
