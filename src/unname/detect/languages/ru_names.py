"""Names of people in Russian text by their form: initials, patronymics, given names, and names behind titles."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from unname.core.document import Role
from unname.detect.rules.rule import Anchors, Found
from unname.text.russian import PATRONYMIC, is_family_name, is_known_word, is_no_noun, may_be_person, morphology

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
_BEHIND = re.compile(rf"{_INITIAL}|{NAME_WORD}(?![\w])")
_WIDEST = 80
_NO_FAMILY = frozenset(
    "ул пр пер наб пл ст г гг им ао оао пао зао ооо мм см млн млрд руб ук гк кодекс рф ссср россия суд статья".split()
)


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
            if behind := _other_family(found, text):
                yield self.name, *behind
            elif both or not is_known_word(family):
                yield self.name, found.start(), found.end()


def _other_family(found: re.Match[str], text: str) -> tuple[int, int] | None:
    """Where the name stands if the word before initials cannot be one, and one follows: "Позже Ю. М. Лужков"."""
    if not found["before"] or not is_no_noun(found["before"]):
        return None
    name = INITIALS.search(text, found.end("before") + 1)
    return name.span() if name and name["after"] and name.start() < found.end() else None


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
            for first, last in _runs([word[0] for word in words]):
                yield self.name, found.start() + words[first].start(), found.start() + words[last].end()


def _runs(words: list[str]) -> Iterator[tuple[int, int]]:
    """First and last word of each name among capitalized words side by side.

    A family name follows; it stands first where a patronymic follows, or nothing else that may be one.
    """
    at = 0
    while at < len(words):
        if not _tells(words[at]):
            at += 1
            continue
        first = last = at
        while last + 1 < len(words) and last - first < 3 and (_tells(words[last + 1]) or _goes_with(words[last + 1])):
            last += 1
        leads = last == first or PATRONYMIC.fullmatch(words[last])
        if leads and first > 0 and _goes_with(words[first - 1]) and (last > first or is_family_name(words[first - 1])):
            first -= 1
        yield first, last
        at = last + 1


@dataclass(frozen=True)
class Titled:
    """Names behind a title or a kinship: the words in capitals that may be names of people.

    Between title and name may stand what somebody is the head of ("президент Украины Виктор ..."), which is no name.
    """

    titles: str
    name: str = "titled"
    label: str = "PERSON"
    role: Role = Role.DIRECT

    def find(self, text: str, anchors: Anchors) -> Iterator[Found]:
        """Every name behind a title, without it."""
        for title in re.finditer(rf"(?<![\w-])(?:{self.titles})[ \u00a0]+(?=[А-ЯЁ])", text):
            at, taken = title.end(), list[re.Match[str]]()
            for word in _BEHIND.finditer(text, title.end(), title.end() + _WIDEST):
                is_name = _goes_with(word[0].rstrip("."))
                if text[at : word.start()].strip(" \u00a0") or (taken and not is_name) or len(taken) > 3:
                    break
                at = word.end()
                taken += [word] * is_name
            if any(len(word[0]) > 2 for word in taken):
                yield self.name, taken[0].start(), taken[-1].end()


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
    return len(word) == 1 or may_be_person(word.split("-")[0])
