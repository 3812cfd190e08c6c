"""The SQLite file of a vault: one connection a process, one thread at a time, errors in our own words."""

import errno
import os
import sqlite3
import stat
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import RLock
from typing import Any

from unname.core.errors import InputError
from unname.core.unfinished import if_ended
from unname.core.versions import VERSIONS, check_version

WAIT = 60.0
"""Seconds to wait for another process that writes."""

_SCHEMA = (
    "CREATE TABLE vault (id INTEGER PRIMARY KEY CHECK (id = 1), lock TEXT NOT NULL, tally BLOB NOT NULL)",
    "CREATE TABLE marks (hash BLOB PRIMARY KEY) WITHOUT ROWID",
    "CREATE TABLE pages (hash BLOB PRIMARY KEY, sealed BLOB NOT NULL) WITHOUT ROWID",
)
"""Rows are ordered by their hashes, so that their order tells nothing of when they came."""

_APPLICATION = int.from_bytes(b"unna", "big")
_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK)
_inherited: list[sqlite3.Connection] = []
"""Connections of a parent process: closing one here would release the parent's own locks."""


@dataclass(eq=False)
class Database:
    """The file and the connection to it, which is made when it is first needed, anew in a copy of the process."""

    path: Path
    _connection: sqlite3.Connection | None = field(default=None, repr=False)
    _process: int = field(default=0, repr=False)
    _lock: RLock = field(default_factory=RLock, repr=False)

    @classmethod
    def create(cls, path: Path, lock: str, tally: bytes) -> "Database":
        """Make the file, which appears whole or not at all, readable by its owner alone, and never over another."""
        refuse_other(path)
        partial = path.with_name(f".{uuid.uuid4().hex}.part")
        with if_ended(lambda: partial.unlink(missing_ok=True)), _telling(path), _telling_system(path):
            try:
                os.close(os.open(partial, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
                with closing(sqlite3.connect(partial, isolation_level=None)) as connection:
                    connection.execute("PRAGMA journal_mode = WAL")
                    connection.execute(f"PRAGMA application_id = {_APPLICATION}")
                    connection.execute(f"PRAGMA user_version = {VERSIONS['vault']}")
                    for statement in _SCHEMA:
                        connection.execute(statement)
                    connection.execute("INSERT INTO vault VALUES (1, ?, ?)", (lock, tally))
                _name(partial, path)
            finally:
                with suppress(OSError):
                    partial.unlink()
        return cls(path)

    @property
    def connection(self) -> sqlite3.Connection:
        """The connection of this process."""
        if self._process != os.getpid():
            if self._connection is not None:
                _inherited.append(self._connection)
                self._lock = RLock()
            with _telling(self.path), _telling_system(self.path):
                self._connection = _connect(self.path)
            self._process = os.getpid()
        assert self._connection is not None
        return self._connection

    @contextmanager
    def held(self) -> Iterator[sqlite3.Connection]:
        """The connection, for one thread at a time."""
        connection = self.connection
        with self._lock, _telling(self.path):
            yield connection

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The file as it is now, whatever others write meanwhile."""
        with self.held() as connection:
            if connection.in_transaction:
                yield connection
                return
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                _roll_back(connection)

    @contextmanager
    def writing(self, durable: bool = False) -> Iterator[sqlite3.Connection]:
        """All that is written in the block, or nothing of it; others wait. `durable` survives a power cut."""
        with self.held() as connection:
            connection.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            finally:
                _roll_back(connection)

    def compact(self) -> None:
        """Write the file anew without what was removed, and empty what SQLite keeps beside it."""
        try:
            with self.held() as connection:
                connection.execute("VACUUM")
                is_busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
                if is_busy:
                    raise InputError(f"{self.path}: another process is reading the vault")
        except InputError as error:
            raise InputError(f"{error}; it was changed, but its file still holds traces of before: try again") from None

    def is_whole(self) -> bool:
        """Whether SQLite finds nothing wrong with its own structure."""
        with self.reading() as connection:
            return bool(connection.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",))

    def close(self) -> None:
        """Close the connection; the file stands alone then, if no other process has it open."""
        with self._lock:
            if self._connection is not None and self._process == os.getpid():
                self._connection.close()
            self._connection, self._process = None, 0


def refuse_other(path: Path) -> None:
    """Refuse what is no plain file: a link might lead anywhere, by the time it is written to."""
    try:
        mode = os.lstat(path).st_mode
    except FileNotFoundError:
        return
    except (OSError, ValueError):
        raise InputError(f"{path}: cannot be a vault") from None
    if not stat.S_ISREG(mode):
        kind = "a link" if stat.S_ISLNK(mode) else "a folder" if stat.S_ISDIR(mode) else "no plain file"
        raise InputError(f"{path}: is {kind}; a vault is a file of its own")


def damaged(path: Path) -> InputError:
    """The error for whatever is not as we wrote it."""
    return InputError(f"{path}: the vault is damaged")


def _connect(path: Path) -> sqlite3.Connection:
    refuse_other(path)
    if not path.exists():
        raise InputError(f"{path}: no such vault")
    # By mode=rw SQLite never makes a file. Threads take turns by our own lock.
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=WAIT, isolation_level=None, check_same_thread=False
    )
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        if application != _APPLICATION:
            raise InputError(f"{path}: is not a vault")
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        check_version("vault", version, str(path))
        schema = [sql for (sql,) in connection.execute("SELECT sql FROM sqlite_master ORDER BY rowid")]
        if sorted(map(str, schema)) != sorted(_SCHEMA):
            raise damaged(path)
        for setting in ("secure_delete = ON", "cell_size_check = ON", "trusted_schema = OFF", "cache_size = -65536"):
            connection.execute(f"PRAGMA {setting}")
    except BaseException:
        connection.close()
        raise
    return connection


def _name(partial: Path, path: Path) -> None:
    """Give the file its name, if nothing has it."""
    try:
        os.link(partial, path)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
        os.rename(partial, path)


def _roll_back(connection: sqlite3.Connection) -> None:
    with suppress(sqlite3.Error):
        if connection.in_transaction:
            connection.execute("ROLLBACK")


@contextmanager
def _telling(path: Path) -> Iterator[None]:
    """Errors of SQLite by what they mean to the user."""
    try:
        yield
    except sqlite3.Error as error:
        raise _meaning(path, error) from None


@contextmanager
def _telling_system(path: Path) -> Iterator[None]:
    """Errors of the system, with the name of the vault; names in a damaged file may not even be text."""
    try:
        yield
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or 'cannot be used'}") from None
    except UnicodeDecodeError:
        raise damaged(path) from None


def _meaning(path: Path, error: Any) -> InputError:
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith("SQLITE_FULL"):
        return InputError(f"{path}: no space left for the vault; nothing of this step was written")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return InputError(f"{path}: another process has been using the vault for more than {WAIT:.0f} seconds")
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_AUTH")):
        return InputError(f"{path}: the vault and its folder must be readable and writable")
    if name.startswith("SQLITE_IOERR"):
        return InputError(f"{path}: the disk failed to read or write the vault")
    return damaged(path)
