"""Plain text: one file, one document."""

from collections.abc import Iterable, Iterator

from unname.core.document import Document
from unname.core.redaction import Redaction
from unname.core.roles import Readable
from unname.corpora.files import stem


class Text:
    """A file is a document named after it, or `stdin`; an empty file is an empty text."""

    name = "text"
    endings = (".txt", ".md")
    holds_one = True

    def read(self, file: Readable) -> Iterator[Document]:
        """The one document."""
        yield Document(stem(file.path), file.text())

    def write(self, items: Iterable[Document | Redaction]) -> Iterator[str]:
        """The texts alone."""
        return (item.text for item in items)
