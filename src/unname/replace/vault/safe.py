"""Marks and sealed records, found by keyed hashes: what the file holds tells nothing without the key.

A mark is the keyed hash of something, and nothing else. A record is sealed (AES-256-GCM) in pages of one size, each
under a hash of its own that is bound to it, so that neither sizes nor order tell anything, and no page can stand in for
another. The tally (how many rows there are, and keyed sums over their hashes) is sealed as well: when a vault is
opened all rows are counted, so that a row which is missing or damaged is never taken for one that never was.
"""

import hmac
import json
import os
import struct
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from unname.core.errors import ConfigError, InputError, InternalError, require
from unname.replace.vault.access import Access, Lock, Secrets
from unname.replace.vault.database import Database, damaged

PAGE = 192
"""Bytes of a sealed page. Nearly every surrogate fits into one; what is longer takes several."""

_HASH, _NONCE, _TAG = 16, 12, 16
_PLAIN = PAGE - _NONCE - _TAG
_HEAD = struct.Struct("<BI")
_REST = struct.Struct("<B")
_TALLY = struct.Struct("<5Q")
_ROUND = 2**64
_MANY = 500
"""Rows that are asked for at once."""


class Tally(NamedTuple):
    """How many marks and pages there are, sums over their hashes, and how often something was forgotten."""

    n_marks: int = 0
    marks: int = 0
    n_pages: int = 0
    pages: int = 0
    generation: int = 0


@dataclass(eq=False)
class Safe:
    """The rows of a vault, and the secrets that make sense of them."""

    database: Database
    lock: Lock = field(repr=False)
    secrets: Secrets = field(repr=False)
    tally: Tally | None = field(default=None, repr=False)
    """While something is written: what the tally will be."""
    _is_broken: bool = field(default=False, repr=False)

    def __post_init__(self) -> None:
        ciphers = require("cryptography.hazmat.primitives.ciphers", "vault")
        aead = require("cryptography.hazmat.primitives.ciphers.aead", "vault")
        self._invalid = require("cryptography.exceptions", "vault").InvalidTag
        self._cipher = aead.AESGCM(self.secrets.cipher)
        key = hmac.digest(self.secrets.look_up, b"tally", "sha256")
        self._sums: Any = ciphers.Cipher(ciphers.algorithms.AES(key), ciphers.modes.ECB())

    @classmethod
    def create(cls, path: Path, access: Access, cost: int) -> "Safe":
        """An empty one in a new file."""
        secrets = Secrets.new(access)
        lock = Lock.close(secrets, access, cost)
        safe = cls(Database(path), lock, secrets)
        safe.database = Database.create(path, lock.text(), safe._seal_tally(Tally()))
        return safe

    @classmethod
    def open(cls, path: Path, access: Access) -> "Safe":
        """The one in a file, with all its rows counted."""
        database = Database(path)
        try:
            lock = read_lock(database)
            safe = cls(database, lock, lock.open(access))
            safe.count_rows()
        except BaseException:
            database.close()
            raise
        return safe

    def hash(self, *parts: str) -> bytes:
        """The keyed hash under which something is found; the first part says what it is."""
        return hmac.digest(self.secrets.look_up, json.dumps(parts).encode(), "sha256")[:_HASH]

    @contextmanager
    def writing(self, durable: bool = False) -> Iterator[None]:
        """All changes of the block or none; a block within another is part of it."""
        with self.database.held():
            if self.tally is not None:
                with self._breaking():
                    yield
                return
            with self.database.writing(durable) as connection:
                self.tally = before = self._read_tally()
                try:
                    yield
                    if self._is_broken:
                        raise InternalError("a step of what was to be written failed; nothing of it was")
                    if self.tally != before:
                        connection.execute("UPDATE vault SET tally = ?", (self._seal_tally(self.tally),))
                finally:
                    self.tally, self._is_broken = None, False

    def has_mark(self, hash: bytes) -> bool:
        """Whether there is such a mark."""
        with self.database.held() as connection:
            return connection.execute("SELECT 1 FROM marks WHERE hash = ?", (hash,)).fetchone() is not None

    def add_marks(self, hashes: Iterable[bytes]) -> None:
        """Set marks, those that are not there already."""
        new = self._sort_out(hashes, present=False)
        with self.database.held() as connection:
            connection.executemany("INSERT INTO marks VALUES (?)", ((hash,) for hash in new))
        self._count(marks=new)

    def remove_marks(self, hashes: Iterable[bytes]) -> int:
        """Take marks away; tells how many there were."""
        old = self._sort_out(hashes, present=True)
        with self.database.held() as connection:
            connection.executemany("DELETE FROM marks WHERE hash = ?", ((hash,) for hash in old))
        self._count(marks=old, sign=-1)
        return len(old)

    def has(self, hash: bytes) -> bool:
        """Whether there is a record under a hash."""
        with self.database.held() as connection:
            return connection.execute("SELECT 1 FROM pages WHERE hash = ?", (hash,)).fetchone() is not None

    def get(self, hash: bytes) -> bytes | None:
        """The record under a hash, if there is one."""
        with self.database.reading():
            page = self._page(hash)
            return None if page is None else self._whole(hash, page)

    def put(self, hash: bytes, record: bytes) -> None:
        """Keep a record under a hash, in place of what is there."""
        self.remove(hash)
        plain = [_HEAD.pack(1, len(record)) + record[: _PLAIN - _HEAD.size]]
        step = _PLAIN - _REST.size
        plain += (_REST.pack(0) + record[at : at + step] for at in range(_PLAIN - _HEAD.size, len(record), step))
        hashes = self._hashes(hash, len(record))
        sealed = (self._seal(own, page.ljust(_PLAIN, b"\0")) for own, page in zip(hashes, plain, strict=True))
        with self.database.held() as connection:
            connection.executemany("INSERT INTO pages VALUES (?, ?)", zip(hashes, sealed, strict=True))
        self._count(pages=hashes)

    def remove(self, hash: bytes) -> None:
        """Take away the record under a hash, if there is one."""
        page = self._page(hash)
        if page is None:
            return
        is_head, length = _HEAD.unpack_from(page)
        if not is_head:
            raise damaged(self.database.path)
        hashes = self._hashes(hash, length)
        with self.database.held() as connection:
            connection.executemany("DELETE FROM pages WHERE hash = ?", ((own,) for own in hashes))
        self._count(pages=hashes, sign=-1)

    def records(self) -> Iterator[tuple[bytes, bytes]]:
        """Every record with its hash; those that were read may be replaced or removed meanwhile."""
        for hash, page in self._pages():
            if page[0] == 1:
                yield hash, self._whole(hash, page)

    def next_generation(self) -> None:
        """Let everybody who has the vault open know that what they remember of it may be gone."""
        assert self.tally is not None
        self.tally = self.tally._replace(generation=self.tally.generation + 1)

    def lock_anew(self, access: Access, cost: int) -> None:
        """Seal everything by a new key, under a new lock."""
        secrets = self.secrets.with_new_cipher()
        new = Safe(self.database, Lock.close(secrets, access, cost), secrets)
        with self.writing(durable=True), self.database.held() as connection:
            for hash, page in self._pages():
                connection.execute("UPDATE pages SET sealed = ? WHERE hash = ?", (new._seal(hash, page), hash))
            assert self.tally is not None
            # The tally itself has not changed, so that the block does not write it once more, sealed by the old key.
            tally = new._seal_tally(self.tally)
            connection.execute("UPDATE vault SET lock = ?, tally = ?", (new.lock.text(), tally))
        self.lock, self.secrets, self._cipher = new.lock, new.secrets, new._cipher

    def count_rows(self) -> Tally:
        """Count all rows, and make sure that they are those that were written, in their order."""
        with self.database.reading():
            tally = self._read_tally()
            found = Tally(*self._sum("marks"), *self._sum("pages"), tally.generation)
        if found != tally:
            raise damaged(self.database.path)
        return tally

    def check(self) -> None:
        """Open every page, and make sure that none is missing and none is left over."""
        with self.database.reading():
            n_pages = self.count_rows().n_pages
            n_found = sum(_n_parts(len(record)) for _, record in self.records())
            if n_found != n_pages or not self.database.is_whole():
                raise damaged(self.database.path)

    def _page(self, hash: bytes) -> bytes | None:
        with self.database.held() as connection:
            row = connection.execute("SELECT sealed FROM pages WHERE hash = ?", (hash,)).fetchone()
        return None if row is None else self._open(hash, row[0])

    def _pages(self) -> Iterator[tuple[bytes, bytes]]:
        """Every page with its hash, some at a time, so that they can be changed on the way."""
        last = b""
        while True:
            with self.database.held() as connection:
                rows = connection.execute(
                    "SELECT hash, sealed FROM pages WHERE hash > ? ORDER BY hash LIMIT ?", (last, _MANY)
                ).fetchall()
            if not rows:
                return
            yield from ((hash, self._open(hash, sealed)) for hash, sealed in rows)
            last = rows[-1][0]

    def _whole(self, hash: bytes, head: bytes) -> bytes:
        """The record that begins with a page."""
        is_head, length = _HEAD.unpack_from(head)
        if not is_head:
            raise damaged(self.database.path)
        pieces = [head[_HEAD.size :]]
        for number in range(1, _n_parts(length)):
            page = self._page(_part(self.secrets.look_up, hash, number))
            if page is None or page[0] != 0:
                raise damaged(self.database.path)
            pieces.append(page[_REST.size :])
        return b"".join(pieces)[:length]

    def _hashes(self, hash: bytes, length: int) -> list[bytes]:
        """The hashes of the pages of a record of that length."""
        return [hash, *(_part(self.secrets.look_up, hash, number) for number in range(1, _n_parts(length)))]

    def _sort_out(self, hashes: Iterable[bytes], present: bool) -> list[bytes]:
        """Those of the marks that are there, or those that are not."""
        asked = list(dict.fromkeys(hashes))
        found: set[bytes] = set()
        with self.database.held() as connection:
            for at in range(0, len(asked), _MANY):
                some = asked[at : at + _MANY]
                places = ",".join("?" * len(some))
                found.update(
                    hash for (hash,) in connection.execute(f"SELECT hash FROM marks WHERE hash IN ({places})", some)
                )
        return [hash for hash in asked if (hash in found) == present]

    def _seal(self, hash: bytes, page: bytes) -> bytes:
        nonce = os.urandom(_NONCE)
        sealed: bytes = self._cipher.encrypt(nonce, page, hash)
        return nonce + sealed

    def _open(self, hash: object, sealed: object) -> bytes:
        if not isinstance(sealed, bytes) or not isinstance(hash, bytes):
            raise damaged(self.database.path)
        try:
            page: bytes = self._cipher.decrypt(sealed[:_NONCE], sealed[_NONCE:], hash)
        except (self._invalid, ValueError):
            self._refuse_other_lock()
            raise damaged(self.database.path) from None
        return page

    def _refuse_other_lock(self) -> None:
        if read_lock(self.database) != self.lock:
            raise ConfigError(f"{self.database.path}: the key of the vault was changed meanwhile; open it again")

    def _count(self, marks: Sequence[bytes] = (), pages: Sequence[bytes] = (), sign: int = 1) -> None:
        """Put rows on the tally that were written, or take off those that were removed."""
        if self.tally is None:
            raise InternalError("a vault is written to only within a block that writes")
        n_marks, of_marks, n_pages, of_pages, generation = self.tally
        self.tally = Tally(
            n_marks + sign * len(marks),
            (of_marks + sign * self._sum_of(marks)) % _ROUND,
            n_pages + sign * len(pages),
            (of_pages + sign * self._sum_of(pages)) % _ROUND,
            generation,
        )

    def _sum(self, table: str) -> tuple[int, int]:
        """How many rows a table has, and the sum over their hashes, which must be in order."""
        n_rows = total = 0
        last = b""
        with self.database.held() as connection:
            rows = connection.execute(f"SELECT hash FROM {table} ORDER BY hash")
            while some := rows.fetchmany(10_000):
                hashes = [hash for (hash,) in some]
                if not all(isinstance(hash, bytes) and len(hash) == _HASH for hash in hashes):
                    raise damaged(self.database.path)
                if hashes[0] <= last or any(map(bytes.__ge__, hashes, hashes[1:])):
                    raise damaged(self.database.path)
                n_rows, total, last = n_rows + len(hashes), total + self._sum_of(hashes), hashes[-1]
        return n_rows, total % _ROUND

    def _sum_of(self, hashes: Sequence[bytes]) -> int:
        """A sum that nobody without the key can keep while changing the rows: over what a cipher makes of each hash."""
        encryptor = self._sums.encryptor()
        drawn: bytes = encryptor.update(b"".join(hashes)) + encryptor.finalize()
        return sum(struct.unpack(f"<{len(drawn) // 8}Q", drawn))

    def _seal_tally(self, tally: Tally) -> bytes:
        return self._seal(b"tally", _TALLY.pack(*tally))

    def _read_tally(self) -> Tally:
        with self.database.held() as connection:
            row = connection.execute("SELECT tally FROM vault").fetchone()
        opened = self._open(b"tally", row and row[0])
        return Tally(*_TALLY.unpack(opened))

    @contextmanager
    def _breaking(self) -> Iterator[None]:
        """Whoever catches an error of a step must not commit the half that was done of it."""
        try:
            yield
        except BaseException:
            self._is_broken = True
            raise


def read_lock(database: Database) -> Lock:
    """The lock of a vault."""
    with database.held() as connection:
        row = connection.execute("SELECT lock FROM vault").fetchone()
    try:
        return Lock.read(row and row[0])
    except InputError:
        raise damaged(database.path) from None


def _part(key: bytes, hash: bytes, number: int) -> bytes:
    """The hash of a further page of a record."""
    return hmac.digest(key, hash + number.to_bytes(4, "big"), "sha256")[:_HASH]


def _n_parts(length: int) -> int:
    """How many pages a record of that length takes."""
    rest = max(0, length - (_PLAIN - _HEAD.size))
    return 1 + -(-rest // (_PLAIN - _REST.size))
