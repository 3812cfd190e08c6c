"""Russian names in Latin letters, as newspapers write them."""

import re

_LETTERS = dict(
    zip(
        "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
        "a b v g d e e zh z i y k l m n o p r s t u f kh ts ch sh shch  y  e yu ya".split(" "),
        strict=True,
    )
)
_LOOK_ALIKES = str.maketrans("aeopcyxkmtbhiAEOPCYXKMTBH3", "аеорсухкмтвніАЕОРСУХКМТВНЗ".replace("ні", "ни"))
"""Latin letters, and a figure, that are drawn like a Cyrillic one."""


def romanize(name: str) -> str:
    """A name in Latin letters.

    >>> romanize("Вяземский"), romanize("Щукина"), romanize("Юрий")
    ('Vyazemsky', 'Shchukina', 'Yury')
    """
    ended = re.sub("[иы]й$", "ы", name)
    return "".join(_write(letter) for letter in ended)


def unmask(word: str) -> str:
    """A word without Latin letters that only look Cyrillic, if it has letters of both.

    >>> unmask("Лужкoв") == "Лужков", unmask("Ford")
    (True, 'Ford')
    """
    has_cyrillic = any("\u0400" <= letter <= "\u04ff" for letter in word)
    return word.translate(_LOOK_ALIKES) if has_cyrillic else word


def _write(letter: str) -> str:
    latin = _LETTERS.get(letter.lower())
    if latin is None:
        return letter
    return latin.capitalize() if letter.isupper() else latin
