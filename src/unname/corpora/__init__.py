"""Read and write documents: one module a format, found by its name or by the ending of a file."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from unname.core.document import Document
from unname.core.errors import ConfigError, InputError, shown
from unname.core.registry import create, names
from unname.core.roles import Format, WritableFormat
from unname.corpora.files import STANDARD_INPUT, Failed, refuse
from unname.corpora.folders import below, id_below
from unname.corpora.reading import File
from unname.corpora.records import Layout

TEXT = "text"
"""What a file is whose ending tells nothing."""


@cache
def formats() -> Mapping[str, Format]:
    """Every format by its name, built-in and plugged in."""
    return {name: create("format", name) for name in names("format")}


@cache
def writable_formats() -> Mapping[str, WritableFormat]:
    """The formats in which texts may be released, by name."""
    return {name: format for name, format in formats().items() if isinstance(format, WritableFormat)}


def format_of(path: str | Path) -> str | None:
    """The name of the format that the ending tells, or None; where several have it, the first.

    >>> format_of("letters.jsonl.gz")
    'jsonl'
    """
    ending = Path(str(path).removesuffix(".gz")).suffix.lower()
    return next((name for name, format in formats().items() if ending in format.endings), None)


def read(
    path: str | Path,
    format: str | None = None,
    encoding: str = "utf-8",
    failed: Failed = refuse,
    layout: Layout | None = None,
) -> Iterator[Document]:
    """The documents of a file, of every known file below a folder, or of standard input (`-`).

    The ending tells the format where it is not given; a file with an unknown one is plain text. No two documents may
    have the same id. Each error is handed to `failed`; if that does not raise it, reading goes on with the next
    document. `layout` says which fields of records hold what.
    """
    if format is not None and format not in formats():
        raise ConfigError(f"unknown format {format!r}; known are {', '.join(formats())}")
    seen: set[str] = set()
    for file, id in _files(path, format, failed):
        known = formats()[format or format_of(file) or TEXT]
        try:
            for document in known.read(File(file, encoding, failed, layout or Layout())):
                named = replace(document, id=id) if id and known.holds_one else document
                if named.id in seen:
                    failed(InputError(f"{path}: duplicate document id {shown(named.id)}"))
                else:
                    seen.add(named.id)
                    yield named
        except InputError as error:
            failed(error)


def _files(path: str | Path, format: str | None, failed: Failed) -> Iterator[tuple[str | Path, str]]:
    """The file itself, or those of a folder that have an ending of the format, each with what its text is called."""
    folder = Path(path)
    if str(path) == STANDARD_INPUT or not folder.is_dir():
        yield path, ""
        return
    chosen = formats().values() if format is None else [formats()[format]]
    wanted = {ending for each in chosen for ending in each.endings}
    files = []
    for file, problem in below(folder):
        if problem:
            failed(InputError(f"{file}: {problem}"))
        elif Path(str(file).removesuffix(".gz")).suffix.lower() in wanted:
            files.append(file)
    if not files:
        known = dict.fromkeys(ending for each in formats().values() for ending in each.endings)
        raise InputError(f"{path}: no document in this folder; known suffixes are {', '.join(known)}")
    for file in files:
        yield file, id_below(folder, file)
