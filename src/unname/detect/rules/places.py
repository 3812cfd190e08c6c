"""Rules for places given by numbers: coordinates, postal codes, street addresses."""

import re

from unname.core.document import Role
from unname.detect.rules.rule import Judge, Rule, before, by_initial

_STREET = (
    "street|st|avenue|ave|road|rd|boulevard|blvd|lane|ln|drive|dr|court|ct|place|pl|square|sq|terrace|ter|way|"
    "parkway|"
    "pkwy|circle|cir|highway|hwy|crescent|cres|close|mews|alley|row|walk|trail|trl|loop|plaza|quay|esplanade|"
    "grove|"
    "gardens|hill|rise|view|ridge|turnpike|pike|run|path|crossing|bypass|expressway|freeway|heights|wharf|"
    "circuit"
)
_STREET_FIRST = (
    r"rue|avenue|av\.|boulevard|bd\.?|place|chemin|impasse|allée|quai|route|calle|c/|avenida|avda\.?|plaza|"
    r"paseo|camino|"
    r"camiño|carrera|via|viale|piazza|corso|vicolo|strada|largo|rua|travessa|praça|ul\.|ulica|al\.|aleja|trg|"
    r"ulice|"
    r"nám\.|námestie|náměstí|bulevardul|str\.|calea|piața|ул\.|улица|jalan|jl\."
)
_STREET_LAST = (
    "straße strasse str. gasse weg platz allee ufer damm straat laan plein kade gracht steenweg dreef plaats "
    "gatan gata "
    "vägen väg veien vegen vei gränd torget vej gade allé stræde katu kuja polku vegur stræti lände gate"
)
_STREET_AFTER = r"utca|útja|út|u\.|tér|köz|körút|ulica|ulice|trg|weg|allee|straße|strasse|gade|vej|väg|gata|plein"
_STATE = (
    "AL|AK|AZ|AR|CA|CO|CT|DE|DC|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|"
    "OH|OK|OR|"
    "PA|PR|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|AA|AE|AP|NSW|QLD|VIC|TAS|ACT|ON|QC|BC|AB|MB|SK|NS|NB"
)
# Words are possessive and gaps never empty, so that a text splits into them in one way only.
_WORD = r"(?>(?:[^\W\d_]\.){2,3}|[^\W\d_][\w'’-]{0,3}\.|[^\W\d_][\w'’-]{0,30}+)"
_NEXT_LINE = r"\r?\n[>?#*\t ]{0,6}(?:,[ ]?)?(?:\r?\n[>?#*\t ]{0,6}(?:,[ ]?)?)?"
_HARD_GAP = rf"(?:,[ \t]{{0,3}}(?:{_NEXT_LINE})?|[ \t]{{0,3}}{_NEXT_LINE})"
_GAP = rf"(?:{_HARD_GAP}|[ \t]{{1,3}})"
_UNIT = (
    r"(?:apt|apartment|suite|ste|unit|flat|room|rm|floor|bldg|building|p\.?\s?o\.?\sbox|"
    r"box)\b\.?\s?#?\w{0,2}\d{1,6}\w?"
)
_ZIP = r"\d{4,6}(?:-\d{4})?(?![\w,.]?\d)"
# City and country are words of any case because forms and chats write addresses in lower case.
_WORDS = rf"{_WORD}(?:[ ]{_WORD}){{0,5}}"
# "in Leeds in 2014" is a town and a year, and no postal code.
_NO_YEAR = "".join(rf"(?<!\b{word} )" for word in "in on by of since until from during after before and or".split())
_CITY_ZIP = rf"{_GAP}{_WORDS}(?:{_HARD_GAP}{_WORDS}){{0,2}}{_GAP}{_NO_YEAR}{_ZIP}"
_CITY_STATE = rf"{_GAP}{_WORD}(?:[ ]{_WORD}){{0,3}}{_GAP}(?-i:{_STATE})\b(?:{_GAP}{_ZIP})?"
_CITY = (
    r"(?-i:(?:,[ ]|[ ]|\s{0,3}\n\s{0,3})(?:[^\W\d_a-zß-ÿ][\w'’.-]{1,30}+)(?:[ ][^\W\d_a-zß-ÿ][\w'’-]{1,30}+){0,"
    r"3})"
)
_END = rf"(?:{_CITY_STATE}|{_CITY_ZIP}|{_CITY})?"
_TAIL = rf"(?:{_GAP}(?:{_UNIT}|\#\d{{1,5}}){_END}|{_CITY_STATE}|{_CITY_ZIP})?"
_HOUSE = r"\d{1,5}(?:[ ]?[a-z]\b|[-/]\d{1,4})?"
_NAMED = rf"(?:[ ](?:\d{{1,3}}(?:st|nd|rd|th)|{_WORD})){{1,5}}"
_SUFFIXED = "|".join(f"(?<={re.escape(suffix)})" for suffix in _STREET_LAST.split())


def _in_range(match: re.Match[str]) -> str:
    latitude, longitude = abs(float(match["latitude"])), abs(float(match["longitude"]))
    return "coordinates" if latitude <= 90 and longitude <= 180 else ""


def _postal_city(match: re.Match[str]) -> str:
    return "" if re.fullmatch(r"(?:19|20)\d\d", match["code"]) else "postal-city"


def _after_state(match: re.Match[str]) -> str:
    return "zip" if _STATE_BEFORE.search(before(match, 6)) else ""


_STATE_BEFORE = re.compile(rf"\b(?:{_STATE})[ ]{{1,2}}$")
_NOT_A_STREET = re.compile(
    r"(?i)(?<![\w'’-])(?:in|to|for|and|mg|ml|kg|km|daily|were|was|had|has|by|at|with|who|that|which|as|under|"
    r"from|on|pending|"
    r"until|before|after|an|"
    r"concerning|during|the|his|her|their|its|against|no\.|years?|months?|days?|hours?|people|cases?|"
    r"hearings?|times|per|is|are|be|not|or|"
    r"january|february|march|april|may|june|july|august|september|october|november|december|"
    r"jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)(?![\w'’-])"
)
_NO_HOUSE = re.compile(
    r"(?:§|(?i:\b(?:article|rule|section|no\.|paragraph|chapter|january|february|march|april|may|june|july|"
    r"august|september|october|"
    r"november|december|in|since|until|of|by|and|between)))\s?$"
)


def _street(match: re.Match[str]) -> str:
    street = match["street"]
    if _NOT_A_STREET.search(street) or _NO_HOUSE.search(before(match, 12)):
        return ""
    return "address" if street != street.lower() or match["tail"] else "address-weak"


def _announced(match: re.Match[str]) -> str:
    return _street(match) if _ADDRESS_BEFORE.search(before(match, 60)) else ""


_ADDRESS_BEFORE = re.compile(
    r"(?i)\b(?:address(?:es)?(?:\s(?:is|was|to|with|the|same|new|of)){0,4}:?|(?:lives?|living|resid(?:es?|"
    r"ing)|located|arrived|"
    r"party)\sat|(?:sent|ship(?:ped)?|deliver(?:ed)?|moved|taxi)\sto)\s{1,6}$"
)


def _rule(name: str, pattern: str, judge: Judge | None = None, needs: tuple[str, ...] = (), anchor: str = "") -> Rule:
    return Rule(name, "LOC", re.compile(pattern), Role.DIRECT, judge, needs, anchor)


RULES: tuple[Rule, ...] = (
    _rule(
        "coordinates",
        r"(?<![\w.,])(?P<latitude>[+-]?\d{1,2}\.\d{3,15}),?\s{0,2}(?P<longitude>[+-]?\d{1,3}\.\d{3,15})(?![\w%"
        r"]|\.\d)",
        _in_range,
    ),
    _rule(
        "coordinates",
        r"\d{1,3}(?:\.\d{1,10})?\s?°\s?(?:\d{1,2}(?:\.\d{1,6})?\s?['′’]\s?)?(?:\d{1,2}(?:\.\d{1,6})?\s?(?:[\"″"
        r"”]|'')\s?)?"
        r"[NSEWO]\b(?:,?\s?\d{1,3}(?:\.\d{1,10})?\s?°\s?(?:\d{1,2}(?:\.\d{1,6})?\s?['′’]\s?)?"
        r"(?:\d{1,2}(?:\.\d{1,6})?\s?(?:[\"″”]|'')\s?)?[NSEWO]\b)?",
        needs=("°",),
    ),
    _rule("coordinates", r"(?i)\b(?:lat(?:itude)?|lon(?:g|gitude)?)\b\.?\s?[:=]?\s?(?P<x>[+-]?\d{1,3}\.\d{2,15})"),
    _rule("postcode-uk", r"\b[A-Z]{1,2}\d[A-Z\d]?[ ]?\d[ABD-HJLNP-UW-Z]{2}\b", anchor="lettered"),
    _rule("postcode-ca", r"\b[ABCEGHJ-NPRSTVXY]\d[A-Z][ -]?\d[A-Z]\d\b", anchor="lettered"),
    _rule("zip", r"\d{5}(?:-\d{4})?(?![\w,.]?\d)", _after_state, anchor="digit"),
    _rule("zip", r"(?<![\w.,/-])\d{5}-\d{4}(?![\w-])", anchor="free"),
    _rule(
        "zip",
        r"(?i)\b(?:zip|postal|post)[ -]?(?:code)?s?\b(?:\s(?:is|was|to|"
        r"number))?\s?[:#=]?\s?(?P<x>(?=\w{0,4}\d)\w{3,8}(?:[ -]\d\w{2,3})?)\b",
    ),
    _rule(
        "postal-city",
        r"(?:,|\n)[ ]?(?P<x>(?:[A-Z]{1,3}-)?(?P<code>\d{4,5})[ ](?:[A-Z]{2}[ ])?[A-ZÀ-ÞŁŚŻČŠŽĐİ][\w'’-]{2,30})"
        r"(?!\w)",
        _postal_city,
    ),
    _rule(
        "address",
        rf"(?i)(?<![\w.,/§-])(?:{_HOUSE}[ ])?{_HOUSE},?(?P<street>{_NAMED}(?<![ ])[ ](?:{_STREET})\b\.?"
        rf"(?-i:[ ](?:[NS][EW]?|[EW])\b)?)"
        rf"(?P<tail>{_TAIL})",
        _street,
        anchor="worded",
    ),
    _rule(
        "address",
        rf"(?i)(?<![\w.])(?:{_HOUSE},?[ ])?(?P<street>(?:{by_initial(_STREET_FIRST)})(?:[ ]{_WORD}){{1,5}}),?["
        rf" ]{_HOUSE}(?!\d)(?P<tail>{_TAIL})",
        _street,
    ),
    _rule(
        "address",
        rf"(?i)(?<![\w.'’-])(?P<street>[^\W\d_][\w'’-]{{2,30}}+\.?(?=[ ]\d)(?:{_SUFFIXED}))[ ]{_HOUSE}(?!\d)(?"
        rf"P<tail>{_TAIL})",
        _street,
    ),
    _rule(
        "address",
        rf"(?i)(?<![\w.'’-])(?P<street>(?:{_WORD}[ ]){{1,3}}(?:{_STREET_AFTER}))[ ]{_HOUSE}\.?(?!\d)(?P<tail"
        rf">{_TAIL})",
        _street,
        needs=tuple(f" {word} " for word in _STREET_AFTER.replace("\\", "").split("|")),
    ),
    _rule(
        "address",
        rf"(?:{_HOUSE}[ ])?{_HOUSE},?(?P<street>[ ](?i:{by_initial(_STREET_FIRST)})"
        rf"(?:[ ](?:de|des|du|la|le|les|del|di|da|do|della|dos)){{0,2}}(?:[ '’][^\W\d_a-zß-ÿ][\w'’-]{{0,30}}+"
        rf"){{1,4}})(?P<tail>{_TAIL})",
        _street,
        anchor="worded",
    ),
    _rule(
        "address-weak",
        rf"(?i)(?:\d{{1,5}}[ ])?\d{{1,3}}(?:st|nd|rd|th)[ ](?:{_STREET})\b\.?(?P<street>)(?P<tail>{_TAIL})",
        anchor="worded",
    ),
    # A house number, some words and a unit, box or postal code: an address whatever the street is called.
    _rule(
        "address",
        rf"(?i)(?<![\w.,/§-])(?:{_HOUSE}[ ])?(?P<street>{_HOUSE}{_NAMED}(?:[ ]{_HOUSE})?\.?){_GAP}(?P<tail"
        rf">{_UNIT}{_END})",
        _street,
        anchor="worded",
    ),
    _rule(
        "address",
        rf"(?i)(?<![\w.,/§-])(?P<street>{_HOUSE}{_NAMED}[ ]{_HOUSE}\.?)(?P<tail>{_CITY_STATE}|{_CITY_ZIP}|"
        rf"(?=,[ ][^\W\d_]))",
        _street,
        anchor="worded",
    ),
    _rule(
        "address",
        rf"(?i)(?P<street>{_HOUSE}{_NAMED}(?:[ ]{_HOUSE})?)(?P<tail>{_TAIL})",
        _announced,
        anchor="worded",
    ),
    _rule("unit", rf"(?i)[asfu](?<!\w.)(?:pt|partment|uite|lat|nit)\.?\s#?\d{{1,5}}[a-z]?\b{_END}"),
    _rule("po-box", rf"(?i)\bp\.?\s?o\.?\s?box\s#?\d{{1,7}}{_END}", needs=("ox", "OX")),
    _rule(
        "military-address",
        r"(?i)\b(?:(?:psc|unit|cmr)[ ]\d{1,6}(?:,[ ]box[ ]\d{1,5})?|uss[ ]\w{1,30})\s{1,4}(?:apo|fpo|"
        r"dpo)[ ](?:aa|ae|ap)[ ]\d{5}\b",
    ),
    _rule(
        "corner",
        rf"(?i)\b(?P<x>(?:the\s)?corner\sof\s[^\n,;]{{3,50}}?\sand\s(?:{_WORD}[ ]){{0,3}}(?:(?:{_STREET})\b"
        rf"|{_WORD}[ ]\d{{1,4}}\b)\.?)",
        needs=("orner", "ORNER"),
    ),
)
