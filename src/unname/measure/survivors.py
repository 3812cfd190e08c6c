"""The output check: does anything that was hidden still stand in what is released, in whatever disguise?"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from unname.core.document import Document, Mention, Role, Span
from unname.core.errors import require
from unname.core.redaction import Redaction
from unname.measure.hidden_forms import Form, changed_edits, hidden_forms, trimmed
from unname.measure.ordinary import ordinary_words
from unname.measure.squeezed import INVISIBLE, Squeezed, separates, squeezed

FORMS = (
    "zero-width",
    "unicode form",
    "hyphenation",
    "line break",
    "part of a longer word",
    "other case",
    "as it stands",
    "file name",
    "metadata",
)
"""How something hidden may survive; of several disguises the first is told."""

FILE_NAMES = frozenset({"file name", "file", "id"})
"""The kinds of names that are told as file names; all others are metadata."""

_EDIT = "\ufdd0"
_BROKEN = 5
"""The least letters of a word that counts where it is split, or stands in a longer one."""

_LONG_NUMBER = 7
_WIDEST = 80
_HUMP = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])")
_SPLIT = re.compile(r"(?P<hyphen>[-\u00ad\u2010\u2011]\s*)|(?P<line>[ \t]*[\r\n\v\f\x85\u2028\u2029]\s*)")
_NEW_LINE = re.compile(r"[\r\n\v\f\x85\u2028\u2029]")
_BETWEEN = re.compile(r"\s*(?:[^\w\s]|_){0,2}\s*")
_BETWEEN_DIGITS = re.compile(r"[ ./\u00a0-]{1,2}")
_ENDINGS = frozenset("s es ian ians ish ist ists ism esque".split())
_BEFORE_SENTENCE = frozenset('.!?:;\n\u2022"\u201c([*-')


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
    found = [
        Survivor(hit.form.entity, hit.disguise, f"{hit.start}..{hit.end}")
        for hit in search.hits(_outside_edits(document, redaction))
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
        pieces += (redaction.text[at : new.start], _EDIT * (new.stop - new.start))
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


@dataclass
class _Search:
    """Finds all forms in one pass over a text."""

    forms: Sequence[Form] = field(repr=False)

    def __post_init__(self) -> None:
        self._by_letters: Mapping[str, list[Form]] = defaultdict(list)
        for form in self.forms:
            self._by_letters[form.letters].append(form)
        self._automaton = require("ahocorasick", "all").Automaton()
        for letters in self._by_letters:
            self._automaton.add_word(letters, letters)
        self._automaton.make_automaton()

    def hits(self, text: str) -> list[_Hit]:
        """What counts of all that is found; of hits of one entity inside each other, the longest."""
        plain = squeezed(text)
        found = [
            _Hit(form, plain.places[first], plain.places[last] + 1, disguise)
            for last, letters in self._automaton.iter(plain.letters)
            for first in [last + 1 - len(letters)]
            for form in self._by_letters[letters]
            if (disguise := _Reading(text, plain, first, last, form).disguise())
        ]
        return list(_longest(found))


def _longest(hits: Iterable[_Hit]) -> Iterator[_Hit]:
    reach: dict[str, int] = {}
    for hit in sorted(hits, key=lambda hit: (hit.start, -hit.end)):
        if hit.end > reach.get(hit.form.entity, -1):
            reach[hit.form.entity] = hit.end
            yield hit


@dataclass(frozen=True)
class _Reading:
    """Letters of a text, from `first` to `last`, that are those of a form."""

    text: str = field(repr=False)
    plain: Squeezed = field(repr=False)
    first: int
    last: int
    form: Form

    def disguise(self) -> str:
        """How the form survives here, or nothing if it does not."""
        kinds = self._gap_kinds()
        if kinds is None:
            return ""
        edges = (self._before(), self.first), (self._after(), self.last)
        if any(self._goes_on(near, edge) for near, edge in edges) and not self._tells_in_longer_word():
            return ""
        if any(near[:1].isalnum() for near, _ in edges):
            kinds.add("part of a longer word")
        kinds |= self._letter_kinds()
        if self.form.is_phrase and self._written_here().islower():
            return ""
        if self.form.cased and (not kinds <= {"line break", "zero-width"} or self._starts_sentence()):
            return ""
        return next((kind for kind in FORMS if kind in kinds), "as it stands")

    def _gap_kinds(self) -> set[str] | None:
        """What stands between the letters where the form has something else; None if that separates them."""
        kinds: set[str] = set()
        places, form = self.plain.places, self.form
        for at in range(self.first + 1, self.last + 1):
            between = self.text[places[at - 1] + 1 : places[at]]
            own = at - self.first in form.gaps
            if not between and not own:
                continue
            kind = self._own_gap(between, at) if own else self._strange_gap(between, at)
            if kind is None:
                return None
            kinds |= kind
        return kinds

    def _own_gap(self, between: str, at: int) -> set[str] | None:
        """Any blanks and a few signs are as good as those of the form; none at all make one word of several."""
        kinds = {"zero-width"} if INVISIBLE.search(between.replace("\u00ad", "")) else set()
        seen = INVISIBLE.sub("", between)
        if _EDIT in seen or len(seen) > _WIDEST or not _BETWEEN.fullmatch(seen):
            return None
        if _NEW_LINE.search(seen):
            kinds.add("line break")
        return kinds if seen or self._is_in_number(at) else kinds | {"part of a longer word"}

    def _strange_gap(self, between: str, at: int) -> set[str] | None:
        """A word may be split at a hyphen or the end of a line, and a long number at blanks and signs."""
        split = _SPLIT.fullmatch(between)
        if split and len(between) > _WIDEST:
            return None
        if split is None and not any(map(separates, between)):
            return {"zero-width"} if INVISIBLE.search(between) else {"unicode form"}
        if self._is_in_number(at):
            return (
                {"hyphenation"} if self.form.n_digits >= _LONG_NUMBER and _BETWEEN_DIGITS.fullmatch(between) else None
            )
        if split is None or len(self.form.letters) < _BROKEN:
            return None
        return {"hyphenation" if split["hyphen"] else "line break"}

    def _is_in_number(self, at: int) -> bool:
        return self.plain.letters[at - 1].isdigit() and self.plain.letters[at].isdigit()

    def _letter_kinds(self) -> set[str]:
        seen, hidden = self._written_here(), _written(self.form.surface)
        if seen == hidden:
            return set()
        return {"other case"} if seen.casefold() == hidden.casefold() else {"unicode form"}

    def _written_here(self) -> str:
        return _written(self.text[self.plain.places[self.first] : self.plain.places[self.last] + 1])

    def _goes_on(self, near: str, edge: int) -> bool:
        """Whether a word goes on beyond an edge: in letters after letters, or, for a word alone, behind a hyphen."""
        if near[:1].isalnum():
            return near[0].isdigit() == self.plain.letters[edge].isdigit()
        return self.form.alone and len(near) > 1 and near[0] == "-" and near[1].isalnum()

    def _before(self) -> str:
        """The two characters before the first letter, the nearest first, as far as they are seen."""
        start = self.plain.places[self.first]
        return INVISIBLE.sub("", self.text[max(0, start - 4) : start])[::-1][:2]

    def _after(self) -> str:
        end = self.plain.places[self.last] + 1
        return INVISIBLE.sub("", self.text[end : end + 4])[:2]

    def _tells_in_longer_word(self) -> bool:
        """Whether the longer word is a handle or an inflection of a name, and no word of its own."""
        form = self.form
        if len(form.letters) < _BROKEN or form.cased or not form.named:
            return False
        before, after = self._word_around()
        word = before + form.letters + after
        if word in ordinary_words():
            return False
        if form.n_digits:
            return form.n_digits > _BROKEN
        start = self.plain.places[self.first] - len(before)
        is_proper = word.isalpha() and self.text[start : start + 1].isupper()
        return not is_proper or (not before and after in _ENDINGS)

    def _word_around(self) -> tuple[str, str]:
        start, end = self.plain.places[self.first], self.plain.places[self.last] + 1
        before = re.search(r"[^\W_]*$", self.text[max(0, start - 40) : start])
        after = re.match(r"[^\W_]*", self.text[end : end + 40])
        return (before[0] if before else "").lower(), (after[0] if after else "").lower()

    def _starts_sentence(self) -> bool:
        start = self.plain.places[self.first]
        before = self.text[max(0, start - 40) : start].rstrip(" \t")
        return not before or before[-1] in _BEFORE_SENTENCE


def _written(text: str) -> str:
    """The letters of a text as they are written, without blanks, signs and what is not seen."""
    return "".join(sign for sign in INVISIBLE.sub("", text) if sign.isalnum())
