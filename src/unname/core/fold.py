"""Folding of letters for lookup: lower case, no accents, plain dashes and quotes, one character for one."""

import unicodedata

_SINGLE = str.maketrans(
    "łŁøØđĐðÐħĦıİßæÆœŒþÞŋŊ’‘ʼ´`‐‑‒–—−\u00a0\u2007\u2009\u202f",
    "llooddddhhiisaaoottnn'''''------    ",
)


class _Fold(dict[int, str]):
    """A translation table that works out each character when it is first met."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        lowered = character.lower()
        base = unicodedata.normalize("NFD", lowered)
        plain = base[0] if all(unicodedata.combining(mark) for mark in base[1:]) else lowered
        self[code] = plain if len(plain) == 1 else character
        return self[code]


_TABLE = _Fold({code: chr(plain) if isinstance(plain, int) else plain for code, plain in _SINGLE.items()})


def fold(text: str) -> str:
    """The text as lists are looked up in: same length, so that positions stay what they are.

    >>> fold("İstanbul, ŁÓDŹ")
    'istanbul, lodz'
    """
    return text.lower() if text.isascii() else text.translate(_TABLE)
