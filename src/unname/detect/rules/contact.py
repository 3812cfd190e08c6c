"""Rules for contact data: e-mail, web and network addresses, phone numbers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import ip_address

from unname.core.document import Role
from unname.detect.rules.rule import Anchors, Found, Judge, Rule, before

_LOCAL = r"[\w.!#$%&'*+/=?^`{|}~-]"
_TLD = (
    "com|org|net|edu|gov|mil|int|info|biz|name|app|dev|xyz|online|site|shop|store|tech|club|blog|eu|uk|de|fr|"
    "nl|es|"
    "pt|pl|cz|sk|hu|ro|bg|gr|tr|ru|ua|se|fi|dk|ch|lt|lv|ee|ie|lu|si|hr|rs|io|ai|tv|cc|co|br|ar|mx|cl|pe|uy|ca|"
    "au|nz|"
    "jp|cn|kr|tw|hk|sg|th|vn|ph|pk|lk|za|ng|ke|eg|ma|tn|il|ae|sa|ir|test|example|invalid|local"
)
_WORDLIKE_TLD = "at|be|in|is|it|me|no|so|to|us|my|am|as|by|id|la|ly|gl|li"
_URL_END = r"[^\s<>\"“”.,;:!?)\]}'’]"
_PATH = rf"(?:/(?:[^\s<>\"“”]*{_URL_END})?)?"
_HEX = "[0-9A-Fa-f]"
_MEDIA = "jpg jpeg png heic tif tiff bmp gif webp dcm wav mp3 m4a ogg mp4 mov avi".split()
_MAIL_HOST = "gmail|yahoo|hotmail|outlook|icloud|protonmail|proton|aol|gmx|live"


def _is_ip4(match: re.Match[str]) -> str:
    octets = [int(part) for part in match["x"].split(".")]
    if max(octets) > 255:
        return ""
    named = re.search(r"(?i)\b(?:ip|host|server|address|login|logged)\b", before(match))
    return "ip" if named or max(octets) > 31 else "ip-weak"


def _is_ip6(match: re.Match[str]) -> str:
    try:
        ip_address(match.group().partition("%")[0])
    except ValueError:
        return ""
    return "ip" if sum(character.isalnum() for character in match.group()) > 2 else ""


def _rule(name: str, pattern: str, judge: Judge | None = None, needs: tuple[str, ...] = (), anchor: str = "") -> Rule:
    return Rule(name, "CODE", re.compile(pattern), Role.DIRECT, judge, needs, anchor)


RULES: tuple[Rule, ...] = (
    _rule(
        "email",
        rf"(?<!{_LOCAL}){_LOCAL}++@(?:(?:[\w-]{{1,63}}\.){{1,8}}[^\W\d_][\w-]{{1,62}}"
        r"|\[?\d{1,3}(?:\.\d{1,3}){3}\]?|localhost\b)",
        needs=("@",),
    ),
    _rule(
        "email-spoken",
        r"(?i)(?<![\w.+-])[\w.+-]++(?:\s(?:dot|underscore|dash)\s[\w+-]{1,40}){0,3}"
        r"(?:\s?[\[({<]\s?(?:at|@)\s?[\])}>]\s?[\w-]{1,63}"
        r"(?:(?:\.|\s?[\[({<]\s?(?:dot|\.)\s?[\])}>]\s?|\sdot\s)[\w-]{2,63}){1,4}"
        r"|\s(?:at|@)\s[\w-]{1,63}(?:\s(?:dot|\.)\s[\w-]{2,63}){1,4}"
        rf"|\sat\s(?:{_MAIL_HOST})\.(?:com|org|net|de|me)\b)",
        needs=(
            *(f" {dot} " for dot in ("dot", "Dot", "DOT")),
            *(f"{at}{bracket}" for at in ("at", "At", "AT", "@", "at ", "AT ", "@ ") for bracket in "])}>"),
            *(f" at {host}" for host in _MAIL_HOST.split("|")),
            " @ ",
        ),
    ),
    _rule("url", rf"(?i)\b(?:https?|s?ftp|wss?|ssh|file)://[^\s<>\"“”]*{_URL_END}/?", needs=("://",)),
    _rule("url", rf"(?i)\bwww\.[^\s<>\"“”]*{_URL_END}/?", needs=("www.", "WWW.", "Www.")),
    _rule(
        "domain",
        rf"(?i)(?<![\w@.-])(?:[^\W_][\w-]{{0,62}}\.){{1,6}}(?:{_TLD})(?![\w-]|\.\w)(?::\d{{2,5}})?{_PATH}",
        needs=(".",),
    ),
    _rule(
        "domain",
        rf"(?<![\w@.-])(?:[a-z0-9][a-z0-9-]{{0,62}}\.){{1,6}}(?:{_WORDLIKE_TLD})(?=/){_PATH}",
        needs=("/",),
    ),
    # Pictures and recordings of a person, by the names of their files.
    _rule(
        "media-file",
        rf"(?i)(?<![\w./-])(?:[\w/-]{{1,200}}+\.){{1,4}}?(?:{'|'.join(_MEDIA)})(?![\w-])",
        needs=tuple(f".{form}" for kind in _MEDIA for form in (kind, kind.upper())),
    ),
    _rule("handle", r"(?<![\w@.])@[^\W\d]\w{2,30}(?![\w@])(?!\.\w)", needs=("@",)),
    _rule("ip", r"(?<![.])(?P<x>\d{1,3}(?:\.\d{1,3}){3})(?![\w]|\.\d)", _is_ip4, anchor="digit"),
    _rule(
        "ip",
        rf"(?<![\w:.]){_HEX}{{0,4}}(?::{_HEX}{{0,4}}){{2,7}}(?:%\w{{1,15}})?(?![\w:])",
        _is_ip6,
        needs=(":",),
    ),
    _rule("mac", rf"(?<![\w:-]){_HEX}{{2}}([:-]){_HEX}{{2}}(?:\1{_HEX}{{2}}){{4}}(?![\w:-])"),
    _rule("mac", rf"(?<![\w.]){_HEX}{{4}}\.{_HEX}{{4}}\.{_HEX}{{4}}(?![\w.])"),
    _rule(
        "phone-spelled",
        r"(?i)\b(?:(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple)[\s,-]{1,3}){6,14}"
        r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)\b",
        anchor="amount",
    ),
)

_CANDIDATE = re.compile(
    r"(?<![$€£§])(?<!\d[.,/:-])\d(?:[\s().\-/–‑]{0,3}\d){6,17}(?:\s?(?:x|ext\.?|extension|#)\s?\d{1,6})?(?!\d)"
)
_OPENING = re.compile(r"\(?\+\s?\(?$|\($")
_CALLED = re.compile(
    r"(?i)\b(?:phones?|telephones?|tel|call(?:ed|s|ing)?|fax(?:es)?|mobile|cell(?:phone)?|contact|"
    r"reach(?:ed)?|dial|"
    r"whatsapp|text(?:ed)?|sms|ring|hotline|landline|answering|number is|voicemail|tél|telefon)\b"
)
_CALLED_AFTER = re.compile(r"(?i)[\s,(-]{0,3}(?:office|fax|mobile|cell|home|work|phone|tel)\b")
_DATE = re.compile(
    r"\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d{2})|\d{4}([./-])\d{1,2}\2\d{1,2}(?:\s\d{1,2})?|(?:19|"
    r"20)\d\d\s?[-–/‑]\s?(?:19|20)\d\d"
)
_THOUSANDS = re.compile(r"\d{1,3}(?:[ .]\d{3})+(?:,\d\d)?")


@dataclass(frozen=True)
class Phones:
    """Phone numbers: what `phonenumbers` calls valid in one of the regions, or what reads like one.

    Its matcher is slow, so it sees only stretches with enough digits; and it gives up after a number
    of tries, so that number is raised to what a stretch can need.
    """

    regions: tuple[str, ...]
    name: str = "phone"
    label: str = "CODE"
    role: Role = Role.DIRECT
    pattern: re.Pattern[str] = _CANDIDATE

    def find(self, text: str, anchors: Anchors) -> Iterator[Found]:
        """Every phone number of the text."""
        at = 0
        for first in anchors.starts["digit"]:
            if first < at or not (match := self.pattern.match(text, first)) or _DATE.fullmatch(match.group()):
                continue
            opening = _OPENING.search(text, max(0, first - 3), first)
            start = opening.start() if opening else first
            found = list(self._judged(text, start, match.end()))
            yield from found
            # A stretch may hold several numbers; the search goes on after the last that was recognized.
            at = found[-1][2] if found else match.end()

    def _judged(self, text: str, start: int, end: int) -> Iterator[Found]:
        stretch = text[start:end]
        called = bool(_CALLED.search(text, max(0, start - 30), start) or _CALLED_AFTER.match(text, end))
        # The library is slow on long rows of loose digits, which no country groups that way.
        found = list(self._valid(stretch)) if len(re.findall(r"\d+", stretch)) <= 7 else []
        if found:
            name = "phone-weak" if stretch.isdigit() and not called else "phone"
            for first, last in found:
                yield name, start + first, start + last
        elif name := _looks_like_phone(stretch, called):
            yield name, start, end

    def _valid(self, stretch: str) -> Iterator[tuple[int, int]]:
        from phonenumbers import Leniency, PhoneNumberMatcher

        for region in self.regions or (None,):
            found = False
            for number in PhoneNumberMatcher(stretch, region, Leniency.VALID, max_tries=len(stretch) + 1):
                found = True
                yield number.start, number.end
            if found:
                return


def _looks_like_phone(stretch: str, called: bool) -> str:
    stretch = re.split(r"\s?[xe#]", stretch)[0]
    n_digits = sum(map(str.isdigit, stretch))
    if called or stretch[0] in "+(":
        return "phone" if n_digits <= 16 else ""
    if re.fullmatch(r"\d{3}-\d{4}", stretch):
        return "phone-weak"
    groups = re.findall(r"\d+", stretch)
    grouped = 2 <= len(groups) <= 5 and 8 <= n_digits <= 13 and min(map(len, groups)) >= 2
    if not grouped or "\n" in stretch or _THOUSANDS.fullmatch(stretch):
        return ""
    return "phone-weak" if stretch[0] == "0" or len(groups) > 2 else ""
