"""Ages, amounts, shares and durations as bands."""

import datetime
import math
import re

from unname.replace.step import Step

_ONES = "zero one two three four five six seven eight nine".split()
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_WORDS = {
    **{word: value for value, word in enumerate(_ONES + _TEENS)},
    **{word: value for value, word in zip(range(20, 100, 10), _TENS, strict=True)},
}
_WORD = rf"(?:(?:{'|'.join(_TENS)})(?:[-‑\s](?:{'|'.join(_ONES[1:])}))?|{'|'.join(_TEENS + _ONES)})\b"
_FIGURES = (
    r"(?:[0-9]{1,3}(?:(?:,[0-9]{3})+|(?:[ \u00a0\u202f'’][0-9]{3})+|(?:\.[0-9]{3}){2,})|[0-9]+)(?:[.,][0-9]{1,2})?"
    r"(?![\w.,]*[0-9])"
)
_NUMBER = rf"(?P<number>{_FIGURES}|{_WORD})"
_CURRENCY_CODE = (
    "EUR|USD|GBP|CHF|TRL|TRY|PLN|DKK|SEK|NOK|ATS|DEM|DM|FRF|ITL|CZK|SKK|HUF|RON|BGN|HRK|RSD|UAH|RUB|MDL|GEL|AMD|ISK|CAD|"
    "AUD|NZD|JPY|CNY|INR|BRL|MXN|ZAR|ILS|KRW"
)
_CURRENCY = (
    "euros?|dollars?|pounds?|yen|yuan|liras?|zlotys?|kroner|kronor|kroons?|crowns?|schillings?|francs?|marks?|guilders?|"
    "pesetas?|lire|forints?|lei|leva?|kunas?|dinars?|hryvnias?|roubles?|rubles?|rupees?|pesos?|shekels?|litas|lats"
)
_OF_COUNTRY = (
    "US|new|old|Turkish|Swiss|French|Polish|Czech|Danish|Swedish|Norwegian|Hungarian|Austrian|Italian|German|Russian|"
    "Canadian|Australian|Slovak|Belgian|Dutch|Finnish|Greek|Irish|Spanish|Bulgarian|Croatian|Romanian|Ukrainian"
)
_MEASURE = (
    "km/h|mph|km²|m²|m³|cm|mm|km|kg|square (?:met(?:re|er)s|kilomet(?:re|er)s|feet|miles)|kilomet(?:re|er)s|"
    "centimet(?:re|er)s|met(?:re|er)s|m|miles|feet|inches|yards|hectares|ha|acres|kilograms|kilos|grams|g|tons|tonnes|"
    "pounds|lbs|lit(?:re|er)s|gallons"
)
_COUNTED = (
    "people|persons|children|sons|daughters|brothers|sisters|siblings|grandchildren|employees|members|witnesses|"
    "defendants|co-?defendants|accused|co[-‑]?accused|suspects|parties|prisoners|inmates|detainees|officers|soldiers|victims|applicants|claimants|"
    "patients|students|pupils|workers|hearings|occasions|times|pages|documents|letters|counts|shares|rooms|beds|"
    "houses|flats|cars|vehicles|companies|copies|shots|plots|"
    "appendices|envelopes|decisions|statements|reports"
)
_AMOUNT = re.compile(
    r"(?:(?:approximately|about|around|some|nearly|almost|(?P<above>over|more than|at least)|"
    r"(?P<below>less than|up to))\s)?"
    rf"(?P<head>(?:(?:{_CURRENCY_CODE})[ \u00a0]?|(?:US|A|C|NZ)?[$€£¥₽₺₴₹₩₪]\s?)?){_NUMBER}"
    r"(?P<scale>\s?(?:hundred|thousand|million|billion|bn|m|k)\b)?"
    rf"(?P<tail>[ \u00a0]?(?:{_CURRENCY_CODE}|[€£$₽₺₴])(?!\w)|[ \u00a0](?:(?:{_OF_COUNTRY})[ ]){{0,2}}(?:{_CURRENCY})\b"
    rf"|[ \u00a0]?(?:{_MEASURE})(?!\w)|[ \u00a0](?:(?:other|further|different|additional|more)\s)?(?:{_COUNTED})\b)?"
    rf"(?:\s?\((?:{_CURRENCY_CODE}|euros?)\))?",
    re.IGNORECASE,
)
_SHARE = re.compile(rf"{_NUMBER}(?P<sign>\s?%|\s?per\s?cent)", re.IGNORECASE)
_AGE = re.compile(
    rf"(?P<head>(?:(?:the\s)?age[ds]?\s(?:of\s|was\s|is\s)?|age:\s)?)(?:(?:about|around|only)\s)?{_NUMBER}"
    r"(?:(?P<unit>[\s‑-]?(?:years?|yrs?|months?|weeks?|days?))(?P<old>[\s‑-](?:old|of\sage))?|(?P<short>\s?(?:y/o|yo)))?"
    r"(?P<tail>[\s‑-](?:man|woman|male|female|boy|girl|lady|gentleman))?",
    re.IGNORECASE,
)
_TIME_UNIT = r"(?P<unit>minutes?|hours?|days?|weeks?|months?|years?|decades?)"
_LASTED = re.compile(
    rf"(?:(?P<one>an?)|{_NUMBER})(?P<half>\sand\sa\shalf)?\s{_TIME_UNIT}['’]?(?:,?\sand\s|,\s|$)", re.IGNORECASE
)
_YEAR = 365.25
_DAYS = {"min": 1 / 1440, "hou": 1 / 24, "day": 1.0, "wee": 7.0, "mon": _YEAR / 12, "yea": _YEAR, "dec": 10 * _YEAR}
_YEARS = {"y": 1.0, "m": 1 / 12, "w": 7 / _YEAR, "d": 1 / _YEAR}
_LENGTHS = (
    (0.0, 1.0, "less than a day"),
    (0.0, 7.0, "less than a week"),
    (0.0, 28.0, "less than a month"),
    (0.0, 365.0, "less than a year"),
    (_YEAR, 5 * _YEAR, "one to five years"),
    (5 * _YEAR, 10 * _YEAR, "five to ten years"),
    (10 * _YEAR, math.inf, "more than ten years"),
)
_DECADES = dict(
    zip(
        map(str, range(20, 100, 10)),
        "twenties thirties forties fifties sixties seventies eighties nineties".split(),
        strict=True,
    )
)
_MALE = frozenset({"man", "male", "boy", "gentleman"})
_DOSE = re.compile(
    rf"(?:(?:about|around|approximately|some|up to|over|under)\s)?{_FIGURES}"
    rf"(?:\s?(?:-|–|to|x|×|/)\s?{_FIGURES})?[ \u00a0-]?"
    r"(?:mg|mcg|µg|μg|ug|ng|g|kg|ml|mL|dl|dL|l|L|iu|IU|units?|mmol|mol|mEq|mmHg|mm ?Hg|bpm|mm|cm|°\s?[CF]|kcal|Hz|kPa|"
    r"tablets?|capsules?|puffs?|drops?|milligrams?|micrograms?|millilit(?:er|re)s?|millimet(?:er|re)s?|"
    r"centimet(?:er|re)s?)"
    r"(?:/(?:kg|day|d|h|hr|min|ml|mL|dl|dL|l|L|dose))?"
)
_MOST = 10**15
_OLDEST = 130
_HIGHEST_AGE = 89
_FULL_YEAR = re.compile(r"(?<!\d)(?:1[0-9]|20)[0-9]{2}(?!\d)")


def find_age_steps(text: str) -> list[Step]:
    """The steps of an age: ten years, twenty years, grown up or not; an age at the rim of a band skips it.

    >>> [step.text for step in find_age_steps("aged 34")]
    ['in their thirties', 'aged 20 to 39', 'aged over 17']
    >>> [step.text for step in find_age_steps("34-year-old")]
    ['30-to-39-year-old', '20-to-39-year-old', 'over-17-year-old']
    """
    found, age = _read_age(text)
    if found is None:
        return []
    return [
        Step(level, _write_age(found, words), meaning)
        for level, words, meaning in _find_age_bands(age)
        if age not in meaning[2] and not (str(age) in words.split() and str(age) in _write_age(found, words))
    ]


def find_told_age_steps(text: str) -> list[Step]:
    """The steps of an age that is written as one; of a bare number, none.

    >>> [step.text for step in find_told_age_steps("aged 34")][:1], find_told_age_steps("34")
    (['in their thirties'], [])
    """
    return find_age_steps(text) if is_written_as_age(text) else []


def find_high_age_steps(text: str) -> list[Step]:
    """The one step of an age over 89, which HIPAA's Safe Harbor puts into a single category.

    >>> [step.text for step in find_high_age_steps("aged 93")], find_high_age_steps("aged 89")
    (['aged 90 or older'], [])
    """
    found, age = _read_age(text)
    if found is None or age <= _HIGHEST_AGE:
        return []
    words = "90-or-older" if found["unit"] and found["unit"][0] in "-‑" else "90 or older"
    return [Step("age-89", f"{found['head']}{words}{found['tail'] or ''}", (90, math.inf))]


def is_age_up_to_89(text: str) -> bool:
    """Whether a text is an age that HIPAA's Safe Harbor lets stay.

    >>> [is_age_up_to_89(age) for age in ("89", "62-year-old", "90 years old", "organist")]
    [True, True, False, False]
    """
    found, age = _read_age(text)
    return found is not None and age <= _HIGHEST_AGE


def tells_high_age(date: str, this_year: int | None = None) -> bool:
    """Whether a date has a year from which somebody born in it would be over 89 by now.

    Safe Harbor counts the year of birth of such a person as an element of a date that goes, too.

    >>> tells_high_age("14 May 1931", 2026), tells_high_age("in 1951", 2026)
    (True, False)
    """
    now = this_year or datetime.date.today().year
    return any(now - int(year) > _HIGHEST_AGE for year in _FULL_YEAR.findall(date))


def is_measurement(text: str) -> bool:
    """Whether a text is a dose or what somebody measured, which tells nobody who it was.

    >>> [is_measurement(text) for text in ("500 mg", "2.5 mmol/L", "120/80 mmHg", "EUR 500", "12 km")]
    [True, True, True, False, False]
    """
    return _DOSE.fullmatch(text.strip()) is not None


def is_written_as_age(text: str) -> bool:
    """Whether a text says that its number is an age: "aged 71" and "71 yo" do, "71" does not."""
    found, _ = _read_age(text)
    return found is not None and bool(found["head"] or found["unit"] or found["short"])


def _read_age(text: str) -> tuple[re.Match[str] | None, int]:
    """How an age is written, and the age in years; nothing if the text is none."""
    found = _AGE.fullmatch(text.strip())
    number = _read_number(found["number"]) if found else None
    if found is None or number is None:
        return None, 0
    age = number * _YEARS[found["unit"].strip(" -‑")[0].lower()] if found["unit"] else number
    return (found, int(age)) if age <= _OLDEST else (None, 0)


def _find_age_bands(age: int) -> list[tuple[str, str, tuple[float, float, tuple[int, ...]]]]:
    """Level, words and what they mean: the band, and the ages that the words name."""
    ten, twenty = age // 10 * 10, age // 20 * 20
    if age < 20:
        small = ("under 10", (0, 9, ())) if age < 10 else ("under 13", (0, 12, ()))
        teens = ("13 to 19", (13, 19, ())) if age >= 13 else small
        return [("band", *teens), ("wide-band", "under 20", (0, 19, ()))]
    band = ("over 89", (90, math.inf, ())) if age >= 90 else (f"{ten} to {ten + 9}", (ten, ten + 9, ()))
    wide = (
        ("over 79", (80, math.inf, ()))
        if age >= 80
        else (f"{twenty} to {twenty + 19}", (twenty, twenty + 19, (twenty, twenty + 19)))
    )
    return [("band", *band), ("wide-band", *wide), ("bound", "over 17", (18, math.inf, ()))]


def _write_age(found: re.Match[str], words: str) -> str:
    """The words of a band in the form of the original: "in their thirties", or figures before a noun."""
    low = words.partition(" to ")[0]
    decade = "teens" if words == "13 to 19" else _DECADES.get(low) if words == f"{low} to {low[:-1]}9" else None
    is_before_noun = found["unit"] and found["unit"][0] in "-‑"
    if decade and found["tail"]:
        noun = found["tail"].lstrip(" \u00a0-‑")
        return f"{noun} in {'his' if noun.lower() in _MALE else 'her'} {decade}"
    if is_before_noun:
        return f"{found['head']}{words.replace(' ', '-')}-year-old{found['tail'] or ''}"
    if decade:
        return f"in their {decade}"
    return f"{found['head']}{words}{' years old' if found['old'] else ''}{found['tail'] or ''}"


def find_amount_steps(text: str) -> list[Step]:
    """The steps of a number with or without a unit: 1-2-5 band, order of magnitude, upper bound.

    A number at the rim of a band skips it, for the band would show it.

    >>> [step.text for step in find_amount_steps("EUR 12,500")]
    ['EUR 10,000 to 20,000', 'EUR 10,000 to 100,000', 'less than EUR 100,000']
    """
    found = _AMOUNT.fullmatch(text.strip())
    number = _read_number(found["number"]) if found else None
    if found is None or number is None:
        return []
    scale, factor = _read_scale(found)
    number *= factor
    if not 1 < number <= _MOST:
        return []
    head, tail = found["head"], scale + (found["tail"] or "")
    power = 10 ** (len(str(int(number))) - 1)
    low, high = next((low, high) for low, high in ((1, 2), (2, 5), (5, 10)) if number < high * power)
    unit = (head.strip().casefold(), tail.strip().casefold())
    if found["above"]:
        # No band holds all that is more, and a bound has to be below.
        return [Step("bound", f"more than {head}{power:,}{tail}", (power, math.inf, unit))] if number > power else []
    steps: list[Step] = []
    if number in range(2, 10) and not (head or scale or found["below"]):
        # A few are told without a number: "her two children" are her children.
        noun = tail.strip() if re.fullmatch(rf"\s(?:{_COUNTED})", tail, re.IGNORECASE) else ""
        if noun or (number > 2 and not tail):
            return [Step("band", noun or "several", (2, math.inf, unit))]
    for level, first, last in (("band", low * power, high * power), ("wide-band", power, 10 * power)):
        if number != first and not found["below"]:
            steps.append(Step(level, f"{head}{first:,} to {last:,}{tail}", (first, last, unit)))
    steps.append(Step("bound", f"less than {head}{10 * power:,}{tail}", (0, 10 * power, unit)))
    return steps


def _read_scale(found: re.Match[str]) -> tuple[str, int]:
    """The word that stays behind the number, and what the number is multiplied with instead."""
    scale = (found["scale"] or "").strip().lower()
    if not scale or (scale == "m" and not found["head"]):
        return found["scale"] or "", 1
    factor = {"hundred": 100, "thousand": 1000, "k": 1000}.get(scale)
    return ("", factor) if factor else (found["scale"], 1)


def find_share_steps(text: str) -> list[Step]:
    """The steps of a percentage: a tenth, then less or more than half.

    >>> [step.text for step in find_share_steps("34 %")]
    ['30 to 40 %', 'less than 50 %']
    """
    found = _SHARE.fullmatch(text.strip())
    share = _read_number(found["number"]) if found else None
    if found is None or share is None or not 0 < share < 100:
        return []
    sign, low = found["sign"], int(share // 10 * 10)
    steps = []
    if share != low:
        steps.append(Step("band", f"{low} to {low + 10}{sign}", (low, low + 10)))
    if share < 50:
        steps.append(Step("bound", f"less than 50{sign}", (0, 50)))
    elif share > 50:
        steps.append(Step("bound", f"more than 50{sign}", (50, 100)))
    return steps


def find_duration_steps(text: str) -> list[Step]:
    """The steps of a duration: a usual length of time, then less than ten years.

    >>> [step.text for step in find_duration_steps("two years and 6 months")]
    ['one to five years', 'less than ten years']
    """
    days = _read_days(text.strip())
    if days is None or days <= 0:
        return []
    low, high, words = next(band for band in _LENGTHS if days < band[1])
    steps = [] if days == low else [Step("band", words, (low, high))]
    if days < 10 * _YEAR:
        steps.append(Step("bound", "less than ten years", (0.0, 10 * _YEAR)))
    return steps


def _read_days(text: str) -> float | None:
    days, at = 0.0, 0
    while at < len(text):
        found = _LASTED.match(text, at)
        number = 1.0 if found and found["one"] else _read_number(found["number"]) if found else None
        if found is None or number is None:
            return None
        number += 0.5 if found["half"] else 0.0
        days += number * _DAYS[found["unit"][:3].lower()]
        at = found.end()
    return days


def _read_number(number: str) -> float | None:
    """The number that figures or words mean; none if they can be read in two ways."""
    if not number[0].isdigit():
        parts = re.split(r"[-‑\s]", number.lower())
        return float(sum(_WORDS[part] for part in parts))
    whole = re.sub(r"(?<=[0-9])[, \u00a0\u202f'’.](?=[0-9]{3}(?![0-9]))", "", number)
    if len(whole) > 20:
        return None
    return float(whole.replace(",", "."))
