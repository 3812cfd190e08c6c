"""Where a text names the person it is known to be about, by any of their names and the forms of these.

Runs of words that are names, initials or particles of that person are judged together: "Will Long", "W. Long" and
"Mr Long" name somebody, "will" and "long" alone do not, unless a capital or the lack of any case says so.
"""

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property
from typing import NamedTuple

from unname.core.document import Span
from unname.core.fold import fold
from unname.detect.person_names import ABBREVIATIONS
from unname.detect.propagate import is_in_date
from unname.detect.tokens import is_ordinary
from unname.people.name_forms import NameForms, name_forms
from unname.text.scripts import is_unspaced
from unname.text.sentences import starts_sentence
from unname.text.vocabulary import CALENDAR, FUNCTION_WORDS, PARTICLES, SUFFIXES, TITLES
from unname.text.words import BARE_WORD, LETTERS

_GAP = re.compile(r"\s{1,3}|[-']")
_INVERTED = re.compile(r",\s{1,3}")
_AFTER_INITIAL = re.compile(r"\.?(?:-|\s{0,3})")
_TITLE_BEFORE = re.compile(r"(?:^|[^\w])([^\W\d_]+)\.?\s{1,3}$")
_DETERMINED = re.compile(r"\b(the|an?|this|that|no|any|some|each|every|another|his|her|its|their|our|my|your)\s$")
_ACTS = re.compile(r"'s\b|\s(?:was|has|had|said|says|told|went|works|lives|asked|wrote|\w{3,20}ed)\b")
_ELIDED = re.compile(r"(?<![^\W_])[^\W\d_]'$")
_NEVER_ALONE = FUNCTION_WORDS | CALENDAR
_DOUBTFUL = _NEVER_ALONE | TITLES | PARTICLES | SUFFIXES
_FEWEST_INITIALS = 3
"""The fewest initials that count without periods."""


class _Kind(Enum):
    GIVEN = auto()
    FAMILY = auto()
    PARTICLE = auto()
    INITIAL = auto()


_NAMES = frozenset({_Kind.GIVEN, _Kind.FAMILY})


class _Word(NamedTuple):
    start: int
    end: int
    key: str
    kind: _Kind


def find_names(text: str, names: Sequence[str]) -> list[Span]:
    """Where a text names the person of these names.

    A family name counts alone: as a word that is no ordinary one in any case, as an ordinary one with a capital that
    no sentence or article explains, and in a text without capitals. A given name counts alone where it is no ordinary
    word, one of two letters only where nothing with a capital stands beside it. In company (two names, a name with an
    initial or a title) all of them count. Initials alone count with periods, or without if there are three or more;
    not if they are a common abbreviation.

    >>> text = "Long met W. Long and Mr Long; it will take long, will it?"
    >>> [text[start:end] for start, end in find_names(text, ["Will Long"])]
    ['W. Long', 'Long']
    """
    search = _Search(text, name_forms(tuple(names)))
    found = [span for run in search.runs() if (span := search.judge(run))]
    unspaced = {name for name in names if len(name) > 1 and is_unspaced(name[0])}
    return found + [Span(*each.span()) for name in sorted(unspaced) for each in re.finditer(re.escape(name), text)]


@dataclass(frozen=True)
class _Search:
    """A text and what to look for in it."""

    text: str
    forms: NameForms

    @cached_property
    def folded(self) -> str:
        return fold(self.text)

    @cached_property
    def uncased(self) -> bool:
        """Whether case tells nothing, as the text is in one case throughout."""
        return self.text.islower() or self.text.isupper()

    @cached_property
    def kinds(self) -> dict[str, _Kind]:
        forms = self.forms
        kinds = dict.fromkeys(forms.particles, _Kind.PARTICLE)
        return kinds | dict.fromkeys(forms.given, _Kind.GIVEN) | dict.fromkeys(forms.family, _Kind.FAMILY)

    @cached_property
    def initials(self) -> frozenset[str]:
        """What stands for names: single letters, and the initials of a name or of all given names in one."""
        several = {initials[:n] for initials in self.forms.initials for n in range(2, len(initials) + 1)}
        return self.forms.letters | (several - ABBREVIATIONS)

    def runs(self) -> Iterator[list[_Word]]:
        """Words of the names that stand side by side."""
        run: list[_Word] = []
        for found in BARE_WORD.finditer(self.folded):
            key = found[0]
            kind = self.kinds.get(key)
            if kind is None and key in self.initials:
                kind = _Kind.INITIAL
            word = _Word(*found.span(), key, kind) if kind else None
            if word and word.kind is _Kind.INITIAL and not (self._is_dotted(word) or self._text(word).isupper()):
                word = None
            if run and (word is None or not self._joins(run[-1], word)):
                yield run
                run = []
            if word:
                run.append(word)
        if run:
            yield run

    def _text(self, word: _Word) -> str:
        return self.text[word.start : word.end]

    def _is_dotted(self, word: _Word) -> bool:
        """Whether a word is a letter with a period, as an initial is in whatever case."""
        return len(word.key) == 1 and self.text[word.end : word.end + 1] == "."

    def _joins(self, last: _Word, word: _Word) -> bool:
        gap = self.folded[last.end : word.start]
        if last.kind is _Kind.INITIAL:
            return _AFTER_INITIAL.fullmatch(gap) is not None
        if last.kind is _Kind.FAMILY and word.kind in (_Kind.GIVEN, _Kind.INITIAL) and _INVERTED.fullmatch(gap):
            return True
        return _GAP.fullmatch(gap) is not None

    def judge(self, run: list[_Word]) -> Span | None:
        """What of a run names the person, if anything."""
        run = self._trim(run)
        names = [word for word in run if word.kind in _NAMES]
        if not names:
            return self._span(run) if run and self._are_initials(run) else None
        has_initials = any(word.kind is _Kind.INITIAL for word in run)
        in_company = has_initials or len({word.key for word in names}) > 1 or self._is_titled(run[0].start)
        is_certain = (in_company and any(map(self._may_be_name, names))) or any(map(self._counts_alone, names))
        return self._span(run) if is_certain or any(map(self._is_dotted, run)) else None

    def _trim(self, run: list[_Word]) -> list[_Word]:
        """The run without what need not be a part of a name at its ends: particles, letters, ordinary small words."""
        if any(not self.text[word.start].islower() for word in run if word.kind in _NAMES):
            run = self._without_small(self._without_small(run)[::-1])[::-1]
        first, last = 0, len(run)
        while first < last and self._is_stray(run[first : first + 2], "ai", before_name=True):
            first += 1
        while first < last and self._is_stray(run[first:last][:-3:-1], self.forms.letters):
            last -= 1
        return run[first:last]

    def _without_small(self, run: list[_Word]) -> list[_Word]:
        """The run without names at its beginning that are ordinary words in small letters, as another has a capital."""
        first = 0
        while run[first].kind in _NAMES and not self._may_be_name(run[first]):
            first += 1
        return run[first:]

    def _is_stray(self, edge: Sequence[_Word], letters: Container[str], before_name: bool = False) -> bool:
        """Whether the first of two words at an end of a run is no part of a name."""
        word, *inner = edge
        if word.kind is _Kind.PARTICLE:
            return not (before_name and inner and inner[0].kind in (_Kind.FAMILY, _Kind.PARTICLE))
        is_bare = word.kind is _Kind.INITIAL and len(word.key) == 1 and not self._is_dotted(word)
        return is_bare and word.key in letters and not (inner and inner[0].kind is _Kind.INITIAL)

    def _span(self, run: Sequence[_Word]) -> Span:
        end, elided = run[-1].end, _ELIDED.search(self.folded, max(0, run[0].start - 3), run[0].start)
        return Span(
            elided.start() if elided else run[0].start,
            end + self._is_dotted(run[-1]),
        )

    def _may_be_name(self, word: _Word) -> bool:
        return self.uncased or not self.text[word.start].islower() or not _is_doubtful(word.key)

    def _is_titled(self, start: int) -> bool:
        before = _TITLE_BEFORE.search(self.folded, max(0, start - 20), start)
        return before is not None and before[1] in TITLES

    def _are_initials(self, run: Sequence[_Word]) -> bool:
        letters = "".join(word.key for word in run)
        if letters not in self.forms.initials or letters in ABBREVIATIONS:
            return False
        start, end = self._span(run)
        if self.text[max(0, start - 2) : start].rstrip(" ").endswith(".") or self.text[end : end + 1].isalnum():
            return False
        if all(map(self._is_dotted, run)):
            return len(letters) > 1 and (self.uncased or self.text[start:end].isupper())
        return len(run) == 1 and len(letters) >= _FEWEST_INITIALS and not self.uncased and not _is_doubtful(letters)

    def _counts_alone(self, word: _Word) -> bool:
        surface, is_short = self._text(word), len(word.key) == 2
        if word.kind is _Kind.GIVEN or is_short:
            if _is_doubtful(word.key):
                return False
            if is_short:
                return surface.istitle() and (word.kind is _Kind.FAMILY or not self._is_beside_capitals(word))
            return len(word.key) > 3 or not surface[0].islower()
        if self.uncased:
            return word.key not in FUNCTION_WORDS
        if not _is_doubtful(word.key):
            return len(word.key) > 3 or not surface[0].islower()
        return not surface[0].islower() and self._is_proper(word)

    def _is_proper(self, word: _Word) -> bool:
        """Whether an ordinary word has its capital because it is a name."""
        if self._text(word).isupper() and self._is_beside_capitals(word, shouted=True):
            return False
        if starts_sentence(self.text, word.start):
            is_used = word.key in _NEVER_ALONE or re.search(rf"\b{word.key}\b", self.text)
            return not is_used or _ACTS.match(self.folded, word.end) is not None
        determiner = _DETERMINED.search(self.folded, max(0, word.start - 9), word.start)
        if determiner and determiner[1] not in self.kinds:
            return False
        return not (word.key in CALENDAR and is_in_date(self.text, Span(word.start, word.end)))

    def _is_beside_capitals(self, word: _Word, shouted: bool = False) -> bool:
        """Whether the word before or after, but for blanks, has a capital, or is written in capitals."""
        before = LETTERS.findall(self.text, max(0, word.start - 40), word.start)
        after = LETTERS.match(self.text, word.end + 1)
        near = [before[-1]] if before and self.text[word.start - 1 : word.start].isspace() else []
        near += [after[0]] if after and self.text[word.end : word.end + 1].isspace() else []
        return any(each.isupper() and len(each) > 1 if shouted else each[0].isupper() for each in near)


def _is_doubtful(key: str) -> bool:
    """Whether a word is, or may be, an ordinary one."""
    return key in _DOUBTFUL or is_ordinary(key)
