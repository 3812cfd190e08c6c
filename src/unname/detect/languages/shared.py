"""What the rules of several languages have in common: numeric dates, clock times, sums, announced values."""

import re
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module

from unname.core.document import Role
from unname.detect.rules.rule import Judge, Rule, after, before

YEAR = r"(?:1[89]|20)\d\d(?!\d|[.,]\d)"
CAPITAL = "[A-ZÀ-ÖØ-Þ]"
NAME_WORD = rf"{CAPITAL}[\w'’-]{{0,30}}+"
_NUMBER = r"(?>\d{1,3}(?:[.  \u202f'’]\d{3}){1,4}(?!\d)(?:[.,]\d{1,2}(?!\d))?|\d{1,9}(?:[.,]\d{1,2}(?!\d))?)"
_NOT_DATED = re.compile(r"(?i)(?:\b(?:v|version|ver|rev|kap|chap|cap|ziffer|nr|n°|nº|no)\.?|§|[/-])\s?$")
_UNIT_AFTER = re.compile(
    r"(?i)\s?(?:%|€|mg|ml|µg|kg|km|cm|mm|g/|mmol|kcal|mah|hz|rpm|euro|eur\b|chf|stk|stück|seiten|pages|páginas|ms\b)"
)


def rule(name: str, label: str, pattern: str, judge: Judge | None = None, **more: object) -> Rule:
    """A rule that finds something of a label; codes and names of people are direct, all else is quasi unless said."""
    role = more.pop("role", Role.DIRECT if label in ("CODE", "PERSON") else Role.QUASI)
    return Rule(name, label, re.compile(pattern), role, judge, **more)  # type: ignore[arg-type]


def dated(after_law: re.Pattern[str], whole: str) -> Judge:
    """A judge of dates in words: what stands behind a law or a ruling, whole dates by their years, and days of a month."""

    def judge(match: re.Match[str]) -> str:
        if after_law.search(before(match, 60)):
            return "date-law"
        return "date" if re.search(whole, match.group()) else "day-month"

    return judge


def _numeric(match: re.Match[str]) -> str:
    day, month, year = int(match["day"]), int(match["month"]), match["year"]
    if not (1 <= min(day, month) <= 12 and 1 <= max(day, month) <= 31) or _NOT_DATED.search(before(match, 12)):
        return ""
    return "date" if len(year) == 4 or match["separator"] == "/" else "date-short"


def _iso(match: re.Match[str]) -> str:
    return "date" if 1 <= int(match["month"]) <= 12 and 1 <= int(match["day"]) <= 31 else ""


def _clock(match: re.Match[str]) -> str:
    return "time" if int(match["hour"]) <= 24 and int(match["minute"]) <= 59 else ""


def _year(match: re.Match[str]) -> str:
    return "" if _NOT_DATED.search(before(match, 12)) or _UNIT_AFTER.match(after(match, 8)) else "year-bare"


WEEKDAY = (
    r"(?:(?i:mo|di|mi|do|fr|sa|so)\.?,|(?i:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|lundi|mardi|mercredi|"
    r"jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|miercoles|jueves|viernes|sábado|sabado|domingo),?)[ ](?:den[ ]|dem[ ]|le[ ]|el[ ])?"
)
"""A weekday before a date, which is a part of it."""

_TIME = r"\d{1,2}(?::|h|\.)\d{2}(?::\d{2})?(?![\d.,])"

DATES: tuple[Rule, ...] = (
    rule(
        "date",
        "DATETIME",
        rf"(?<![\w.,/-])(?:{WEEKDAY})?"
        r"(?P<day>\d{1,2})(?P<separator>[./-])[ ]?(?P<month>\d{1,2})(?P=separator)[ ]?"
        r"(?P<year>(?:1[89]|20)\d\d|\d\d)(?![\w/-]|[.,]\d)"
        rf"(?:(?:,[ ]?|[ ](?:um[ ]|à[ ]|a[ ]las[ ]|[-–][ ])?|T){_TIME}(?:[ ]?(?:Uhr|h|hrs?|horas)\b)?)?",
        _numeric,
    ),
    rule(
        "date",
        "DATETIME",
        r"(?<![\w.,/-])(?:1[89]|20)\d\d([-./])(?P<month>\d{1,2})\1(?P<day>\d{1,2})(?!\d|[./-]\d)"
        r"(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?",
        _iso,
        anchor="free",
    ),
    rule("month-year", "DATETIME", r"(?<![\w.,/-])(?:0[1-9]|1[0-2])[/.](?:19|20)\d\d(?![\w/]|[.,]\d)", anchor="free"),
    rule(
        "year",
        "DATETIME",
        rf"(?<![.,:-]){YEAR}\s?[-–/]\s?(?:{YEAR}|\d\d(?![\w/]))",
        lambda match: "year" if _year(match) else "",
        anchor="digit",
    ),
    rule("year-bare", "DATETIME", rf"(?<![.,:/-]){YEAR}(?![\w/:]|-\w)", _year, anchor="digit"),
    rule(
        "time",
        "DATETIME",
        r"(?<![\w.,:/-])(?P<hour>\d{1,2})(?::|h)(?P<minute>\d{2})(?::\d{2})?(?![\w:]|[.,/]\d)",
        _clock,
        anchor="free",
    ),
)
"""Dates and times in digits, as they are written on the continent."""

MONEY: tuple[Rule, ...] = (
    rule("sum", "QUANTITY", rf"(?:(?<!\w)(?:EUR|CHF|USD|MXN|CAD|Fr\.|sFr\.)|[€$£])[  ]?{_NUMBER}(?:[.,][-–]{{1,2}})?"),
    rule(
        "sum",
        "QUANTITY",
        rf"(?<![\w.,]){_NUMBER}(?:,[-–]{{1,2}})?[  \u202f]?(?:(?i:EUR|euros?|CHF|USD|MXN|CAD|francs?|franken|pesos?|"
        r"dólares|dollars?)\b|[€$£])",
        anchor="worded",
    ),
)
"""Sums of money; whether they belong to somebody is for others to say."""


ACCOUNTS: tuple[Rule, ...] = (
    # Invented and misread ones have no right check digits, and are accounts all the same.
    rule(
        "announced",
        "CODE",
        r"(?<!\w)(?:DE|AT|CH|LI|FR|BE|LU|MC|ES|IT|NL|PT)\d{2}(?:[ ]?[A-Z0-9]{4}){3,6}(?:[ ]?[A-Z0-9]{1,3})?(?!\w)",
        anchor="lettered",
    ),
    rule(
        "announced", "CODE", r"(?<![\w.,/-])\d{4}[ -]?(?:\d\d)?[*•Xx]{2,4}[ -]?[*•Xx]{4}[ -]?\d{4}(?!\w)", anchor="free"
    ),
)
"""Numbers of accounts and cards by their form."""


@lru_cache(maxsize=64)
def _validator(module: str) -> Callable[[str], bool]:
    return import_module(f"stdnum.{module}").is_valid  # type: ignore[no-any-return]


def vouched(*modules: str) -> Judge:
    """A judge that holds what a module of python-stdnum calls valid to be the number of a person or a firm."""

    def judge(match: re.Match[str]) -> str:
        compact = re.sub(r"[\s./\-–]", "", match["x"]).upper()
        return "id-number" if any(_validator(module)(compact) for module in modules) else ""

    return judge


def announced(words: str) -> Rule:
    """The rule for what stands behind a word such as "customer number": any code with a digit in it."""
    return rule(
        "announced",
        "CODE",
        rf"(?i)(?<![\w])(?:{words})(?![^\W\d_])\.?(?:\s?(?:nr|nummer|n[°ºo]|num|núm|numéro|número|id|no)\b\.?)?"
        r"(?:[ ]{0,3}(?:[:#=]|\.{2,}|lautet|ist|est|es|le|la|n[°º]|(?-i:N[rR])\.))?[ ]{0,12}"
        r"(?P<x>(?=[A-Za-zÄÖÜ]{0,8}[ ./-]{0,2}[A-Za-z]{0,6}[ ./-]?[A-Za-z]{0,3}[-/. ]?\d)[A-Za-zÄÖÜ0-9]{1,34}"
        r"(?:[-/.:_][A-Za-z0-9]{1,20}){0,7}(?:[ ](?:/[ ])?(?=[A-Z]{0,3}\d)[A-Z0-9][A-Z0-9/.-]{0,12}){0,6})(?!\w)",
        _is_code,
    )


def _is_code(match: re.Match[str]) -> str:
    value = match["x"].strip()
    n_digits = sum(map(str.isdigit, value))
    if n_digits < 3 or (n_digits < 5 and re.fullmatch(r"(?:19|20)\d\d", value)) or _UNIT_AFTER.match(after(match, 8)):
        return ""
    return "" if re.fullmatch(r"\d{1,2}\.\d{1,2}\.(?:\d\d|\d{4})", value) else "announced"


def field(label: str, words: str, value: str) -> Rule:
    """The rule for the value behind the name of a field and a colon, or dots, as in a form."""
    role = Role.DIRECT
    return rule(
        "field",
        label,
        rf"(?<![^\W\d_])(?:{words})[ ]{{0,20}}(?:[:=|]|\.{{2,}}:?)[ \t*_\"]{{0,12}}(?P<x>{value})",
        role=role,
    )


_PARTICLE = r"(?:(?:von|van|der|den|zu|zur|vom|de|del|la|las|los|du|des|le|y|e|di|da|ben|al|el|bin)[ ]|[dD]['’]){0,3}"
_PART = rf"{_PARTICLE}{CAPITAL}[\w'’-]{{0,30}}+(?:(?<=\b\w)\.)?"
PERSON_VALUE = rf"{_PART}(?:[ ]{_PART}){{0,4}}(?:,[ ]{_PART}(?:[ ]{_PART}){{0,2}}(?!\w|[.:]))?"
"""A name as the value of a field."""
