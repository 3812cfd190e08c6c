"""Which files the user meant, and the documents in them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from unname.core.document import Document
from unname.core.errors import InputError

if TYPE_CHECKING:
    from unname.corpora.records import Layout

STANDARD_INPUT = "-"


@dataclass(frozen=True)
class Source:
    """One file, or standard input, with its number among all; `id` is what a text in it is called, never released."""

    path: str
    number: int
    format: str
    id: str | None = None

    @property
    def is_text(self) -> bool:
        """Whether the whole source is one document."""
        return self.format == "text"


def expand(paths: Sequence[str], format: str | None = None) -> list[Source]:
    """Every file behind the given paths, folders searched through."""
    from unname.corpora import format_of

    found = [file for path in paths for file in _files(path)]
    return [
        Source(path, number, format or format_of(path) or "text", id)
        for number, (path, id) in enumerate(found, start=1)
    ]


def documents(
    source: Source, encoding: str, failed: Callable[[InputError], None], layout: "Layout | None" = None
) -> Iterator[Document]:
    """The documents of a source; one that cannot be read is handed to `failed`, and the rest go on."""
    from unname.corpora import read

    try:
        for document in read(source.path, source.format, encoding, failed, layout):
            yield replace(document, id=source.id) if source.is_text and source.id else document
    except InputError as error:
        failed(error)


def _files(path: str) -> list[tuple[str, str | None]]:
    """The files behind a path; those of a folder with their ids, which tell apart equal names in sub-folders."""
    from unname.corpora import id_below

    if path == STANDARD_INPUT:
        return [(path, None)]
    place = Path(path)
    if not place.exists():
        raise InputError(f"{path}: no such file or folder")
    if not place.is_dir():
        return [(path, None)]
    inside = sorted(file for file in place.rglob("*") if file.is_file() and not _is_hidden(file, place))
    if not inside:
        raise InputError(f"{path}: no files in this folder")
    return [(str(file), id_below(place, file)) for file in inside]


def _is_hidden(file: Path, folder: Path) -> bool:
    return any(part.startswith(".") for part in file.relative_to(folder).parts)
