"""How strongly a text names somebody: the names of many people looked up in it, with what speaks for each."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from unname.core.fold import fold
from unname.people.name_forms import name_forms, natural_order
from unname.text.masks import remove_masks
from unname.text.vocabulary import TITLES
from unname.text.words import LETTERS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

FEATURES = ("whole", "full", "initial", "family", "given", "contradicted", "early", "cue", "covered")
"""What counts for or against somebody, in the order of the columns of `NameBook.evidence`:

- whole: all words of the name in a row; full: a given name within three words of the family name;
- initial: the family name behind an initial of theirs; family, given: such a word alone, rare ones count more;
- contradicted: the family name behind a given name or an initial that is not theirs;
- early: how near to the beginning the name stands; cue: how often beside words that present the person;
- covered: the share of the words of the name that stand in the text, rare ones count more.

Counts are logarithms of 1 + the count.
"""

_NEAR = 3
"""So many words may stand between a given name and the family name, and one word less between it and a cue."""

_FADES = 600.0
"""In so many characters, what the beginning of a text is worth falls to a third."""

_BEFORE = frozenset("national nationals applicant citizen case".split())
_BEHIND = frozenset("applicant born v c others".split())
"""Words that present the person whom a judgment or a life is about."""


class _Word(NamedTuple):
    """A word of a text: folded, where it begins, whether it has a capital, and whether it is an initial."""

    key: str
    start: int
    capital: bool

    @property
    def is_initial(self) -> bool:
        return len(self.key) == 1 and self.capital


class _Person(NamedTuple):
    """The words of somebody's names: given, family, letters that begin given names, and whole names in a row."""

    given: frozenset[str]
    family: frozenset[str]
    letters: frozenset[str]
    whole: tuple[tuple[str, ...], ...]

    @property
    def words(self) -> frozenset[str]:
        return self.given | self.family


@dataclass
class NameBook:
    """The names of people by their words; `rarity` is 1 for a word that one of very many bears, 0 for one of all."""

    people: Sequence[_Person] = field(repr=False)
    by_word: Mapping[str, Sequence[int]] = field(repr=False)
    rarity: Mapping[str, float] = field(repr=False)

    @classmethod
    def build(cls, names: Sequence[Sequence[str]]) -> "NameBook":
        """The book of people, each with one name or several; the number of a person is their place."""
        people = [_person(tuple(each)) for each in names]
        by_word: dict[str, list[int]] = {}
        for number, person in enumerate(people):
            for word in person.words:
                by_word.setdefault(word, []).append(number)
        most = np.log(len(people) + 1.0)
        rarity = {word: float(np.log((len(people) + 1.0) / len(found)) / most) for word, found in by_word.items()}
        return cls(people, by_word, rarity)

    def evidence(self, text: str) -> "tuple[NDArray[np.int64], Floats]":
        """The numbers of the people of whom a word stands in the text, and a row of `FEATURES` for each."""
        words = _words(text)
        places = self._places(words)
        found = sorted(places)
        rows = [self._features(self.people[number], words, places[number]) for number in found]
        return np.array(found, np.int64), np.array(rows).reshape(-1, len(FEATURES))

    def named_by(self, text: str, number: int) -> Counter[str]:
        """How often each word of somebody's names stands in the text as a name."""
        words = _words(text)
        return Counter(words[place].key for place in self._places(words).get(number, ()))

    def _places(self, words: Sequence[_Word]) -> dict[int, list[int]]:
        """For each person, where a word of their names stands, written with a capital."""
        places: dict[int, list[int]] = {}
        for place, word in enumerate(words):
            if word.capital:
                for number in self.by_word.get(word.key, ()):
                    places.setdefault(number, []).append(place)
        return places

    def _features(self, person: _Person, words: Sequence[_Word], places: Sequence[int]) -> list[float]:
        counts: Counter[str] = Counter()
        for place in places:
            counts[self._kind(person, words, place)] += 1
        whole = sum(_starts_whole(person, words, place) for place in places)
        rare = {key: self.rarity[key] for key in {words[place].key for place in places}}
        families, givens = (
            max((rare[key] for key in rare if key in side), default=0.0) for side in (person.family, person.given)
        )
        naming = [place for place in places if words[place].key in person.family] or places
        return [
            np.log1p(whole),
            np.log1p(counts["full"]),
            np.log1p(counts["initial"]),
            families * np.log1p(counts["family"]),
            givens * np.log1p(counts["given"]),
            np.log1p(counts["contradicted"]),
            np.exp(-words[naming[0]].start / _FADES),
            np.log1p(sum(_has_cue(words, place) for place in naming)),
            sum(rare.values()) / sum(self.rarity[key] for key in person.words),
        ]

    def _kind(self, person: _Person, words: Sequence[_Word], place: int) -> str:
        """As what a word of the name counts where it stands."""
        if words[place].key not in person.family:
            return "given"
        near = (*words[max(0, place - _NEAR - 1) : place], *words[place + 1 : place + 2 + _NEAR])
        if any(word.capital and word.key in person.given for word in near):
            return "full"
        before = words[place - 1] if place else None
        if before is None or not before.capital or before.key in person.family:
            return "family"
        if before.is_initial:
            return "initial" if before.key in person.letters else "contradicted"
        # A sentence that ends in front of the word says nothing against it, and a name of one word fits any other.
        touches = words[place].start - before.start - len(before.key) == 1
        is_name = touches and before.key in self.by_word and before.key not in TITLES
        return "contradicted" if is_name and len(person.letters) > 1 else "family"


def _person(names: tuple[str, ...]) -> _Person:
    forms = name_forms(names)
    wholes = (tuple(word.key for word in _words(natural_order(name), named=True)) for name in names)
    given = forms.given
    letters = frozenset(word[0] for word in given) | forms.letters
    return _Person(given, forms.family, letters, tuple(dict.fromkeys(filter(None, wholes))))


def _words(text: str, named: bool = False) -> list[_Word]:
    """The words of a text without masks; where it has no capitals, or is a name, each word counts as one."""
    plain = text if named else remove_masks(text)
    folded = fold(plain)
    everything = named or plain == plain.lower()
    return [
        _Word(found.group(), found.start(), everything or plain[found.start()].isupper())
        for found in LETTERS.finditer(folded)
    ]


def _starts_whole(person: _Person, words: Sequence[_Word], place: int) -> bool:
    for whole in person.whole:
        if whole[0] == words[place].key or len(whole[0]) == 1:
            start = place if whole[0] == words[place].key else place - _initials_in(whole)
            if start >= 0 and tuple(word.key for word in words[start : start + len(whole)]) == whole:
                return True
    return False


def _initials_in(whole: tuple[str, ...]) -> int:
    """How many initials a name begins with."""
    return next((number for number, word in enumerate(whole) if len(word) > 1), len(whole))


def _has_cue(words: Sequence[_Word], place: int) -> bool:
    before = words[max(0, place - _NEAR - 1) : place]
    behind = words[place + 1 : place + 1 + _NEAR]
    return any(word.key in _BEFORE for word in before) or any(word.key in _BEHIND for word in behind)
