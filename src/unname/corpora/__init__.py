"""Read and write documents: plain text, JSON Lines, JSON, TAB and CoNLL, each packed or not."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

from unname.core.document import Document
from unname.core.errors import ConfigError, InputError, shown
from unname.corpora.conll import read_conll
from unname.corpora.files import STANDARD_INPUT, Failed, report
from unname.corpora.folders import below
from unname.corpora.jsonl import read_json, read_jsonl
from unname.corpora.records import Layout
from unname.corpora.text import read_document

FORMATS = ("text", "jsonl", "json", "tab", "conll")

_SUFFIXES: Mapping[str, str] = {
    ".txt": "text",
    ".md": "text",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "json",
    ".conll": "conll",
    ".iob2": "conll",
}


def read(
    path: str | Path,
    format: str | None = None,
    encoding: str = "utf-8",
    failed: Failed | None = None,
    layout: Layout | None = None,
) -> Iterator[Document]:
    """The documents of a file, of every known file below a folder, or of standard input (`-`).

    The suffix tells the format where it is not given; a file with an unknown one is plain text. No two
    documents may have the same id. With `failed`, each error is handed to it and reading goes on with the
    next document. `layout` says which fields of JSON records hold what.
    """
    if format is not None and format not in FORMATS:
        raise ConfigError(f"unknown format {format!r}; known are {', '.join(FORMATS)}")
    seen: set[str] = set()
    for produce in _sources(path, format, encoding, failed, layout):
        try:
            for document in produce():
                if document.id not in seen:
                    seen.add(document.id)
                    yield document
                else:
                    report(InputError(f"{path}: duplicate document id {shown(document.id)}"), failed)
        except InputError as error:
            report(error, failed)


def format_of(path: str | Path) -> str | None:
    """The format that the suffix tells, or None.

    >>> format_of("letters.jsonl.gz")
    'jsonl'
    """
    return _SUFFIXES.get(Path(str(path).removesuffix(".gz")).suffix.lower())


def id_below(folder: Path, file: Path) -> str:
    """What the text in a file below a folder is called: its path from there, without suffixes.

    >>> id_below(Path("letters"), Path("letters/may/anna.txt.gz"))
    'may/anna'
    """
    return Path(file.relative_to(folder).as_posix().removesuffix(".gz")).with_suffix("").as_posix()


def _sources(
    path: str | Path, format: str | None, encoding: str, failed: Failed | None, layout: Layout | None
) -> Iterator[Callable[[], Iterator[Document]]]:
    folder = Path(path)
    if str(path) == STANDARD_INPUT or not folder.is_dir():
        yield partial(_read_file, path, format or format_of(path) or "text", encoding, None, failed, layout)
        return
    found = below(folder)
    for path_below, problem in found:
        if problem:
            report(InputError(f"{path_below}: {problem}"), failed)
    texts = [file for file, problem in found if format_of(file) and not problem]
    files = [file for file in texts if format is None or format_of(file) in (format, _json_of(format))]
    if not files:
        raise InputError(f"{path}: no document in this folder; known suffixes are {', '.join(_SUFFIXES)}")
    for file in files:
        id, known = id_below(folder, file), format or format_of(file) or "text"
        yield partial(_read_file, file, known, encoding, id, failed, layout)


def _read_file(
    path: str | Path, format: str, encoding: str, id: str | None, failed: Failed | None, layout: Layout | None
) -> Iterator[Document]:
    if format == "text":
        yield read_document(path, encoding, id)
    elif format == "jsonl":
        yield from read_jsonl(path, encoding, failed, layout)
    elif format == "conll":
        yield from read_conll(path, encoding)
    else:
        yield from read_json(path, encoding, failed, layout)


def _json_of(format: str) -> str:
    return "json" if format == "tab" else format
