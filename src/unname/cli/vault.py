"""`unname vault`: check a vault, change its key, export what it maps, and forget a person."""

import csv
import io
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unname.cli.failures import say
from unname.cli.options import Quiet
from unname.cli.parcel import packed
from unname.cli.targets import refuse_existing
from unname.cli.vault_key import KeyFile, PassphraseFile, open_vault, read_access
from unname.core.errors import ConfigError, InputError

if TYPE_CHECKING:
    from unname.replace.vault.vault import Given

vault = typer.Typer(help="Look after a vault, with which releases can be restored.", no_args_is_help=True)

File = Annotated[Path, typer.Argument(help="The vault.")]


@vault.callback()
def _vault() -> None:
    pass


@vault.command(epilog="Example: unname vault check notes.vault")
def check(file: File, passphrase_file: PassphraseFile = None, key_file: KeyFile = None) -> None:
    """Read everything in a vault, and tell how much there is; what is damaged or missing is an error."""
    with open_vault(file, passphrase_file, key_file) as opened:
        found = opened.check()
    print(f"whole: {found.identities} surrogates, {found.documents} documents, {found.words} words")


@vault.command(epilog="Example: unname vault rotate notes.vault --new-key-file notes.key")
def rotate(
    file: File,
    passphrase_file: PassphraseFile = None,
    key_file: KeyFile = None,
    new_passphrase_file: Annotated[
        str | None, typer.Option(help="A file whose only line is the new passphrase; else it is asked for.")
    ] = None,
    new_key_file: Annotated[Path | None, typer.Option(help="A new key file, in place of a passphrase.")] = None,
    quiet: Quiet = False,
) -> None:
    """Change the passphrase or key file of a vault, and encrypt everything in it anew; surrogates stay the same."""
    if passphrase_file == "-" == new_passphrase_file:
        raise ConfigError("both passphrases cannot come from standard input; put one into a file")
    with open_vault(file, passphrase_file, key_file) as opened:
        opened.rotate(read_access(new_passphrase_file, new_key_file, file, is_new=True, prefix="--new-"))
    if not quiet:
        say(f"{file} has a new key; copies of it that were made before still open with the old one")


@vault.command(epilog="Example: unname vault export notes.vault --out mapping.csv")
def export(
    file: File,
    out: Annotated[Path, typer.Option(help="A new file to write, .csv or .jsonl, readable by you alone (mode 600).")],
    passphrase_file: PassphraseFile = None,
    key_file: KeyFile = None,
    quiet: Quiet = False,
) -> None:
    """Write what every surrogate stands for, for an auditor: kind, original, surrogate, and a hash of whose it is."""
    if out.suffix not in (".csv", ".jsonl"):
        raise ConfigError(f"--out {out}: name a .csv or .jsonl file")
    refuse_existing("--out", out)
    with open_vault(file, passphrase_file, key_file) as opened, packed(None, [out]) as parcel:
        rows = opened.mapping()
        parcel.write(out, _csv(rows) if out.suffix == ".csv" else _jsonl(rows), mode=0o600)
        parcel.deliver()
    if not quiet:
        say(f"{out} tells who is who; keep it as you keep the originals")


@vault.command(epilog="Example: unname vault forget notes.vault patient-17")
def forget(
    file: File,
    person: Annotated[str, typer.Argument(help="The id of a person (the subject of documents), or a whole name.")],
    passphrase_file: PassphraseFile = None,
    key_file: KeyFile = None,
    quiet: Quiet = False,
) -> None:
    """Forget a person: nobody can restore them any more, and the file holds no trace.

    By id, that is all that was changed in the documents about them. By name, it is what was changed where the name
    stood, and where parts of it stand in the same documents; numbers and addresses are then not known to be theirs.
    Copies of the vault, and what was restored or exported before, are out of reach.
    """
    with open_vault(file, passphrase_file, key_file) as opened:
        gone = opened.forget(person)
    if gone.is_nothing:
        raise InputError("nothing in the vault is about a person of this id or name")
    if not quiet:
        say(f"forgot {gone.places} places, {gone.documents} documents about the person, {gone.identities} surrogates")


@vault.command(epilog="Example: unname vault key notes.key")
def key(
    file: Annotated[Path, typer.Argument(help="A new file for the key, readable by you alone (mode 600).")],
) -> None:
    """Make a key file, which opens a vault in place of a passphrase; whoever has it draws the same surrogates."""
    from unname.corpora.key_file import key_text

    refuse_existing("the key file", file)
    with packed(None, [file]) as parcel:
        parcel.write(file, [key_text(os.urandom(32))], mode=0o600)
        parcel.deliver()


def _csv(rows: Iterable["Given"]) -> Iterator[str]:
    yield "kind,original,surrogate,scope\n"
    for row in rows:
        line = io.StringIO()
        csv.writer(line, lineterminator="\n").writerow(row)
        yield line.getvalue()


def _jsonl(rows: Iterable["Given"]) -> Iterator[str]:
    for row in rows:
        yield json.dumps(row._asdict(), ensure_ascii=False) + "\n"
