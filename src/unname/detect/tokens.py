"""Words of a text with their positions and what the shipped lists know about them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from unname.core.fold import fold
from unname.text.word_lists import read_list
from unname.text.words import BARE_WORD

TERMS = (
    "religion", "ethnicity", "nationality", "language", "kinship", "politics", "education", "health", "crime",
    "award", "weapon", "vehicle", "substance", "trait", "occupation",
)  # fmt: skip
PLACES = ("country", "region", "city", "town", "feature", "large")
NAMES = ("first_name", "family_name", "common_first")
LISTS = (*TERMS, *PLACES, *NAMES, "ordinary")

ANY = {name: 1 << number for number, name in enumerate(LISTS)}
"""Bit of a list for entries that match in any case."""
CASED = {name: bit << 32 for name, bit in ANY.items()}
"""Bit of a list for entries that match capitalized text only."""
PHRASE = 1 << 63
"""Bit of words that a longer entry begins with."""

FIRST, FAMILY, COMMON = CASED["first_name"], CASED["family_name"], CASED["common_first"]
ORDINARY = ANY["ordinary"]

_GAP = re.compile(r"[^\S\n]{0,3}[-'.]?\n?[^\S\n]{0,3}")
_SENTENCE_END = frozenset('.!?:;•*|>“"')
_ENDINGS = ("s", "es", "ies", "er", "ers", "or", "ors", "ing", "ed", "ist", "ists", "ly", "al")
WINDOW = 200_000
CONTEXT = 2_000


@dataclass(frozen=True)
class Lists:
    """The shipped lists: bits by folded word and by longer entry; most words of an entry by its first two."""

    words: dict[str, int]
    phrases: dict[str, int]
    lengths: dict[str, int]


@lru_cache(maxsize=1)
def lists() -> Lists:
    """Read the lists once."""
    words: dict[str, int] = {}
    phrases: dict[str, int] = {}
    for name in LISTS:
        entries = read_list(name)
        for bit, keys in (
            (CASED[name], [entry.lower() for entry in entries if entry[0] < "a"]),
            (ANY[name], [entry for entry in entries if entry[0] >= "a"]),
        ):
            _add(words, {key for key in keys if " " not in key}, bit)
            _add(phrases, {key for key in keys if " " in key}, bit)
    lengths: dict[str, int] = dict.fromkeys(phrases, 2)
    for phrase in phrases:
        if phrase.count(" ") > 1:
            parts = phrase.split(" ")
            pair = f"{parts[0]} {parts[1]}"
            lengths[pair] = max(lengths.get(pair, 0), len(parts))
    _add(words, {phrase.partition(" ")[0] for phrase in phrases}, PHRASE)
    return Lists(words, phrases, lengths)


@lru_cache(maxsize=1)
def ordinary_words() -> frozenset[str]:
    """The ordinary words alone, which are read faster than all lists."""
    return frozenset(read_list("ordinary"))


def is_ordinary(word: str) -> bool:
    """Whether a word in small letters is an ordinary one, or made of one by a common ending.

    >>> is_ordinary("solicitors"), is_ordinary("baker"), is_ordinary("whitcombe")
    (True, True, False)
    """
    known = ordinary_words()
    if word in known:
        return True
    for ending in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 2:
            undoubled = stem[:-1] if stem[-1] == stem[-2] else stem
            if not known.isdisjoint((stem, f"{stem}e", f"{stem}y", undoubled)):
                return True
    return False


def _add(table: dict[str, int], keys: set[str], bit: int) -> None:
    """Set the bit for the keys; most are new, and those are added in one call."""
    for key in keys & table.keys():
        table[key] |= bit
    table.update(dict.fromkeys(keys - table.keys(), bit))


@dataclass(frozen=True)
class Tokens:
    """The words of one stretch of text; positions count from the beginning of the whole text."""

    text: str
    offset: int

    @cached_property
    def folded(self) -> str:
        """The stretch as the lists are written."""
        return fold(self.text)

    @cached_property
    def uncased(self) -> bool:
        """Whether the stretch has letters but no capital."""
        return self.text.islower()

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        """Where each word stands in the stretch."""
        return [found.span() for found in BARE_WORD.finditer(self.folded)]

    @cached_property
    def keys(self) -> list[str]:
        """The folded words."""
        return BARE_WORD.findall(self.folded)

    @cached_property
    def codes(self) -> list[int]:
        """The bits of the lists that hold each word."""
        words = lists().words
        return [words.get(key, 0) for key in self.keys]

    def capital(self, index: int) -> bool:
        """Whether the word begins with a capital."""
        return 0 <= index < len(self.spans) and self.text[self.spans[index][0]].isupper()

    def gap(self, index: int) -> str:
        """What stands between the word and the next, folded; a bar after the last word."""
        if index + 1 >= len(self.spans):
            return "|"
        return self.folded[self.spans[index][1] : self.spans[index + 1][0]]

    def joined(self, index: int) -> bool:
        """Whether the word and the next can belong to one expression."""
        return _GAP.fullmatch(self.gap(index)) is not None

    def begins_sentence(self, index: int) -> bool:
        """Whether the word stands where any word would have a capital."""
        if index == 0:
            return True
        before = self.gap(index - 1)
        return "\n" in before or not _SENTENCE_END.isdisjoint(before)

    def phrases(self, index: int) -> Iterator[tuple[int, int]]:
        """Longer entries that begin at the word, as (number of words, bits), the longest first."""
        keys, found = self.keys, lists()
        if index + 1 >= len(keys):
            return
        longest = found.lengths.get(f"{keys[index]} {keys[index + 1]}", 0)
        for n_words in range(min(longest, len(keys) - index), 1, -1):
            bits = found.phrases.get(" ".join(keys[index : index + n_words]), 0)
            if bits and all(self.joined(i) for i in range(index, index + n_words - 1)):
                yield n_words, bits


def windows(text: str) -> Iterator[tuple[Tokens, int, int]]:
    """Stretches of bounded size with context around them, and the range of positions each answers for."""
    start = 0
    while start < len(text):
        end = _cut(text, start + WINDOW)
        left, right = _cut(text, max(0, start - CONTEXT)), _cut(text, end + CONTEXT)
        yield Tokens(text[left:right], left), start, end
        start = end


def _cut(text: str, position: int) -> int:
    """The next position at which no word is cut in two; within a very long word, the position itself."""
    if position <= 0 or position >= len(text):
        return min(max(position, 0), len(text))
    found = re.compile(r"\s").search(text, position, position + CONTEXT)
    return found.end() if found else position
