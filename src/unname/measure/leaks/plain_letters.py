"""Texts without everything a disguise can play with: case, accents, blanks, hyphens, signs that are not drawn."""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from anyascii import anyascii
from numpy.typing import NDArray

from unname.core.fold import fold
from unname.text.scripts import script_of

INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e01ef\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]"
)
"""A character that nobody sees: format and control characters, fillers, variation selectors."""

_LONG = str.maketrans({"ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "þ": "th", "Þ": "th"})
_PAIRS = (
    "аa еe оo рp сc уy хx іi јj ѕs ԁd ԛq ԝw һh кk мm тt вb нh гr ӏl пn иu ѵv үy ьb ԍg зz "
    "αa βb γy εe ηn ιi κk νv οo ρp σo ςo τt υu χx ωw ϲc ϳj օo սu ոn հh ցg զq յj "
    "Ꭺa Ᏼb Ꮯc Ꭰd Ꭼe Ꮐg Ꮋh Ꭵi Ꭻj Ꮶk Ꮮl Ꮇm Ꮲp Ꭱr Ꮪs Ꭲt Ꮩv Ꮃw Ꮍy Ꮓz "
    "ꓮa ꓐb ꓚc ꓓd ꓰe ꓝf ꓖg ꓧh ꓲi ꓙj ꓗk ꓡl ꓟm ꓠn ꓳo ꓑp ꓣr ꓢs ꓔt ꓴu ꓦv ꓪw ꓫx ꓬy ꓜz"
)
_LOOKS_LATIN = str.maketrans({letter: pair[1] for pair in _PAIRS.split() for letter in (pair[0], pair[0].lower())})
# One letter for all that are taken for each other: digits and signs in place of letters, l and i, v and w.
_TAKEN_FOR = str.maketrans("0123456789lw@$!|€¡§¢¥×+", "oizeasgtbgivasiieiscyxt")


_UMLAUTS = [ord(vowel) for vowel in "aou"]
_Codes = NDArray[np.uint32]
_Places = NDArray[np.int64]
_Rule = Callable[[_Codes, _Codes], NDArray[np.bool_]]


class _Table(dict[str, str]):
    """What is left of each character, worked out when it is first met."""

    def __init__(self, work_out: Callable[[str], str]) -> None:
        super().__init__()
        self.work_out = work_out

    def __missing__(self, character: str) -> str:
        self[character] = plain = self.work_out(character)
        return plain


def _plain(character: str) -> str:
    if INVISIBLE.match(character) or unicodedata.combining(character):
        return ""
    compatible = unicodedata.normalize("NFKC", character).translate(_LONG)
    folded = fold(compatible).translate(_LOOKS_LATIN)
    kept = "".join(each for each in folded if each.isalnum() or unicodedata.category(each) in ("Mn", "Mc"))
    if kept.isascii() and (kept or character.isascii()):
        return kept
    # Small capitals, letters in circles and squares, letters with strokes, and the digits of every script.
    is_letter = script_of(character) == "latin" or unicodedata.category(character) in ("So", "Nd", "No")
    latin = anyascii(character).lower() if is_letter else ""
    return latin if latin.isalnum() else kept


def _loose(character: str) -> str:
    return _PLAIN[character].translate(_TAKEN_FOR) or character.translate(_TAKEN_FOR).strip(character)


_PLAIN = _Table(_plain)
_LOOSE = _Table(_loose)


def looks_like(sign: str) -> str:
    """The letter that a character is taken for, or nothing.

    >>> looks_like("1") == looks_like("l") == looks_like("I")
    True
    """
    return _LOOSE[sign] if sign else ""


@lru_cache(maxsize=65536)
def separates(sign: str) -> bool:
    """Whether a character that is no letter keeps the letters around it apart: it is seen, and no accent."""
    return not INVISIBLE.match(sign) and not unicodedata.combining(sign)


@dataclass(frozen=True)
class Squeezed:
    """The letters and digits of a text as they are compared, and where each of them stands."""

    letters: str = field(repr=False)
    places: list[int] = field(repr=False)


def squeeze(text: str) -> Squeezed:
    """The letters and digits of a text in their plainest form.

    >>> squeeze("O\\u2019Ne\\u00adil-Ｗeiß ᴀʙ ٤②").letters
    'oneilweissab42'
    """
    letters, places = _read(text, _PLAIN)
    return Squeezed(letters, places.tolist())


def loosen(text: str) -> Squeezed:
    """The letters of a text, where those that are taken for each other are one, and doubled ones single.

    >>> loosen("Mue11er").letters == loosen("MÜLLER").letters == loosen("Muuulerr").letters
    True
    """
    letters, places = _read(text, _LOOSE)
    codes = np.frombuffer(letters.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    word = np.cumsum(np.diff(places, prepend=0) > 1, dtype=np.int64)
    kept = np.arange(len(codes))
    codes, kept = _without(codes, kept, word, lambda before, each: each == before)
    in_m = _pairs(codes, word[kept], lambda before, each: (before == ord("r")) & (each == ord("n")))
    codes[np.flatnonzero(in_m) - 1] = ord("m")
    codes, kept = codes[~in_m], kept[~in_m]
    codes, kept = _without(codes, kept, word, lambda before, each: (each == ord("e")) & np.isin(before, _UMLAUTS))
    codes, kept = _without(codes, kept, word, lambda before, each: each == before)
    return Squeezed(codes.tobytes().decode("utf-32-le", "surrogatepass"), places[kept].tolist())


def _without(codes: _Codes, kept: _Places, word: _Places, drops: _Rule) -> tuple[_Codes, _Places]:
    """The letters that are still kept without those that the rule drops, given the letter before them in the word."""
    left = ~_pairs(codes, word[kept], drops)
    return codes[left], kept[left]


def _pairs(codes: _Codes, words: _Places, applies: _Rule) -> NDArray[np.bool_]:
    found = np.zeros(len(codes), dtype=bool)
    found[1:] = (words[1:] == words[:-1]) & applies(codes[:-1], codes[1:])
    return found


def _read(text: str, table: _Table) -> tuple[str, _Places]:
    plain = list(map(table.__getitem__, text))
    lengths = np.fromiter(map(len, plain), dtype=np.int64, count=len(plain))
    return "".join(plain), np.repeat(np.arange(len(plain)), lengths)
