"""Nouns of English as they are written: articles and numbers."""

import re

_LIKE_A_CONSONANT = re.compile(r"(?:uni(?!n)|us[eu]|uti|eu|ewe|one\b|once\b|u\b|ur[aeiu]|u[kg])", re.I)
_LIKE_A_VOWEL = re.compile(
    # The first letters of words, of numbers that are spoken so (8, 11, 18, 1890), and of spelled abbreviations.
    r"[aeiouAEIO]|Uz|hour|honest|honou?r|heir|8|1[18](?:[0-9]{2})?(?![0-9])|[FHLMNRSX](?=[A-Z]|\b)"
)
_IRREGULAR = {"person": "people", "child": "children", "man": "men", "woman": "women", "aircraft": "aircraft"}
_SINGULAR = {plural: singular for singular, plural in _IRREGULAR.items()}


def choose_article(word: str) -> str:
    """The indefinite article before a word.

    >>> [choose_article(word) for word in ("actor", "university", "hour", "1890s", "1980s", "***")]
    ['an', 'a', 'an', 'an', 'a', 'a']
    """
    if _LIKE_A_CONSONANT.match(word):
        return "a"
    return "an" if _LIKE_A_VOWEL.match(word) else "a"


def with_article(noun: str) -> str:
    """A noun behind its indefinite article.

    >>> with_article("award"), with_article("hospital in France")
    ('an award', 'a hospital in France')
    """
    return f"{choose_article(noun)} {noun}"


def write_plural(noun: str) -> str:
    """The plural of a noun, or of its head: what stands before "of" or "in".

    >>> [write_plural(noun) for noun in ("person", "member of the clergy", "family", "dish", "health professional")]
    ['people', 'members of the clergy', 'families', 'dishes', 'health professionals']
    """
    head, rest = re.fullmatch(r"(.*?)((?: (?:of|in)\b.*)?)", noun, re.DOTALL).groups()  # type: ignore[union-attr]
    before, _, last = head.rpartition(" ")
    lead = f"{before} " if before else ""
    if last in _IRREGULAR:
        plural = _IRREGULAR[last]
    elif re.search(r"(?:s|x|z|ch|sh)$", last):
        plural = f"{last}es"
    else:
        plural = f"{last[:-1]}ies" if re.search(r"[^aeiou]y$", last) else f"{last}s"
    return lead + plural + rest


def find_singulars(noun: str) -> list[str]:
    """What may be the singular of a noun if it is a plural, likeliest first.

    >>> find_singulars("policewomen"), find_singulars("studies"), find_singulars("nurse")
    (['policewoman'], ['study', 'studie'], [])
    """
    before, _, last = noun.rpartition(" ")
    lead = f"{before} " if before else ""
    found = []
    if last in _SINGULAR:
        found.append(_SINGULAR[last])
    elif last.endswith("men"):
        found.append(f"{last[:-2]}an")
    elif last.endswith("s") and not last.endswith("ss"):
        if last.endswith("ies"):
            found.append(f"{last[:-3]}y")
        if re.search(r"(?:s|x|z|ch|sh)es$", last):
            found.append(last[:-2])
        found.append(last[:-1])
    return [lead + word for word in found]
