"""Names with one letter wrong, missing, too many, or changed with its neighbor, or with signs for some letters."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from unname.core.document import Span
from unname.core.fold import fold
from unname.measure.leaks.hidden_forms import Form, Hit
from unname.measure.leaks.ordinary_words import ordinary_words, place_names

LEAST = 7
"""The least letters of a word that is known again with a wrong one."""

_LONG_WORD = re.compile(r"[^\W\d_]{5,40}")
_CENSORED = re.compile(
    r"[^\W\d_]{1,20}[*#_?\u2022\u2588.-]{1,4}[^\W\d_]{1,20}(?:[*#_?\u2022\u2588]{1,4}[^\W\d_]{1,20})?"
)
_WORD = re.compile(rf"[^\W\d_]{{{LEAST - 1},40}}")


@dataclass
class Speller:
    """Finds the long words of forms in a text where one letter of theirs is wrong."""

    forms: Sequence[Form] = field(repr=False)

    def __post_init__(self) -> None:
        self._by_rest: dict[str, list[tuple[str, Form]]] = defaultdict(list)
        for form in self.forms:
            if form.named and not form.alone and not form.cased:
                for word in {fold(found) for found in _WORD.findall(form.surface)}:
                    if len(word) >= LEAST and word not in ordinary_words():
                        for rest in _rests(word):
                            self._by_rest[rest].append((word, form))
        self._by_ends: dict[tuple[str, str, int], list[tuple[str, Form]]] = defaultdict(list)
        for form in self.forms:
            for word in {fold(found) for found in _LONG_WORD.findall(form.surface) if form.named and not form.alone}:
                self._by_ends[word[0], word[-1], len(word)].append((word, form))
        self._known: dict[str, Form | None] = {}

    def find(self, text: str) -> Iterator[Hit]:
        """Every form of which a word is misspelled."""
        if not self._by_ends:
            return
        for found in _WORD.finditer(text):
            word = found[0]
            if word not in self._known:
                self._known[word] = self._meant(fold(word))
            if form := self._known[word]:
                yield Hit(form, Span(*found.span()), "misspelled")
        for found in _CENSORED.finditer(text):
            if form := self._censored(fold(found[0])):
                yield Hit(form, Span(*found.span()), "misspelled")

    def _censored(self, word: str) -> Form | None:
        """The form of which some letters are replaced by signs."""
        seen = re.compile(re.sub(r"[^\w]|_", ".", word))
        named = self._by_ends.get((word[0], word[-1], len(word)), ())
        return next((form for name, form in named if seen.fullmatch(name)), None)

    def _meant(self, word: str) -> Form | None:
        for rest in _rests(word):
            for name, form in self._by_rest.get(rest, ()):
                # A name in a longer word is judged by what else is in that word.
                if name not in word and is_misspelled(word, name) and not _is_other_word(word):
                    return form
        return None


def is_misspelled(word: str, name: str) -> bool:
    """Whether a word is a name with one letter wrong, missing, too many, or changed with its neighbor.

    >>> is_misspelled("witcombe", "whitcombe"), is_misspelled("whitcobme", "whitcombe"), is_misspelled("wit", "whitt")
    (True, True, False)
    """
    start = next((at for at, (one, other) in enumerate(zip(word, name, strict=False)) if one != other), None)
    if start is None:
        return abs(len(word) - len(name)) == 1
    one, other = word[start:], name[start:]
    is_changed = one[:2] == other[1::-1] and one[2:] == other[2:]
    return is_changed or one[1:] == other[1:] or one[1:] == other or one == other[1:]


def _is_other_word(word: str) -> bool:
    return word in ordinary_words() or word.removesuffix("s") in ordinary_words() or word in place_names()


def _rests(word: str) -> set[str]:
    """The word, and what is left of it without each of its letters."""
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}
