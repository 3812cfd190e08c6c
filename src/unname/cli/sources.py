"""Which files the user meant, and the documents in them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from unname.core.document import Document
from unname.core.errors import InputError
from unname.corpora import TEXT, format_of, formats, read
from unname.corpora.files import STANDARD_INPUT
from unname.corpora.folders import below, id_below
from unname.corpora.records import Layout

Paths = Annotated[
    list[str], typer.Argument(help="Text, .jsonl or TAB .json files, folders of them, or - for standard input.")
]


@dataclass(frozen=True)
class Source:
    """One file, or standard input, with its number among all; `id` is what a text in it is called, never released."""

    path: str
    number: int
    format: str
    id: str | None = None
    problem: str = ""
    """Why it cannot be read, where that is known already."""

    @property
    def holds_one(self) -> bool:
        """Whether the whole source is one document."""
        return formats()[self.format].holds_one


def expand(paths: Sequence[str], format: str | None = None) -> list[Source]:
    """Every file behind the given paths, folders searched through."""
    found = [file for path in paths for file in _files(path)]
    return [
        Source(path, number, format or format_of(path) or TEXT, id, problem)
        for number, (path, id, problem) in enumerate(found, start=1)
    ]


def documents(
    source: Source, encoding: str, failed: Callable[[InputError], None], layout: Layout | None = None
) -> Iterator[Document]:
    """The documents of a source; one that cannot be read is handed to `failed`, and the rest go on."""
    if source.problem:
        failed(InputError(f"{source.path}: {source.problem}"))
        return
    try:
        for document in read(source.path, source.format, encoding, failed, layout):
            yield replace(document, id=source.id) if source.holds_one and source.id else document
    except InputError as error:
        failed(error)


def read_once(
    sources: Sequence[Source],
    encoding: str,
    failed: Callable[[InputError, str | None], None],
    layout: Layout | None = None,
    what: str = "document",
) -> list[Document]:
    """The documents of all sources; of those with the same id the first, the others are handed to `failed`."""
    read: dict[str, Document] = {}
    for source in sources:
        for document in documents(source, encoding, lambda error: failed(error, None), layout):
            if document.id in read:
                failed(InputError(f"another {what} has the same id"), document.id)
            else:
                read[document.id] = document
    return list(read.values())


def _files(path: str) -> list[tuple[str, str | None, str]]:
    """What is behind a path; in a folder with ids, which tell apart equal names in sub-folders, and with problems."""
    if path == STANDARD_INPUT:
        return [(path, None, "")]
    place = Path(path)
    if not place.exists():
        raise InputError(f"{path}: no such file or folder")
    if not place.is_dir():
        return [(path, None, "")]
    inside = below(place)
    if not inside:
        raise InputError(f"{path}: no files in this folder")
    # Joined as text: a file that is called "-" must not be taken for standard input.
    return [
        (f"{path.rstrip('/')}/{file.relative_to(place)}", id_below(place, file), problem) for file, problem in inside
    ]
