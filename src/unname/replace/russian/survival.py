"""Whether a name is still there behind its surrogate, in whatever case."""

import re

from unname.replace.russian.paradigms import FAMILY, GIVEN, PLACE, forms_of
from unname.replace.russian.readings import KNOWN, is_patronymic, plain, read_word
from unname.replace.russian.russian_phrases import is_russian_kind
from unname.replace.russian.russian_words import LATIN, NAME, split_russian


def survives(surface: str, new: str, label: str) -> bool:
    """Whether what is written for a mention is the original, or holds a form of a name of it."""
    if plain(surface) == plain(new):
        return True
    old_words = _names(surface, label)
    new_words = set(map(plain, re.findall(r"[^\W\d_]+", new)))
    if not old_words.isdisjoint(new_words):
        return True
    parts = (FAMILY, GIVEN) if label == "PERSON" else (PLACE,)
    forms = set[str]().union(*(_forms(word, part) for word in old_words for part in parts))
    return not forms.isdisjoint(new_words)


def _names(surface: str, label: str) -> set[str]:
    if label == "PERSON":
        return {
            plain(word.text) for word in split_russian(surface) if word.kind in (NAME, LATIN) and len(word.text) > 2
        }
    words = re.findall(r"[^\W\d_]+", surface)
    return {plain(word) for word in words if len(word) > 2 and not word.islower() and not is_russian_kind(word)}


def _forms(word: str, part: str) -> frozenset[str]:
    """All forms of the names of which the dictionary knows a word to be a form."""
    if is_patronymic(word):
        return frozenset()
    bases = {reading.base for reading in read_word(word, part) if reading.weight >= KNOWN}
    return frozenset(map(plain, frozenset[str]().union(*(forms_of(base, part) for base in bases))))
