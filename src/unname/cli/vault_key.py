"""What opens a vault on the command line: a key file, a passphrase in a file, or one that is asked for."""

import getpass
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unname.core.errors import ConfigError, InputError
from unname.corpora.files import STANDARD_INPUT

if TYPE_CHECKING:
    from unname.replace.vault import Access, Vault

LONGEST = 4096
"""Bytes of a file with a passphrase."""

PassphraseFile = Annotated[
    str | None,
    typer.Option(help="A file whose only line is the passphrase of the vault (- is standard input); else it is asked."),
]
KeyFile = Annotated[
    Path | None, typer.Option(help="The key file of the vault, in place of a passphrase (see: unname vault key).")
]


def open_vault(path: Path, passphrase_file: str | None, key_file: Path | None, create: bool = False) -> "Vault":
    """The vault in a file; with `create`, a new one if there is none."""
    from unname.replace.vault import Vault
    from unname.replace.vault.database import refuse_other

    refuse_other(path)
    is_new = create and not path.exists()
    access = read_access(passphrase_file, key_file, path, is_new=is_new)
    if is_new:
        try:
            return Vault.create(path, access)
        except InputError:
            if not path.exists():
                raise
            # Another process was faster, and has made it.
    return Vault.open(path, access)


def read_access(
    passphrase_file: str | None, key_file: Path | None, path: Path, is_new: bool = False, prefix: str = "--"
) -> "Access":
    """What the options say opens a vault, or what the user types; something new is asked for twice."""
    from unname.corpora.key_file import read_key
    from unname.replace.vault import Access

    by_file, by_key = f"{prefix}passphrase-file", f"{prefix}key-file"
    if passphrase_file is not None and key_file is not None:
        raise ConfigError(f"{by_file} and {by_key} are two ways to open a vault; give one")
    if key_file is not None:
        return Access.by_key(read_key(key_file, f"{by_key} {key_file}"))
    if passphrase_file is not None:
        return Access.by_passphrase(_read_passphrase(passphrase_file, by_file))
    if sys.stdin is None or not sys.stdin.isatty():
        raise ConfigError(f"there is no terminal to ask for the passphrase of {path}; give {by_file} or {by_key}")
    return Access.by_passphrase(_ask(f"{'New passphrase' if is_new else 'Passphrase'} of {path}: ", is_new))


def check_standard_input(paths: Sequence[str], passphrase_file: str | None) -> None:
    """Refuse to read both documents and the passphrase from standard input."""
    if passphrase_file == STANDARD_INPUT and STANDARD_INPUT in paths:
        raise ConfigError("documents and the passphrase cannot both come from standard input; put one into a file")


def _ask(question: str, twice: bool) -> str:
    try:
        answer = getpass.getpass(question)
        if twice and getpass.getpass("Once more: ") != answer:
            raise ConfigError("the two passphrases differ")
    except EOFError:
        raise ConfigError("no passphrase was given") from None
    if not answer:
        raise ConfigError("no passphrase was given")
    return answer


def _read_passphrase(name: str, option: str) -> str:
    where = f"{option} {name}"
    try:
        if name == STANDARD_INPUT:
            raw = b"" if sys.stdin is None else sys.stdin.buffer.read(LONGEST + 1)
        else:
            with open(name, "rb") as stream:
                raw = stream.read(LONGEST + 1)
        line = raw.decode("utf-8").removesuffix("\n").removesuffix("\r")
    except OSError as error:
        raise ConfigError(f"{where}: {os.strerror(error.errno) if error.errno else 'cannot be read'}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{where}: a passphrase is text in UTF-8") from None
    if not line or "\n" in line or len(raw) > LONGEST:
        raise ConfigError(f"{where}: a passphrase is one line, and not empty")
    return line
