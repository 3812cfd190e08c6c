"""Clean text for detection, with exact offsets into the original.

Zero-width and control characters are removed, letters that only look Latin are folded to Latin inside words
that mix scripts, full-width and mathematical letters, small capitals and digits of other scripts become plain ones,
exotic spaces become a space, decomposed letters are composed, and a capitalized word that was split at the end of a
line, spaced out or cut by markup is put together.
Nothing of this is ever released: detectors read the clean text, and every span is mapped back.
"""

import heapq
import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from unname.core.document import Span
from unname.detect.confusables import LATIN, RUSSIAN
from unname.detect.inside_words import taken_out
from unname.detect.letterforms import plain_letters
from unname.detect.markup import find_escapes
from unname.text.russian import is_dictionary_word
from unname.text.words import TOKEN

# Whatever is not listed here is judged character by character. ASCII comes first: ranges are tried in order.
_ODD = re.compile(
    "[^\t-\r -~\u00a1-\u00ac\u00ae-\u01c3\u01cd-\u01f0\u01f4-\u02af\u0370-\u0373\u0376-\u0379\u037b-\u0482"
    "\u048a-\u0590\u05d0-\u05f4\u0620-\u064a\u0660-\u066f\u0671-\u06d5\u0904-\u0939\u2012-\u2027\u20a0-\u20c0"
    "\u2190-\u245f\u3001-\u3030\u3041-\u3096\u30a1-\u30ff\u4e00-\u9fff\uac00-\ud7a3"
    "\U0001f300-\U0001faff\U00020000-\U0003134f]+"
)
# A name, not "47-year-\nold": what begins with a small letter is more often a compound than a split word.
_SPLIT = re.compile(r"\b[A-Z\u00c0-\u00de][^\W\d_]{1,40}(?:(-\r?\n[ \t]*)|\u00ad(\r?\n[ \t]*))(?=[^\W\d_])")
_BLANKS = re.compile(r"\s\s+|[^\S ]")
_LETTER = "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f"
_LOOKS_LATIN = "".join(LATIN)
_MIXED = re.compile(f"[{_LETTER}][0-9_]*[{_LOOKS_LATIN}]|[{_LOOKS_LATIN}][0-9_]*[{_LETTER}]")
_FOLDABLE = re.compile(f"[{_LETTER}{_LOOKS_LATIN}0-9_]+")
_TO_LATIN = str.maketrans(LATIN)
_LOOKS_RUSSIAN = "".join(RUSSIAN)
_CYRILLIC, _LATIN = re.compile("[\u0400-\u04ff]"), re.compile(f"[{_LETTER}]")
_MIXED_RUSSIAN = re.compile(
    rf"(?<!\w)(?=[{_LOOKS_RUSSIAN}]*[\u0400-\u04ff])(?=[\u0400-\u04ff]*[{_LOOKS_RUSSIAN}])"
    rf"[\u0400-\u04ff{_LOOKS_RUSSIAN}]+(?!\w)|(?<!\w)[{_LOOKS_RUSSIAN}]{{4,}}(?!\w)"
)
_TO_RUSSIAN = str.maketrans(RUSSIAN)
_FEW_LETTERS = 10
"""The Cyrillic letters below which nothing is said of what a text is written in."""

# Format characters that are drawn (Arabic number signs and the like) stay; some letters are never drawn.
_DRAWN = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd")
_NEVER_DRAWN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0")
_PLAIN = {"\x85": "\n", "\u2028": "\n", "\u2029": "\n", "\u2800": " ", "\u2010": "-", "\u2011": "-"}
_MARK = "mark"


class _Change(NamedTuple):
    """A piece of the original whose clean form has another length."""

    old: Span
    new: Span


@dataclass(frozen=True)
class Normalized:
    """A clean text and the way back to the original."""

    text: str = field(repr=False)
    changes: tuple[_Change, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        # The positions to search in, and the distance from clean to original behind each change.
        object.__setattr__(self, "_new", [change.new.start for change in self.changes])
        object.__setattr__(self, "_old", [change.old.start for change in self.changes])

    _new: list[int] = field(init=False, repr=False, compare=False)
    _old: list[int] = field(init=False, repr=False, compare=False)

    def original(self, span: Span) -> Span:
        """The range of the original text that a range of the clean text stands for, gaps inside included."""
        return Span(self._back(span.start, at_end=False), self._back(span.end - 1, at_end=True))

    def clean(self, span: Span) -> Span:
        """The range of the clean text that stands for a range of the original; empty if all was removed."""
        start = self._forth(span.start, at_end=False)
        return Span(start, max(start, self._forth(span.end, at_end=True)))

    def _back(self, position: int, at_end: bool) -> int:
        index = bisect_right(self._new, position) - 1
        if index < 0:
            return position + at_end
        old, new = self.changes[index]
        if position < new.end:
            return old.end if at_end else old.start
        return old.end + position - new.end + at_end

    def _forth(self, position: int, at_end: bool) -> int:
        # A bound inside a change takes in the whole change.
        index = (bisect_left if at_end else bisect_right)(self._old, position) - 1
        if index < 0:
            return position
        old, new = self.changes[index]
        if position < old.end:
            return new.end if at_end else new.start
        return new.end + position - old.end


def normalize(text: str) -> Normalized:
    """The clean form of a text.

    >>> clean = normalize("J\\u200bohn")
    >>> clean.text, clean.original(Span(0, 4))
    ('John', Span(start=0, end=5))
    """
    changed = _changed(
        text, _apart(heapq.merge(_rewritten(text), _rejoined(text), taken_out(text), find_escapes(text)))
    )
    return replace(changed, text=_unmixed(plain_letters(changed.text)))


def on_one_line(text: str) -> Normalized:
    """The text with single spaces for blanks of every kind and number.

    >>> on_one_line("Anna\\r\\n  Quill").text
    'Anna Quill'
    """
    return _changed(text, ((Span(*found.span()), " ") for found in _BLANKS.finditer(text)))


def _changed(text: str, rewritten: Iterable[tuple[Span, str]]) -> Normalized:
    pieces: list[str] = []
    changes: list[_Change] = []
    at = length = 0
    for old, new in rewritten:
        pieces += (text[at : old.start], new)
        length += old.start - at
        if old.end - old.start != 1 or len(new) != 1:
            changes.append(_Change(old, Span(length, length + len(new))))
        length += len(new)
        at = old.end
    pieces.append(text[at:])
    return Normalized("".join(pieces), tuple(changes))


def _apart(rewritten: Iterable[tuple[Span, str]]) -> Iterator[tuple[Span, str]]:
    """What does not begin inside of the piece before it."""
    end = 0
    for span, new in rewritten:
        if span.start >= end:
            end = span.end
            yield span, new


def _rejoined(text: str) -> Iterator[tuple[Span, str]]:
    """Every line end inside a capitalized word, with the hyphen before it."""
    if "-\n" not in text and "-\r\n" not in text and "\u00ad" not in text:
        return
    for found in _SPLIT.finditer(text):
        if text[found.end()].islower():
            yield Span(*found.span(found.lastindex or 0)), ""


def _rewritten(text: str) -> Iterator[tuple[Span, str]]:
    """Every piece that changes, in order, with its clean form."""
    done = 0
    for run in _ODD.finditer(text):
        start = run.start()
        # A mark belongs to the letter before it, which is itself nothing odd.
        if start > done and any(_form(character) is _MARK for character in run[0]):
            start -= 1
        for span in _clusters(text, start, run.end()):
            new = _composed(text[span.start : span.end])
            if new != text[span.start : span.end]:
                yield span, new
        done = run.end()


def _clusters(text: str, start: int, end: int) -> Iterator[Span]:
    """A letter with the marks on it (and what is removed behind it), a syllable of jamo, or one character."""
    first = start
    for position in range(start + 1, end):
        character = text[position]
        if _form(character) not in (_MARK, "") and not "\u1160" <= character <= "\u11ff":
            yield Span(first, position)
            first = position
    yield Span(first, end)


def _composed(cluster: str) -> str:
    if len(cluster) == 1:
        form = _form(cluster)
        return cluster if form is _MARK else form
    letters = "".join(character if _form(character) is _MARK else _form(character) for character in cluster)
    composed = unicodedata.normalize("NFC", letters)
    if composed[:1] < "\u0250":
        # What did not compose with a Latin letter is decoration (struck-out or "zalgo" letters).
        composed = "".join(character for character in composed if not unicodedata.combining(character))
    return composed


@lru_cache(maxsize=8192)
def _form(character: str) -> str:
    """What a character becomes: nothing, another character, itself, or `_MARK`."""
    if character in _PLAIN:
        return _PLAIN[character]
    category = unicodedata.category(character)
    if category == "Zs" or "\x1c" <= character <= "\x1f":
        return " "
    if character in _NEVER_DRAWN or _is_selector(character):
        return ""
    if category in ("Cf", "Cc") and character not in _DRAWN:
        return "" if character not in "\t\n\r\v\f" else character
    if category.startswith("M"):
        return _MARK
    return _compatible(character)


def _is_selector(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def _compatible(character: str) -> str:
    """Letters in disguise become plain; signs, fractions and raised digits keep their meaning."""
    kind = unicodedata.decomposition(character).partition(" ")[0]
    plain = unicodedata.normalize("NFKC", character)
    is_letter = plain.isalpha() and (kind == "<circle>" or character.isalpha())
    return plain if kind in ("<wide>", "<narrow>", "<font>") or (kind and is_letter) else character


def _unmixed(text: str) -> str:
    """Fold look-alikes in words that mix scripts: to Latin or, in a text in Cyrillic letters, to these.

    A word is folded only if all its letters then are of that script.
    """
    if text.isascii():
        return text
    cyrillic = len(_CYRILLIC.findall(text))
    if cyrillic > _FEW_LETTERS and cyrillic > len(_LATIN.findall(text)):
        text = _MIXED_RUSSIAN.sub(_in_russian, text)
    pieces: list[str] = []
    at = 0
    for found in _MIXED.finditer(text):
        if found.start() < at:
            continue
        start = found.start()
        while start > at and (text[start - 1].isalnum() or text[start - 1] == "_"):
            start -= 1
        end = TOKEN.match(text, start).end()  # type: ignore[union-attr]
        word = text[start:end]
        pieces += (text[at:start], word.translate(_TO_LATIN) if _FOLDABLE.fullmatch(word) else word)
        at = end
    pieces.append(text[at:])
    return "".join(pieces)


def _in_russian(word: re.Match[str]) -> str:
    """A word with the letters of the Russian alphabet; one in Latin letters alone only if it is a Russian word then."""
    written = word[0].translate(_TO_RUSSIAN)
    return word[0] if word[0].isascii() and not is_dictionary_word(written) else written
