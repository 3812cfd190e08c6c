"""The words of a person's name in a mention: which are names, initials or titles, and which of them is which."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from unname.replace.book import fold_name
from unname.replace.name_lists import FAMILY, GIVEN, read_names, script_of_word

_SIGNS = r"\s\d.,;:()\[\]{}<>\"“”„«»/\\|&+*=~^$#@!?%_·•\-"
_WORD = re.compile(rf"[^{_SIGNS}'’‘]+(?:['’‘][^{_SIGNS}'’‘]{{2,}})*(?P<possessive>['’](?:s\b)?)?", re.IGNORECASE)
_COMMA = re.compile(r"^[^,]*?,\s*\S")

MEN = frozenset("mr mister sir lord herr monsieur señor senor sr signor".split())
WOMEN = frozenset(
    "mrs ms miss madam madame mme mlle mademoiselle lady dame frau fräulein fraulein señora senora sra srta".split()
)
TITLES = frozenset(map(fold_name, MEN | WOMEN)) | frozenset(
    "dr doctor doktor prof professor rev reverend judge justice president minister officer sergeant sgt captain capt "
    "lieutenant lt colonel inspector constable detective nurse dipl phd mba msc "
    "bsc rn esq hon honourable honorable mx uncle aunt auntie grandma grandpa mum mom dad pvt cpl const insp supt "
    "consultant witness".split()
)
_BEFORE_GIVEN = frozenset("sir dame uncle aunt auntie".split())
_ALSO_NAMES = frozenset({"justice"})
"""Titles that are given names as well, and are titles for sure only behind another one: Mr Justice Mance."""

_SUFFIXES = frozenset("jr sr ii iii iv junior senior fils qc kc mp mbe obe cbe hm hmp aka".split())
_PARTICLES = frozenset(
    "de del della di da do dos das du des la le las los van von der den dem ten ter zu zum zur af av bin ben ibn bint "
    "al el ap abu st und y e et i and or the of née nee né alias aka s".split()
)
_UNSPACED = frozenset({"cjk", "hangul"})


class Word(NamedTuple):
    """One word of a mention, at its place in it: a name, an initial, or what may stay, such as a title."""

    start: int
    end: int
    text: str
    kind: str
    possessive: str = ""


def split_name(surface: str) -> list[Word]:
    """The words of a mention of a person.

    >>> [(word.text, word.kind) for word in split_name("Dr. Anna K. van Ekdahl's")]
    [('Dr', 'kept'), ('Anna', 'name'), ('K', 'initial'), ('van', 'kept'), ('Ekdahl', 'name')]
    """
    found = []
    for match in _WORD.finditer(surface):
        possessive = match["possessive"] or ""
        text = match[0].removesuffix(possessive)
        if script_of_word(text) in _UNSPACED and 2 <= len(text) <= 4:
            # Family name and given name in one.
            found.append(Word(match.start(), match.start() + 1, text[0], "name"))
            found.append(Word(match.start() + 1, match.start() + len(text), text[1:], "name", possessive))
            continue
        found.append(Word(match.start(), match.start() + len(text), text, _kind_of(text), possessive))
    return _settle(found)


def _settle(words: list[Word]) -> list[Word]:
    """The words, of which those that read like a title stand for one only before a name, and like a suffix behind it.

    Whatever else reads so is a name: King, Lord, Senior. So is all of it if there is no other name.
    """
    names = [number for number, word in enumerate(words) if word.kind in ("name", "initial")]
    if not names:
        return [word._replace(kind="name") for word in words]
    kept = []
    for number, word in enumerate(words):
        is_before, is_behind = number < names[0], number > names[-1]
        is_first_name = number == 0 and fold_name(word.text) in _ALSO_NAMES
        is_out_of_place = word.kind == "title" and (not is_before or is_first_name)
        is_out_of_place |= word.kind == "suffix" and not is_behind
        kept.append(word._replace(kind="name" if is_out_of_place else "kept") if word.kind in _READ_AS else word)
    return kept


_READ_AS = ("title", "suffix", "particle")


def _kind_of(text: str) -> str:
    folded = fold_name(text)
    if folded in TITLES:
        return "title"
    if folded in _SUFFIXES:
        return "suffix"
    if folded in _PARTICLES and text.islower():
        return "particle"
    return "initial" if len(text) == 1 and text.isalpha() and script_of_word(text) not in _UNSPACED else "name"


def is_title(text: str) -> bool:
    """Whether a text is nothing but titles, which tell nobody.

    >>> is_title("Mr."), is_title("Mr Ekdahl")
    (True, False)
    """
    words = [match[0] for match in _WORD.finditer(text)]
    return bool(words) and all(fold_name(word) in TITLES for word in words)


def name_parts(surface: str) -> Iterator[tuple[Word, str]]:
    """The names of a mention with what they are by their order; a name by itself tells only behind a title."""
    words = [word for word in split_name(surface) if word.kind != "kept"]
    names = [word for word in words if word.kind == "name"]
    has_title = any(fold_name(word.text) in TITLES for word in split_name(surface) if word.kind == "kept")
    if names and script_of_word(names[0].text) in _UNSPACED:
        yield from ((word, GIVEN if word.start else FAMILY) for word in names)
        return
    if _COMMA.match(surface) and len(words) > 1:
        comma = surface.index(",")
        yield from ((word, FAMILY if word.start < comma else GIVEN) for word in names)
        return
    if len(words) == 1:
        if has_title:
            is_knight = any(
                fold_name(word.text) in _BEFORE_GIVEN for word in split_name(surface) if word.kind == "kept"
            )
            yield from ((word, GIVEN if is_knight else FAMILY) for word in names)
        return
    capitals = [word for word in names if word.text.isupper() and len(word.text) > 1]
    if capitals and len(capitals) < len(names):
        yield from ((word, FAMILY if word in capitals else GIVEN) for word in names)
        return
    for word in names:
        if word is words[-1]:
            yield word, FAMILY
        elif word is words[0]:
            yield word, GIVEN
        else:
            yield word, GIVEN if fold_name(word.text) in read_names().given else FAMILY


def natural_order(surface: str) -> list[Word]:
    """The names and initials of a mention, the family name last."""
    words = [word for word in split_name(surface) if word.kind != "kept"]
    comma = surface.find(",")
    if not _COMMA.match(surface):
        return words
    return [word for word in words if word.start > comma] + [word for word in words if word.start < comma]


def pick_by_initials(initials: str, words: list[Word]) -> list[Word]:
    """The words that initials stand for: the first, the last, and some between, in order; none if they do not."""
    rest = iter(words)
    own = [next((word for word in rest if fold_name(word.text)[0] == fold_name(letter)), None) for letter in initials]
    found = [word for word in own if word is not None]
    return found if len(found) == len(initials) and found[0] is words[0] and found[-1] is words[-1] else []
