"""Plain JSON: one record, a list of records, or TAB cases."""

from collections.abc import Iterator, Mapping

from unname.core.document import Document
from unname.core.errors import InputError
from unname.core.roles import Readable
from unname.corpora.files import parse_json
from unname.corpora.tab import case_documents, is_cases


class Json:
    """A record with a text or a list of them, a missing id is the number of the item; or TAB cases."""

    name = "json"
    endings = (".json",)
    holds_one = False

    def read(self, file: Readable) -> Iterator[Document]:
        """The documents, without the annotation of cases."""
        content = parse_json(file.text(), str(file.path))
        if isinstance(content, Mapping):
            content = [content]
        if not isinstance(content, list):
            raise InputError(f"{file.path}: expected TAB cases or records with id and text")
        if is_cases(content):
            yield from case_documents(content, file)
            return
        for number, record in enumerate(content, start=1):
            try:
                yield file.document(record, f"{file.path}, item {number}", str(number))
            except InputError as error:
                file.failed(error)
