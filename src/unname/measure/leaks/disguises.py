"""Letters of a text that are those of something hidden: whether they say it, and in which disguise."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from unname.measure.leaks.hidden_forms import Form
from unname.measure.leaks.ordinary_words import GRAMMAR, TITLES, known_names, ordinary_words
from unname.measure.leaks.plain_letters import INVISIBLE, looks_like, separates, squeeze
from unname.text.scripts import is_unspaced

DISGUISES = (
    "encoded",
    "markup",
    "pronunciation",
    "other script",
    "misspelled",
    "spaced letters",
    "look-alikes",
    "zero-width",
    "unicode form",
    "hyphenation",
    "line break",
    "part of a longer word",
    "other ending",
    "other case",
    "as it stands",
    "file name",
    "metadata",
)
"""How something hidden may still stand there; of several disguises the first is told."""

EDIT = "\ufdd0"
"""Stands for every character that an edit shows."""

PLAIN, LOOSE, BACKWARD, ROTATED = "plain", "loose", "backward", "rotated"
"""How letters are compared: as they are, with those that are taken for each other as one, backward, by ROT13."""

_BROKEN = 5
"""The least letters of a word that counts wherever it is split, or stands in a longer one."""

_LONG = 8
"""The least letters of what counts wherever a sign splits it, even into ordinary words."""

_LONG_NUMBER = 7
_WIDEST = 80
_NEW_LINE = re.compile(r"[\r\n\v\f\x85\u2028\u2029]")
_LINE_END = re.compile(r"(?:[-\u2010\u2011]\s*|[ \t]*[\r\n\v\f\x85\u2028\u2029\t]\s*)")
_BETWEEN = re.compile(r"\s*(?:[^\w\s]|_){0,4}\s*")
_BETWEEN_DIGITS = re.compile(r"(?:[^\w]|_){1,3}")
_BETWEEN_LETTERS = re.compile(r"(?:[^\w]|_){1,5}")
_NO_SENTENCE = re.compile(r"(?:(?![.!?;:]\s)(?:\W|_)){1,7}")
_ENDINGS = frozenset("s es ian ians ish ist ists ism esque".split())
_BEFORE_SENTENCE = frozenset('.!?:;\n\u2022"\u201c([*-')
_WORD_BEFORE = re.compile(r"[^\W_]*\Z")
_WORD_AFTER = re.compile(r"[^\W_]*")
_HANDLE = re.compile(r"[\w.+-]*@")


@dataclass(frozen=True)
class Pattern:
    """The letters of a form as they are searched for, with the places before which a blank or a sign belongs."""

    form: Form
    letters: str = field(repr=False)
    gaps: frozenset[int] = field(repr=False)
    how: str = PLAIN


@dataclass(frozen=True)
class Reading:
    """Letters of a text, from `first` to `last`, that are those of a pattern; `places` says where each stands."""

    text: str = field(repr=False)
    places: Sequence[int] = field(repr=False)
    first: int
    last: int
    pattern: Pattern

    def disguise(self) -> str:
        """How the form stands here, or nothing if it does not."""
        if self.pattern.how == LOOSE and squeeze(self.text[self.start : self.end]).letters == self.form.letters:
            return ""  # it is judged as it is written, and not a second time
        kinds = self._gap_kinds()
        if kinds is None or not self._is_bounded(kinds):
            return ""
        if self._before or self._after:
            kinds.add("part of a longer word")
        kinds |= self._letter_kinds()
        if self.form.cased and not self._stands_out(kinds):
            return ""
        if self.pattern.how != PLAIN and not self._is_strange(kinds):
            return ""
        return next((kind for kind in DISGUISES if kind in kinds), "as it stands")

    @property
    def form(self) -> Form:
        """What was hidden."""
        return self.pattern.form

    @property
    def start(self) -> int:
        """Where the first letter stands."""
        return self.places[self.first]

    @cached_property
    def end(self) -> int:
        """Where the last letter ends, with those that only double it."""
        end = self.places[self.last] + 1
        if self.pattern.how == LOOSE:
            while looks_like(self.text[end : end + 1]) == self.pattern.letters[-1]:
                end += 1
        return end

    # What stands between the letters

    def _gap_kinds(self) -> set[str] | None:
        """What stands between the letters where the form has something else; None if that separates them."""
        kinds: set[str] = set()
        splits: list[str] = []
        cuts = [self.start]
        for at in range(self.first + 1, self.last + 1):
            between = self.text[self.places[at - 1] + 1 : self.places[at]]
            own = at - self.first in self.pattern.gaps
            if not between and not own:
                continue
            if EDIT in between or len(between) > _WIDEST:
                return None
            kinds |= _unseen_kinds(between)
            seen = "".join(sign for sign in between if separates(sign) and not sign.isalnum())
            if own:
                kind = self._own_gap(seen, at)
                if kind is None:
                    return None
                kinds |= kind
            if seen:
                cuts += (self.places[at - 1] + 1, self.places[at])
                if not own:
                    splits.append(seen)
        if splits and self.pattern.how in (BACKWARD, ROTATED):
            return None
        pieces = [self.text[one:other] for one, other in zip(cuts[::2], [*cuts[1::2], self.end], strict=True)]
        split = self._split_kinds(splits, pieces) if splits else set()
        return None if split is None else kinds | split

    def _own_gap(self, seen: str, at: int) -> set[str] | None:
        """Any blanks and a few signs are as good as those of the form; none at all make one word of several."""
        if not _BETWEEN.fullmatch(seen):
            return None
        kinds = {"line break"} if _NEW_LINE.search(seen) else set()
        is_number = self._raw(at - 1).isdigit() and self._raw(at).isdigit()
        return kinds if seen or is_number else kinds | {"part of a longer word"}

    def _split_kinds(self, splits: list[str], pieces: list[str]) -> set[str] | None:
        """How letters that belong together are split; None if these are words of their own."""
        size = len(self.pattern.letters)
        if all(map(_has_digit, pieces)):
            needed = _BROKEN if self.form.named else _LONG_NUMBER
            is_fine = self.form.n_digits >= needed and all(map(_BETWEEN_DIGITS.fullmatch, splits))
            return {"hyphenation"} if is_fine else None
        if size > 2 and len(pieces) > 2 and all(len(_letters(piece)) == 1 for piece in pieces):
            return {"spaced letters"} if all(map(_BETWEEN_LETTERS.fullmatch, splits)) else None
        is_signs, at_line_end = all(map(_is_sign, splits)), all(map(_LINE_END.fullmatch, splits))
        same = self._written_here == _written(self.form.surface)
        # Of two words, "and/or" is the only common way to make one that looks like a name.
        joins = at_line_end or (is_signs and "/" not in splits)
        means_it = (size >= _BROKEN and joins) or (size >= _LONG and (is_signs or same))
        if self._are_words(pieces) and not means_it:
            return None
        if at_line_end and size > 2:
            return {"hyphenation" if any("-" in split or "\u2010" in split for split in splits) else "line break"}
        least = 3 if is_signs else 4 if same else _BROKEN
        if all(map(_NO_SENTENCE.fullmatch, splits)) and size >= least:
            return {"spaced letters"}
        return None

    def _are_words(self, pieces: list[str]) -> bool:
        """Whether all pieces are words that everybody uses."""
        return all(len(piece) > 1 and piece.lower() in ordinary_words() for piece in pieces)

    # What stands around them

    def _is_bounded(self, kinds: set[str]) -> bool:
        """Whether no word goes on beyond either end, or one that tells the form just the same."""
        before, after = self._goes_on(self._before[-1:], self.first), self._goes_on(self._after[:1], self.last)
        if self.form.alone and (self._joins(self.start - 1, -1) or self._joins(self.end, 1)):
            return False
        if not (before or after):
            return True
        is_split = bool(kinds & {"spaced letters", "hyphenation", "line break"}) and not self.form.n_digits
        return self.pattern.how in (PLAIN, LOOSE) and not is_split and self._tells_in_longer_word(before, after)

    def _goes_on(self, near: str, edge: int) -> bool:
        if not near or (is_unspaced(near) and is_unspaced(self._raw(edge))):
            return False
        return near.isdigit() == self._raw(edge).isdigit() or self.pattern.how == LOOSE

    def _joins(self, at: int, step: int) -> bool:
        """Whether a hyphen with another word behind it stands there."""
        return self.text[at : at + 1] == "-" and at + step >= 0 and self.text[at + step : at + step + 1].isalnum()

    @cached_property
    def _before(self) -> str:
        if _ends_word(self.text[max(0, self.start - 1) : self.start]):
            return ""
        seen = _seen(self.text[max(0, self.start - 40) : self.start])
        return _WORD_BEFORE.search(seen)[0]  # type: ignore[index]

    @cached_property
    def _after(self) -> str:
        if _ends_word(self.text[self.end : self.end + 1]):
            return ""
        seen = _seen(self.text[self.end : self.end + 40])
        return _WORD_AFTER.match(seen)[0]  # type: ignore[index]

    def _tells_in_longer_word(self, before: bool, after: bool) -> bool:
        """Whether the longer word is put together of the form and others, or inflects it, and no word of its own."""
        form, size = self.form, len(self.form.letters)
        if form.n_digits:
            return form.named and form.n_digits > _BROKEN
        written = self._written_here
        word = f"{self._before}{written}{self._after}".lower()
        if size < 3 or word in ordinary_words():
            return False
        if (not before or self._begins_hump()) and (not after or self._ends_hump()):
            return word not in known_names()
        if form.cased and not form.is_full_name:
            return False
        if form.named and size >= _BROKEN:
            is_proper = word.isalpha() and (self._before or written)[0].isupper()
            return not is_proper or (not before and self._after in _ENDINGS) or word not in known_names()
        is_handle = bool(_HANDLE.match(self.text, self.end, self.end + 40))
        rests = [self._before * before, self._after * after]
        return size > 3 and word not in known_names() and (is_handle or all(map(_is_compound, rests)))

    def _begins_hump(self) -> bool:
        first, second = (self.text[at : at + 1] for at in (self.start, self.start + 1))
        return first.isupper() and (not self._before[-1:].isupper() or second.islower())

    def _ends_hump(self) -> bool:
        return self._after[0].isupper() and self.text[self.end - 1].islower()

    # How they are written

    def _letter_kinds(self) -> set[str]:
        if self.pattern.how in (BACKWARD, ROTATED):
            return {"encoded"}
        seen, hidden = self._written_here, _written(self.form.surface)
        if seen == hidden:
            return set()
        if seen.casefold() == hidden.casefold():
            return {"other case"}
        return {"look-alikes"} if self.pattern.how == LOOSE else {"unicode form"}

    def _is_strange(self, kinds: set[str]) -> bool:
        """Whether what was compared loosely or backward is no word that means something else."""
        word = f"{self._before}{self.text[self.start : self.end]}{self._after}".lower()
        n_letters = sum(map(str.isalpha, self._written_here))
        size = max(len(self._written_here), self.last + 1 - self.first)
        if word in ordinary_words() or size < (4 if self.pattern.how == LOOSE else _BROKEN):
            return False
        if self.pattern.how != LOOSE:
            return True
        is_shorter = size < _BROKEN and size < len(self.form.letters)
        return not is_shorter and (2 if size < _BROKEN else 6) * n_letters >= size

    def _stands_out(self, kinds: set[str]) -> bool:
        """Whether an ordinary word or words that were hidden as a name are meant as one here."""
        written, is_full = self._written_here, self.form.is_full_name
        if kinds & {"spaced letters", "look-alikes", "encoded"} or _is_odd(written):
            return True
        if is_full:
            return not written.islower() or not _has_blank(self.text[self.start : self.end])
        same = {"line break", "zero-width", "hyphenation"}
        if kinds <= (same if self.pattern.gaps else same | {"part of a longer word"}):
            return not self._starts_sentence()
        return kinds == {"other case"} and written.isupper() and len(written) > 2 and self._is_shouted_alone()

    def _is_shouted_alone(self) -> bool:
        """Whether a word in capitals, no part of grammar, has neighbors that are not."""
        if self._written_here.lower() in GRAMMAR or self._written_here.lower() in TITLES:
            return False
        before, after = self.text[max(0, self.start - 40) : self.start], self.text[self.end : self.end + 40]
        around = re.findall(r"[^\W\d_]{2,}", before)[-2:] + re.findall(r"[^\W\d_]{2,}", after)[:2]
        return bool(around) and not any(map(str.isupper, around))

    def _starts_sentence(self) -> bool:
        before = self.text[max(0, self.start - 40) : self.start].rstrip(" \t")
        return not before or before[-1] in _BEFORE_SENTENCE

    @cached_property
    def _written_here(self) -> str:
        return _written(self.text[self.start : self.end])

    def _raw(self, at: int) -> str:
        return self.text[self.places[at]]


def _unseen_kinds(between: str) -> set[str]:
    kinds = {"hyphenation"} if "\u00ad" in between else set()
    if INVISIBLE.search(between.replace("\u00ad", "")):
        kinds.add("zero-width")
    if any(map(unicodedata.combining, between)):
        kinds.add("unicode form")
    return kinds


def _is_compound(rest: str) -> bool:
    """Whether the rest of a word is nothing, a number, or made of one or two words or names."""
    if not rest or rest.isdigit():
        return True
    words, low = ordinary_words(), rest.lower()
    is_known = low in words or low in known_names()
    return len(low) > 2 and (is_known or any(low[:at] in words and low[at:] in words for at in range(2, len(low) - 1)))


def _is_odd(written: str) -> bool:
    """Whether letters are neither plain nor merely accented, as small capitals are."""
    return any(letter > "\u024f" for letter in written) and squeeze(written).letters.isascii()


def _written(text: str) -> str:
    """The letters of a text as they are written, without blanks, signs and what is not seen."""
    return "".join(sign for sign in INVISIBLE.sub("", text) if sign.isalnum())


def _ends_word(sign: str) -> bool:
    return sign.isascii() and not sign.isalnum() and sign.isprintable()


def _seen(text: str) -> str:
    return text if text.isascii() and text.isprintable() else "".join(filter(separates, text))


def _letters(piece: str) -> str:
    return squeeze(piece).letters


def _has_digit(piece: str) -> bool:
    return any(map(str.isdigit, piece)) and not any(map(str.isalpha, piece))


def _is_sign(split: str) -> bool:
    """Whether a split is of signs alone, or of strings that a program puts together."""
    return not _has_blank(split) or not set('"+&').isdisjoint(split)


def _has_blank(piece: str) -> bool:
    return any(map(str.isspace, piece))
