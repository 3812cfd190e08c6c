"""Answers of an endpoint on disk: under hashes of what was asked, readable by their owner alone."""

import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from unname.core.errors import ConfigError


@dataclass(frozen=True)
class AnswerCache:
    """A small database of answers by key; what a key stands for is never written."""

    path: str | Path

    def get(self, key: str) -> list[str] | None:
        """What was kept under the key (ids of documents, or parts of an answer), or None."""
        with self._opened() as database:
            row = database.execute("SELECT ids FROM answers WHERE key = ?", (key,)).fetchone()
            return None if row is None else [str(id) for id in json.loads(row[0])]

    def put(self, key: str, ids: Sequence[str]) -> None:
        """Keep them under the key."""
        with self._opened() as database:
            database.execute("INSERT OR REPLACE INTO answers VALUES (?, ?)", (key, json.dumps(list(ids))))
            database.commit()

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        try:
            # Made before SQLite sees it, so that no byte is ever readable by others.
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
            with closing(sqlite3.connect(self.path, timeout=30)) as database:
                database.execute("CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, ids TEXT NOT NULL)")
                yield database
        except (OSError, sqlite3.Error, ValueError, TypeError) as error:
            raise ConfigError(
                f"the cache of answers {str(self.path)!r} cannot be used ({type(error).__name__})"
            ) from None
