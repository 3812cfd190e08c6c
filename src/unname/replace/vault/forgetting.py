"""Whom to forget: which places of which documents are theirs, and which surrogates nobody else needs."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple
from unicodedata import normalize

from unname.core.document import Document
from unname.core.fold import fold
from unname.replace.book import Identity, scope_of
from unname.replace.restore import Change, Kept, restore_text
from unname.replace.russian.paradigms import FAMILY, GIVEN, PATRONYMIC
from unname.replace.russian.paradigms import forms_of as declined
from unname.replace.russian.readings import read_word
from unname.text import russian
from unname.text.words import BARE_WORD, LETTERS, NAME_WORD, TOKEN, UNHYPHENATED, WORD

SHORTEST = 3
"""Letters of a part of a name that is looked for by itself; "de" and "J" are in other names, too."""

_OF_WOMEN = re.compile("(?<=[ое]в)н(?:а|ы|е|у|ои|ою)$|(?:инич|ич)н(?:а|ы|е|у|ои|ою)$")
_FOLDED_YOT = re.compile("(?<=[аеиоуыэюя])и$")


class Forgotten(NamedTuple):
    """What was removed: documents that are about the person, places in all documents, surrogates, noted words."""

    documents: int
    places: int
    identities: int
    words: int

    @property
    def is_nothing(self) -> bool:
        """Whether there was nothing to forget."""
        return not any(self)


@dataclass(eq=False)
class Forgetting:
    """Decides about one person, by id or by name, while all that a vault holds is looked through.

    A document is about the person if its `person` is that id: all its changes are forgotten, with its own id and its
    file. In other documents the changes that hold the whole name are forgotten, and there also those that hold a part
    of it ("Ms Okoro", "b.okoro@..."). A surrogate is forgotten if it is one within the person's documents, if its
    original is the whole name, or if nothing that is still kept holds its words. Words in Cyrillic letters are the same
    whatever their case, and a whole name also with the family name first, or with a patronymic that was not asked for;
    what a man is called in one case and a woman in another cannot be told apart. Ids are exact.
    """

    person: str = field(repr=False)
    key: bytes = field(default=b"", repr=False)
    gone: set[str] = field(default_factory=set, repr=False)
    needed: set[str] = field(default_factory=set, repr=False)
    scopes: set[str] = field(default_factory=set, repr=False)
    n_documents: int = 0
    n_places: int = 0
    _gone_keys: set[str] = field(default_factory=set, init=False, repr=False)
    _needed_keys: set[str] = field(default_factory=set, init=False, repr=False)

    def __post_init__(self) -> None:
        name = words_of(self.person)
        self._orders = _orders(name)
        self._may_skip = len(self._orders) > 1 and not any(map(russian.PATRONYMIC.fullmatch, name))
        self._parts = _keys_of([word for word in name if len(word) >= SHORTEST] or name)
        self._called = _normal(self.person)
        self.scopes.add(self.person)
        self.gone.update(forms_of(self.person), *map(_cases_of, russian_words(self.person)))
        self._gone_keys |= _keys_of(forms_of(self.person))

    def without_person(self, kept: Kept) -> Kept:
        """What may still be kept of a document."""
        if kept.person is not None and _normal(kept.person) == self._called:
            left = self._clear(kept)
            self.n_documents += kept != left
        else:
            left = self._thin_out(kept)
        if left != kept:
            scope = kept.scope or scope_of(Document(kept.id, restore_text(kept, kept.text).text), self.key)
            left = replace(left, scope=scope)
            self.scopes.add(scope)
        self.n_places += sum(old != new for old, new in zip(kept.changes, left.changes, strict=True))
        still = _forms_in(left.changes)
        if left != kept:
            self.scopes.update((kept.id, kept.document))
            before = _forms_in(kept.changes)
            self.gone |= before - still
            self._gone_keys |= _keys_of(before) - _keys_of(still)
        self.needed |= still
        self._needed_keys |= _keys_of(still)
        return left

    def need(self, identity: Identity) -> None:
        """Take note of a surrogate that stays, and of its words."""
        forms = forms_of(identity.original)
        self.needed |= forms
        self._needed_keys |= _keys_of(forms)

    def is_gone(self, identity: Identity) -> bool:
        """Whether a surrogate is forgotten; asked when all documents were looked through."""
        words = words_of(identity.original)
        if identity.scope == self.person or self._holds_name(words):
            return True
        if not words or not _are_among(words, self._gone_keys):
            return False
        return (identity.scope != "" and identity.scope in self.scopes) or not _are_among(words, self._needed_keys)

    def _clear(self, kept: Kept) -> Kept:
        """A document about the person: that something was released under its id, and nothing else."""
        changes = tuple(Change(change.span, None) for change in kept.changes)
        return Kept(kept.id, "", changes, kept.id, number=kept.number, run=kept.run)

    def _thin_out(self, kept: Kept) -> Kept:
        """A document about somebody else, or nobody knows whom."""
        if not any(self._holds_name(words_of(change.original or "")) for change in kept.changes):
            return kept
        changes = [
            Change(change.span, None) if self._holds_part(change.original or "") else change for change in kept.changes
        ]
        for at, (change, after) in enumerate(pairwise(changes)):
            between = kept.text[change.span.end : after.span.start]
            is_before = after.original is None and not between.strip(' \u00a0«"“')
            if is_before and russian.PREPOSITION.fullmatch(change.original or ""):
                changes[at] = Change(change.span, None)  # "Со" tells how the name behind it began
        document, source = ("" if self._holds_part(name) else name for name in (kept.document, kept.source))
        return replace(kept, changes=tuple(changes), document=document or kept.id, source=source)

    def _holds_part(self, text: str) -> bool:
        return not self._parts.isdisjoint(_keys_of(words_of(text)))

    def _holds_name(self, words: list[str]) -> bool:
        if self._may_skip:
            words = [word for word in words if not russian.PATRONYMIC.fullmatch(word)]
        return any(_holds(words, order) for order in self._orders)


def words_of(text: str) -> list[str]:
    """The folded words of a text, by which people are looked for."""
    return BARE_WORD.findall(fold(text))


def forms_of(text: str) -> set[str]:
    """Whatever of a text may have been noted as a word: folded, with hyphens and apostrophes or without, or whole."""
    folded = fold(text)
    ways = (WORD, UNHYPHENATED, BARE_WORD, TOKEN, NAME_WORD, LETTERS)
    return {folded, _normal(text), *folded.split(), *(word for way in ways for word in way.findall(folded))}


def russian_words(text: str) -> set[str]:
    """The words of a text in Cyrillic letters, with hyphens and without."""
    words = russian.WORD.findall(normalize("NFC", text))
    return {part for word in words for part in (word, *re.split(r"[-'\u2019]", word))}


def _cases_of(word: str) -> set[str]:
    """All forms of the names of which a Russian word may be one, folded, as far as a dictionary is installed."""
    if russian.morphology() is None:
        return set()
    bases = {(reading.base, part) for part in (GIVEN, PATRONYMIC, FAMILY) for reading in read_word(word, part)}
    return {fold(form) for base, part in bases for form in declined(base, part)}


def _orders(name: list[str]) -> list[list[str]]:
    """The orders in which a name is written: in Russian the family name may be the first or the last word."""
    if len(name) < 2 or not all(map(russian.WORD.fullmatch, name)):
        return [name] if name else []
    return [name, [*name[1:], name[0]], [name[-1], *name[:-1]]]


def _holds(words: list[str], name: list[str]) -> bool:
    """Whether the words of a name, in any form, stand in a row."""
    starts = range(len(words) - len(name) + 1)
    return any(all(_keys(words[at + n]) & _keys(word) for n, word in enumerate(name)) for at in starts)


@lru_cache(maxsize=65536)
def _keys(word: str) -> frozenset[str]:
    """What a folded word is known again by: itself, or what all its forms have in common if it may be Russian."""
    if not russian.WORD.fullmatch(word):
        return frozenset({word})
    # The surrogate of a patronymic is that of a man's; and folding makes "и" of "й", which endings are told by.
    forms = {word, _FOLDED_YOT.sub("й", word), _OF_WOMEN.sub("ич", word)}
    return frozenset(key for form in forms for key in russian.name_keys(form))


def _keys_of(words: Iterable[str]) -> set[str]:
    return {key for word in words for key in _keys(word)}


def _are_among(words: Iterable[str], keys: set[str]) -> bool:
    return all(not keys.isdisjoint(_keys(word)) for word in words)


def _forms_in(changes: tuple[Change, ...]) -> set[str]:
    return {form for change in changes for form in forms_of(change.original or "")}


def _normal(text: str) -> str:
    return " ".join(fold(text).split())
