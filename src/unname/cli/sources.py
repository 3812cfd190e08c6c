"""Which files the user meant, and the documents in them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from unname.core.document import Document
from unname.core.errors import InputError

STANDARD_INPUT = "-"


@dataclass(frozen=True)
class Source:
    """One file, or standard input; `name` is what it is called in anything released."""

    path: str
    name: str
    format: str

    @property
    def is_text(self) -> bool:
        """Whether the whole source is one document."""
        return self.format == "text"

    def id_of(self, document: Document, number: int) -> str:
        """What the document is called when released: its own id if its record has one, else a neutral name."""
        if self.is_text:
            return self.name
        return f"{self.name}-{number}" if self.format == "conll" else document.id


def expand(paths: Sequence[str], format: str | None = None) -> list[Source]:
    """Every file behind the given paths, folders searched through, each with a neutral name."""
    from unname.corpora import format_of

    found = [file for path in paths for file in _files(path)]
    width = max(4, len(str(len(found))))
    return [
        Source(path, f"document-{number:0{width}d}", format or format_of(path) or "text")
        for number, path in enumerate(found, start=1)
    ]


def documents(source: Source, encoding: str, failed: Callable[[InputError], None]) -> Iterator[Document]:
    """The documents of a source; one that cannot be read is handed to `failed`, and the rest go on."""
    from unname.corpora import read

    try:
        yield from read(source.path, source.format, encoding, failed=failed)
    except InputError as error:
        failed(error)


def _files(path: str) -> list[str]:
    if path == STANDARD_INPUT:
        return [path]
    place = Path(path)
    if not place.exists():
        raise InputError(f"{path}: no such file or folder")
    if not place.is_dir():
        return [path]
    inside = sorted(file for file in place.rglob("*") if file.is_file() and not _is_hidden(file, place))
    if not inside:
        raise InputError(f"{path}: no files in this folder")
    return [str(file) for file in inside]


def _is_hidden(file: Path, folder: Path) -> bool:
    return any(part.startswith(".") for part in file.relative_to(folder).parts)
