"""Dates with less precision: month and year, year, decade."""

import re
from calendar import monthrange
from dataclasses import dataclass, field

from unname.replace.step import Step

_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_YEAR = r"(?:1[0-9]|20)[0-9]{2}"
_CLOCK = r"[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]{1,9})?)?(?:\s?(?:Z|UTC|GMT|[+-][0-9]{2}:?[0-9]{2}))?"
# The order matters: what is written in figures throughout is tried before its parts.
_TOKEN = re.compile(
    rf"(?P<iso>(?P<iso_year>{_YEAR})(?P<iso_sign>[-./])(?P<iso_month>[0-9]{{1,2}})(?P=iso_sign)(?P<iso_day>[0-9]{{1,2}})"
    rf"(?:[T ]{_CLOCK})?)(?![\w:])"
    rf"|(?P<figures>(?P<first>[0-9]{{1,2}})(?P<sign>[-./])(?P<second>[0-9]{{1,2}})(?P=sign)(?P<last>{_YEAR}))(?![\w:])"
    rf"|(?P<figure_month>[0-9]{{1,2}})/(?P<month_year>{_YEAR})(?![\w/])"
    rf"|(?P<from_year>{_YEAR})\s?[-–/‑]\s?(?P<to_year>[0-9]{{2}})(?![\w/-])"
    r"|(?P<time>[0-9]{1,2}[:.][0-9]{2}(?::[0-9]{2})?(?:\s?(?:[ap]\.?m\b\.?|hrs\b|hours\b))?"
    r"|[0-9]{1,2}\s?(?:[ap]\.?m\b\.?|o['’]clock\b)|noon\b|midnight\b|midday\b)"
    rf"|(?P<year>{_YEAR})(?!\w)"
    r"|(?P<day>[0-9]{1,2})(?:st|nd|rd|th)?(?!\w)"
    r"|(?P<month>(?:january|february|march|april|may|june|july|august|september|october|november|december)\b"
    r"|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?)"
    r"|(?P<part>(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|(?:early|late|mid|middle|beginning|start|end|morning|"
    r"afternoon|evening|night|spring|summer|autumn|fall|winter)\b)"
    r"|(?P<range>(?:to|until|till|through|from|between)\b|[-–—‑])"
    r"|(?P<lead>(?:in|on|since|by|before|after|during)\b)"
    r"|(?P<fill>(?:and|or|the|of|at|year|day)\b|[\s,.])",
    re.IGNORECASE,
)

_DECADE = re.compile(r"(?:(?:in|since|during|the)\s){0,2}(?:1[0-9]|20)[0-9]0['’]?s", re.IGNORECASE)
DATE_LEVELS = ("month", "year", "decade")
"""Finest first."""


@dataclass(repr=False)
class _Period:
    """A month, a year, or a month of a year, as it was written."""

    word: str = ""
    month: int = 0
    year: int = 0


@dataclass(repr=False)
class _Dates:
    """What a text says about time: its periods, and whether it says more than them."""

    periods: list[_Period] = field(default_factory=list)
    days: list[int] = field(default_factory=list)
    is_finer: bool = False
    is_range: bool = False
    is_clear: bool = True
    lead: str = ""
    form: str = ""
    conjunction: str = "and"

    @property
    def is_possible(self) -> bool:
        """Whether the calendar has such days."""
        if not all(1 <= period.month <= 12 for period in self.periods if period.word or period.month):
            return False
        longest = max((_count_days(period) for period in self.periods), default=0)
        return all(1 <= day <= longest for day in self.days)


def find_date_steps(text: str) -> list[Step]:
    """The steps from a date to its decade, finest first; none if the text says anything else.

    >>> [step.text for step in find_date_steps("on 17 March 1994")]
    ['in March 1994', 'in 1994', 'in the 1990s']
    """
    dates = _read(text)
    if dates is None or not (dates.periods and dates.is_clear and dates.is_possible):
        return []
    steps = []
    lead = _find_lead(dates)
    months = [(period.year, period.month) for period in dates.periods]
    if dates.is_finer and all(month for _, month in months):
        steps.append(Step("month", lead + _write_months(dates), tuple(dict.fromkeys(months))))
    if all(year for year, _ in months):
        years = list(dict.fromkeys(year for year, _ in months))
        if dates.is_finer or any(month for _, month in months):
            lead = _find_lead(dates, len(years))
            steps.append(Step("year", lead + _join([str(year) for year in years], dates), tuple(years)))
        decades = list(dict.fromkeys(year // 10 * 10 for year in years))
        text = _join([f"the {decade}s" for decade in decades], dates)
        lead = _find_lead(dates, len(decades))
        steps.append(Step("decade", lead + text, tuple(decades)))
    return steps


def says_no_more_than(text: str, level: str) -> bool:
    """Whether a text is a date of no finer level: of "year", a year, several years, or a decade.

    >>> [says_no_more_than(date, "year") for date in ("1994", "in 1994 and 1995", "the 1990s", "May 1994", "noon")]
    [True, True, True, False, False]
    """
    if _DECADE.fullmatch(text.strip()):
        return level in DATE_LEVELS
    steps = {step.level for step in find_date_steps(text)}
    return bool(steps) and level in DATE_LEVELS and steps.isdisjoint(DATE_LEVELS[: DATE_LEVELS.index(level) + 1])


def _read(text: str) -> _Dates | None:
    dates = _Dates()
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            return None
        _take(dates, token)
        if token["iso"] or token["figures"] or token["figure_month"]:
            # Figures keep their form only if they are all there is.
            dates.form = dates.form if not text[:at].strip() and not text[token.end() :].strip() else ""
        at = token.end()
    return dates


def _take(dates: _Dates, token: re.Match[str]) -> None:
    """Note what one token says."""
    if token["iso"]:
        dates.periods.append(_Period("", int(token["iso_month"]), int(token["iso_year"])))
        dates.form, dates.is_finer = f"{{year}}{token['iso_sign']}{{month:02}}", True
        dates.days.append(int(token["iso_day"]))
    elif token["figures"]:
        _take_figures(dates, token)
    elif token["figure_month"]:
        dates.periods.append(_Period("", int(token["figure_month"]), int(token["month_year"])))
    elif token["from_year"]:
        first = int(token["from_year"])
        last = first // 100 * 100 + int(token["to_year"])
        dates.periods += [_Period(year=first), _Period(year=last)]
        dates.is_range = True
        # 1998-02 is a month, or a range into the next century.
        dates.is_clear &= last > first
    elif token["year"]:
        _take_year(dates, int(token["year"]))
    elif token["month"]:
        dates.periods.append(_Period(token["month"], _MONTHS.index(token["month"][:3].lower()) + 1))
    elif token["day"]:
        dates.days.append(int(token["day"]))
        dates.is_finer = True
    elif token["part"] or token["time"]:
        dates.is_finer = True
    elif token["range"] or token["lead"]:
        dates.is_range |= bool(token["range"])
        # Before a longer time is earlier, and after it is later: that would say more.
        dates.is_clear &= token[0].lower() not in ("before", "after", "by")
        if not (dates.periods or dates.days or dates.is_finer):
            dates.lead = "in" if token[0].lower() == "on" else token[0]
    elif token[0].lower() == "or":
        dates.conjunction = "or"


def _take_figures(dates: _Dates, token: re.Match[str]) -> None:
    first, second, sign = int(token["first"]), int(token["second"]), token["sign"]
    dates.is_finer = True
    if first != second and max(first, second) <= 12:
        # Day and month cannot be told apart, so only the year is sure.
        dates.days.append(min(first, second))
        dates.periods.append(_Period(year=int(token["last"])))
        return
    day, month = (first, second) if second <= 12 else (second, first)
    dates.days.append(day)
    dates.periods.append(_Period("", month, int(token["last"])))
    dates.form = f"{{month:02}}{sign}{{year}}"


def _take_year(dates: _Dates, year: int) -> None:
    """A year belongs to all months before it that have none."""
    waiting = [period for period in dates.periods if not period.year]
    for period in waiting:
        period.year = year
    if not waiting:
        dates.periods.append(_Period(year=year))


def _count_days(period: _Period) -> int:
    if not 1 <= period.month <= 12:
        return 31 if period.year else 0
    # Without a year, 29 February may exist.
    return monthrange(period.year or 2000, period.month)[1]


def _write_months(dates: _Dates) -> str:
    periods = dates.periods
    if dates.form and len(periods) == 1:
        return dates.form.format(year=periods[0].year, month=periods[0].month)
    parts: list[str] = []
    for period, following in zip(periods, [*periods[1:], None], strict=True):
        if following and (following.year, following.month) == (period.year, period.month):
            continue
        word = period.word or f"{period.month:02}"
        parts.append(word if following and following.year == period.year else f"{word} {period.year or ''}".strip())
    return _join(parts, dates)


def _find_lead(dates: _Dates, n_left: int = 2) -> str:
    """The word before the periods of which so many are left: what joins two has no place before one."""
    if not dates.lead.isalpha():
        return ""
    joins = dates.is_range and len(dates.periods) > 1
    if joins and n_left == 1 and dates.lead.lower() in ("from", "between"):
        return "In " if dates.lead[0].isupper() else "in "
    return f"{dates.lead} "


def _join(parts: list[str], dates: _Dates) -> str:
    if len(parts) == 1:
        return parts[0]
    if dates.is_range:
        return f"{parts[0]} {'and' if dates.lead.lower() == 'between' else 'to'} {parts[-1]}"
    return f"{', '.join(parts[:-1])} {dates.conjunction} {parts[-1]}"
