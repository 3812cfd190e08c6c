"""What a Russian name may be by its form alone: of which name it is a form, and where that form stands."""

import re
from functools import lru_cache
from typing import NamedTuple

from unname.replace.russian.paradigms import (
    BRAND,
    CONSONANT,
    FAMILY,
    GIVEN,
    OV,
    PATRONYMIC,
    PLACE,
    SKIJ,
    A,
    Slot,
    analyzer,
    find_paradigm,
    inflect,
    slots,
    slots_of,
)
from unname.replace.russian.russian_name_lists import read_russian_names

KNOWN, TYPICAL, LIKELY, POSSIBLE = 3.0, 2.5, 1.5, 0.5
"""How far a reading is believed: the dictionary has the name, its end is one of names, or it is just possible."""

_ENDINGS = (
    *("ыми", "ими", "ого", "ому", "ами", "ями", "ых", "их", "ым", "им", "ой", "ою", "ей", "ею", "ая", "ую", "ое", "ые"),
    *("ие", "ов", "ев", "ом", "ем", "ам", "ям", "ах", "ях", "а", "я", "у", "ю", "е", "ы", "и", "ь", "й", ""),
)
_VOWELS = "аеиоуыэюя"
_INFLECTED = re.compile("(?:[оеы]м|[ое]й|[ую]ю|[ая]м|ами|ями|[ая]х|ого|ому|[^аеиоуыэюя][уюы])$")
_PATRONYMIC = re.compile(
    r"(?P<stem>\w+?)(?:(?P<m>[ое]вич|ич)(?:а|у|ем|ом|е|и|ей|ам|ами|ах)?|(?P<f>[ое]вн|иничн|ичн)(?:а|ы|е|у|ой|ою))"
)
_GRAMMEMES = {GIVEN: "Name", PATRONYMIC: "Patr", FAMILY: "Surn", PLACE: "Geox", BRAND: "NOUN"}


class Reading(NamedTuple):
    """A name of which a word is a form, the slots in which it has that form, and how far that is believed."""

    base: str
    slots: frozenset[Slot]
    weight: float


def plain(word: str) -> str:
    """A word as readings know it: in lower case, with е for ё."""
    return word.lower().replace("ё", "е").replace("\u0301", "")


@lru_cache(maxsize=32768)
def read_word(word: str, part: str) -> tuple[Reading, ...]:
    """The readings of a word as a name of a part, those that are believed most first.

    >>> [(reading.base, len(reading.slots)) for reading in read_word("Лужкову", FAMILY)][:1]
    [('лужков', 2)]
    """
    form = plain(word)
    if part == PATRONYMIC:
        return tuple(_read_patronymic(form))
    found = []
    for base, weight in _bases(form, part).items():
        fitting = frozenset(slot for slot in slots_of(base, part) if plain(inflect(base, part, slot) or "") == form)
        if fitting:
            found.append(Reading(base, fitting, weight))
    return tuple(sorted(found, key=lambda reading: (-reading.weight, reading.base != form, reading.base)))


def is_patronymic(word: str) -> bool:
    """Whether a word has the form of a patronymic; family names may have it, too."""
    return _PATRONYMIC.fullmatch(plain(word)) is not None and len(word) > 5


def knows(word: str, part: str) -> bool:
    """Whether the dictionary has a word as a form of a name of this part."""
    grammeme = _GRAMMEMES[part]
    return any(parse.is_known and grammeme in parse.tag for parse in analyzer().parse(plain(word)))


def is_ordinary_word(word: str) -> bool:
    """Whether the dictionary has a word, and never as a name."""
    parses = [parse for parse in analyzer().parse(plain(word)) if parse.is_known]
    return bool(parses) and not any(name in parse.tag for parse in parses for name in ("Name", "Surn", "Patr", "Geox"))


def _read_patronymic(form: str) -> list[Reading]:
    if not is_patronymic(form):
        return []
    bases = {re.sub("вн(?:а|ы|е|у|ой|ою)$", "вич", form), re.sub("(?:инич|ич)н(?:а|ы|е|у|ой|ою)$", "ич", form)}
    bases |= {re.sub("ич(?:а|у|ем|ом|е|и|ей|ам|ами|ах)$", "ич", form)}
    found = []
    for base in sorted(each for each in bases if each.endswith("ич")):
        fitting = frozenset(slot for slot in slots() if inflect(base, PATRONYMIC, slot) == form)
        # "Ильичом" has the stress on its end.
        fitting |= {Slot("Ins")} if form == f"{base}ом" else frozenset()
        if fitting:
            found.append(Reading(base, fitting, TYPICAL))
    return found


def _bases(form: str, part: str) -> dict[str, float]:
    """The names of which a word might be a form, with how far each is believed."""
    found: dict[str, float] = {}
    for parse in analyzer().parse(form):
        if _GRAMMEMES[part] in parse.tag and "Abbr" not in parse.tag:
            base = plain(parse.normal_form)
            found[base] = max(found.get(base, 0.0), KNOWN + parse.score if parse.is_known else LIKELY)
    for ending in _ENDINGS:
        stem = form.removesuffix(ending) if ending else form
        if len(stem) < 2 or not form.endswith(ending):
            continue
        for last in ("", "а", "я", "й", "ь", "ий", "ый", "ой"):
            if not _joins(stem[-1], last):
                continue
            if (weight := _belief(stem + last, form, part)) is not None:
                found[stem + last] = max(found.get(stem + last, 0.0), weight)
    return found


def _joins(before: str, last: str) -> bool:
    """Whether Russian writes this ending behind this letter."""
    is_vowel = before in _VOWELS
    if last in ("а", "ь", "ий", "ый", "ой"):
        return not is_vowel and before not in "йьъ" and not (last == "ый" and before in "гкхжчшщ")
    return is_vowel if last == "й" else before not in "йьъ" or not last


def _belief(base: str, form: str, part: str) -> float | None:
    """How far a name is believed of which nothing is known but its letters; None if there can be no such name."""
    if not re.search(f"[{_VOWELS}]", base) or base[-1] in "ъы" or re.search(f"[{_VOWELS}][ьъ]$", base):
        return None
    as_it_is = POSSIBLE if _INFLECTED.search(form) else POSSIBLE + 0.5 if form[-1] in "еи" else LIKELY
    if part != FAMILY:
        listed = part == GIVEN and base in read_russian_names().given
        return KNOWN if listed else as_it_is if base == form else POSSIBLE if len(base) > 2 else None
    paradigm = find_paradigm(base)
    if base in read_russian_names().family:
        return KNOWN
    if len(base) > 4 and (paradigm == OV or base.endswith(("ский", "цкий"))):
        return TYPICAL
    if base == form:
        return as_it_is
    return {CONSONANT: POSSIBLE + 0.2, A: POSSIBLE, SKIJ: POSSIBLE - 0.1}.get(paradigm)
