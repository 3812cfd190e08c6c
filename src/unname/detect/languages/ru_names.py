"""Names of people in Russian text by their form: initials, patronymics, given names, and names behind titles."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from unname.core.document import Role
from unname.detect.languages.titled import TitledNames
from unname.detect.rules.rule import Anchors, Found
from unname.text.russian import PATRONYMIC, is_known_word, morphology

CAPITAL = "[А-ЯЁ]"
_WORD = rf"(?:[А-ЯЁ]['’])?{CAPITAL}[а-яё]+(?:-{CAPITAL}[а-яё]+)*"
_SHOUTED = r"[А-ЯЁ]{2,}(?:-[А-ЯЁ]{2,})*"
NAME_WORD = rf"(?:{_WORD}|{_SHOUTED})"
"""A capitalized word, or one in capitals."""

_INITIAL = rf"{CAPITAL}(?:[а-яё]\.|\.)"
_BLANK = r"[ \u00a0]{1,2}"
_GAP = r"[ \u00a0]{0,2}"

INITIALS = re.compile(
    rf"(?<![\w.])(?:{_INITIAL}{_GAP}(?:{_INITIAL}{_GAP})?(?P<after>{NAME_WORD})(?![\w])|"
    rf"(?P<before>{NAME_WORD}),?{_BLANK}{CAPITAL}\.{_GAP}(?:{CAPITAL}\.)?(?:{_GAP}{CAPITAL}\.(?!\w))?)"
)
_NAMES = re.compile(
    rf"(?<![\w@./-]){_WORD}(?:{_BLANK}{_WORD}){{0,4}}(?![\w@])|(?<![\w@./-]){_SHOUTED}(?:{_BLANK}{_SHOUTED}){{1,3}}(?![\w@])"
)
_NO_FAMILY = frozenset(
    "ул пр пер наб пл ст г гг им ао оао пао зао ооо мм см млн млрд руб ук гк кодекс рф ссср россия суд статья".split()
)


@dataclass(frozen=True)
class OfficeNames(TitledNames):
    """Names behind a title, which may say of what before it says who: "президент США Барак Обама"."""

    def find(self, text: str, anchors: Anchors) -> Iterator[Found]:
        """Every name behind a title, without the places and organizations that stand between."""
        for name, start, end in super().find(text, anchors):
            words = list(re.finditer(r"[^\s]+", text[start:end]))
            first = next((word for word in words if not is_thing(word[0])), None)
            if first:
                yield name, start + first.start(), end


@dataclass(frozen=True)
class InitialNames:
    """A family name beside initials: "Ю. М. Лужков", "Лужкову Ю.М."."""

    name: str = "initials"
    label: str = "PERSON"
    role: Role = Role.DIRECT

    def find(self, text: str, anchors: Anchors) -> Iterator[Found]:
        """Every such name, with its initials."""
        for found in INITIALS.finditer(text):
            family = found["after"] or found["before"]
            if family.lower() in _NO_FAMILY or (len(family) < 3 and family.isupper()):
                continue
            both = len(re.findall(rf"{CAPITAL}[а-яё]?\.", found[0])) > 1
            if both or not is_known_word(family):
                yield self.name, found.start(), found.end()


@dataclass(frozen=True)
class FullNames:
    """Names that a patronymic or a given name tells: what stands beside it in capitals is of the name.

    A family name beside them is any word that the dictionary has not, or has as a name.
    """

    name: str = "listed"
    label: str = "PERSON"
    role: Role = Role.DIRECT

    def find(self, text: str, anchors: Anchors) -> Iterator[Found]:
        """Every such name."""
        for found in _NAMES.finditer(text):
            words = list(re.finditer(r"\S+", found[0]))
            tells = [_tells(word[0]) for word in words]
            at = 0
            while at < len(words):
                if not tells[at]:
                    at += 1
                    continue
                first, last = at, at
                while first > 0 and last - first < 2 and _goes_with(words[first - 1][0]):
                    first -= 1
                while (
                    last + 1 < len(words) and (tells[last + 1] or _goes_with(words[last + 1][0])) and last - first < 3
                ):
                    last += 1
                yield self.name, found.start() + words[first].start(), found.start() + words[last].end()
                at = last + 1


@lru_cache(maxsize=20_000)
def _tells(word: str) -> bool:
    """Whether a word alone tells that a name stands here: a patronymic, or a given name that means nothing else."""
    if PATRONYMIC.fullmatch(word):
        return True
    analyzer = morphology()
    if analyzer is None or len(word) < 4:
        return False
    parses = [parse for parse in analyzer.parse(word) if parse.is_known]
    return (
        bool(parses) and "Name" in parses[0].tag and all("Name" in parse.tag or "Surn" in parse.tag for parse in parses)
    )


@lru_cache(maxsize=20_000)
def _goes_with(word: str) -> bool:
    """Whether a capitalized word beside a given name or patronymic may be a part of the name."""
    return not is_known_word(word.split("-")[0]) and not is_thing(word)


@lru_cache(maxsize=20_000)
def is_thing(word: str) -> bool:
    """Whether a word is the name of a place or an organization, or an abbreviation, and nobody's.

    >>> [is_thing(word) for word in ("США", "Белоруссии", "Барак", "Владимир", "Лужков")]
    [True, True, False, False, False]
    """
    analyzer = morphology()
    parses = [parse.tag for parse in analyzer.parse(word) if parse.is_known] if analyzer else []
    named = any(each in tag for tag in parses for each in ("Name", "Surn", "Patr"))
    return bool(parses) and not named and any(each in parses[0] for each in ("Geox", "Orgn", "Abbr"))
