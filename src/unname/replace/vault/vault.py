"""The vault: a book of surrogates that lasts, and the originals of what was released."""

import json
import zlib
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import count, islice
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from unname.core.document import Span
from unname.core.errors import InputError, shown
from unname.replace.book import Identity
from unname.replace.restore import Alignment, Change, Kept, check_order
from unname.replace.vault.access import COST, Access
from unname.replace.vault.database import damaged
from unname.replace.vault.forgetting import Forgetting, Forgotten, forms_of
from unname.replace.vault.safe import Safe

MOST_REMEMBERED = 200_000
"""Surrogates, and words, that are remembered in memory."""

MOST_ALIKE = 1000
"""Documents of one text, or of one id in many runs, among which the right one is looked for."""

_IDENTITY, _KEPT, _POINTER = b"i", b"k", b"p"
"""What a record is, by its first byte."""


class Given(NamedTuple):
    """A surrogate as an auditor reads it; `scope` is a hash that tells people of the same name apart."""

    kind: str
    original: str
    surrogate: str
    scope: str


class Contents(NamedTuple):
    """How much a vault holds."""

    identities: int
    documents: int
    words: int


class Ambiguous(InputError):
    """A released document that may be one of several with different originals."""


@dataclass(eq=False)
class Vault:
    """A book of surrogates in an encrypted file, which also knows how to restore what was released with it.

    Several threads and processes may use it at once. What is claimed and noted survives the end of the process, and
    what is kept survives a power cut as well, with all that was claimed before it.
    """

    safe: Safe = field(repr=False)
    _given: dict[Identity, str] = field(default_factory=dict, init=False, repr=False)
    _words: set[bytes] = field(default_factory=set, init=False, repr=False)
    _generation: int = field(default=0, init=False, repr=False)

    @classmethod
    def create(cls, path: str | Path, access: Access, *, _cost: int = COST) -> "Vault":
        """A new vault in a new file; `_cost` is for tests, in which nothing is worth guessing."""
        return cls(Safe.create(Path(path), access, _cost))

    @classmethod
    def open(cls, path: str | Path, access: Access) -> "Vault":
        """The vault in a file."""
        return cls(Safe.open(Path(path), access))

    def __enter__(self) -> "Vault":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self.safe.database.close()

    @property
    def path(self) -> Path:
        """Where the vault is."""
        return self.safe.database.path

    @property
    def key(self) -> bytes:
        """What surrogates are drawn by: of one key file always the same, of a passphrase that of this vault."""
        return self.safe.secrets.drawing

    @property
    def is_shared(self) -> bool:
        """Nobody else has the surrogate of anybody."""
        return False

    @contextmanager
    def batch(self, durable: bool = False) -> Iterator[None]:
        """Write all that the block changes at once, or nothing of it; other processes wait meanwhile."""
        try:
            with self.safe.writing(durable):
                tally = self.safe.tally
                if tally and tally.generation != self._generation:
                    self._drop_remembered()
                    self._generation = tally.generation
                yield
        except BaseException:
            # What was remembered of it was not written.
            self._drop_remembered()
            raise

    def note_words(self, words: Iterable[str]) -> None:
        """Remember keyed hashes of words that stand in the texts."""
        new = {self.safe.hash("word", word) for word in words} - self._words
        if not new:
            return
        with self.batch():
            self.safe.add_marks(new)
        if len(self._words) > MOST_REMEMBERED:
            self._words.clear()
        self._words |= new

    def has_word(self, word: str) -> bool:
        """Whether a word stands in the texts."""
        hash = self.safe.hash("word", word)
        return hash in self._words or self.safe.has_mark(hash)

    def find(self, identity: Identity) -> str | None:
        """The surrogate of an identity, if it has one."""
        if identity in self._given:
            return self._given[identity]
        record = self.safe.get(self._hash(identity))
        return None if record is None else self._remember(identity, self._identity(record)[1])

    def claim(self, identity: Identity, surrogate: str) -> str | None:
        """Give an identity this surrogate unless it has one, or somebody else has it."""
        if identity in self._given:
            return self._given[identity]
        if self.safe.has_mark(self.safe.hash("taken", identity.kind, surrogate)):
            # Without keeping others from writing: many names that are tried are taken.
            return self.find(identity)
        with self.batch():
            known = self.find(identity)  # another process may have been faster
            if known is not None:
                return known
            taken = self.safe.hash("taken", identity.kind, surrogate)
            if self.safe.has_mark(taken):
                return None
            self.safe.add_marks([taken])
            self.safe.put(self._hash(identity), _IDENTITY + _json([*identity, surrogate]))
            return self._remember(identity, surrogate)

    def keep(self, releases: Iterable[Kept]) -> None:
        """Keep what is needed to restore released documents: all of them or none, safe from a power cut."""
        with self.batch(durable=True):
            for kept in releases:
                self._keep(kept)

    def recall(self, id: str | None, text: str, edited: bool = False, runs: Collection[str] = ()) -> Kept:
        """What is kept of a released document: by its id and text, by its text alone, or, if `edited`, by its id alone.

        Where several documents answer to that, those of the `runs` count, if there are any; if their originals still
        differ it is an `Ambiguous` error.
        """
        called = f"document {shown(id)}" if id else "a document without an id"
        with self.safe.database.reading():
            exact = [self._kept(record) for record in self._slots("kept", id or "", text)]
            exact = exact or self._pointed_at("text", text)
            if exact:
                return replace(_only(exact, runs, called), text=text)
            near = self._pointed_at("id", id) if id else []
        if not near:
            raise InputError(f"{called}: is not in the vault")
        if not edited:
            raise InputError(f"{called}: its text is not the one that was released; it was edited since")
        return _nearest(near, text, runs, called)

    def forget(self, person: str) -> Forgotten:
        """Forget a person, by id or name (see `Forgetting`), so that no trace of it is left in the file."""
        forgetting = Forgetting(person, self.key)
        with self.batch(durable=True):
            for hash, record in self.safe.records():
                if record.startswith(_KEPT):
                    kept = self._kept(record)
                    left = forgetting.without_person(kept)
                    if left != kept:
                        self.safe.put(hash, _pack(left))
            n_identities, originals = self._forget_identities(forgetting)
            hashes = (self.safe.hash("word", word) for word in (forgetting.gone - forgetting.needed) | originals)
            n_words = self.safe.remove_marks(hashes)
            self.safe.next_generation()
        self._drop_remembered()
        self.safe.database.compact()
        return Forgotten(forgetting.n_documents, forgetting.n_places, n_identities, n_words)

    def mapping(self) -> Iterator[Given]:
        """Every surrogate with what it stands for, in an order that tells nothing."""
        for _, record in self.safe.records():
            if record.startswith(_IDENTITY):
                identity, surrogate = self._identity(record)
                scope = self.safe.hash("scope", identity.scope).hex() if identity.scope else ""
                yield Given(identity.kind, identity.original, surrogate, scope)

    def rotate(self, access: Access, *, _cost: int = COST) -> None:
        """Lock the vault anew, and seal everything in it by a new key; surrogates stay the same."""
        self.safe.lock_anew(access, _cost)
        self.safe.database.compact()

    def check(self) -> Contents:
        """Read everything, and raise an error if any of it is damaged or missing."""
        n_identities = n_documents = 0
        with self.safe.database.reading():
            self.safe.check()
            for hash, record in self.safe.records():
                if record.startswith(_IDENTITY):
                    n_identities += 1
                    self._check_identity(hash, record)
                elif record.startswith(_KEPT):
                    n_documents += 1
                    self._kept(record)
                elif self.safe.get(record[len(_POINTER) :]) is None:
                    raise damaged(self.path)
            n_marks = self.safe.count_rows().n_marks
        return Contents(n_identities, n_documents, n_marks - n_identities)

    def _hash(self, identity: Identity) -> bytes:
        return self.safe.hash("identity", *identity)

    def _remember(self, identity: Identity, surrogate: str) -> str:
        if len(self._given) > MOST_REMEMBERED:
            self._given.clear()
        self._given[identity] = surrogate
        return surrogate

    def _drop_remembered(self) -> None:
        self._given.clear()
        self._words.clear()

    def _keep(self, kept: Kept) -> None:
        check_order(kept)
        for number in count():
            hash = self.safe.hash("kept", kept.id, kept.text, str(number))
            record = self.safe.get(hash)
            if record is None:
                break
            if replace(self._kept(record), run=kept.run) == kept:
                return  # the same document was released again, and came out the same
        self.safe.put(hash, _pack(kept))
        for parts in (("text", kept.text), ("id", kept.id)):
            self.safe.put(self.safe.hash(*parts, str(self._free(*parts))), _POINTER + hash)

    def _slots(self, *parts: str) -> Iterator[bytes]:
        """All records of one name, which are numbered."""
        for number in count():
            record = self.safe.get(self.safe.hash(*parts, str(number)))
            if record is None:
                return
            yield record

    def _free(self, *parts: str) -> int:
        """The first number of a name that is free; there may be thousands, so they are not counted one by one."""
        end = 1
        while self.safe.has(self.safe.hash(*parts, str(end - 1))):
            end *= 2
        start = end // 2
        while start < end - 1:
            middle = (start + end) // 2
            if self.safe.has(self.safe.hash(*parts, str(middle - 1))):
                start = middle
            else:
                end = middle
        return end - 1

    def _pointed_at(self, *parts: str) -> list[Kept]:
        found = []
        for pointer in islice(self._slots(*parts), MOST_ALIKE):
            record = self.safe.get(pointer[len(_POINTER) :])
            if record is None:
                raise damaged(self.path)
            found.append(self._kept(record))
        return found

    def _forget_identities(self, forgetting: Forgetting) -> tuple[int, set[str]]:
        """Remove the surrogates of a person; tells how many, and those of their words that nobody else needs."""
        gone: set[str] = set()
        n_identities = 0
        for hash, record in self.safe.records():
            if not record.startswith(_IDENTITY):
                continue
            identity, surrogate = self._identity(record)
            if forgetting.is_gone(identity):
                n_identities += 1
                gone.update(forms_of(identity.original))
                self.safe.remove(hash)
                self.safe.remove_marks([self.safe.hash("taken", identity.kind, surrogate)])
            else:
                forgetting.need(identity)
        return n_identities, gone - forgetting.needed

    def _check_identity(self, hash: bytes, record: bytes) -> None:
        identity, surrogate = self._identity(record)
        taken = self.safe.hash("taken", identity.kind, surrogate)
        if self._hash(identity) != hash or not self.safe.has_mark(taken):
            raise damaged(self.path)

    def _identity(self, record: bytes) -> tuple[Identity, str]:
        scope, kind, original, surrogate = self._read(record[:1] == _IDENTITY, record[1:])
        return Identity(scope, kind, original), surrogate

    def _kept(self, record: bytes) -> Kept:
        id, text, changes, *rest = self._read(record[:1] == _KEPT, zlib.decompress(record[1:]))
        return Kept(id, text, tuple(Change(Span(start, end), original) for start, end, original in changes), *rest)

    def _read(self, is_expected: bool, content: bytes) -> list[Any]:
        if not is_expected:
            raise damaged(self.path)
        read: list[Any] = json.loads(content)
        return read


def _json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def _pack(kept: Kept) -> bytes:
    changes = [(*change.span, change.original) for change in kept.changes]
    rest = (kept.document, kept.source, kept.number, kept.person, kept.run, kept.scope)
    return _KEPT + zlib.compress(_json([kept.id, kept.text, changes, *rest]))


def _only(found: list[Kept], runs: Collection[str], called: str) -> Kept:
    """The one document that was meant, if all that may be have the same original."""
    chosen = [kept for kept in found if kept.run in runs] or found
    if any((kept.document, kept.changes) != (chosen[0].document, chosen[0].changes) for kept in chosen):
        raise Ambiguous(f"{called}: several documents with different originals were released with this very text")
    return chosen[0]


def _nearest(found: list[Kept], text: str, runs: Collection[str], called: str) -> Kept:
    """The document of an id from which an edited text was most likely made."""
    chosen = [kept for kept in found if kept.run in runs] or found
    if len(chosen) == 1:
        return chosen[0]
    shared = [len(Alignment.of(kept.text, text).shared) for kept in chosen]
    best = [kept for kept, n_shared in zip(chosen, shared, strict=True) if n_shared == max(shared)]
    return _only(best, runs, called)
