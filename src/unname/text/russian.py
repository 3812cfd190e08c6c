"""Russian names in their forms: what all cases of a name have in common, and where they stand in a text."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, product
from typing import Any

from unname.core.document import Span
from unname.core.errors import MissingModel, require

LETTERS = "\u0400-\u04ff"
WORD = re.compile(rf"[{LETTERS}]+(?:[-'\u2019][{LETTERS}]+)*")
"""Cyrillic letters, joined by hyphens and apostrophes."""

_FEWEST = 2
"""The letters that are left of a name when its ending is taken off."""

_ENDINGS = (
    *("ого", "его", "ому", "ему", "ыми", "ими", "ами", "ями"),
    *("ый", "ий", "ой", "ей", "ая", "яя", "ую", "юю", "ым", "им", "ом", "ем", "ою", "ею", "ых", "их", "ые", "ие"),
    *("ья", "ье", "ью", "ьи", "ам", "ям", "ах", "ях", "а", "я", "у", "ю", "е", "ы", "и", "о", "й", "ь"),
)
_ENDING = re.compile(rf"(?<=..)(?:{'|'.join(_ENDINGS)})$")
_SOFT = re.compile("[аеиоуыэюяйь]+$")
_FLEETING = re.compile("(?<=..)[еоь](?=[бвгджзклмнпрстфхцчшщ]$)|(?<=^л)[еь](?=в$)")
"""The vowel of Павел, Павла; and, though that is short, of Лев, Льва."""
_MAY_BE_WHOLE = re.compile("(?:[мх]|(?<=м)[уи])$")
"""What both endings and names end with: of Абрам, "ам" is none, of Ефрему, "у" alone."""

_MOST_WORDS = 12
"""What has more words is no name; it is not looked for in other forms."""

_LONG = 4
"""The letters of a name that is known again in small ones."""

_NO_NOUNS = frozenset("ADVB COMP CONJ GRND INFN NPRO PRCL PRED PREP VERB".split())
"""What the dictionary calls words that are neither nouns nor adjectives: adverbs, verbs, small words."""

_LIKELY = 0.1
"""The probability from which on a reading of a word counts."""

_PEOPLE = frozenset(("Name", "Surn", "Patr"))
_NAMES = frozenset(("Name", "Surn", "Patr", "Geox", "Orgn", "Trad"))
_JOINT = re.compile(r"[ \u00a0]{1,2}|-|\r?\n[ \t]*|[ \u00a0]?[«\"„“]")


@lru_cache(maxsize=65536)
def name_keys(word: str) -> frozenset[str]:
    """What is left of a name without the ending of its case: two forms of a name have one of these in common.

    Both sides of what is compared are cut alike, so that it need not be a stem; a vowel that comes and goes before the
    last consonant is left out. No dictionary is asked, so that names which none knows are known again, too.

    >>> bool(name_keys("Лужков") & name_keys("Лужковым")), bool(name_keys("Павел") & name_keys("Павлом"))
    (True, True)
    >>> bool(name_keys("Лев") & name_keys("Льва"))
    True
    >>> bool(name_keys("Иван") & name_keys("Иванов"))
    False
    """
    plain = word.lower().replace("ё", "е")
    head, hyphen, last = plain.rpartition("-")
    before = "-".join(map(_cut, head.split("-"))) + hyphen if hyphen else ""
    keys = {before + _cut(last)}
    if _MAY_BE_WHOLE.search(last):
        keys.add(before + _FLEETING.sub("", last.rstrip("уи")))
    return frozenset(keys)


def _cut(word: str) -> str:
    bare = _ENDING.sub("", word)
    kept = _SOFT.sub("", bare)
    return _FLEETING.sub("", kept if len(kept) >= _FEWEST else bare)


def name_families(words: Iterable[str]) -> dict[str, str]:
    """Each word with the first one of which it is another form, or itself.

    >>> name_families(["Абрам", "Анна", "Абрамом", "Анной", "Smith"])
    {'Абрам': 'Абрам', 'Анна': 'Анна', 'Абрамом': 'Абрам', 'Анной': 'Анна', 'Smith': 'Smith'}
    """
    by_key: dict[str, str] = {}
    families: dict[str, str] = {}
    for word in words:
        keys = name_keys(word) if WORD.fullmatch(word) else frozenset({word})
        first = next((by_key[key] for key in sorted(keys) if key in by_key), word)
        families.setdefault(word, first)
        for key in keys:
            by_key.setdefault(key, families[word])
    return families


PATRONYMIC = re.compile(
    r"(?i)[а-яё]{2,}(?:(?:ов|ев|ёв)(?:ич(?:а|у|ем|е|ей|ам|ами)?|н(?:а|ы|е|у|ой|ою))|(?:ь|[кмт])ич(?:а|у|ом|ем|е)?|"
    r"(?:ичн|иничн)(?:а|ы|е|у|ой|ою))"
)
"""A name made of that of the father."""


PREPOSITION = re.compile(r"(?i)во?|со?|ко?|обо?|на|изо?|о")
"""What may change with the name behind it."""


def given_first(parts: tuple[str, ...]) -> tuple[str, ...]:
    """The parts of a name, of which the family name may stand first, in the order given name, patronymic, family name.

    >>> given_first(("лужков", "юрий", "михайлович")), given_first(("лужкову", "ю", "м")), given_first(("anna", "berg"))
    (('юрий', 'михайлович', 'лужков'), ('ю', 'м', 'лужкову'), ('anna', 'berg'))
    """
    if len(parts) < 2 or not WORD.fullmatch(parts[0]) or len(parts[0]) == 1:
        return parts
    first, *others = parts
    are_initials = all(len(part) == 1 for part in others)
    if are_initials or (len(parts) == 3 and PATRONYMIC.fullmatch(parts[2])) or _is_given(others[-1], first):
        return (*others, first)
    return parts


def _is_given(word: str, other: str) -> bool:
    """Whether a word is a given name, and the other one none."""
    return "Name" in _likeliest(word) and "Name" not in _likeliest(other)


@lru_cache(maxsize=16384)
def _likeliest(word: str) -> frozenset[str]:
    """What the dictionary says of a word: the marks of its most probable reading."""
    analyzer = morphology()
    parses = [parse for parse in analyzer.parse(word) if parse.is_known] if analyzer else []
    return frozenset(parses[0].tag.grammemes) if parses else frozenset()


def uninflected(text: str) -> str:
    """The text without the endings of its Cyrillic words; not for reading.

    >>> uninflected("Большого театра, Москва") == uninflected("Большой театр, Москвой")
    True
    """
    return WORD.sub(lambda word: min(name_keys(word[0]), key=lambda key: (len(key), key)), text)


class NameForms:
    """Finds names of one word or several in their forms in a text; how many names there are takes no time."""

    def __init__(self, names: Iterable[str]):
        self._by_keys: dict[tuple[str, ...], list[tuple[str, tuple[str, ...]]]] = {}
        for name in dict.fromkeys(names):
            words = tuple(WORD.findall(name))
            if 0 < len(words) <= _MOST_WORDS and not re.search(r"[^\W\d_]", WORD.sub("", name)):
                # By two words, where there are: a register has thousands of one family name.
                for keys in product(*map(name_keys, words[:2])):
                    self._by_keys.setdefault(keys, []).append((name, words))

    def find(self, text: str, starts_sentence: Callable[[str, int], bool]) -> Iterator[tuple[Span, str]]:
        """Where a name stands in another form than its own: the range, and the name.

        A word that only means something ordinary is no form of a name, nor is one that may and has its capital from
        the beginning of a sentence; words in small letters count where they are long and mean nothing else.
        """
        words = list(WORD.finditer(text)) if self._by_keys else []
        for at, word in enumerate(words):
            for name, parts in dict.fromkeys(self._like(words[at : at + 2])):
                last = at + len(parts)
                if last > len(words) or not _are_forms(words[at:last], parts, text):
                    continue
                if _counts(word, text, starts_sentence, len(parts) > 1):
                    yield Span(word.start(), words[last - 1].end()), name

    def _like(self, words: Sequence[re.Match[str]]) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The names that begin like these words, or are like the first of them."""
        keys = [sorted(name_keys(word[0])) for word in words]
        for several in (keys[:1], keys) if len(keys) > 1 else (keys,):
            for key in product(*several):
                yield from self._by_keys.get(key, ())


def _are_forms(words: Sequence[re.Match[str]], parts: Sequence[str], text: str) -> bool:
    """Whether words are those of a name, in order and side by side, but not all as they are written in it."""
    if all(word[0].lower() == part.lower() for word, part in zip(words, parts, strict=True)):
        return False
    together = all(name_keys(word[0]) & name_keys(part) for word, part in zip(words, parts, strict=True))
    gaps = (text[one.end() : other.start()] for one, other in pairwise(words))
    return together and all(map(_JOINT.fullmatch, gaps))


def _counts(word: re.Match[str], text: str, starts_sentence: Callable[[str, int], bool], is_phrase: bool) -> bool:
    known, named_first, named = _read(word[0])
    if is_phrase:
        return word[0][0].isupper() or not known
    if not word[0][0].isupper():
        return len(word[0]) > _LONG and (not known or named_first)
    return not known or named_first or (named and not starts_sentence(text, word.start()))


@lru_cache(maxsize=65536)
def _read(word: str) -> tuple[bool, bool, bool]:
    """Whether the dictionary knows a word, whether that is most probably a name, and whether it may be one.

    Without the dictionary every word may be a name.
    """
    analyzer = morphology()
    if analyzer is None:
        return False, True, True
    parses = [parse for parse in analyzer.parse(word) if parse.is_known]
    named = [not _NAMES.isdisjoint(parse.tag.grammemes) for parse in parses]
    return bool(parses), bool(named and named[0]), any(named)


def may_be_person(word: str) -> bool:
    """Whether a word may be the name of a person: the dictionary has it as one, or not at all.

    >>> may_be_person("Лужкову"), may_be_person("Кхранг"), may_be_person("Украины"), may_be_person("Республики")
    (True, True, False, False)
    """
    analyzer = morphology()
    parses = [parse for parse in analyzer.parse(word) if parse.is_known] if analyzer else []
    likely = [parse for parse in parses if parse.score >= _LIKELY]
    return not parses or any(not _PEOPLE.isdisjoint(parse.tag.grammemes) for parse in likely)


def is_family_name(word: str) -> bool:
    """Whether the dictionary has a word as a family name.

    >>> is_family_name("Лужкова"), is_family_name("Кхранг")
    (True, False)
    """
    return "Surn" in _likeliest(word)


def is_dictionary_word(word: str) -> bool:
    """Whether the dictionary of Russian has a word; nothing is known where it is not installed.

    >>> is_dictionary_word("сахаров"), is_dictionary_word("нттр")
    (True, False)
    """
    return morphology() is not None and _read(word)[0]


def is_known_word(word: str) -> bool:
    """Whether the dictionary knows a word as anything but a name.

    >>> is_known_word("заявление"), is_known_word("Лужковым")
    (True, False)
    """
    known, named_first, _ = _read(word)
    return known and not named_first


def is_no_noun(word: str) -> bool:
    """Whether the dictionary has a word, and as nothing that could be a name: as an adverb, a verb, a small word.

    >>> is_no_noun("Позже"), is_no_noun("Белый"), is_no_noun("Лужков")
    (True, False, False)
    """
    analyzer = morphology()
    parses = [parse for parse in analyzer.parse(word) if parse.is_known] if analyzer else []
    return bool(parses) and all(parse.tag.POS in _NO_NOUNS for parse in parses)


@lru_cache(maxsize=1)
def morphology() -> Any:
    """The dictionary of Russian, or None where it is not installed."""
    try:
        return require("pymorphy3", "ru").MorphAnalyzer()
    except MissingModel:
        return None
