"""The output check: does anything that was hidden still stand in what is released, in whatever disguise?"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from unname.core.document import Document, Mention, Role, Span
from unname.core.errors import require
from unname.core.redaction import Redaction
from unname.measure.heard import Beside, Ear, beside
from unname.measure.hidden_forms import Form, changed_edits, gaps_of, hidden_forms, trimmed
from unname.measure.misspelled import Speller
from unname.measure.reading import BACKWARD, EDIT, FORMS, LOOSE, ROTATED, Pattern, Reading
from unname.measure.squeezed import Squeezed, loosened, squeezed
from unname.measure.undressed import undressed

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
    search = _Search(forms)
    kept = _Kept(document, redaction)
    text = _outside_edits(document, redaction)
    hits = search.hits(text) + _beside_edits(document, redaction, text, forms)
    found = [
        Survivor(hit.form.entity, hit.disguise, f"{hit.start}..{hit.end}")
        for hit in _longest(hits)
        if not kept.decides(hit)
    ]
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

        What detectors passed over is no other thing if it has the same label and reads the same.
        """
        at = bisect_right(self.mentions, hit.start, key=lambda each: each[0].start) - 1
        if at < 0 or hit.form.named:
            return False
        span, entity, mention = self.mentions[at]
        if entity == hit.form.entity or hit.end > span.end:
            return False
        same = squeezed(trimmed(self.redaction.text[slice(*span)], hit.form.alone)).letters == hit.form.letters
        return mention.role is not Role.NONE or mention.label != hit.form.label or not same

    def _is_same(self, old: Span, new: Span) -> bool:
        return self.document.text[slice(*old)] == self.redaction.text[slice(*new)]


@dataclass(frozen=True)
class _Hit:
    form: Form
    start: int
    end: int
    disguise: str


def _beside_edits(document: Document, redaction: Redaction, text: str, forms: Sequence[Form]) -> list[_Hit]:
    """What says in brackets how something hidden is said or written elsewhere."""
    whole = {form.entity: form for form in reversed(forms)}
    edits = [
        Beside(Span(new.start, new.stop), whole[entity])
        for entity, _, new in changed_edits(document, redaction)
        if entity in whole
    ]
    return [_Hit(heard.form, *heard.span, heard.disguise) for heard in beside(text, edits)] if edits else []


@dataclass
class _Search:
    """Finds all forms in one pass over each way of reading a text."""

    forms: Sequence[Form] = field(repr=False)

    def __post_init__(self) -> None:
        self._plain, self._loose = _Automaton(), _Automaton()
        for form in self.forms:
            self._plain.add(Pattern(form, form.letters, form.gaps))
            for pattern in _turned(form):
                self._plain.add(pattern)
            if pattern := _loosened(form):
                self._loose.add(pattern)
        self._ear, self._speller = Ear(self.forms), Speller(self.forms)

    def hits(self, text: str) -> list[_Hit]:
        """What counts of all that is found; of hits of one entity inside each other, the longest."""
        found = [_Hit(heard.form, *heard.span, heard.disguise) for heard in self._ear.hears(text)]
        found += [_Hit(form, *span, "misspelled") for form, span in self._speller.misspelled(text)]
        for way in undressed(text):
            readings = [(squeezed(way.text), self._plain), (loosened(way.text), self._loose)]
            for letters, automaton in readings:
                found += (
                    _Hit(reading.form, way.starts[reading.start], way.ends[reading.end - 1], way.kind or disguise)
                    for reading in automaton.readings(way.text, letters)
                    if (disguise := reading.disguise())
                )
        return list(_longest(found))


class _Automaton:
    """Finds patterns in the letters of a text."""

    def __init__(self) -> None:
        self._by_letters: dict[str, list[Pattern]] = defaultdict(list)

    def add(self, pattern: Pattern) -> None:
        """Search for this pattern, too."""
        self._by_letters[pattern.letters].append(pattern)

    @cached_property
    def _automaton(self) -> Any:
        automaton = require("ahocorasick", "all").Automaton()
        for letters in self._by_letters:
            automaton.add_word(letters, letters)
        automaton.make_automaton()
        return automaton

    def readings(self, text: str, letters: Squeezed) -> Iterator[Reading]:
        """Every place where the letters of a pattern stand."""
        if not self._by_letters:
            return
        for last, found in self._automaton.iter(letters.letters):
            first = last + 1 - len(found)
            for pattern in self._by_letters[found]:
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
