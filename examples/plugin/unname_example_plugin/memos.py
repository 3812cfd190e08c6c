"""A format: memos in one file, with a line of dashes between them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from unname import Document

_LINE = re.compile(r"^-{3,}\s*$\n?", re.MULTILINE)


@dataclass(frozen=True)
class Memos:
    """Reads files that end in .memos; each memo is a document, numbered from 1."""

    name: str = "memos"
    endings: tuple[str, ...] = (".memos",)

    def read(self, path: str | Path, encoding: str = "utf-8") -> Iterator[Document]:
        """The memos of a file, in order."""
        memos = _LINE.split(Path(path).read_text(encoding))
        for number, memo in enumerate(filter(str.strip, memos), start=1):
            yield Document(f"{Path(path).stem}-{number}", memo)
