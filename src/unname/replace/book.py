"""Who is called what: the surrogates that were given, so that nobody gets two of them and no two share one."""

import hmac
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, Self, runtime_checkable
from unicodedata import normalize

from unname.core.document import Document
from unname.core.fold import fold

_LETTER = (
    r"[\w\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0900-\u0dff"
    r"\u0e31-\u0e4e\u0f71-\u0f84\u1000-\u109f\u17b4-\u17d3]"
)
_WORD = re.compile(rf"{_LETTER}+(?:['-]{_LETTER}+)*")
"""Letters with the marks of all scripts, joined by apostrophes and hyphens."""


class Identity(NamedTuple):
    """Whose surrogate it is: something of a kind, as it is called, within the documents that are about one person.

    `scope` tells people of the same name apart, and is empty where they are one; `kind` is what is drawn, such as
    "family name"; `original` is folded, so that every way to write it is the same.
    """

    scope: str
    kind: str
    original: str


def scope_of(document: Document, key: bytes) -> str:
    """What the surrogates of a document are kept apart by: the person it is about, else the document itself."""
    if document.person:
        return document.person
    told = document.text.encode("utf-8", "surrogatepass")
    return f"document {hmac.digest(key, told, 'sha256')[:16].hex()}"


def fold_name(name: str) -> str:
    """A name as it is known again, whatever its case and accents, and however these are encoded.

    >>> fold_name("José") == fold_name("Jose\u0301")
    True
    """
    return fold(name if name.isascii() else normalize("NFC", name))


def note_text(book: "Book", text: str) -> None:
    """Tell a book of all words of a text, and of their parts, none of which may be drawn."""
    words = set(_WORD.findall(fold_name(text)))
    book.note_words(words.union(*(re.split("['-]", word) for word in words if "'" in word or "-" in word)) - {""})


@runtime_checkable
class Draws(Protocol):
    """A replacer that draws what it writes by the key of a book, and remembers it there.

    With `same_name`, whoever has the same name is the same person in all documents.
    """

    def with_book(self, book: "Book", same_name: bool = False) -> Self: ...


class Book(Protocol):
    """Remembers surrogates, for a run or, in a vault, for longer.

    `key` is what they are drawn by: whoever has it and the same words draws the same. `note_words` tells of folded
    words that stand in the texts, and `has_word` whether one does: such a word is never drawn. `find` gives the
    surrogate of an identity, if it has one. `claim` gives it that one, and answers with what it has from now on: an
    earlier one stays, and None means that somebody else has it. Where a book `is_shared` by documents, surrogates are
    drawn as often as names are borne.
    """

    @property
    def key(self) -> bytes: ...

    @property
    def is_shared(self) -> bool: ...

    def note_words(self, words: Iterable[str]) -> None: ...

    def has_word(self, word: str) -> bool: ...

    def find(self, identity: Identity) -> str | None: ...

    def claim(self, identity: Identity, surrogate: str) -> str | None: ...


@dataclass(eq=False)
class RunBook:
    """A book that lasts for a run, with a key that nobody keeps unless it is given."""

    key: bytes = field(default_factory=lambda: os.urandom(32), repr=False)
    _words: set[str] = field(default_factory=set, init=False, repr=False)
    _given: dict[Identity, str] = field(default_factory=dict, init=False, repr=False)
    _owners: dict[tuple[str, str], Identity] = field(default_factory=dict, init=False, repr=False)

    @property
    def is_shared(self) -> bool:
        """Nobody else has the surrogate of anybody."""
        return False

    def note_words(self, words: Iterable[str]) -> None:
        """Remember words that stand in the texts."""
        self._words.update(words)

    def has_word(self, word: str) -> bool:
        """Whether a word stands in the texts."""
        return word in self._words

    def find(self, identity: Identity) -> str | None:
        """The surrogate of an identity, if it has one."""
        return self._given.get(identity)

    def claim(self, identity: Identity, surrogate: str) -> str | None:
        """Give an identity this surrogate unless it has one, or somebody else has it."""
        if identity in self._given:
            return self._given[identity]
        if self._owners.setdefault((identity.kind, surrogate), identity) != identity:
            return None
        self._given[identity] = surrogate
        return surrogate


@dataclass(eq=False)
class LocalBook:
    """A book as one document needs it where surrogates may stand elsewhere: only the document's own words are taken.

    What is drawn then tells nothing of other texts, while a common name that is never drawn must stand in one of them.
    A surrogate still has one owner within a scope, but another scope may give it to somebody else.
    """

    book: Book = field(repr=False)
    _words: set[str] = field(default_factory=set, init=False, repr=False)

    @property
    def key(self) -> bytes:
        """What surrogates are drawn by."""
        return self.book.key

    @property
    def is_shared(self) -> bool:
        """Other documents may have the same surrogates."""
        return True

    def note_words(self, words: Iterable[str]) -> None:
        """Remember words of the document."""
        self._words.update(words)

    def has_word(self, word: str) -> bool:
        """Whether a word stands in the document."""
        return word in self._words

    def find(self, identity: Identity) -> str | None:
        """The surrogate of an identity, if it has one."""
        return self.book.find(self._apart(identity))

    def claim(self, identity: Identity, surrogate: str) -> str | None:
        """Give an identity this surrogate unless it has one, or somebody else of its scope has it."""
        return self.book.claim(self._apart(identity), surrogate)

    def _apart(self, identity: Identity) -> Identity:
        own = hmac.digest(self.book.key, identity.scope.encode("utf-8", "surrogatepass"), "sha256")[:8].hex()
        return identity._replace(kind=f"{identity.kind} within {own}")
