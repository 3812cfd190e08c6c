"""Names behind titles, in languages that have word lists of their own."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from unname.core.document import Role
from unname.core.fold import fold
from unname.detect.rules.rule import Anchors, Found
from unname.text.foreign_lists import is_ordinary, read_foreign

_WORD = re.compile(r"[^\W\d_][\w'’-]*+")
_MOST_WORDS = 7
NOUNS_IN_CAPITALS = "de"
"""The language in which a capital alone makes no name."""


@dataclass(frozen=True)
class TitledNames:
    """Names behind a title: the first word in capitals, and those after it.

    In a language that writes nouns with capitals, "Frau Blum Rechnung" is a name and a noun: there, words after the
    first must be no ordinary ones, and where a title is not `is_firm`, as "sister", the first neither.
    """

    language: str
    titles: str
    particles: str
    name: str = "titled"
    is_firm: bool = True
    label: str = "PERSON"
    role: Role = Role.DIRECT

    def find(self, text: str, anchors: Anchors) -> Iterator[Found]:
        """Every name behind a title, without it."""
        particles = frozenset(self.particles.split())
        for title in _pattern(self.titles).finditer(text):
            end = self._end(text, title.end(), particles)
            if end > title.end():
                yield self.name, title.end(), end

    def _end(self, text: str, start: int, particles: frozenset[str]) -> int:
        """Where the name that begins here ends; where it begins if there is none."""
        at = end = start
        n_names, is_led = 0, False
        for _ in range(_MOST_WORDS):
            word = _WORD.match(text, at)
            if not word:
                break
            if word[0].lower() in particles and (n_names or not word[0][0].isupper() or _another(text, word.end())):
                at, is_led = word.end() + (text[word.end() : word.end() + 1] == " "), True
                continue
            if not word[0][0].isupper() or (
                _is_open(n_names, is_led, self.is_firm) and not self._goes_on(word[0], text, word.end())
            ):
                break
            end, n_names, is_led = word.end(), n_names + 1, False
            initial = len(word[0]) == 1 and text[end : end + 1] == "."
            at = end + initial
            if text[at : at + 1] != " ":
                break
            at += 1
        return end

    def _goes_on(self, word: str, text: str, end: int) -> bool:
        folded = fold(word)
        if len(word) == 1:
            return text[end : end + 1] == "."
        if self.language != NOUNS_IN_CAPITALS or folded in read_foreign(self.language, "first"):
            return True
        listed = folded in read_foreign(self.language, "family")
        return listed or not all(is_ordinary(part, self.language) for part in word.split("-") if part)


def _is_open(n_names: int, is_led: bool, is_firm: bool) -> bool:
    """Whether a word in capitals may be no part of the name."""
    return not is_led if n_names else not is_firm


def _another(text: str, at: int) -> bool:
    return text[at + 1 : at + 2].isupper()


def _pattern(titles: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{titles})[  ](?=[^\W\d_])")
