"""Other scripts than Latin: which one a letter belongs to, how it is written in Latin, and what a name sounds like."""

import re
import unicodedata
from functools import lru_cache

from anyascii import anyascii

_BEFORE_FRONT_VOWEL = re.compile(r"c(?=[eiyäöü])")
_SOUNDS = (
    (re.compile(r"tsch|dzh|sch|tch|shch|sh|ch|zh|cz|sz|ts|tz|dz|dj|z|j|x|s"), "s"),
    (re.compile(r"ph|v|w|f"), "f"),
    (re.compile(r"[pb]"), "p"),
    (re.compile(r"th|[dt]"), "t"),
    (re.compile(r"kh|gh|gk|ck|[ckgq]"), "k"),
    (re.compile(r"[mn]"), "n"),
    (re.compile(r"[aeiouyh]"), ""),
)
_SHARP = str.maketrans({"ц": "ts", "Ц": "Ts", "џ": "dz", "Џ": "Dz"})
_AGAIN = re.compile(r"(.)\1+")


@lru_cache(maxsize=65536)
def script_of(character: str) -> str:
    """The script of a letter in lower case ("latin", "cyrillic", "hiragana"); empty for what is no letter.

    >>> [script_of(letter) for letter in "aЖ ა7"]
    ['latin', 'cyrillic', '', 'georgian', '']
    """
    if not character.isalpha():
        return ""
    name = unicodedata.name(character, "").split(" ")
    for skipped in ("FULLWIDTH", "HALFWIDTH", "MODIFIER", "MATHEMATICAL"):
        if name[0] == skipped and len(name) > 1:
            name = name[1:]
    # Ligatures, small capitals and letters of the phonetic alphabet bear the name of their script or of Latin.
    return "latin" if name[0] in ("LETTER", "SANS-SERIF", "BOLD", "ITALIC", "SCRIPT") else name[0].lower()


def in_latin(text: str) -> str:
    """The text in Latin letters, however long they make it.

    >>> in_latin("Шварценеггер"), in_latin("შვარცენეგერი"), in_latin("Παπαδόπουλος")
    ('Shvartsenegger', 'shvartsenegeri', 'Papadopoylos')
    """
    return text if text.isascii() else anyascii(text.translate(_SHARP))


@lru_cache(maxsize=16384)
def sound(word: str) -> str:
    """What is left of a word when spellings of the same sound are one: its consonants, by kind.

    Meant for comparing a name with itself in another script, where spelling is a matter of taste.

    >>> sound("Schwarzenegger"), sound("Шварценеггер"), sound("Σβαρτσενέγκερ")
    ('sfrsnkr', 'sfrsnkr', 'sfrsnkr')
    """
    written = _BEFORE_FRONT_VOWEL.sub("s", in_latin(word).lower())
    for spelling, kind in _SOUNDS:
        written = spelling.sub(kind, written)
    return _AGAIN.sub(r"\1", "".join(letter for letter in written if letter.isalpha()))
