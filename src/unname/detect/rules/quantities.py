"""Rules for money, percentages, measures, counts and number words."""

import re

from unname.detect.rules.dates import NUMBER_WORD
from unname.detect.rules.rule import Judge, Rule, after, before, by_initial

_CODE = (
    "EUR|USD|GBP|CHF|TRL|TRY|YTL|PLN|DKK|SEK|NOK|ATS|DEM|DM|FRF|ITL|ESP|BEF|NLG|FIM|GRD|IEP|PTE|CZK|SKK|HUF|"
    "RON|ROL|BGN|BGL|HRK|RSD|"
    "UAH|RUB|RUR|MDL|GEL|AMD|AZN|ALL|MKD|LTL|LVL|EEK|SIT|CYP|MTL|ISK|CAD|AUD|NZD|JPY|CNY|INR|BRL|MXN|ZAR|ILS|"
    "KRW|SGD|HKD|BAM|BTC|ETH"
)
_SIGN = r"(?:US|A|C|NZ|HK)?[$€£¥₽₺₴₹₩₪₫]"
_CURRENCY = (
    r"(?:euros?|dollars?|pounds?(?:\ssterling)?|cents?|pence|yen|yuan|liras?|lira|zlotys?|złotych|zloty|"
    r"kroner|kronor|kronur|kron[ae]|crowns?|korun[ay]?|"
    r"schillings?|francs?|marks?|guilders?|pesetas?|escudos?|drachmas?|lire|forints?|lei|leu|leva|levs?|"
    r"kunas?|dinars?|hryvnias?|hryvnyas?|"
    r"roubles?|rubles?|rupees?|pesos?|reais|rand|shekels?|won|litas|lati|lats|tolars?|manats?|drams?|laris?|"
    r"bitcoins?|karbovanets)\b"
)
_NUMBER = (
    r"\d{1,3}(?:(?:,\d{2,3}){1,5}\d?|(?:[ \u00a0\u202f]\d{3}){1,5}|(?:\.\d{3}){1,5}|"
    r"['’]\d{3}){0,1}(?!\d)(?:[.,]\d{1,2}(?!\d))?|\d{4,15}(?:[.,]\d{1,2}(?!\d))?"
)
_NUMBER = rf"(?>{_NUMBER})"
_SCALE = r"(?:\s?(?:hundred|thousand|million|billion|bn\b|m\b|k\b))"
_ABOUT = (
    r"(?:(?:approximately|approx\.|about|around|some|circa|nearly|almost|over|more\sthan|less\sthan|at\sleast|"
    r"up\sto)\s)?"
)
_PAREN = rf"(?:\s?\((?:{_CODE})\b\)?)?"
_AMOUNT = rf"(?:{_NUMBER}|{NUMBER_WORD}){_SCALE}{{0,2}}"
_UNIT = (
    r"(?:km/h|kph|mph|km2|km²|m2|m²|m3|m³|cm|mm|km|kg|kgs|mg|ml|sq\.?\s?(?:m|km|ft|metres|meters|feet)\b\.?|"
    r"square\s(?:met(?:re|er)s?|kilomet(?:re|er)s?|feet|miles?)|"
    r"kilomet(?:re|er)s?|centimet(?:re|er)s?|millimet(?:re|er)s?|met(?:re|er)s?|miles?|feet|foot|inch(?:es)?|"
    r"yards?|hectares?|acres?|"
    r"kilograms?|kilogrammes?|kilos?|grams?|grammes?|tons?|tonnes?|lbs?|ounces?|oz|lit(?:re|er)s?|gallons?|"
    r"°\s?[CF]|degrees|[kMG]B|kWh?|volts?|ha|cc)(?!\w)"
)
_COUNTED = (
    r"(?:hearings?|witnesses|witness|pages?|co[-‑]?accused|co[-‑]?defendants?|accused|defendants?|persons?|"
    r"people|prisoners?|parties|"
    r"employees|members|occasions|times|documents|decisions|counts|suspects?|appendices|envelopes|plots?|"
    r"flats?|apartments?|houses?|"
    r"landowners|inmates|detainees|officers|policemen|soldiers|victims|applicants|plaintiffs?|claimants|"
    r"judges|experts|reports?|"
    r"statements|letters|volumes|shares|patients|students|pupils|workers|bullets|shots|rooms|beds|cars|"
    r"vehicles|companies|copies|"
    r"children|sons|daughters|brothers|sisters|siblings|grandchildren)"
)
_ADJECTIVE = (
    r"(?:\s(?:other|further|different|additional|more|pre[-‑]trial|appraisal|accused|minor|expert|public|"
    r"private)){0,2}"
)

_NUMBERED = re.compile(
    r"(?i)\b(?:articles?|arts?\.|rules?|sections?|subsections?|paragraphs?|paras?\.|chapters?|nos?\.|no|"
    r"number|law|act|pp?\.|pages?|volumes?|"
    r"vol\.|protocol|points?|clause|item|part|appendix|annex|figure|table|step|version|chamber|series|"
    r"\d\s(?:and|to|or))\s?$"
)
_SIGN_BEFORE = re.compile(r"[§#№/\-–‑.(:]\s?$")
_NO_NUMBER_BEFORE = re.compile(r"\s?[§°)/:\]]|\s(?:of\sthe|and\s\d)|[-‑]\w")
_CENTURIES = re.compile(r"(?:1[5-9]|20)\d\d")


def _number(match: re.Match[str]) -> str:
    text, (start, end) = match.string, match.span()
    if _CENTURIES.fullmatch(text, start, end) or _NO_NUMBER_BEFORE.match(text, end, end + 8):
        return ""
    head = before(match, 14)
    # Words are looked for only where there is one: in a table, most numbers stand after another.
    if _SIGN_BEFORE.search(head[-3:]) or (head.rstrip()[-1:].isalpha() and _NUMBERED.search(head)):
        return ""
    # A number that begins a line and ends in a dot counts headings or list items.
    if text[end : end + 1] == "." and (not head or head[-1] in "\n\t"):
        return ""
    return "number"


def _number_word(match: re.Match[str]) -> str:
    if re.match(r"(?i)(?:\sof\b|[-‑]\w)", after(match, 8)):
        return "number-word-weak"
    return "number-word" if match["large"] else "number-word-weak"


def _rule(name: str, pattern: str, judge: Judge | None = None, needs: tuple[str, ...] = (), anchor: str = "") -> Rule:
    return Rule(name, "QUANTITY", re.compile(pattern), judge=judge, needs=needs, anchor=anchor)


RULES: tuple[Rule, ...] = (
    _rule(
        "money",
        rf"(?<!\w)(?:{by_initial(_CODE)})[ \u00a0]?(?:{_NUMBER})(?:[ ](?:million|billion|"
        rf"thousand))?(?:\.-)?(?:\s?\((?:{_CODE}|euros?)\))?",
    ),
    _rule(
        "money",
        rf"{_SIGN}\s?(?:{_NUMBER})(?:\s?(?:million|billion|thousand|bn\b|[mkMK]\b))?",
        needs=tuple("$€£¥₽₺₴₹₩₪₫"),
    ),
    _rule("money", rf"(?<![\w.,])(?:{_NUMBER})[ \u00a0]?(?:(?:{_CODE})\b|[€£$₽₺₴])", anchor="worded"),
    _rule(
        "money",
        rf"(?i)(?<![\w.,-])(?:{_AMOUNT})[ \u00a0](?:(?:new|old|(?!per\b)[a-z]{{3,12}}|united\sstates|"
        rf"us)[ ]){{0,2}}{_CURRENCY}{_PAREN}",
        anchor="amount",
    ),
    _rule(
        "percentage",
        rf"(?i)(?<![\w.,])(?:{_NUMBER}|{NUMBER_WORD})(?:(?:\sto\s|[-–])(?:{_NUMBER}))?\s?(?:%|per\s?cent\b|"
        rf"percent\b|‰)",
        anchor="amount",
    ),
    _rule(
        "measure",
        rf"(?i)(?<![\w.,/])(?:(?:{_NUMBER})(?:\s?(?:x|×|[-–‑])\s?(?:{_NUMBER}))?|{NUMBER_WORD})[\s‑-]?{_UNIT}",
        anchor="amount",
    ),
    _rule("height", r"(?<![\w.])[4-7]['’′]\s?\d{1,2}(?:[\"”″]|'')?(?!\w)", anchor="digit"),
    _rule("count", rf"(?i)(?<![\w.,/§-])(?:{_NUMBER}|{NUMBER_WORD}){_ADJECTIVE}\s{_COUNTED}\b", anchor="amount"),
    _rule("count", r"(?i)\d{1,3}(?:st|nd|rd|th)\s(?:hearing|time)\b", anchor="worded"),
    _rule("life-sentence", r"[Ll](?<!\w.)ife\s(?:imprisonment|sentence)\b"),
    _rule(
        "number",
        rf"(?<![.,/§$€£:-])(?<!§ )(?<!icle )(?<!Rule )(?<!no\. )(?:{_NUMBER})(?![\w%])",
        _number,
        anchor="digit",
    ),
    _rule(
        "number-word",
        r"(?i)(?<![\w-])(?:(?P<large>(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[-‑\s](?:one|"
        r"two|three|four|five|six|seven|eight|nine))?|"
        r"six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|"
        r"nineteen)|two|three|four|five)\b",
        _number_word,
        anchor="spelled",
    ),
)
