"""`unname vault`, and the ways to give its key."""

import csv
import json
import stat
import sys
from pathlib import Path

import pytest

from unname.cli.vault_key import open_vault
from unname.core.errors import ConfigError
from unname.replace.book import Identity
from unname.replace.vault import Access, Vault
from unname.replace.vault.vault import COST

WORDS = "correct horse"


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    with Vault.create(tmp_path / "notes.vault", Access.by_passphrase(WORDS), _cost=4) as vault:
        vault.claim(Identity("p1", "name", "anna, b"), "Berta")
        vault.note_words(["anna"])
    return tmp_path / "notes.vault"


@pytest.fixture
def passphrase(tmp_path: Path) -> Path:
    (tmp_path / "words").write_text(f"{WORDS}\n")
    return tmp_path / "words"


def test_check(run, vault, passphrase):
    expected = (0, "whole: 1 surrogates, 0 documents, 1 words\n", "")
    assert run("vault", "check", vault, "--passphrase-file", passphrase) == expected


def test_a_passphrase_on_a_pipe(run, vault, tmp_path):
    assert run("vault", "check", vault, "--passphrase-file", "-", stdin=f"{WORDS}\r\n".encode()).code == 0
    code, _, err = run("vault", "check", vault, stdin=f"{WORDS}\n".encode())
    assert code == 2
    assert "no terminal to ask for the passphrase" in err
    assert "--passphrase-file or --key-file" in err
    code, _, err = run("restore", "-", "--vault", vault, "--passphrase-file", "-", stdin=WORDS.encode())
    assert (code, "cannot both come from standard input" in err) == (2, True)


@pytest.mark.parametrize("content", [b"", b"\n", b"two\nlines", b"\xff\xfe12345678", b"x" * 9000])
def test_what_is_no_passphrase(run, vault, tmp_path, content):
    (tmp_path / "bad").write_bytes(content)
    code, _, err = run("vault", "check", vault, "--passphrase-file", tmp_path / "bad")
    assert (code, "a passphrase is" in err) == (2, True)


def test_other_bad_ways(run, vault, passphrase, tmp_path):
    both = ("--passphrase-file", passphrase, "--key-file", passphrase)
    assert "give one" in run("vault", "check", vault, *both).err
    assert "No such file" in run("vault", "check", vault, "--passphrase-file", tmp_path / "no").err
    assert "not a file with a key" in run("vault", "check", vault, "--key-file", passphrase).err
    (tmp_path / "wrong").write_text("incorrect horse")
    code, out, err = run("vault", "check", vault, "--passphrase-file", tmp_path / "wrong")
    assert (code, out) == (2, "")
    assert err == "unname: wrong passphrase or key; what opens this vault is a passphrase\n"


def test_damage_is_told(run, vault, passphrase):
    raw = bytearray(vault.read_bytes())
    raw[len(raw) // 2 : len(raw) // 2 + 3000] = bytes(3000)
    vault.write_bytes(raw)
    code, _, err = run("vault", "check", vault, "--passphrase-file", passphrase)
    assert (code, err) == (2, f"unname: {vault}: the vault is damaged\n")


def test_asked_on_a_terminal(vault, tmp_path, monkeypatch):
    answers = iter([WORDS, WORDS, "misspelled", WORDS, WORDS, "another horse", ""])
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("getpass.getpass", lambda _: next(answers))
    open_vault(vault, None, None).close()
    new = tmp_path / "new.vault"
    with pytest.raises(ConfigError, match="differ"):
        open_vault(new, None, None, create=True)
    with open_vault(new, None, None, create=True) as opened:
        assert opened.safe.lock.cost == COST
    with pytest.raises(ConfigError, match="wrong passphrase"):
        open_vault(new, None, None, create=True)
    with pytest.raises(ConfigError, match="no passphrase"):
        open_vault(new, None, None)


def test_a_new_key(run, vault, passphrase, tmp_path):
    key = tmp_path / "notes.key"
    assert run("vault", "key", key) == (0, "", "")
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert run("vault", "key", key).code == 2
    code, _, err = run("vault", "rotate", vault, "--passphrase-file", passphrase, "--new-key-file", key)
    assert (code, "has a new key" in err) == (0, True)
    assert run("vault", "check", vault, "--passphrase-file", passphrase).code == 2
    assert run("vault", "check", vault, "--key-file", key).code == 0
    assert "--new-passphrase-file or --new-key-file" in run("vault", "rotate", vault, "--key-file", key).err


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_export(run, vault, passphrase, tmp_path, ending):
    out = tmp_path / f"mapping.{ending}"
    assert run("vault", "export", vault, "--out", out, "--passphrase-file", passphrase).code == 0
    with out.open(newline="") as lines:
        rows = list(csv.DictReader(lines)) if ending == "csv" else [json.loads(line) for line in lines]
    assert [(row["kind"], row["original"], row["surrogate"], len(row["scope"])) for row in rows] == [
        ("name", "anna, b", "Berta", 32)
    ]
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    assert "exists already" in run("vault", "export", vault, "--out", out, "--passphrase-file", passphrase).err
    assert run("vault", "export", vault, "--out", tmp_path / "x.txt", "--passphrase-file", passphrase).code == 2


def test_forget(run, vault, passphrase):
    code, _, err = run("vault", "forget", vault, "p1", "--passphrase-file", passphrase)
    assert (code, err) == (0, "unname: forgot 0 places, 0 documents about the person, 1 surrogates\n")
    code, _, err = run("vault", "forget", vault, "p1", "--passphrase-file", passphrase)
    assert (code, "nothing in the vault" in err) == (2, True)
