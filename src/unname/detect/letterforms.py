"""Letters and digits in disguise, one for one: small capitals, letters in squares, digits of other scripts."""

import re
import unicodedata

_SMALL_CAPITALS = dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ", "ABCDEFGHIJKLMNOPQRSTUVWYZ", strict=True))
_ALSO_SMALL = "cosvwxzA-Z"  # drawn alike as small letters, or the large first letter
_IN_SMALL_CAPITALS = re.compile(
    rf"(?<![^\W\d_\u02c8\u02cc])(?<![\u02c8\u02cc])(?=[{_ALSO_SMALL}]{{0,40}}[{''.join(_SMALL_CAPITALS)}])"
    rf"[{_ALSO_SMALL}{''.join(_SMALL_CAPITALS)}]{{2,}}+(?![^\W\d_])"
)
_CAPITALS = str.maketrans(_SMALL_CAPITALS)
_FRAMED = {
    first + number: chr(ord("A") + number)
    for first in (0x1F130, 0x1F150, 0x1F170, 0x1F1E6)  # in squares, circles, filled squares, and as half flags
    for number in range(26)
}
_CIRCLED = {
    first + number: str(number + 1) for first in (0x2460, 0x2776, 0x2780, 0x278A, 0x24F5) for number in range(9)
}


class _Plain(dict[int, str | int]):
    """A translation table that looks each character up when it is first met."""

    def __missing__(self, code: int) -> str | int:
        value = unicodedata.decimal(chr(code), None)
        self[code] = code if value is None else str(value)
        return self[code]


_TABLE = _Plain({**_FRAMED, **_CIRCLED})


def plain_letters(text: str) -> str:
    """The text with plain letters and digits in place of such; all else, and its length, stays what it is.

    >>> plain_letters("ᴡʜɪᴛᴄᴏᴍʙᴇ, ٤٨٢٩")
    'WHITCOMBE, 4829'
    """
    if text.isascii():
        return text
    return _IN_SMALL_CAPITALS.sub(lambda found: found[0].translate(_CAPITALS).upper(), text.translate(_TABLE))
