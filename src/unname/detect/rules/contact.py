"""Rules for contact data: e-mail, web and network addresses, phone numbers in words."""

import re
from ipaddress import ip_address

from unname.core.document import Role
from unname.detect.rules.rule import Judge, Rule, before

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
        anchor="spelled",
    ),
)
