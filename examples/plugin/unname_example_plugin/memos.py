"""A format: memos in one file, with a line of dashes between them."""

import re
from collections.abc import Iterator
from pathlib import Path

from unname import Document
from unname.core.roles import Readable

_LINE = re.compile(r"^-{3,}\s*$\n?", re.MULTILINE)


class Memos:
    """Reads files that end in .memos; each memo is a document, numbered from 1."""

    name = "memos"
    endings = (".memos",)
    holds_one = False

    def read(self, file: Readable) -> Iterator[Document]:
        """The memos of a file, in order."""
        for number, memo in enumerate(filter(str.strip, _LINE.split(file.text())), start=1):
            yield Document(f"{Path(file.path).stem}-{number}", memo)
