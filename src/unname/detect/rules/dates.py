"""Rules for dates, times, durations and ages in every usual English form."""

import re

from unname.detect.rules.rule import Judge, Rule, after, before

_LONG = "january|february|march|april|may|june|july|august|september|october|november|december"
_SHORT = r"(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?"
_ABROAD = (
    "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|januar|februar|märz|"
    "juni|juli|"
    "oktober|dezember|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|"
    "diciembre|gennaio|"
    "febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|januari|februari|maart|mei|augustus|"
    "december|"
    "janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro"
)
_MONTH = rf"(?:(?:{_LONG})\b|{_SHORT})"
_YEAR = r"(?:1[5-9]|20)\d\d(?!\d|[.,]\d)"
_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b"
_SEASON = "(?:spring|summer|autumn|fall|winter)"
_PART = r"(?:early|late|mid|beginning(?:\sof)?|end(?:\sof)?|start(?:\sof)?|middle(?:\sof)?)"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_AND = r"(?:,?\s(?:and|to|or|until|till|through|-|–)\s(?:on\s)?(?:the\s)?|,\s?(?:on\s)?|\s?[-–‑/]\s?)"
# What follows the last day is never the way to a further one, so nothing is given back.
_DAYS = rf"(?>{_DAY}(?:{_AND}{_DAY}){{0,12}})"
_OF = r"\.?\s(?:of\s|de\s|day\sof\s)?"
_ONES = "one|two|three|four|five|six|seven|eight|nine"
_TEENS = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
NUMBER_WORD = (
    rf"(?:(?:{_TENS})(?:[-‑\s](?:{_ONES}))?|{_TEENS}|{_ONES}|(?:a|one|two|three|several)\s(?:hundred|dozen|"
    rf"thousand))"
)
_AMOUNT = rf"(?:\d{{1,3}}(?:[.,]\d{{1,2}})?|{NUMBER_WORD})(?:\sand\sa\shalf)?"
_SPAN_UNIT = r"(?:years?|months?|weeks?|days?|hours?|minutes?|decades?)"
_TIME_ZONE = r"(?:\s?(?:Z|UTC|GMT|CET|EST|PST|EDT|PDT|[+-]\d{2}:?\d{2}))?"

_NO_MONTH_BEFORE = "".join(f"(?<!{end} )" for end in "uary March April May June July August ember October".split())

_LAW = (
    r"(?:[Aa]ct|[Ll]aw|[Dd]ecree|[Cc]ode|[Cc]onvention|[Cc]onstitution|[Oo]rdinance|[Rr]egulations?|[Ss]tatute|"
    r"[Tt]reaty|[Pp]rotocol|[Dd]irective|[Rr]ules|[Aa]mendment|Bill|Charter|Covenant)"
)
_LAW_BEFORE = re.compile(
    rf"\b{_LAW}s?(?:\s(?:no\.|No\.)\s[\d/.-]+)?(?:\s(?:of|dated|from|was)(?:\sthe)?|,)?\s?(?:\(\s?)?$"
)
_LAW_AFTER = re.compile(
    rf"\s(?:\w+\s){{0,2}}{_LAW}\b|[”\"’]?\)?,?\s(?:when|which|and)?\s?(?:Protocol|the\sdate\son\swhich)"
)
_IN_FORCE = re.compile(r"(?:(?:entered|came|come|entry|enter)\sinto\sforce|took\seffect|published)[^.]{0,20}$")
_SECTIONS = re.compile(r"[^.]{0,30}(?:the\sCourt\s(?:changed|altered)|Protocol\sNo|composition\sof\sits\sSections)")
_NUMBERED = re.compile(
    r"(?:(?i:articles?|rules?|sections?|paragraphs?|no\.|nos\.|pp?\.|page|§§?|art\.|number|room|\bv\.)\s?|"
    r"[#№$€£/])$"
)
_YEAR_PREPOSITION = re.compile(
    r"(?i)(?:\b(?:in|since|until|till|by|before|after|during|from|to|between|year|years|early|late|mid|circa|"
    r"around|about|"
    r"through|throughout|and|of|for|spring|summer|autumn|fall|winter|or|the)[\s-](?:the\s|about\s|around\s|"
    r"late\s|early\s)?|[(,–/-]\s?)$"
)
_MONTH_PREPOSITION = re.compile(
    r"(?i)\b(?:in|since|until|by|during|from|to|last|next|this|early|late|mid|of|and)[\s-]$"
)
_UNIT_AFTER = re.compile(
    r"(?i)\s?(?:%|euros?|dollars?|pounds?|m\b|km|kg|people|persons|hectares|square|sq|pages|metres|meters|"
    r"times|copies)"
)
_SENTENCE = re.compile(r"(?i)sentenced|imprison|detention|custody|prison|lasted|total|served|period of")


def _is_of_law(match: re.Match[str]) -> bool:
    head, tail = before(match, 50), after(match, 50)
    return bool(_LAW_BEFORE.search(head) or _IN_FORCE.search(head) or _LAW_AFTER.match(tail) or _SECTIONS.match(tail))


def _unless_of_law(name: str) -> Judge:
    return lambda match: "date-law" if _is_of_law(match) else name


def _day_and_month(match: re.Match[str]) -> str:
    if _is_of_law(match):
        return "date-law"
    return "date" if re.search(r"\d{3}", match.group()) else "day-month"


def _numeric(match: re.Match[str]) -> str:
    first, second, third = int(match["a"]), int(match["b"]), match["c"]
    if not (1 <= min(first, second) <= 12 and 1 <= max(first, second) <= 31):
        return ""
    return "date" if len(third) == 4 or match["separator"] == "/" else "date-short"


def _iso(match: re.Match[str]) -> str:
    return "date" if 1 <= int(match["month"]) <= 12 and 1 <= int(match["day"]) <= 31 else ""


def _year(match: re.Match[str]) -> str:
    head, tail = before(match, 50), after(match, 40)
    if _NUMBERED.search(head) or _UNIT_AFTER.match(tail):
        return ""
    if _LAW_BEFORE.search(head) or _LAW_AFTER.match(tail):
        return "year-law"
    if re.search(r"(?i)\bborn\s(?:in|on)?\s?$", head):
        return "year-born"
    return "year" if _YEAR_PREPOSITION.search(head) else "year-bare"


def _month(match: re.Match[str]) -> str:
    return "month" if _MONTH_PREPOSITION.search(before(match, 8)) else ""


def _clock(match: re.Match[str]) -> str:
    hour, minute = int(match["hour"]), int(match["minute"])
    if hour > 24 or minute > 59:
        return ""
    return "time"


def _duration(match: re.Match[str]) -> str:
    found = match.group()
    if re.match(r"(?i)[\s-]?(?:old|of\sage)\b", after(match, 10)):
        return ""
    if re.search(r"[-‑]\S+$", found) and not re.search(r"\s\S+$", found):
        return "duration-adjective"
    around = before(match, 60) + after(match, 30)
    if re.search(r"(?i)(?:years?|months?|weeks?)['’]?,?(?:\sand)?\s", found):
        return "duration-compound"
    return "duration-served" if _SENTENCE.search(around) else "duration"


def _rule(
    name: str,
    pattern: str,
    judge: Judge | None = None,
    label: str = "DATETIME",
    needs: tuple[str, ...] = (),
    anchor: str = "",
) -> Rule:
    return Rule(name, label, re.compile(pattern), judge=judge, needs=needs, anchor=anchor)


RULES: tuple[Rule, ...] = (
    # 7, 12 and 5 May 1999; 3 June, 4 July and 5 August 2001; Monday 12th of May
    _rule(
        "date",
        rf"(?i)(?<![\w.,/§$€£-])(?:{_WEEKDAY},?\s)?(?:{_DAYS}{_OF}{_MONTH}{_AND}){{0,12}}{_DAYS}{_OF}(?"
        rf":{_MONTH}|(?:{_ABROAD})\b)"
        rf"(?:,?\s(?:of\s|de\s)?{_YEAR}|\s['’]\d\d(?!\w)|[-\s]\d{{2}}(?!\w|[.,]\d|\s(?:{_LONG})))?",
        _day_and_month,
        anchor="dated",
    ),
    # May 12th, 1999; September 3 and 4, 2001
    _rule(
        "date",
        rf"(?i)(?<!\w)(?:{_WEEKDAY},?\s)?{_MONTH}\s(?:the\s)?{_DAY}(?!\d|"
        rf"\.\d)(?:{_AND}(?:{_MONTH}\s)?{_DAY}(?!\d)){{0,6}}(?:,?\s{_YEAR})?",
        _day_and_month,
        anchor="calendar",
    ),
    _rule(
        "date",
        r"(?<![\w.,/-])(?P<a>\d{1,2})(?P<separator>[./-])(?P<b>\d{1,2})(?P=separator)(?P<c>(?:1[6-9]|20)\d\d|"
        r"\d\d)"
        r"(?![\w/-]|[.,]\d)(?:,?\s(?:at\s)?\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]m\b)?)?",
        _numeric,
        anchor="free",
    ),
    _rule(
        "date",
        r"(?<![\w.,/-])(?:1[6-9]|20)\d\d([-./])(?P<month>\d{1,2})\1(?P<day>\d{1,2})(?!\d|[./-]\d)"
        rf"(?:[T ]\d{{2}}:\d{{2}}(?::\d{{2}}(?:[.,]\d{{1,9}})?)?{_TIME_ZONE})?",
        _iso,
        anchor="free",
    ),
    _rule(
        "date-short",
        r"(?<![\w.,/-])\d{1,2}-(?i:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}-\d{2,4}(?!\w)",
        anchor="worded",
    ),
    # the end of May 1999; from May to July 2002
    _rule(
        "month-year",
        rf"(?i)(?<![\w])(?:{_PART}[\s-])?{_MONTH}(?:(?:{_AND}){_MONTH}){{0,8}},?\s(?:of\s)?{_YEAR}",
        _unless_of_law("month-year"),
        anchor="calendar",
    ),
    _rule("month-year", r"(?<![\w.,/-])(?:0?[1-9]|1[0-2])/(?:19|20)\d\d(?![\w/])", anchor="free"),
    _rule(
        "season",
        rf"(?i)(?<!\w)(?:{_PART}[\s-](?:the\s)?)?{_SEASON}(?:{_AND}{_SEASON})?,?\s(?:of\s)?{_YEAR}",
        _unless_of_law("season"),
        anchor="calendar",
    ),
    _rule(
        "decade",
        rf"(?i)(?<!\w)(?:(?:{_PART}[\s-](?:the\s)?)?(?:1[6-9]|"
        rf"20)\d0['’]?s\b|{_PART}[\s-](?:the\s)?['’]?\d0s\b)",
        anchor="dated",
    ),
    _rule("decade", r"[TtFfSsEeNn](?<!\w.)(?:wen|hir|or|if|ix|even|igh|ine)ties\b"),
    _rule(
        "century",
        r"(?i)(?<!\w)(?:\d{1,2}(?:st|nd|rd|th)|nineteenth|eighteenth|seventeenth|sixteenth|"
        r"twentieth)\scentur(?:y|ies)\b",
        needs=("centur",),
    ),
    _rule(
        "part-of-year",
        rf"(?i)(?<!\w){_PART}[\s-](?:the\s(?:year\s)?)?{_YEAR}(?:\sand\s{_YEAR})?",
        _unless_of_law("part-of-year"),
        anchor="calendar",
    ),
    _rule(
        "year",
        rf"(?<![.,:-]){_NO_MONTH_BEFORE}{_YEAR}(?![\w/:]|-\w)(?:\s?[-–/‑]\s?(?:{_YEAR}|\d\d(?!\d))|"
        rf"(?:,\s{_YEAR}){{0,6}}\s(?:and|to|or)\s{_YEAR})?",
        _year,
        anchor="digit",
    ),
    _rule(
        "month",
        r"(?:January|February|March|April|May|June|July|August|September|October|November|December)\b(?!\s\d)",
        _month,
        anchor="calendar",
    ),
    _rule("weekday", rf"(?i)(?<!\w){_WEEKDAY}", anchor="calendar"),
    _rule(
        "holiday",
        rf"(?i)(?<!\w)(?:christmas(?:\s(?:eve|day))?|easter(?:\s(?:sunday|monday))?|"
        rf"new\syear['’]?s?(?:\s(?:eve|day))|thanksgiving|halloween|"
        rf"good\sfriday|ramadan|hanukkah|passover|diwali)\b(?:,?\s(?:of\s)?{_YEAR})?",
    ),
    _rule(
        "time",
        r"(?i)(?<![\w.,:/-])(?P<hour>\d{1,2})(?:[.:](?P<minute>\d{2}))(?::\d{2})?\s?(?:[ap]\.?\s?m\b\.?|hrs\b|"
        r"hours\b|o['’]clock)",
        _clock,
        anchor="worded",
    ),
    _rule(
        "time",
        r"(?i)(?<![\w.,:/-])\d{1,2}\s?(?:[ap]\.m\.?|[ap]m\b|o['’]clock\b|noon\b|midnight\b)",
        anchor="worded",
    ),
    _rule(
        "time",
        r"(?<![\w.,:/-])(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::\d{2}(?:\.\d{1,6})?)?(?![\w:]|[.,/]\d)",
        _clock,
        anchor="free",
    ),
    _rule(
        "time",
        r"(?i)(?<!\w)at\s(?:about\s|around\s|approximately\s)?(?P<x>(?P<hour>\d{1,2})\.(?P<minute>\d{2}))(?!["
        r"\w%]|[.,]\d)",
        _clock,
    ),
    _rule("time-word", r"(?i)(?<!\w)(?:midnight|noon|midday)\b"),
    _rule(
        "duration",
        rf"(?i)(?<![\w.,/§$€£-]){_AMOUNT}(?:\s(?:to|or|and)\s{_AMOUNT})?(?:\s(?:subsequent|full|more|further|"
        rf"consecutive))?[\s‑-]{_SPAN_UNIT}\b['’]?"
        rf"(?:(?:,?\sand\s|,\s){_AMOUNT}\s{_SPAN_UNIT}\b['’]?){{0,3}}",
        _duration,
        anchor="amount",
    ),
    _rule(
        "age",
        rf"(?i)(?<![\w.,/-])(?:\d{{1,3}}|{NUMBER_WORD})[\s‑-](?:years?|months?|yrs?|weeks?)[\s‑-](?:old\b|"
        rf"of\sage\b)",
        label="DEM",
        anchor="amount",
    ),
    _rule(
        "age",
        rf"(?i)[a](?<!\w.)(?:ged|ge[ds]?\s(?:of|was|is)|ge(?:/sex)?:?)\s(?:about\s|"
        rf"only\s)?(?P<x>(?:\d{{1,3}}(?!\d)|{NUMBER_WORD})(?:\syears?|\smonths?)?)\b",
        label="DEM",
    ),
    _rule("age", r"(?<!\w)(?:\d{1,3}\s?(?:y/o|yo|yrs?)\b|\d{2,3}(?=-year))", label="DEM", anchor="worded"),
)
