"""Rules for what is spelled out: names letter by letter, numbers digit by digit, dates and years in words."""

import re

from unname.core.document import Role
from unname.detect.rules.rule import Judge, Rule, before

_DIGIT = "(?:zero|oh|nought|one|two|three|four|five|six|seven|eight|nine)"
_COUNTED = rf"(?:(?:double|triple)[ -]{_DIGIT}|{_DIGIT})"
_TEENS = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_ONES = "one|two|three|four|five|six|seven|eight|nine"
_TWO_DIGITS = rf"(?:(?:{_TENS})(?:[ \u2010\u2011-](?:{_ONES}))?|{_TEENS})"
_YEAR = (
    rf"(?:(?:eighteen|nineteen|twenty)[ -]"
    rf"(?:(?:hundred(?:\sand)?|oh|o)[ -](?:{_ONES}|{_TWO_DIGITS})|{_TWO_DIGITS}|hundred)"
    rf"|two\sthousand(?:(?:\sand)?\s(?:{_ONES}|{_TWO_DIGITS}))?)\b"
)
_FIRSTS = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth"
_ORDINAL = (
    rf"(?:(?:twenty|thirty)[ -](?:{_FIRSTS})|{_FIRSTS}|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|"
    r"sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth)"
)
_MONTH = "(?:january|february|march|april|may|june|july|august|september|october|november|december)"
_NATO = (
    "alfa|alpha|bravo|charlie|delta|echo|foxtrot|golf|hotel|india|juliett?|kilo|lima|mike|november|oscar|papa|quebec|"
    "romeo|sierra|tango|uniform|victor|whiskey|whisky|x-ray|xray|yankee|zulu"
)
_LETTER_FOR = r"[A-Z][ ](?:for|as[ ]in|like)[ ][\"']?[^\W\d_]{2,15}[\"']?"
_ITEM = rf"(?:{_LETTER_FOR}|[A-Z](?![\w'])|{_COUNTED}|\d(?!\d)|(?:dash|hyphen|slash|dot)(?!\w))"
_COMMA = r"(?:[ ]?[,;.\u2013-][ ]|[ ])(?:and[ ]|then[ ])?"
_NUMBER = re.compile(
    r"(?i)\b(?:pin|code|number|no|id|reference|ref|policy|account|password|passcode|postcode|plate|registration|serial)"
    r"(?:\s(?:number|no|code))?\W{0,2}(?:\s?(?:is|was|it's|as))?[\s:,\"']{1,3}$"
)
_YEAR_BEFORE = re.compile(r"(?i)\b(?:in|since|of|from|until|by|before|after|born|year|to|and|during|around|circa)\s$")
_UNITS_AFTER = re.compile(
    r"(?i)\s(?:people|pounds|dollars|euros|men|women|hours|days|years|times|of|other|more|feet|miles)\b"
)


def _is_number(match: re.Match[str]) -> str:
    """Digits in words that something announces as a number."""
    return "spelled-out" if _NUMBER.search(before(match, 40)) else ""


def _is_spelled(match: re.Match[str]) -> str:
    return "spelled-out" if len(re.findall(r"[ ](?:for|as[ ]in|like)[ ]", match["x"])) > 1 or _is_number(match) else ""


def _is_dated(match: re.Match[str]) -> str:
    """A date with its year, or a day that comes every year."""
    return "date-words" if match["year"] else "day-month"


def _is_year(match: re.Match[str]) -> str:
    if _UNITS_AFTER.match(match.string, match.end("x")):
        return ""
    return "year-words" if _YEAR_BEFORE.search(before(match, 10)) else ""


def _rule(
    name: str,
    label: str,
    pattern: str,
    role: Role = Role.QUASI,
    judge: Judge | None = None,
    needs: tuple[str, ...] = (),
    anchor: str = "",
) -> Rule:
    return Rule(name, label, re.compile(pattern), role, judge, needs, anchor)


RULES: tuple[Rule, ...] = (
    # S for sugar, M for mother; A as in apple, four, four, seven, B
    _rule(
        "spelled-out",
        "PERSON",
        rf"(?<![\w'])(?P<x>(?:{_ITEM}{_COMMA}){{0,30}}{_LETTER_FOR}(?:{_COMMA}{_ITEM}){{1,30}})(?!\w)",
        Role.DIRECT,
        _is_spelled,
        needs=(" for ", " as in ", " like "),
    ),
    # Sierra Mike India
    _rule(
        "spelled-out",
        "PERSON",
        rf"(?i)\b(?P<x>(?:{_NATO})(?:[ ,-]{{1,2}}(?:{_NATO}|{_DIGIT})){{2,30}})\b",
        Role.DIRECT,
    ),
    # the pin is four eight one nine
    _rule(
        "spelled-out",
        "CODE",
        rf"(?i)(?P<x>{_COUNTED}(?:[ ,-]{{1,2}}{_COUNTED}){{2,20}})\b",
        Role.DIRECT,
        _is_number,
        anchor="spelled",
    ),
    # the seventh of March nineteen eighty-four; March the seventh
    _rule(
        "date-words",
        "DATETIME",
        rf"(?i)\b(?P<x>(?:the\s)?{_ORDINAL}\s(?:day\s)?(?:of\s)?{_MONTH}"
        rf"(?:,?\s(?:in\s(?:the\syear\s)?)?(?P<year>{_YEAR}|(?:1[5-9]|20)\d\d\b))?)\b",
        judge=_is_dated,
        needs=("th ", "st ", "nd ", "rd ", "TH ", "ST ", "ND ", "RD "),
    ),
    _rule(
        "date-words",
        "DATETIME",
        rf"(?i)\b(?P<x>{_MONTH}\s(?:the\s)?{_ORDINAL}(?:,?\s(?P<year>{_YEAR}|(?:1[5-9]|20)\d\d\b))?)\b",
        judge=_is_dated,
        anchor="calendar",
    ),
    _rule("year-words", "DATETIME", rf"(?i)(?P<x>{_YEAR})", judge=_is_year, anchor="spelled"),
)
