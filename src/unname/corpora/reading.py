"""A file as formats get it: where it is, how it is encoded, and whom its errors are told."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from unname.core.document import Document
from unname.corpora.files import Failed, numbered_lines, read_text, refuse
from unname.corpora.records import Layout, document_from_record


@dataclass(frozen=True)
class File:
    """A file to read documents from, or standard input (`-`), unpacked and decoded; nothing of it is quoted."""

    path: str | Path
    encoding: str = "utf-8"
    failed: Failed = field(default=refuse, repr=False)
    layout: Layout = field(default_factory=Layout, repr=False)

    def text(self) -> str:
        """The whole text, line ends untouched."""
        return read_text(self.path, self.encoding)

    def lines(self, skips: bool = False) -> Iterator[tuple[int, str]]:
        """The lines with their numbers from 1; one that cannot be decoded is an error, passed over if it `skips`."""
        return numbered_lines(self.path, self.encoding, self.failed if skips else refuse)

    def document(self, record: object, where: str, default_id: str) -> Document:
        """Check and build the document of a record; `where` begins the message of every error."""
        return document_from_record(record, where, default_id, self.layout)
