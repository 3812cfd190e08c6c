"""Names that are written by their sound: in another script, in the phonetic alphabet, or in syllables to read aloud."""

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from unname.core.document import Span
from unname.measure.leaks.disguises import EDIT
from unname.measure.leaks.hidden_forms import Form, Hit
from unname.measure.leaks.ordinary_words import GRAMMAR, TITLES, ordinary_words, place_names
from unname.text.scripts import cores, is_phonetic, is_unspaced, likeness, pronunciations, script_of

PHONETIC, SYLLABLES = "phonetic", "syllables"

_NOT_SPOKEN = frozenset({"DATETIME", "QUANTITY"})
_FOREIGN_SHARE = 0.3
"""The share of a text's letters below which a script is foreign to it, so that hardly anything but names is in it."""

_FEW_LETTERS = 200
"""So few letters are foreign, however short the text."""

_LEAST = {True: 0.58, False: 0.85}
"""How alike a word has to sound in a script that is foreign to the text, and in another."""

_LEAST_ALOUD = 0.7
_OTHER_SPELLING = 6
"""The least letters of a name that is known again in another spelling of the same sound."""

_LONGEST_RUN, _LONGEST_WORD = 8, 40
_ODD = re.compile("[\u0250-\u02ff\u0370-\u1fff\u2c00-\ufdcf\ufdf0-\U0010ffff]")
_MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0dff\u0e31-\u0e4e\u0eb1-\u0ecd"
)
_MARKS += "\u0f18-\u0fbc\u102b-\u109d\u1780-\u17d3\u200c\u200d\u02b0-\u02ff\u3099\u309a"
_WORD = re.compile(rf"(?:[^\W\d_]|[{_MARKS}])+(?:['\u2019\u05f3](?:[^\W\d_]|[{_MARKS}])+)*")
_LOUD, _SOFT = "[A-ZƏ]{2,8}", "[a-zə]{1,8}"
_READ_ALOUD = re.compile(
    rf"\b(?:{_SOFT}-){{0,6}}{_LOUD}(?:-{_SOFT}){{1,6}}\b|\b(?:{_SOFT}-){{1,6}}{_LOUD}\b"
    r"|(?<=\bpronounced )[^\W\d_]{1,20}(?:-[^\W\d_]{1,20}){0,6}"
)
_PROPER = re.compile(rf"\b[A-Z\u00c0-\u024f][^\W\d_]{{{_OTHER_SPELLING - 2},40}}\b")
_BESIDE = re.compile(
    rf"{EDIT}[\s,;:'\"\u201c\u201d*_]{{0,4}}(?:[(\[{{（【⟨]([^()\[\]{{}}（）【】⟨⟩\n]{{2,200}})|/([^/\n]{{2,80}})/)"
)
_OPENS = re.compile(rf"[(\[（【]\s?{EDIT}")
_BESIDE_EDIT = re.compile(rf"[^()\[\]\n{EDIT}]*\Z")
_WIDEST = 80


_FOREIGN = r"[^\s\x00-\u024f\u2010-\u206f\ufdd0]"
_FOREIGN_BEFORE = re.compile(rf"(?:{_FOREIGN}{{1,40}}[ \u00a0-]{{1,2}}){{1,3}}\Z")
_FOREIGN_AFTER = re.compile(rf"(?:[ \u00a0-]{{1,2}}{_FOREIGN}{{1,40}}){{1,3}}")

_SAID_BEFORE = re.compile(rf"(?<=[\[/(⟨])[^\[\]/()⟨⟩\n{EDIT}]*\Z")
_SAID_AFTER = re.compile(rf"[^\[\]/()⟨⟩\n{EDIT}]*(?=[\]/)⟩])")


class Beside(NamedTuple):
    """An edit: its place in the text, and the form that it hides."""

    span: Span
    form: Form


@dataclass
class Ear:
    """Hears the words of forms in a text; those in scripts that are `foreign` to it need not sound quite alike."""

    forms: Sequence[Form] = field(repr=False)
    foreign: frozenset[str] = frozenset({PHONETIC})

    def __post_init__(self) -> None:
        self._by_core: dict[str, dict[str, Form]] = defaultdict(dict)
        self._by_sound: dict[str, Form] = {}
        self._scripts: set[str] = set()
        for form in self.forms:
            for word in _spoken_words(form):
                self._scripts.add(_script(word))
                if form.named and len(word) >= _OTHER_SPELLING and word.lower() not in ordinary_words():
                    self._by_sound.setdefault(pronunciations(word)[0], form)
                for key in _keys(word):
                    self._by_core[key].setdefault(word, form)
        self._heard: dict[tuple[str, bool], Form | None] = {}

    def find(self, text: str) -> Iterator[Hit]:
        """Every form that is heard in a text."""
        if not self._by_core:
            return
        for found in _READ_ALOUD.finditer(text):
            if form := self._form(found[0].replace("-", "").lower(), SYLLABLES, is_foreign=True):
                yield Hit(form, Span(*found.span()), "pronunciation")
        for found in _PROPER.finditer(text):
            if form := self._respelled(found[0]):
                yield Hit(form, Span(*found.span()), "misspelled")
        if self._scripts <= {"latin"} and not _ODD.search(text):
            return
        for found in _WORD.finditer(text):
            word, script = found[0], _script(found[0])
            is_foreign = script in self.foreign
            if script == "latin" and self._scripts <= {"latin"}:
                continue
            kind = "pronunciation" if script == PHONETIC else "other script"
            for start, end in _windows(word, is_foreign):
                if form := self._form(word[start:end], script, is_foreign):
                    span = Span(found.start() + start, found.start() + end)
                    yield Hit(form, _with_neighbors(text, span, script) if is_foreign else span, kind)

    def _respelled(self, word: str) -> Form | None:
        """The name that a capitalized word is another spelling of."""
        said = next((said for said in pronunciations(word) if said in self._by_sound), None)
        if said is None or word.lower() in ordinary_words() or word.lower() in place_names():
            return None
        return self._by_sound[said]

    def _form(self, word: str, script: str, is_foreign: bool) -> Form | None:
        key = (word, is_foreign)
        if key not in self._heard:
            self._heard[key] = self._worked_out(word, script, is_foreign)
        return self._heard[key]

    def _worked_out(self, word: str, script: str, is_foreign: bool) -> Form | None:
        if script == "latin" and (len(word) < 4 or word.lower() in ordinary_words()):
            return None
        names = {name: form for key in _keys(word) for name, form in self._by_core.get(key, {}).items()}
        close = [
            (likeness(name, word), name)
            for name in names
            if _script(name) != script and likeness(name, word) >= _least(word, script, is_foreign)
        ]
        return names[max(close)[1]] if close else None


def hear_beside(text: str, edits: Sequence[Beside], foreign: frozenset[str]) -> Iterator[Hit]:
    """What stands in brackets beside an edit and is a pronunciation, or in a script that is foreign to the text."""
    if not _ODD.search(text):
        return
    starts = [edit.span.start for edit in edits]
    for start, said, at in _brackets(text):
        form = edits[bisect_right(starts, at) - 1].form
        odd = [word for word in _WORD.finditer(said) if _is_long(word[0]) and _script(word[0]) in foreign]
        if odd and form.label not in _NOT_SPOKEN:
            is_said = any(is_phonetic(word[0]) for word in odd)
            span = Span(start + odd[0].start(), start + odd[-1].end())
            yield Hit(form, span, "pronunciation" if is_said else "other script")


def _brackets(text: str) -> Iterator[tuple[int, str, int]]:
    """What stands in brackets behind edits, and before brackets that begin with one; where; and where the edit is."""
    for found in _BESIDE.finditer(text):
        group = found.lastindex or 0
        yield found.start(group), found[group], found.start()
    for found in _OPENS.finditer(text):
        before = text[max(0, found.start() - _WIDEST) : found.start()]
        said = _BESIDE_EDIT.search(before)[0]  # type: ignore[index]
        yield found.start() - len(said), said, found.end() - 1


def _is_long(word: str) -> bool:
    return sum(map(str.isalpha, word)) > 1


def foreign_scripts(text: str) -> frozenset[str]:
    """The scripts of a text in which few of its letters are written; the phonetic alphabet is always foreign.

    >>> sorted(foreign_scripts("A name of many letters, written Анна"))
    ['cyrillic', 'phonetic']
    """
    counts: Counter[str] = Counter()
    for character, count in Counter(text).items():
        counts[script_of(character)] += count
    del counts[""]
    most = max(_FOREIGN_SHARE * sum(counts.values()), _FEW_LETTERS)
    main = max(counts, key=lambda script: counts[script], default="")
    return frozenset({script for script, count in counts.items() if script != main and count <= most} | {PHONETIC})


def _spoken_words(form: Form) -> Iterable[str]:
    """The words of a form that can be told by their sound."""
    if form.label in _NOT_SPOKEN or form.alone:
        return []
    words = _WORD.findall(form.surface)
    # Chinese and Japanese write family and given names as one word.
    words += [word[1:] for word in words if is_unspaced(word[0]) and 2 < len(word) < 5]
    return [
        word
        for word in words
        if len(word) > (1 if is_unspaced(word[0]) else 2) and word.lower() not in GRAMMAR and word.lower() not in TITLES
        if form.named or word.lower() not in ordinary_words()
    ]


def _with_neighbors(text: str, span: Span, script: str) -> Span:
    """The range with the few words on either side that are in foreign letters, too, or in the brackets around it."""
    is_said = script == PHONETIC
    before = (_SAID_BEFORE if is_said else _FOREIGN_BEFORE).search(text[max(0, span.start - _WIDEST) : span.start])
    after = (_SAID_AFTER if is_said else _FOREIGN_AFTER).match(text, span.end, span.end + _WIDEST)
    return Span(span.start - len(before[0] if before else ""), after.end() if after else span.end)


def _script(word: str) -> str:
    return PHONETIC if is_phonetic(word[:_LONGEST_WORD]) else next(filter(None, map(script_of, word)), "")


def _keys(word: str) -> frozenset[str]:
    """The cores of a word, each also without one of its sounds, or without any l, which some write as r."""
    found = cores(word) | {core.replace("l", "") for core in cores(word)}
    shorter = {core[:at] + core[at + 1 :] for core in found for at in range(len(core)) if len(core) > 1}
    return found | shorter


def _least(word: str, script: str, is_foreign: bool) -> float:
    is_short = max(map(len, cores(word))) < 2
    return (_LEAST_ALOUD if script == SYLLABLES else _LEAST[is_foreign]) + 0.1 * is_short


def _windows(word: str, is_foreign: bool) -> Iterator[tuple[int, int]]:
    """The ranges of a word to listen to: the whole, or, in a script without blanks, any of a name's length."""
    if len(word) <= _LONGEST_WORD:
        yield 0, len(word)
    if is_foreign and len(word) > 2 and is_unspaced(word[0]):
        for start in range(len(word)):
            yield from ((start, end) for end in range(start + 2, min(start + _LONGEST_RUN, len(word)) + 1))
