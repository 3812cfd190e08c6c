"""All that is hidden is searched for in one pass over each way of reading a text."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from unname.core.document import Span
from unname.core.errors import require
from unname.core.redaction import Edit
from unname.measure.leaks.decode import decode
from unname.measure.leaks.disguises import BACKWARD, LOOSE, ROTATED, Pattern, Reading
from unname.measure.leaks.hidden_forms import Form, Hit, find_gaps
from unname.measure.leaks.inflected import Declined
from unname.measure.leaks.misspelled import Speller
from unname.measure.leaks.plain_letters import Squeezed, loosen, squeeze
from unname.measure.leaks.sounds import Beside, Ear, hear_beside

_ROT13 = str.maketrans("abcdefghijklmnopqrstuvwxyz", "nopqrstuvwxyzabcdefghijklm")

_BACKWARD = 5
"""The least letters of a word that is searched for backward and by ROT13, too."""

_LONGEST = 200
"""How many letters of a pattern are searched for; the rest is compared."""


@dataclass
class Search:
    """Finds forms in texts, by their letters, by sound and misspelled; `foreign` are scripts as `Ear` knows them."""

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
        self._finders = (Ear(self.forms, self.foreign), Speller(self.forms), Declined(self.forms))

    def find(self, text: str, concerns: Callable[[Span], bool] = lambda _: True) -> list[Hit]:
        """What counts of all that is found in ranges that are of concern."""
        hits = [hit for finder in self._finders for hit in finder.find(text) if concerns(hit.span)]
        for way in decode(text):
            for letters, automaton in ((squeeze(way.text), self._plain), (loosen(way.text), self._loose)):
                for reading in automaton.readings(way.text, letters):
                    span = Span(way.starts[reading.start], way.ends[reading.end - 1])
                    if concerns(span) and (disguise := reading.disguise()):
                        hits.append(Hit(reading.form, span, way.kind or disguise))
        return hits

    def find_beside(self, text: str, edits: Sequence[Edit]) -> list[Hit]:
        """What says in brackets beside an edit how something hidden is said, or written elsewhere."""
        whole = {form.entity: form for form in reversed(self.forms)}
        hiding = [Beside(edit.new, whole[edit.entity]) for edit in edits if edit.entity in whole]
        return list(hear_beside(text, hiding, self.foreign)) if hiding else []


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
    plain = loosen(form.surface)
    return Pattern(form, plain.letters, find_gaps(form.surface, plain.places), LOOSE) if plain.letters else None
