"""`unname restore`: released documents back to their originals, for whoever can open the vault."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unname.cli.failures import Failures, say
from unname.cli.options import Encoding, InputFormat, Quiet, check_input
from unname.cli.parcel import packed
from unname.cli.progress import Progress, progress
from unname.cli.records import IdField, KeepFields, TextField, read_layout, said_of
from unname.cli.released import expand_released
from unname.cli.sources import Source, documents
from unname.cli.targets import STANDARD_OUTPUT, check_places, out_folder
from unname.cli.vault_key import KeyFile, PassphraseFile, check_standard_input, open_vault
from unname.core.document import Document
from unname.core.errors import InputError
from unname.core.redaction import Redaction
from unname.corpora import format_of, writable_formats

if TYPE_CHECKING:
    from unname.replace.restore import Kept, Restored
    from unname.replace.vault import Vault

VaultFile = Annotated[Path, typer.Option("--vault", help="The vault that the release was made with.")]


@dataclass(frozen=True)
class Released:
    """A released document, and the file that it is in."""

    document: Document
    source: Source


@dataclass(frozen=True)
class Original:
    """A document as it was before it was released."""

    released: Released
    kept: "Kept"
    restored: "Restored"

    @property
    def redaction(self) -> Redaction:
        """What is written of it: its text under its own id, with the fields that were kept."""
        return Redaction(self.kept.document, self.restored.text, fields=self.released.document.fields)

    @property
    def file(self) -> str:
        """The file it was in; that of the release, if it is not known any more."""
        return self.kept.source or self.released.source.path


def restore(
    paths: Annotated[list[str], typer.Argument(help="What was released: text or .jsonl files, folders of them, or -.")],
    vault: VaultFile,
    out: Annotated[
        str | None, typer.Option(help="A new file (its name has an ending), or a new or empty folder (it has none).")
    ] = None,
    edited: Annotated[
        bool,
        typer.Option("--edited", help="Also restore texts that were edited since, where changes are untouched."),
    ] = False,
    passphrase_file: PassphraseFile = None,
    key_file: KeyFile = None,
    input_format: InputFormat = None,
    encoding: Encoding = "utf-8",
    text_field: TextField = "text",
    id_field: IdField = None,
    keep_fields: KeepFields = None,
    quiet: Quiet = False,
) -> None:
    """Give released documents their originals back, exactly, with their ids and in their order.

    Each is known again by its text, and by its id where several have the same one. A document that the vault does not
    know is told and not written; the others are. Into a folder they go as files under their old names. What was
    forgotten (unname vault forget) stays as it was released, and is counted.
    """
    check_input(encoding, input_format)
    check_standard_input(paths, passphrase_file)
    out = None if out in STANDARD_OUTPUT else out
    layout = read_layout(text_field, id_field, keep_fields)
    sources = expand_released(paths, input_format)
    check_places([*paths, str(vault)], out, None)
    folder = out_folder(sources, paths, out, None)
    failures = Failures()
    with (
        open_vault(vault, passphrase_file, key_file) as opened,
        packed(folder, [Path(out) if out and folder is None else None]) as parcel,
    ):
        read = [
            Released(document, source)
            for source in sources
            for document in documents(source, encoding, failures.add, layout)
        ]
        with progress(len(read), hidden=quiet) as bar:
            originals = restore_all(opened, read, edited, failures, bar)
        for path, content in lay_out(originals, parcel.place, None if out is None else Path(out)):
            parcel.write(path, content, mode=0o600)
        parcel.deliver()
    if not quiet:
        _tell(originals, out, len(read))
        for line in said_of(layout):
            say(line)
    failures.leave()


def restore_all(
    vault: "Vault", read: Sequence[Released], edited: bool, failures: Failures, bar: Progress
) -> list[Original]:
    """The originals of released documents, in the order that they had; what is not known is told.

    Documents that may be one of several are looked at once more, when it is known which runs the others are from.
    """
    from unname.replace.restore import restore_text
    from unname.replace.vault.vault import Ambiguous

    found: dict[int, Kept] = {}
    unclear: list[int] = []
    for number, released in enumerate(read):
        try:
            found[number] = vault.recall(released.document.id, released.document.text, edited)
        except Ambiguous:
            unclear.append(number)
        except InputError as error:
            failures.add(error, released.document.id)
        bar.advance()
    runs = {kept.run for kept in found.values()}
    for number in unclear:
        try:
            found[number] = vault.recall(read[number].document.id, read[number].document.text, edited, runs)
        except InputError as error:
            failures.add(error, read[number].document.id)
    originals = [
        Original(read[number], kept, restore_text(kept, read[number].document.text))
        for number, kept in sorted(found.items())
    ]
    if len({original.kept.number for original in originals}) == len(originals):
        # Whichever run a document was kept by: the same corpus may have been released several times.
        return sorted(originals, key=lambda original: original.kept.number)
    first = {original.kept.run: place for place, original in reversed(list(enumerate(originals)))}
    return sorted(originals, key=lambda original: (first[original.kept.run], original.kept.number))


def lay_out(
    originals: Sequence[Original], folder: Path | None, out: Path | None
) -> Iterator[tuple[Path | None, Iterator[str]]]:
    """What to write where: one file, or in a folder one for each file that there was."""
    formats = writable_formats()
    if folder is None:
        is_text = len(originals) == 1 and originals[0].released.source.holds_one
        is_text = is_text and (out is None or format_of(out) != "jsonl")
        yield out, iter(formats["text" if is_text else "jsonl"].write(original.redaction for original in originals))
        return
    files: dict[tuple[str, str], list[Original]] = {}
    for original in originals:
        files.setdefault((original.kept.run, original.file), []).append(original)
    names: Counter[str] = Counter()
    for (_, file), inside in files.items():
        writer = formats["text" if len(inside) == 1 and inside[0].released.source.holds_one else "jsonl"]
        name = _name(file, writer.endings[0], writer.name)
        names[name] += 1
        if names[name] > 1:
            name = f"{Path(name).stem}-{names[name]}{Path(name).suffix}"
        yield folder / name, iter(writer.write(original.redaction for original in inside))


def _name(file: str, ending: str, format: str) -> str:
    """What a file was called, with an ending that says what is in it now; its folder is left out."""
    name = "stdin" if file == "-" else Path(file).name
    return name if format_of(name) == format else f"{Path(name).stem}{ending}"


def _tell(originals: Sequence[Original], out: str | None, n_read: int) -> None:
    what = "document" if n_read == 1 else "documents"
    if out is not None or len(originals) < n_read:
        say(f"restored {len(originals)} of {n_read} {what}" + (f" to {out}" if out and originals else ""))
    if n_forgotten := sum(original.restored.n_forgotten for original in originals):
        say(f"{n_forgotten} places were forgotten and stay as they were released")
    if n_edited := sum(original.restored.n_edited for original in originals):
        say(f"{n_edited} places were edited and could not be put back")
