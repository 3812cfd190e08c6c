"""The key of a run: what draws its order and its lots, and makes hashes that tell nothing to whoever lacks it."""

import hmac
import json
import os
from dataclasses import dataclass, field

from unname.core.document import Document
from unname.core.errors import ConfigError

SHORTEST = 16
"""Bytes of a key below which it might be guessed."""


@dataclass(frozen=True)
class Key:
    """A secret of one run, random unless it is given, with which the run can be repeated."""

    secret: bytes = field(default_factory=lambda: os.urandom(32), repr=False)

    def __post_init__(self) -> None:
        if len(self.secret) < SHORTEST:
            raise ConfigError(f"a key has at least {SHORTEST} bytes, or it could be guessed")

    def hash(self, content: bytes) -> str:
        """The keyed hash (HMAC-SHA-256) of what went into a run."""
        return hmac.digest(self.secret, content, "sha256").hex()

    def part(self, purpose: str) -> bytes:
        """A key for one purpose alone, so that hashes that a report tells say nothing of what else is drawn by it."""
        return hmac.digest(self.secret, purpose.encode(), "sha256")

    def place(self, number: int, document: Document) -> bytes:
        """Where a document stands in the order of the release, which tells nothing of its number or of itself."""
        told = json.dumps([number, document.id, document.text])
        return hmac.digest(self.part("order"), told.encode(), "sha256")
