"""The output check: does anything that was hidden still stand in what is released, in whatever disguise?"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate
from typing import Any

from unname.core.document import Document, Mention, Role, Span
from unname.core.errors import require
from unname.core.fold import fold
from unname.core.redaction import Redaction
from unname.measure.leaks.hidden_forms import Form, changed_edits, gaps_of, hidden_forms, trimmed
from unname.measure.leaks.letters import BACKWARD, EDIT, FORMS, LOOSE, ROTATED, Pattern, Reading
from unname.measure.leaks.misspelled import Speller
from unname.measure.leaks.sounds import Beside, Ear, beside, foreign_scripts
from unname.measure.leaks.squeezed import Squeezed, loosened, squeezed
from unname.measure.leaks.undressed import undressed

DISGUISES = frozenset(FORMS[: FORMS.index("part of a longer word")]) | {"other case"}
"""The forms in which a few letters that are left of something tell what it was."""

STRANGE = frozenset(FORMS[: FORMS.index("zero-width")])
"""The forms that nobody writes without meaning what was hidden."""

FILE_NAMES = frozenset({"file name", "file", "id"})
"""The kinds of names that are told as file names; all others are metadata."""

_HUMP = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])")
_ROT13 = str.maketrans("abcdefghijklmnopqrstuvwxyz", "nopqrstuvwxyzabcdefghijklm")
_BACKWARD = 5
"""The least letters of a word that is searched for backward and by ROT13, too."""


@dataclass(frozen=True, slots=True)
class Survivor:
    """Something hidden that can still be read: of which entity, in which of `FORMS`, and where; never the text.

    `place` is a range of characters of the released text ("120..129"), or the number of a name that goes with it.
    """

    entity: str
    form: str
    place: str


def survivors(document: Document, redaction: Redaction, names: Sequence[tuple[str, str]] = ()) -> list[Survivor]:
    """Every place where a release, or a name that goes with it, still says what its edits hide.

    `document` is the one that was planned for, with its mentions. `names` are file names, ids and values of metadata,
    each with its kind. What an edit shows in place of something is not looked at: replacers answer for that. A place
    that was looked at as something else and kept ("Sweden" hidden, "Kingdom of Sweden" kept) is a decision and no
    survivor, unless it is the name of a person or a code that was hidden.

    >>> from unname.core.redaction import Replacement, rewrite
    >>> letter = Document("a", "Anna Ekdahl came. Yours, EK\\u200bDAHL")
    >>> survivors(letter, rewrite(letter, [Replacement(Span(5, 11), "***", "e1")]))
    [Survivor(entity='e1', form='zero-width', place='22..29')]
    """
    forms = hidden_forms(document, redaction)
    if not forms:
        return []
    search = _Search(forms, foreign_scripts(document.text))
    kept = _Kept(document, redaction)
    text = _outside_edits(document, redaction)
    torn = _Torn(document, redaction)
    hits = [hit for hit in search.hits(text) if not kept.decides(hit)]
    hits += search.beside_edits(text, list(changed_edits(document, redaction)))
    hits += (piece for hit in search.hits(document.text, torn.is_torn) for piece in torn.pieces(hit))
    found = [Survivor(hit.form.entity, hit.disguise, f"{hit.start}..{hit.end}") for hit in _longest(hits)]
    for number, (kind, name) in enumerate(names, start=1):
        written = "file name" if kind in FILE_NAMES else "metadata"
        told = {hit.form.entity for hit in search.hits(_HUMP.sub(" ", name))}
        told |= {hit.form.entity for hit in search.hits(name)}
        found += [Survivor(entity, written, f"name {number}") for entity in sorted(told)]
    return found


def _outside_edits(document: Document, redaction: Redaction) -> str:
    """The released text with nothing to read in place of every edit, and all else where it is."""
    pieces: list[str] = []
    at = 0
    for _, _, new in changed_edits(document, redaction):
        pieces += (redaction.text[at : new.start], EDIT * (new.stop - new.start))
        at = new.stop
    return "".join([*pieces, redaction.text[at:]])


@dataclass(frozen=True)
class _Kept:
    """The mentions that stand in a release as they are."""

    document: Document
    redaction: Redaction

    @cached_property
    def mentions(self) -> list[tuple[Span, str, Mention]]:
        """Where they stand in the released text, the ids of their entities, and the mentions."""
        changed = list(changed_edits(self.document, self.redaction))
        starts = [old.start for _, old, _ in changed]
        kept = []
        for entity in self.document.entities:
            for mention in entity.mentions:
                before = bisect_right(starts, mention.span.start) - 1
                old, new = changed[before][1:] if before >= 0 else (slice(0, 0), slice(0, 0))
                span = Span(*(end - old.stop + new.stop for end in mention.span))
                if mention.span.start >= old.stop and self._is_same(mention.span, span):
                    kept.append((span, entity.id, mention))
        return sorted(kept, key=lambda each: each[0])

    def decides(self, hit: "_Hit") -> bool:
        """Whether a hit lies in something that was looked at as another entity, and kept.

        What detectors passed over is no other thing if it has the same label and reads the same, nor is a disguise.
        """
        at = bisect_right(self.mentions, hit.start, key=lambda each: each[0].start) - 1
        if at < 0 or hit.form.named or hit.disguise in STRANGE or self._is_odd(hit):
            return False
        span, entity, mention = self.mentions[at]
        if entity == hit.form.entity or hit.end > span.end:
            return False
        same = squeezed(trimmed(self.redaction.text[slice(*span)], hit.form.alone)).letters == hit.form.letters
        return mention.role is not Role.NONE or mention.label != hit.form.label or not same

    def _is_odd(self, hit: "_Hit") -> bool:
        """Whether letters are neither plain nor merely accented: Braille, circles, small capitals."""
        letters = squeezed(fold(self.redaction.text[hit.start : hit.end])).letters
        plain = "".join(sign for sign in fold(self.redaction.text[hit.start : hit.end]) if sign.isalnum())
        return letters.isascii() and letters != plain

    def _is_same(self, old: Span, new: Span) -> bool:
        return self.document.text[slice(*old)] == self.redaction.text[slice(*new)]


@dataclass(frozen=True)
class _Hit:
    form: Form
    start: int
    end: int
    disguise: str


class _Torn:
    """What edits cover in part: of a name in disguise they may leave some letters, which tell the rest."""

    def __init__(self, document: Document, redaction: Redaction) -> None:
        self._edits = [(old, new) for _, old, new in changed_edits(document, redaction)]
        self._starts = [old.start for old, _ in self._edits]
        covered = bytearray(len(document.text))
        for old, _ in self._edits:
            covered[old] = b"\x01" * (old.stop - old.start)
        left = (not hidden and _is_read(sign) for hidden, sign in zip(covered, document.text, strict=True))
        self._covered = list(accumulate(covered, initial=0))
        self._left = list(accumulate(left, initial=0))

    def is_torn(self, start: int, end: int) -> bool:
        """Whether edits cover something of a range of the original and leave something that can be read."""
        return self._covered[end] > self._covered[start] and self._left[end] > self._left[start]

    def pieces(self, hit: _Hit) -> Iterator[_Hit]:
        """What is left of a hit in the original, in places of the released text; what is no disguise is no harm."""
        if hit.disguise not in DISGUISES:
            return
        at = max(bisect_right(self._starts, hit.start) - 1, 0)
        left, shift = hit.start, 0
        while at < len(self._edits) and self._edits[at][0].start < hit.end:
            old, new = self._edits[at]
            yield from self._piece(hit, left, old.start, shift)
            left, shift, at = max(left, old.stop), new.stop - old.stop, at + 1
        yield from self._piece(hit, left, hit.end, shift)

    def _piece(self, hit: _Hit, start: int, end: int, shift: int) -> Iterator[_Hit]:
        if start < end and self._left[end] > self._left[start]:
            yield replace(hit, start=start + shift, end=end + shift)


def _is_read(sign: str) -> bool:
    return sign.isalnum() or not (sign.isascii() or sign.isspace())


def _always(start: int, end: int) -> bool:
    return True


_LONGEST = 200
"""How many letters of a pattern are searched for; the rest is compared."""


@dataclass
class _Search:
    """Finds all forms in one pass over each way of reading a text."""

    forms: Sequence[Form] = field(repr=False)
    foreign: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        self._plain, self._loose = _Automaton(), _Automaton()
        for form in self.forms:
            self._plain.add(Pattern(form, form.letters, form.gaps))
            for pattern in _turned(form):
                self._plain.add(pattern)
            if loose := _loosened(form):
                self._loose.add(loose)
        self._ear, self._speller = Ear(self.forms, self.foreign), Speller(self.forms)

    def beside_edits(self, text: str, changed: Sequence[tuple[str, slice, slice]]) -> list[_Hit]:
        """What says in brackets how something hidden is said, or written elsewhere."""
        whole = {form.entity: form for form in reversed(self.forms)}
        edits = [Beside(Span(new.start, new.stop), whole[entity]) for entity, _, new in changed if entity in whole]
        found = beside(text, edits, self.foreign) if edits else ()
        return [_Hit(heard.form, *heard.span, heard.disguise) for heard in found]

    def hits(self, text: str, concerns: Callable[[int, int], bool] = _always) -> list[_Hit]:
        """What counts of all that is found in ranges that are of concern."""
        found = [_Hit(heard.form, *heard.span, heard.disguise) for heard in self._ear.hears(text)]
        found += [_Hit(form, *span, "misspelled") for form, span in self._speller.misspelled(text)]
        found = [hit for hit in found if concerns(hit.start, hit.end)]
        for way in undressed(text):
            readings = [(squeezed(way.text), self._plain), (loosened(way.text), self._loose)]
            for letters, automaton in readings:
                for reading in automaton.readings(way.text, letters):
                    start, end = way.starts[reading.start], way.ends[reading.end - 1]
                    if concerns(start, end) and (disguise := reading.disguise()):
                        found.append(_Hit(reading.form, start, end, way.kind or disguise))
        return found


class _Automaton:
    """Finds patterns in the letters of a text, by their beginnings.

    At each letter, an automaton takes time by the length of a pattern that repeats itself, so that none may be long.
    """

    def __init__(self) -> None:
        self._by_beginning: dict[str, list[Pattern]] = defaultdict(list)

    def add(self, pattern: Pattern) -> None:
        """Search for this pattern, too."""
        self._by_beginning[pattern.letters[:_LONGEST]].append(pattern)

    @cached_property
    def _automaton(self) -> Any:
        automaton = require("ahocorasick", "all").Automaton()
        for letters in self._by_beginning:
            automaton.add_word(letters, letters)
        automaton.make_automaton()
        return automaton

    def readings(self, text: str, letters: Squeezed) -> Iterator[Reading]:
        """Every place where the letters of a pattern stand."""
        if not self._by_beginning:
            return
        for until, found in self._automaton.iter(letters.letters):
            first = until + 1 - len(found)
            for pattern in self._by_beginning[found]:
                if not letters.letters.startswith(pattern.letters, first):
                    continue
                last = first + len(pattern.letters) - 1
                # What is written plainly is judged as such, and not a second time.
                if pattern.how != LOOSE or not pattern.form.is_written(text, letters.places[first]):
                    yield Reading(text, letters.places, first, last, pattern)


def _turned(form: Form) -> Iterator[Pattern]:
    """The patterns of a form written backward and by ROT13."""
    size = len(form.letters)
    if size < _BACKWARD or not form.letters.isascii() or form.alone:
        return
    if form.letters != form.letters[::-1]:
        yield Pattern(form, form.letters[::-1], frozenset(size - gap for gap in form.gaps), BACKWARD)
    if not form.n_digits:
        yield Pattern(form, form.letters.translate(_ROT13), form.gaps, ROTATED)


def _loosened(form: Form) -> Pattern | None:
    """The pattern of a form of letters that are taken for each other."""
    if form.n_digits or form.alone:
        return None
    plain = loosened(form.surface)
    return Pattern(form, plain.letters, gaps_of(form.surface, plain.places), LOOSE) if plain.letters else None


def _longest(hits: Iterable[_Hit]) -> Iterator[_Hit]:
    reach: dict[str, int] = {}
    for hit in sorted(hits, key=lambda hit: (hit.start, -hit.end, FORMS[::-1].index(hit.disguise))):
        if hit.end > reach.get(hit.form.entity, -1):
            reach[hit.form.entity] = hit.end
            yield hit
