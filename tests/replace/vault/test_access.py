"""Passphrases and keys open what they locked, and nothing else does."""

import json

import pytest

from unname.core.errors import ConfigError, InputError
from unname.replace.vault.access import Access, Lock, Secrets

WORDS = Access.by_passphrase("correct horse")
KEY = Access.by_key(bytes(range(32)))
CHEAP = 4


@pytest.mark.parametrize("access", [WORDS, KEY])
def test_what_locks_opens(access: Access) -> None:
    secrets = Secrets.new(access)
    lock = Lock.read(Lock.close(secrets, access, CHEAP).text())
    assert lock.open(access) == secrets


@pytest.mark.parametrize("other", [Access.by_passphrase("correct hors"), KEY, Access.by_key(b"correct horse")])
def test_nothing_else_opens(other: Access) -> None:
    lock = Lock.close(Secrets.new(WORDS), WORDS, CHEAP)
    with pytest.raises(ConfigError, match="wrong passphrase or key"):
        lock.open(other)


def test_accents_count_as_the_same_however_they_are_written() -> None:
    assert Access.by_passphrase("Zo\u00eb's house") == Access.by_passphrase("Zoe\u0308's house")


def test_a_key_file_alone_says_what_is_drawn() -> None:
    assert Secrets.new(KEY).drawing == Secrets.new(KEY).drawing
    assert Secrets.new(KEY).cipher != Secrets.new(KEY).cipher
    assert Secrets.new(WORDS).drawing != Secrets.new(WORDS).drawing


def test_short_passphrases_are_refused() -> None:
    with pytest.raises(ConfigError, match="at least 8 characters"):
        Lock.close(Secrets.new(WORDS), Access.by_passphrase("ünter 8"), CHEAP)


def test_nobody_makes_guesses_cheaper() -> None:
    lock = Lock.close(Secrets.new(WORDS), WORDS, CHEAP)
    with pytest.raises(ConfigError, match="wrong"):
        Lock(lock.kind, lock.salt, CHEAP - 1, lock.wrapped).open(WORDS)


def test_damage_is_no_wrong_passphrase() -> None:
    text = Lock.close(Secrets.new(WORDS), WORDS, CHEAP).text()
    for at in range(len(text)):
        with pytest.raises(InputError, match="damaged"):
            Lock.read(f"{text[:at]}{chr(ord(text[at]) ^ 1)}{text[at + 1 :]}")
    for other in (None, "", "[]", json.dumps(["[]", ""]), "[" * 100_000, b"\0"):
        with pytest.raises(InputError, match="damaged"):
            Lock.read(other)


def test_secrets_are_not_shown() -> None:
    secrets = Secrets.new(WORDS)
    assert "horse" not in repr(WORDS)
    assert repr(secrets.cipher)[2:-1] not in repr(secrets) + repr(Lock.close(secrets, WORDS, CHEAP))
