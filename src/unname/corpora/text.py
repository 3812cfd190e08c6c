"""Plain text: one file, one document."""

from pathlib import Path

from unname.core.document import Document
from unname.corpora.files import STANDARD_INPUT, read_text


def read_document(path: str | Path, encoding: str = "utf-8", id: str | None = None) -> Document:
    """The file as a document named after it, or `stdin`; an empty file is an empty text."""
    return Document(stem(path) if id is None else id, read_text(path, encoding))


def stem(path: str | Path) -> str:
    """The name of a file without its folder and its suffixes.

    >>> stem("letters/to.anna.txt.gz")
    'to.anna'
    """
    if str(path) == STANDARD_INPUT:
        return "stdin"
    name = Path(path).name.removesuffix(".gz")
    return Path(name).stem
