"""What opens a vault: a passphrase or a key file, and the lock that keeps its secrets from everybody else."""

import hashlib
import json
import os
import unicodedata
from dataclasses import dataclass, field
from typing import Any

from unname.core.errors import ConfigError, InputError, require

PASSPHRASE = "passphrase"
KEY_FILE = "key file"

SHORTEST_PASSPHRASE = 8
"""Characters of a passphrase below which it might be guessed, whatever each guess costs."""

COST = 17
"""Each guess of a passphrase takes 2**17 blocks of scrypt: 128 MB of memory, and some tenths of a second."""

MOST_COST = 22
"""More than that (4 GB) is no lock that we made."""

_BLOCK, _PARALLEL, _SALT, _NONCE, _SECRET = 8, 1, 16, 12, 32


@dataclass(frozen=True)
class Access:
    """A passphrase, or the bytes of a key file."""

    kind: str
    secret: bytes = field(repr=False)

    @classmethod
    def by_passphrase(cls, passphrase: str) -> "Access":
        """By words that somebody knows; letters count as the same however their accents are written."""
        return cls(PASSPHRASE, unicodedata.normalize("NFC", passphrase).encode("utf-8", "surrogateescape"))

    @classmethod
    def by_key(cls, key: bytes) -> "Access":
        """By the bytes of a key file, which cannot be guessed."""
        return cls(KEY_FILE, key)

    def refuse_weak(self) -> None:
        """Refuse a passphrase that is too short to lock anything with."""
        if self.kind == PASSPHRASE and len(self.secret.decode("utf-8", "replace")) < SHORTEST_PASSPHRASE:
            raise ConfigError(f"a passphrase has at least {SHORTEST_PASSPHRASE} characters, or it could be guessed")


@dataclass(frozen=True)
class Secrets:
    """What a vault works with: `drawing` draws surrogates, `look_up` makes hashes, `cipher` seals what is kept."""

    drawing: bytes = field(repr=False)
    look_up: bytes = field(repr=False)
    cipher: bytes = field(repr=False)

    @classmethod
    def new(cls, access: Access) -> "Secrets":
        """Secrets of a new vault.

        Those who share a key file draw the same surrogates without talking to each other, so there `drawing` comes from
        the key alone. From a passphrase it does not: whoever knows some surrogates could then guess passphrases without
        the vault at hand, and one table of guesses would serve for all vaults.
        """
        drawing = _derive(access.secret, b"", "drawing") if access.kind == KEY_FILE else os.urandom(_SECRET)
        return cls(drawing, os.urandom(_SECRET), os.urandom(_SECRET))

    def with_new_cipher(self) -> "Secrets":
        """The same, but for what seals; surrogates and hashes stay what they are."""
        return Secrets(self.drawing, self.look_up, os.urandom(_SECRET))


@dataclass(frozen=True)
class Lock:
    """The secrets of a vault as they stand in its file: sealed by a key that is made of a passphrase or key file."""

    kind: str
    salt: bytes
    cost: int
    wrapped: bytes = field(repr=False)

    @classmethod
    def close(cls, secrets: Secrets, access: Access, cost: int = COST) -> "Lock":
        """Lock the secrets; `cost` is what each guess of a passphrase takes, as a power of two."""
        access.refuse_weak()
        salt, nonce = os.urandom(_SALT), os.urandom(_NONCE)
        lock = cls(access.kind, salt, cost if access.kind == PASSPHRASE else 0, b"")
        sealed = _cipher(lock._key(access)).encrypt(
            nonce, secrets.drawing + secrets.look_up + secrets.cipher, lock._tag
        )
        return cls(lock.kind, salt, lock.cost, nonce + sealed)

    def open(self, access: Access) -> Secrets:
        """The secrets, or an error that tells nothing but that this is not what opens it."""
        wrong = ConfigError(f"wrong passphrase or key; what opens this vault is a {self.kind}")
        if access.kind != self.kind:
            raise wrong
        invalid = require("cryptography.exceptions", "vault").InvalidTag
        try:
            opened = _cipher(self._key(access)).decrypt(self.wrapped[:_NONCE], self.wrapped[_NONCE:], self._tag)
        except invalid:
            raise wrong from None
        return Secrets(*(opened[at : at + _SECRET] for at in range(0, 3 * _SECRET, _SECRET)))

    def text(self) -> str:
        """The lock as it is written, with a checksum, so that damage is not taken for a wrong passphrase."""
        told = json.dumps([self.kind, self.salt.hex(), self.cost, self.wrapped.hex()])
        return json.dumps([told, hashlib.sha256(told.encode()).hexdigest()])

    @classmethod
    def read(cls, text: object) -> "Lock":
        """What `text` wrote."""
        try:
            told, checksum = json.loads(str(text))
            if hashlib.sha256(told.encode()).hexdigest() != checksum:
                raise ValueError
            kind, salt, cost, wrapped = json.loads(told)
            if kind not in (PASSPHRASE, KEY_FILE) or not 0 <= int(cost) <= MOST_COST:
                raise ValueError
            return cls(kind, bytes.fromhex(salt), int(cost), bytes.fromhex(wrapped))
        except (ValueError, TypeError, AttributeError, RecursionError):
            raise InputError("the vault is damaged") from None

    @property
    def _tag(self) -> bytes:
        """What is bound to the secrets, so that nobody makes guesses cheaper for the next time they are locked."""
        return json.dumps(["unname vault", self.kind, self.salt.hex(), self.cost]).encode()

    def _key(self, access: Access) -> bytes:
        if access.kind == KEY_FILE:
            return _derive(access.secret, self.salt, "lock")
        scrypt = require("cryptography.hazmat.primitives.kdf.scrypt", "vault").Scrypt
        made: bytes = scrypt(self.salt, _SECRET, 2**self.cost, _BLOCK, _PARALLEL).derive(access.secret)
        return made


def _derive(key: bytes, salt: bytes, purpose: str) -> bytes:
    """A key for one purpose alone (HKDF)."""
    hkdf = require("cryptography.hazmat.primitives.kdf.hkdf", "vault").HKDF
    sha256 = require("cryptography.hazmat.primitives.hashes", "vault").SHA256
    made: bytes = hkdf(sha256(), _SECRET, salt, f"unname vault {purpose}".encode()).derive(key)
    return made


def _cipher(key: bytes) -> Any:
    return require("cryptography.hazmat.primitives.ciphers.aead", "vault").AESGCM(key)
