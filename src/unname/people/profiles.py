"""What is known about a person as text: fields of any shape, in the forms in which people write them.

The same facts give the same text, whatever the order of their keys. Nothing is left out but what says nothing
(none, not a number, "unknown") and what is said twice.
"""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from unname.core.document import Profile
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

_PERIODS = (("start", "end"), ("from", "to"), ("begin", "end"), ("since", "until"))
_TITLES = ("job", "title", "role", "office", "position", "occupation", "employer", "organization", "type", "name")
_GAP = 1
"""Years between two periods that still count as one."""


class Fact(NamedTuple):
    """What a profile says under one key: the way to it, and its values as text."""

    key: str
    text: str


class _Period(NamedTuple):
    """From when to when somebody was something; a year of 9999 is still to come."""

    title: str
    start: Day
    end: Day


def profile_text(profile: Profile) -> str:
    """The name, every value of the fields and the background text, one fact a line.

    >>> profile_text(Profile("p1", "Ada Grey", {"job": "judge", "towns": ["Ruritz", "Zenda"]}, "She plays chess."))
    'Ada Grey\\njudge\\nRuritz; Zenda\\nShe plays chess.'
    """
    return "\n".join(fact.text for fact in profile_facts(profile))


def labeled_text(profile: Profile) -> str:
    """The same with the key of each fact, for an encoder that can read it.

    >>> print(labeled_text(Profile("p1", "Ada Grey", {"birth_date": "1957-03-29", "court": {"level": 2}})))
    name: Ada Grey
    birth date: March 29, 1957 / 29 March 1957
    court level: 2 / two / second
    """
    return "\n".join(f"{fact.key}: {fact.text}" for fact in profile_facts(profile))


def profile_facts(profile: Profile) -> list[Fact]:
    """What a profile says, key by key: the name first, the fields by their keys, the background text last."""
    values: dict[str, list[object]] = {}
    periods: dict[str, list[_Period]] = {}
    _collect("", profile.fields, values, periods)
    found = [Fact("name", _clean(profile.name))] if profile.name.strip() else []
    for key in sorted({*values, *periods}):
        found += _facts(key, values.get(key, []))
        found += _period_facts(key, periods.get(key, []))
    return [*found, Fact("text", profile.text)] if profile.text.strip() else found


def _collect(key: str, value: object, values: dict[str, list[object]], periods: dict[str, list[_Period]]) -> None:
    if isinstance(value, Mapping):
        period, told = _period(value)
        if period is not None:
            periods.setdefault(key, []).append(period)
        for inner, each in value.items():
            if inner not in told:
                _collect(f"{key} {_clean(str(inner)).replace('_', ' ')}".strip(), each, values, periods)
    elif isinstance(value, list | tuple | set | frozenset):
        for each in value:
            _collect(key, each, values, periods)
    elif not is_missing(value):
        values.setdefault(key, []).append(value)


def _period(value: Mapping[object, object]) -> tuple[_Period | None, tuple[str, ...]]:
    """The period that an object tells of, and the keys that say no more than that."""
    for first, last in _PERIODS:
        start, end = _day(value.get(first)), _day(value.get(last))
        if start:
            titles = (value.get(title) for title in _TITLES)
            title = next((_clean(each) for each in titles if isinstance(each, str) and not is_missing(each)), "")
            return _Period(title, start, end or Day(9999)), (first, last) if end else (first,)
    return None, ()


def _day(value: object) -> Day | None:
    year = parse_whole(value)
    return Day(year) if year and 1000 <= year <= 2100 else parse_day(value)


def _facts(key: str, values: Sequence[object]) -> Iterator[Fact]:
    days = {day for value in values if (day := parse_day(value))}
    numbers = {number for value in values if (number := parse_whole(value)) is not None}
    rest = (value for value in values if parse_day(value) is None and parse_whole(value) is None)
    # Of two writings of one value the same one stays, in whatever order they came.
    ordered = sorted(rest, key=lambda value: (_clean(str(value)), isinstance(value, bool)))
    others = {_clean(str(value)).casefold(): value for value in ordered}
    forms = [" / ".join(day_forms(day)) for day in sorted(days)]
    forms += [" / ".join(_value_forms(key, others[folded])) for folded in sorted(others)]
    runs = list(_runs(sorted(numbers)))
    forms += [_run_text(run) for run in runs]
    if forms:
        yield Fact(key, "; ".join(forms))
    within = [ordinal(number) if 0 <= number < 1000 else str(number) for run in runs for number in run[1:-1]]
    if within:
        yield Fact(f"{key} within", " ".join(within))


def _period_facts(key: str, periods: Sequence[_Period]) -> Iterator[Fact]:
    merged: list[_Period] = []
    for period in sorted(periods):
        last = merged[-1] if merged else None
        if last and last.title == period.title and period.start.year <= last.end.year + _GAP:
            merged[-1] = last._replace(end=max(last.end, period.end))
        else:
            merged.append(period)
    for period in merged:
        until = "" if period.end.year == 9999 else f" to {written_day(period.end)}"
        yield Fact(f"{key} {period.title}".strip(), f"{'' if until else 'since '}{written_day(period.start)}{until}")


def _runs(numbers: Sequence[int]) -> Iterator[list[int]]:
    """Numbers without a gap, together."""
    run: list[int] = []
    for number in numbers:
        if run and number != run[-1] + 1:
            yield run
            run = []
        run.append(number)
    if run:
        yield run


def _run_text(run: Sequence[int]) -> str:
    first = " / ".join(number_forms(run[0]))
    if len(run) == 1:
        return first
    more = len(run) - 1
    return f"{first} to {' / '.join(number_forms(run[-1]))}, {cardinal(more) if more < 1000 else more} more"


def _value_forms(key: str, value: object) -> tuple[str, ...]:
    if isinstance(value, bool):
        return ("yes" if value else "no",)
    text = _clean(str(value))
    if "state" in key.split()[-1:]:
        return STATES.get(text, (text,))
    return (text,)


def _clean(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())
