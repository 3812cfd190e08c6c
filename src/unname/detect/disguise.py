"""What was found once, in disguise: another case, run together, split, inside a longer word, digits regrouped.

A text is searched by its letters and digits alone. Whether a hit counts is decided by what stands between and around
them, and by what kind of thing is searched.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from unname.core.document import Span
from unname.core.errors import require
from unname.core.fold import fold
from unname.detect.tokens import ordinary_words


class Kind(StrEnum):
    """What is searched, and so in which disguise it counts.

    A name counts in any case, split at a hyphen or a line end, and in a longer word that is no word of its own (a
    handle). A phrase counts in any case and run together, a word of it in small letters only, a code with its digits
    in other groups, and what is denied wherever it can be read.
    """

    NAME = "name"
    PHRASE = "phrase"
    WORD = "word"
    CODE = "code"
    DENIED = "denied"


@dataclass(frozen=True)
class Form:
    """Letters and digits to search, and before which of them a blank or sign belongs."""

    letters: str = field(repr=False)
    gaps: frozenset[int] = field(repr=False)
    kind: Kind


LONGEST = 64
"""A form of more letters is not searched: nobody disguises so much, and each hit is read letter by letter."""

_EDGE, _SET_OFF, _INSIDE = "edge", "set off", "inside"
_HANDLE = frozenset("_@#")
_LEAST_INSIDE = 5
"""The least letters of a name that counts inside of a longer word, where nothing sets it off."""
_JOINED = 7
"""The least letters of several words that count where they are run together."""
_REGROUPED = 6
"""The least digits that count where they are grouped in another way."""

_OWN = re.compile(r"\s{0,10}(?:[^\w\s]|_){0,2}\s{0,10}")
_END = re.compile(r"[.!?;:]\s")
_SPLIT = re.compile(r"[\u0300-\u036f]+|_|[-\u00ad\u2010\u2011]\s{0,10}|[ \t]{0,3}\r?\n\s{0,10}")
_IN_CODE = re.compile(r"[ ./\u00a0\u2010-\u2015_-]{1,3}")
_ANY = re.compile(r"(?i)\b(?:an?|no|any|some|each|every|another)\s$")
"""Words before something that is one of many, and so is not called by its name."""
_TOKEN = re.compile(r"\w*")
_LAST_SIGN = re.compile(r"(?s).*\W")
_ENDINGS = frozenset("s es ian ians ish ist ists ism esque".split())
_WIDEST = 100


def form_of(surface: str, kind: Kind) -> Form | None:
    """The form of a surface, or None if it has too few letters, or too many.

    >>> form_of("Project Heron", Kind.PHRASE)
    Form(kind=<Kind.PHRASE: 'phrase'>)
    """
    folded = fold(surface)
    places = [place for place, sign in enumerate(folded) if sign.isalnum()]
    if not 1 < len(places) <= LONGEST:
        return None
    gaps = frozenset(at for at in range(1, len(places)) if places[at] > places[at - 1] + 1)
    return Form("".join(folded[place] for place in places), gaps, kind)


def disguised(text: str, forms: Iterable[Form]) -> Iterator[tuple[Span, Form]]:
    """Where the forms stand in a text, in any disguise that counts; a longer word is taken whole.

    Of places of one form that overlap, the first counts.
    """
    by_letters: dict[str, list[Form]] = {}
    for form in forms:
        by_letters.setdefault(form.letters, []).append(form)
    if not by_letters:
        return
    automaton = require("ahocorasick", "all").Automaton()
    for letters in by_letters:
        automaton.add_word(letters, letters)
    automaton.make_automaton()
    reading = _Reading(text)
    reached: dict[Form, int] = {}
    for last, letters in automaton.iter(reading.letters):
        first = last + 1 - len(letters)
        for form in by_letters[letters]:
            if reading.places[first] >= reached.get(form, 0) and (span := reading.span(first, last, form)):
                reached[form] = span.end
                yield span, form


class _Reading:
    """A text and its letters; tells what a form in it hides behind."""

    def __init__(self, text: str):
        folded = fold(text)
        self.text = text
        self.places = [place for place, sign in enumerate(folded) if sign.isalnum()]
        self.letters = "".join([folded[place] for place in self.places])
        self._gap_kinds: dict[int, _Gap] = {}

    def span(self, first: int, last: int, form: Form) -> Span | None:
        """What to hide of the letters: the form itself, or the longer word around it; None if it does not count."""
        start, end = self.places[first], self.places[last] + 1
        left, right = self._left(start), self._right(end)
        if (left == _INSIDE or right == _INSIDE) and not self._tells_inside(start, end, form):
            return None
        if not self._gaps_fit(first, last, form):
            return None
        if form.kind is Kind.CODE:
            return Span(start, end)
        is_alone = left == right == _EDGE
        if (
            form.kind is Kind.PHRASE
            and self.text[start:end].islower()
            and _ANY.search(self.text, max(0, start - 9), start)
        ):
            return None
        if form.kind is Kind.WORD:
            return Span(start, end) if is_alone and self.text[start:end].islower() else None
        return Span(start, end) if is_alone and not self._is_handle(start, end) else self._token(start, end)

    def _left(self, start: int) -> str:
        """What is before the form: an edge, something that sets it off from the word it stands in, or neither."""
        text, before = self.text, self.text[start - 1 : start]
        if not before.isalnum():
            return _EDGE
        humped = text[start].isupper() and (before.islower() or text[start + 1 : start + 2].islower())
        return _SET_OFF if humped or before.isdigit() != text[start].isdigit() else _INSIDE

    def _right(self, end: int) -> str:
        text, after = self.text, self.text[end : end + 1]
        if not after.isalnum():
            return _EDGE
        humped = after.isupper() and (text[end - 1].islower() or text[end + 1 : end + 2].islower())
        return _SET_OFF if humped or after.isdigit() != text[end - 1].isdigit() else _INSIDE

    def _gaps_fit(self, first: int, last: int, form: Form) -> bool:
        """Whether what stands between the letters is what a disguise puts there."""
        joins = form.kind is Kind.CODE or len(form.letters) >= _JOINED
        if self.places[last] - self.places[first] == last - first:
            return joins or not form.gaps
        regroups = form.kind is Kind.CODE and sum(map(str.isdigit, form.letters)) >= _REGROUPED
        is_spaced = False
        for at in range(first + 1, last + 1):
            gap = self._gap(at)
            if at - first in form.gaps:
                is_initial = at - first == 1 or at - first - 1 in form.gaps
                fits = gap.own and (is_initial or not gap.ends) if gap.text else joins
            elif form.kind is Kind.CODE:
                fits = not gap.text or (regroups and gap.in_code)
            else:
                fits = not gap.text or gap.split or gap.text == " "
                is_spaced |= gap.text == " "
            if not fits:
                return False
        return not is_spaced or self._is_split(first, last, form)

    def _is_split(self, first: int, last: int, form: Form) -> bool:
        """Whether blanks inside of a word of the form split it, and do not stand between ordinary words."""
        words = fold(self.text[self.places[first] : self.places[last] + 1]).split()
        return len(form.letters) > _LEAST_INSIDE and not ordinary_words().issuperset(words)

    def _gap(self, at: int) -> "_Gap":
        """What stands before a letter; read once, for many forms may meet there."""
        if at not in self._gap_kinds:
            text = self.text[self.places[at - 1] + 1 : self.places[at]]
            self._gap_kinds[at] = _Gap(
                text,
                own=_OWN.fullmatch(text) is not None,
                ends=_END.search(text) is not None,
                split=_SPLIT.fullmatch(text) is not None,
                in_code=_IN_CODE.fullmatch(text) is not None,
            )
        return self._gap_kinds[at]

    def _tells_inside(self, start: int, end: int, form: Form) -> bool:
        """Whether a longer word that does not set the form off is a handle or an inflection, and no word of its own."""
        if form.kind not in (Kind.NAME, Kind.DENIED) or len(form.letters) < _LEAST_INSIDE:
            return False
        token = self._token(start, end)
        word = self.text[slice(*token)].strip("@#_")
        if fold(word) in ordinary_words():
            return False
        is_proper = word.isalpha() and word[:1].isupper() and word[1:].islower()
        ending = fold(self.text[end : token.end])
        return form.kind is Kind.DENIED or not is_proper or (start == token.start and ending in _ENDINGS)

    def _token(self, start: int, end: int) -> Span:
        """The longer word around letters, with the sign that makes a handle or hashtag of it."""
        low = max(0, start - _WIDEST)
        before = _LAST_SIGN.match(self.text, low, start)
        first = before.end() if before else low
        first -= self.text[first - 1 : first] in ("@", "#")
        after = _TOKEN.match(self.text, end, end + _WIDEST)
        return Span(first, after.end() if after else end)

    def _is_handle(self, start: int, end: int) -> bool:
        around = self.text[max(0, start - 1) : start] + self.text[end : end + 1]
        return not _HANDLE.isdisjoint(around)


class _Gap(NamedTuple):
    """What stands between two letters, where it may, and whether it ends a sentence."""

    text: str
    own: bool
    ends: bool
    split: bool
    in_code: bool
