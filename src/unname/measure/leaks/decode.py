"""Texts without markup and without the codes in which letters may be written, each character with its place."""

import base64
import binascii
import html
import re
import unicodedata
import urllib.parse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from email.header import decode_header

CODES = "encoded"
MARKUP = "markup"

_LATEX = {"ss": "ß", "ae": "æ", "oe": "œ", "o": "ø", "l": "ł", "aa": "å", "i": "i", "j": "j", "th": "þ", "dh": "ð"}
_CP1252 = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"
_DIGITS = "zero one two three four five six seven eight nine".split()
_ALPHABET = (
    "alfa alpha bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november oscar papa "
    "quebec romeo sierra tango uniform victor whiskey whisky x-ray xray yankee zulu"
).split()
_SPELLED = (
    {word: str(value) for value, word in enumerate(_DIGITS)} | {"oh": "0"} | {word: word[0] for word in _ALPHABET}
)
_TURNED = str.maketrans("ɐqɔpǝɟƃɓɥᴉıɾʞןꞁɯuɹʇnʌʍʎbdMW∀Ǝ", "abcdefgghiijkllmnrtuvwyqpwmae")
_ANY_SPELLED = "|".join(sorted(_SPELLED, key=len, reverse=True))


@dataclass(frozen=True)
class Decoded:
    """A text as it can be read, and where each of its characters begins and ends in the text as it stands.

    `kind` says what had to be undone, if anything.
    """

    text: str = field(repr=False)
    starts: Sequence[int] = field(repr=False)
    ends: Sequence[int] = field(repr=False)
    kind: str = ""


def decode(text: str) -> Iterator[Decoded]:
    """Every way of reading a text: as it stands, with codes undone, without markup too, and what is written in codes.

    >>> [way.text for way in decode("W<b>hit</b>&#99;ombe")][1:]
    ['W<b>hit</b>combe', 'Whitcombe']
    """
    yield Decoded(text, range(len(text)), range(1, len(text) + 1))
    decoded = _replace(text, _ANY_CODE, _decode, CODES)
    bare = _replace(text, _ANY_DRESS, _without_tags, MARKUP) if _TAG.search(text) else None
    yield from (way for way in (decoded, bare, _read_whole_codes(text)) if way)


def _replace(text: str, pattern: re.Pattern[str], new: Callable[[re.Match[str]], str], kind: str) -> Decoded | None:
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    at = 0
    for found in pattern.finditer(text):
        written = new(found)
        if written == found[0]:
            continue
        pieces += (text[at : found.start()], written)
        starts += (*range(at, found.start()), *[found.start()] * len(written))
        ends += (*range(at + 1, found.start() + 1), *[found.end()] * len(written))
        at = found.end()
    if not pieces:
        return None
    pieces.append(text[at:])
    return Decoded("".join(pieces), [*starts, *range(at, len(text))], [*ends, *range(at + 1, len(text) + 1)], kind)


def _read_whole_codes(text: str) -> Decoded | None:
    """What words that are codes as a whole say, each on a line of its own."""
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for pattern, decode in _WHOLE:
        for found in pattern.finditer(text):
            if written := decode(found[0]):
                pieces.append(f"\n\n{written}\n\n")
                starts += [found.start()] * len(pieces[-1])
                ends += [found.end()] * len(pieces[-1])
    return Decoded("".join(pieces), starts, ends, CODES) if pieces else None


def _without_tags(found: re.Match[str]) -> str:
    return _decode(found) if found["code"] else ""


def _decode(found: re.Match[str]) -> str:
    """What a code says, or the code itself if it says nothing."""
    way = next(name for name, value in found.groupdict().items() if value is not None and name in _DECODERS)
    try:
        return _DECODERS[way](found[0])
    except (ValueError, LookupError, OverflowError):
        return found[0]


def _entity(code: str) -> str:
    for _ in range(4):
        code = html.unescape(code)
    return code


def _percent(code: str) -> str:
    return _from_bytes(urllib.parse.unquote_to_bytes(re.sub("%(?:25)+", "%", code)))


def _quoted(code: str) -> str:
    return _from_bytes(bytes.fromhex(re.sub(r"=\r?\n|=", "", code)))


def _escape(code: str) -> str:
    points = [int(point, 16) for point in re.findall(r"[0-9A-Fa-f]{2,8}", code)]
    if max(points) < 256:
        return _from_bytes(bytes(points))
    return "".join(map(chr, points)).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _latex(code: str) -> str:
    name = code.strip("\\{} *").partition("[")[0]
    letter = _LATEX.get(name.lower(), "")
    return letter if name.islower() else letter.upper()


def _mojibake(code: str) -> str:
    return bytes(_byte(sign) for sign in code).decode("utf-8")


def _byte(sign: str) -> int:
    return sign.encode("cp1252")[0] if sign in _CP1252 else ord(sign)


def _from_bytes(written: bytes) -> str:
    try:
        return written.decode("utf-8")
    except UnicodeDecodeError:
        return written.decode("latin-1")


_DECODERS: dict[str, Callable[[str], str]] = {
    "entity": _entity,
    "percent": _percent,
    "mime": lambda code: "".join(
        part if isinstance(part, str) else part.decode(charset or "latin-1") for part, charset in decode_header(code)
    ),
    "quoted": _quoted,
    "escape": _escape,
    "point": lambda code: "".join(chr(int(point, 16)) for point in re.findall("[0-9A-Fa-f]{4,6}", code)),
    "punycode": lambda code: code[4:].encode("ascii").decode("punycode"),
    "latex": _latex,
    "mojibake": _mojibake,
    "unseen": lambda code: " " + "".join(chr(ord(sign) - 0xE0000) for sign in code) + " ",
}
_CODE = "|".join(
    (
        r"(?P<entity>&(?:amp;){0,3}(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});?)",
        r"(?P<percent>(?:%(?:25){0,3}[0-9A-Fa-f]{2}){1,400})",
        r"(?P<mime>=\?[\w-]{1,40}\?[BbQq]\?[^?\s]{0,400}\?=)",
        r"(?P<quoted>(?:=[0-9A-F]{2}|=\r?\n){1,400})",
        r"(?P<escape>(?:\\{1,2}(?:u\{?[0-9A-Fa-f]{4,6}\}?|U[0-9A-Fa-f]{8}|x[0-9A-Fa-f]{2}|'[0-9a-f]{2})){1,400})",
        r"(?P<point>(?:U\+[0-9A-Fa-f]{4,6}[ ,]{0,2}){1,400})",
        r"(?P<punycode>xn--[A-Za-z0-9-]{1,59})",
        r"(?P<latex>\\[A-Za-z]{1,30}\*?(?:\[[^\[\]\n]{0,80}\])?(?:\{\}|[{ ])?)",
        rf"(?P<mojibake>(?:[\u00c2-\u00f4][\u0080-\u00bf{_CP1252}]{{1,3}}){{1,400}})",
        r"(?P<unseen>[\U000e0020-\U000e007e]{2,400})",
    )
)
_ANY_CODE = re.compile(rf"(?=[&%=\\Ux\u00c2-\u00f4\U000e0020-\U000e007e])(?:{_CODE})")
_TAGS = "|".join(
    (
        r"<!--[^<>]{0,500}-->",
        r"</?[A-Za-z][^<>]{0,500}>",
        r"\[/?(?:b|i|u|s|em|url|size|color|font|code|quote|sup|sub|center|spoiler)(?:=[^\[\]\n]{0,100})?\]",
        r"\]\([^()\s]{0,300}\)",
        r"\x1b\[[0-9;]{0,20}[A-Za-z]",
    )
)
_TAG = re.compile(_TAGS)
_ANY_DRESS = re.compile(rf"(?=[<\[\]\x1b&%=\\Ux\u00c2-\u00f4\U000e0020-\U000e007e])(?:{_TAGS}|(?P<code>{_CODE}))")


def _said(written: bytes) -> str:
    """What bytes say if they are text, or nothing."""
    try:
        said = written.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    return said if sum(map(str.isalnum, said)) > 2 and all(map(_is_text, said)) else ""


def _is_text(sign: str) -> bool:
    return sign in "\t\r\n" or unicodedata.category(sign)[0] not in "C"


def _base64(code: str) -> str:
    plain = code.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return _said(base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True))
    except binascii.Error:
        return ""


def _hexadecimal(code: str) -> str:
    digits = re.sub("[^0-9A-Fa-f]", "", code.removeprefix("0x"))
    return _said(bytes.fromhex(digits)) if len(digits) % 2 == 0 else ""


def _binary(code: str) -> str:
    return _said(bytes(int(byte, 2) for byte in re.findall("[01]{8}", code)))


def _spelled(code: str) -> str:
    return "".join(_SPELLED[word] for word in re.findall(_ANY_SPELLED, code.lower()))


def _upright(code: str) -> str:
    turned = code.translate(_TURNED)
    return f"{turned[::-1]}\n\n{turned}"


_WHOLE: tuple[tuple[re.Pattern[str], Callable[[str], str]], ...] = (
    (
        re.compile(
            r"(?<![\w+/-])(?=[\w+/-]{0,40}(?:[a-z0-9][A-Z]|[A-Z]{2}[a-z]|[a-z][0-9]))[A-Za-z0-9+/_-]{4,4000}={0,2}"
        ),
        _base64,
    ),
    (re.compile(r"\b(?:0x)?(?:[0-9A-Fa-f]{2}[ :]?){3,2000}[0-9A-Fa-f]{2}\b"), _hexadecimal),
    (re.compile(r"\b[01]{8}(?:[ ,]?[01]{8}){2,500}\b"), _binary),
    (re.compile(rf"\b(?:{_ANY_SPELLED})(?:[\s,.-]{{1,3}}(?:{_ANY_SPELLED})){{2,60}}\b", re.IGNORECASE), _spelled),
    (re.compile(r"[^\W\d]{0,40}[ɐɔǝɟƃɥᴉɾʞɯɹʇʌʍʎ][^\W\d]{0,40}(?: [^\W\d]{1,40}){0,2}"), _upright),
)
"""Words that may be codes as a whole, and what they then say."""
