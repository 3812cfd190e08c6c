"""Whom to forget: which places of which documents are theirs, and which surrogates nobody else needs."""

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from unname.core.fold import fold
from unname.replace.book import Identity
from unname.replace.restore import Change, Kept
from unname.text.words import BARE_WORD, LETTERS, NAME_WORD, TOKEN, UNHYPHENATED, WORD

SHORTEST = 3
"""Letters of a part of a name that is looked for by itself; "de" and "J" are in other names, too."""


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
    original is the whole name, or if nothing that is still kept holds its words.
    """

    person: str = field(repr=False)
    gone: set[str] = field(default_factory=set, repr=False)
    needed: set[str] = field(default_factory=set, repr=False)
    scopes: set[str] = field(default_factory=set, repr=False)
    n_documents: int = 0
    n_places: int = 0

    def __post_init__(self) -> None:
        self._name = words_of(self.person)
        self._parts = {word for word in self._name if len(word) >= SHORTEST} or set(self._name)
        self._called = _normal(self.person)
        self.scopes.add(self.person)
        self.gone.update(forms_of(self.person))

    def without_person(self, kept: Kept) -> Kept:
        """What may still be kept of a document."""
        if kept.person is not None and _normal(kept.person) == self._called:
            left = self._clear(kept)
            self.n_documents += kept != left
        else:
            left = self._thin_out(kept)
        self.n_places += sum(old != new for old, new in zip(kept.changes, left.changes, strict=True))
        if left != kept:
            self.scopes.update((kept.id, kept.document))
            self.gone.update(_forms_in(kept.changes) - _forms_in(left.changes))
        self.needed |= _forms_in(left.changes)
        return left

    def is_gone(self, identity: Identity) -> bool:
        """Whether a surrogate is forgotten; asked when all documents were looked through."""
        words = words_of(identity.original)
        if identity.scope == self.person or self._holds_name(words):
            return True
        if not words or not self.gone.issuperset(words):
            return False
        return (identity.scope != "" and identity.scope in self.scopes) or not self.needed.issuperset(words)

    def _clear(self, kept: Kept) -> Kept:
        """A document about the person: that something was released under its id, and nothing else."""
        changes = tuple(Change(change.span, None) for change in kept.changes)
        return Kept(kept.id, "", changes, kept.id, number=kept.number, run=kept.run)

    def _thin_out(self, kept: Kept) -> Kept:
        """A document about somebody else, or nobody knows whom."""
        if not any(self._holds_name(words_of(change.original or "")) for change in kept.changes):
            return kept
        changes = tuple(
            Change(change.span, None) if self._parts.intersection(words_of(change.original or "")) else change
            for change in kept.changes
        )
        document, source = (
            "" if self._parts.intersection(words_of(name)) else name for name in (kept.document, kept.source)
        )
        return replace(kept, changes=changes, document=document or kept.id, source=source)

    def _holds_name(self, words: list[str]) -> bool:
        n_words = len(self._name)
        return bool(n_words) and any(words[at : at + n_words] == self._name for at in range(len(words) - n_words + 1))


def words_of(text: str) -> list[str]:
    """The folded words of a text, by which people are looked for."""
    return BARE_WORD.findall(fold(text))


def forms_of(text: str) -> set[str]:
    """Whatever of a text may have been noted as a word: folded, with hyphens and apostrophes or without, or whole."""
    folded = fold(text)
    ways = (WORD, UNHYPHENATED, BARE_WORD, TOKEN, NAME_WORD, LETTERS)
    return {folded, _normal(text), *folded.split(), *(word for way in ways for word in way.findall(folded))}


def _forms_in(changes: tuple[Change, ...]) -> set[str]:
    return {form for change in changes for form in forms_of(change.original or "")}


def _normal(text: str) -> str:
    return " ".join(fold(text).split())
