"""Ways to write a name or a number so that people read it and programs may not."""

import base64
import codecs
import re
import urllib.parse
from collections.abc import Callable, Mapping
from random import Random
from typing import NamedTuple

from unname_research.bench.names_in_scripts import bare, by_hand, in_script

NAMES, NUMBERS, ANYTHING = (
    frozenset({"person", "other"}),
    frozenset({"number"}),
    frozenset({"person", "other", "number"}),
)
PEOPLE = frozenset({"person"})


class Planted(NamedTuple):
    """Something disguised, with what stands around it in the same word or markup."""

    text: str
    before: str = ""
    after: str = ""


class Disguise(NamedTuple):
    """A way to write something: for which kinds it is meant, and how it is done; None where it changes nothing."""

    kinds: frozenset[str]
    write: Callable[[str, Random], Planted | str | None]


_SMALL = str.maketrans("abcdefghijklmnopqrstuvwyz", "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ")
_RAISED = str.maketrans("abcdefghijklmnoprstuvwxyz0123456789", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ⁰¹²³⁴⁵⁶⁷⁸⁹")
_LEET = str.maketrans("oieastbOIEASTB", "01345780134578")
_SYMBOLS = str.maketrans("aisAIS", "@!$@!$")
_LOOKS_CYRILLIC = str.maketrans("aceopxyiACEOPXTMHK", "асеорхуіАСЕОРХТМНК")
_BRAILLE = str.maketrans("abcdefghijklmnopqrstuvwxyz", "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵")
_ALPHABET = (
    "Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa Quebec Romeo "
    "Sierra Tango Uniform Victor Whiskey Xray Yankee Zulu"
).split()
_TWO_LETTERS = {"ä": "ae", "ö": "oe", "ü": "ue", "Ö": "Oe", "Ü": "Ue", "ø": "oe", "å": "aa"}
_DIGITS = "zero one two three four five six seven eight nine".split()

_TURNED = str.maketrans("abcdefghijklmnpqrtuvwy", "ɐqɔpǝɟƃɥᴉɾʞlɯudbɹʇnʌʍʎ")


def _font(capital: int, small: int, digit: int = 0) -> Callable[[str, Random], str]:
    def write(name: str, _: Random) -> str:
        return "".join(_in_font(sign, capital, small, digit) for sign in bare(name))

    return write


def _in_font(sign: str, capital: int, small: int, digit: int) -> str:
    if "A" <= sign <= "Z":
        return chr(capital + ord(sign) - ord("A"))
    if "a" <= sign <= "z":
        return chr(small + ord(sign) - ord("a"))
    return chr(digit + ord(sign) - ord("0")) if digit and sign.isdigit() else sign


def _between(sign: str) -> Callable[[str, Random], str]:
    return lambda name, _: sign.join(re.sub("[^A-Za-z0-9]", "", bare(name)))


def _at_random(sign: str) -> Callable[[str, Random], str]:
    def write(name: str, random: Random) -> str:
        word = max(re.findall(r"[^\W_]+", name), key=len)
        at = name.index(word) + random.randrange(1, len(word))
        return name[:at] + sign + name[at:]

    return write


def _around(before: str, after: str, change: Callable[[str], str] = str) -> Callable[[str, Random], Planted]:
    return lambda name, _: Planted(change(name), before, after)


def _joined(name: str, sign: str = "") -> str:
    return sign.join(bare(name).split())


def _camel(name: str) -> str:
    return "".join(word[:1].upper() + word[1:] for word in bare(name).split())


def _each(change: Callable[[str], str]) -> Callable[[str, Random], str]:
    return lambda name, _: "".join(change(sign) if sign.isalnum() else sign for sign in name)


def _marked(marks: str, count: int) -> Callable[[str, Random], str]:
    def write(name: str, random: Random) -> str:
        return "".join(sign + "".join(random.choices(marks, k=count)) * sign.isalnum() for sign in name)

    return write


def _regrouped(name: str, random: Random) -> str:
    digits, size = re.sub(r"\D", "", name), random.choice((2, 3, 4))
    return random.choice(" -./").join(digits[at : at + size] for at in range(0, len(digits), size))


def _digits_from(zero: int) -> Callable[[str, Random], str]:
    return lambda name, _: "".join(
        chr(zero + int(sign)) if sign.isascii() and sign.isdigit() else sign for sign in name
    )


def _circled(name: str, _: Random) -> str:
    return "".join("⓪①②③④⑤⑥⑦⑧⑨"[int(sign)] if sign.isdigit() else sign for sign in name)


def _initials(name: str, last: bool) -> str | None:
    words = name.split()
    if len(words) < 2:
        return None
    initials = " ".join(f"{word[0]}." for word in words[:-1])
    return f"{words[-1]} {initials}" if last else f"{initials} {words[-1]}"


def _swapped(name: str, random: Random) -> str | None:
    word = max(name.split(), key=len)
    at = random.randrange(1, len(word) - 2) if len(word) > 7 else 0
    changed = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return changed if at and changed != word else None


def _missing(name: str, random: Random) -> str | None:
    word = max(name.split(), key=len)
    at = random.randrange(1, len(word) - 1) if len(word) > 7 else 0
    return word[:at] + word[at + 1 :] if at and word[at] != word[at - 1] else None


def _read_aloud(name: str, random: Random) -> str | None:
    word = bare(max(name.split(), key=len)).lower()
    syllables = re.findall(r"[^aeiouy]*[aeiouy]+(?:[^aeiouy](?=[^aeiouy])|[^aeiouy]+\Z)?", word)
    if len(syllables) < 2 or "".join(syllables) != word:
        return None
    loud = random.randrange(len(syllables))
    return "-".join(part.upper() if at == loud else part for at, part in enumerate(syllables))


def _mojibake(name: str, _: Random) -> str | None:
    return None if name.isascii() else name.encode().decode("latin-1")


def _umlauts(name: str, _: Random) -> str | None:
    written = "".join(_TWO_LETTERS.get(sign, sign) for sign in name)
    return written if written != name else None


def _unless_same(change: Callable[[str], str]) -> Callable[[str, Random], str | None]:
    def write(name: str, _: Random) -> str | None:
        written = change(name)
        return written if written != name else None

    return write


def _spelled(name: str, _: Random) -> str:
    words = {str(value): word for value, word in enumerate(_DIGITS)} | {word[0].lower(): word for word in _ALPHABET}
    return " ".join(words[sign] for sign in bare(name).lower() if sign in words)


def _quoted(name: str, _: Random) -> str:
    return "".join(f"={byte:02X}" for byte in name.encode())


def _censored(name: str, random: Random) -> str:
    word: str = max(re.findall(r"[^\W_]+", name), key=len)
    at = random.randrange(1, len(word) - 1)
    return word[:at] + random.choice("*#_") + word[at + 1 :]


def _script(script: str) -> Disguise:
    return Disguise(NAMES, lambda name, _: in_script(script, name))


DISGUISES: Mapping[str, Disguise] = {
    "Cyrillic": _script("Cyrillic"),
    "Greek": _script("Greek"),
    "Georgian": _script("Georgian"),
    "Armenian": _script("Armenian"),
    "Hebrew": _script("Hebrew"),
    "Arabic": _script("Arabic"),
    "Devanagari": _script("Devanagari"),
    "Katakana": _script("Katakana"),
    "transcribed as newspapers do": Disguise(PEOPLE, by_hand),
    "IPA in brackets": Disguise(NAMES, lambda name, _: Planted("ˈ" + in_script("IPA", name), "[", "]")),
    "IPA in slashes": Disguise(NAMES, lambda name, _: Planted("ˈ" + in_script("IPA", name), "/", "/")),
    "syllables to read aloud": Disguise(PEOPLE, _read_aloud),
    "small capitals": Disguise(NAMES, lambda name, _: bare(name).lower().translate(_SMALL)),
    "letters spaced": Disguise(ANYTHING, _between(" ")),
    "letters dotted": Disguise(ANYTHING, _between(".")),
    "letters between hyphens": Disguise(ANYTHING, _between("-")),
    "letters between underscores": Disguise(ANYTHING, _between("_")),
    "letters on lines": Disguise(NAMES, _between("\n")),
    "hyphen and line break": Disguise(NAMES, _at_random("-\n")),
    "line break": Disguise(NAMES, _at_random("\n")),
    "blank inside": Disguise(NAMES, _at_random(" ")),
    "two strings": Disguise(NAMES, _at_random('" + "')),
    "tab": Disguise(NAMES, _at_random("\t")),
    "slash inside": Disguise(NAMES, _at_random("/")),
    "asterisks inside": Disguise(NAMES, _at_random("**")),
    "underscore inside": Disguise(NAMES, _at_random("_")),
    "lower case": Disguise(NAMES, _unless_same(str.lower)),
    "upper case": Disguise(NAMES, _unless_same(str.upper)),
    "swapped case": Disguise(NAMES, lambda name, _: name.swapcase()),
    "words joined": Disguise(NAMES, lambda name, _: _camel(name)),
    "words joined, lower case": Disguise(NAMES, lambda name, _: _joined(name).lower()),
    "words hyphenated": Disguise(NAMES, lambda name, _: _joined(name, "-").lower()),
    "words underscored": Disguise(NAMES, lambda name, _: _joined(name, "_").upper()),
    "behind a word": Disguise(NAMES, _around("Team", "", _camel)),
    "in a hashtag": Disguise(NAMES, _around("#JusticeFor", "", _camel)),
    "before a word": Disguise(NAMES, _around("", "House", _camel)),
    "with a year": Disguise(NAMES, _around("", "2024", lambda name: _joined(name).lower())),
    "in a lower-case word": Disguise(PEOPLE, _around("team", "", lambda name: _joined(name).lower())),
    "in an address": Disguise(PEOPLE, _around("", "@example.org", lambda name: _joined(name, ".").lower())),
    "in an address, with an initial": Disguise(PEOPLE, _around("e", "@example.org", lambda n: _joined(n).lower())),
    "in a link": Disguise(NAMES, _around("https://example.org/u/", "/index.html", lambda n: _joined(n, "-").lower())),
    "as a handle": Disguise(PEOPLE, _around("@", "_92", lambda name: _joined(name).lower())),
    "in a file name": Disguise(ANYTHING, _around("scan_", "_final.pdf", lambda name: _joined(name, "_"))),
    "possessive": Disguise(NAMES, _around("", "'s")),
    "plural": Disguise(PEOPLE, _around("the ", "s", lambda name: name.split()[-1])),
    "initials first": Disguise(PEOPLE, lambda name, _: _initials(name, last=False)),
    "initials last": Disguise(PEOPLE, lambda name, _: _initials(name, last=True)),
    "without accents": Disguise(NAMES, _unless_same(bare)),
    "other accents": Disguise(NAMES, _marked("\u0301\u0308\u0302\u030c", 1)),
    "umlauts in two letters": Disguise(NAMES, _umlauts),
    "bold tag inside": Disguise(ANYTHING, _at_random("<b>")),
    "tag with attributes inside": Disguise(ANYTHING, _at_random('<span class="x1">')),
    "comment inside": Disguise(NAMES, _at_random("<!-- -->")),
    "BBCode inside": Disguise(NAMES, _at_random("[b]")),
    "terminal color inside": Disguise(NAMES, _at_random("\x1b[1m")),
    "LaTeX inside": Disguise(NAMES, _at_random("\\textit{")),
    "decimal entities": Disguise(ANYTHING, _each(lambda sign: f"&#{ord(sign)};")),
    "hexadecimal entities": Disguise(ANYTHING, _each(lambda sign: f"&#x{ord(sign):x};")),
    "soft hyphen entity": Disguise(NAMES, _at_random("&shy;")),
    "percent-encoded": Disguise(ANYTHING, lambda n, _: "".join(f"%{byte:02X}" for byte in n.encode())),
    "percent-encoded twice": Disguise(NAMES, lambda n, _: urllib.parse.quote("".join(f"%{b:02x}" for b in n.encode()))),
    "quoted-printable": Disguise(NAMES, _quoted),
    "Unicode escapes": Disguise(ANYTHING, _each(lambda sign: f"\\u{ord(sign):04x}")),
    "base64": Disguise(NAMES, lambda name, _: base64.b64encode(name.encode()).decode()),
    "hexadecimal bytes": Disguise(NAMES, lambda name, _: name.encode().hex()),
    "bits": Disguise(NAMES, lambda name, _: " ".join(f"{byte:08b}" for byte in name.encode())),
    "ROT13": Disguise(NAMES, lambda name, _: codecs.encode(bare(name), "rot13")),
    "backward": Disguise(NAMES, lambda name, _: name[::-1]),
    "upside down": Disguise(NAMES, lambda name, _: bare(name).lower().translate(_TURNED)[::-1]),
    "mojibake": Disguise(NAMES, _mojibake),
    "spelled out": Disguise(ANYTHING, _spelled),
    "letters doubled": Disguise(NAMES, _each(lambda sign: sign * 2)),
    "digits for letters": Disguise(NAMES, lambda name, _: bare(name).translate(_LEET)),
    "signs for letters": Disguise(NAMES, lambda name, _: bare(name).translate(_SYMBOLS)),
    "Cyrillic look-alikes": Disguise(NAMES, lambda name, _: name.translate(_LOOKS_CYRILLIC)),
    "piled accents": Disguise(ANYTHING, _marked("\u0301\u0316\u0333\u0334\u035c\u0489", 4)),
    "struck out": Disguise(ANYTHING, _marked("\u0336", 1)),
    "flag letters": Disguise(NAMES, lambda name, _: _font(0x1F1E6, 0x1F1E6)(name, _)),
    "circled letters": Disguise(NAMES, _font(0x24B6, 0x24D0)),
    "black circles": Disguise(NAMES, _font(0x1F150, 0x1F150)),
    "black squares": Disguise(NAMES, _font(0x1F170, 0x1F170)),
    "letters in parentheses": Disguise(NAMES, _font(0x1F110, 0x249C)),
    "mathematical bold": Disguise(ANYTHING, _font(0x1D400, 0x1D41A, 0x1D7CE)),
    "mathematical sans-serif": Disguise(ANYTHING, _font(0x1D5D4, 0x1D5EE, 0x1D7EC)),
    "full width": Disguise(ANYTHING, _font(0xFF21, 0xFF41, 0xFF10)),
    "raised": Disguise(ANYTHING, lambda name, _: bare(name).lower().translate(_RAISED)),
    "Braille": Disguise(NAMES, lambda name, _: bare(name).lower().translate(_BRAILLE)),
    "tag characters": Disguise(NAMES, lambda n, _: "".join(chr(0xE0000 + ord(sign)) for sign in bare(n))),
    "zero-width inside": Disguise(ANYTHING, _at_random("\u200b")),
    "zero-width everywhere": Disguise(ANYTHING, lambda name, _: "\u200c".join(name)),
    "direction marks": Disguise(ANYTHING, lambda name, _: f"\u202e{name[:3]}\u202c\u2066{name[3:]}\u2069"),
    "soft hyphen": Disguise(NAMES, _at_random("\u00ad")),
    "digits regrouped": Disguise(NUMBERS, _regrouped),
    "digits together": Disguise(NUMBERS, _unless_same(lambda name: re.sub(r"\D", "", name))),
    "Arabic-Indic digits": Disguise(NUMBERS, _digits_from(0x660)),
    "Devanagari digits": Disguise(NUMBERS, _digits_from(0x966)),
    "full-width digits": Disguise(NUMBERS, _digits_from(0xFF10)),
    "mathematical digits": Disguise(NUMBERS, _digits_from(0x1D7D8)),
    "lowered digits": Disguise(NUMBERS, _digits_from(0x2080)),
    "circled digits": Disguise(NUMBERS, _circled),
    "a sign for a letter": Disguise(PEOPLE, _censored),
    "letters swapped": Disguise(PEOPLE, _swapped),
    "a letter missing": Disguise(PEOPLE, _missing),
}
"""Every disguise by its name."""
