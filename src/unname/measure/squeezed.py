"""Texts without everything a disguise can play with: case, accents, blanks, hyphens, signs that are not drawn."""

import re
import unicodedata
from dataclasses import dataclass, field

from unname.core.fold import fold

INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e01ef\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]"
)
"""A character that nobody sees: format and control characters, fillers, variation selectors."""

_LONG = str.maketrans({"ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "þ": "th", "Þ": "th"})
_PAIRS = (
    "аa еe оo рp сc уy хx іi јj ѕs ԁd ԛq ԝw һh кk мm тt вb нh гr ӏl пn иu ѵv үy ьb ԍg зz "
    "αa βb γy εe ηn ιi κk νv οo ρp σo ςo τt υu χx ωw ϲc ϳj օo սu ոn հh ցg զq յj"
)
_LOOKS_LATIN = str.maketrans({pair[0]: pair[1] for pair in _PAIRS.split()})


class _Plain(dict[str, str]):
    """What is left of each character, worked out when it is first met."""

    def __missing__(self, character: str) -> str:
        self[character] = plain = _plain(character)
        return plain


def _plain(character: str) -> str:
    if INVISIBLE.match(character) or unicodedata.combining(character):
        return ""
    compatible = unicodedata.normalize("NFKC", character).translate(_LONG)
    folded = fold(compatible).translate(_LOOKS_LATIN)
    return "".join(each for each in folded if each.isalnum() or unicodedata.category(each) in ("Mn", "Mc"))


_PLAIN = _Plain()


def separates(sign: str) -> bool:
    """Whether a character that is no letter keeps the letters around it apart: it is seen, and no accent."""
    return not INVISIBLE.match(sign) and not unicodedata.combining(sign)


@dataclass(frozen=True)
class Squeezed:
    """The letters and digits of a text as they are compared, and where each of them stands."""

    letters: str = field(repr=False)
    places: list[int] = field(repr=False)


def squeezed(text: str) -> Squeezed:
    """The letters and digits of a text in their plainest form.

    >>> squeezed("O\\u2019Ne\\u00adil-Ｗeiß").letters
    'oneilweiss'
    """
    letters: list[str] = []
    places: list[int] = []
    for place, plain in enumerate(map(_PLAIN.__getitem__, text)):
        if plain:
            letters.append(plain)
            places += [place] * len(plain)
    return Squeezed("".join(letters), places)
