"""JSON Lines: one document a line."""

import json
from collections.abc import Iterable, Iterator

from unname.core.document import Document
from unname.core.errors import InputError
from unname.core.redaction import Redaction
from unname.core.roles import Readable
from unname.corpora.files import parse_json
from unname.corpora.records import document_record, redaction_record


class Jsonl:
    """A line is a record with a text; blank lines are skipped, a missing id is the number of the line."""

    name = "jsonl"
    endings = (".jsonl", ".ndjson")
    holds_one = False

    def read(self, file: Readable) -> Iterator[Document]:
        """The documents, line by line."""
        for number, line in file.lines(skips=True):
            if not line.strip():
                continue
            where = f"{file.path}, line {number}"
            try:
                yield file.document(parse_json(line, where), where, str(number))
            except InputError as error:
                file.failed(error)

    def write(self, items: Iterable[Document | Redaction]) -> Iterator[str]:
        """Documents with what was found in them, redactions as they may be released."""
        for item in items:
            record = redaction_record(item) if isinstance(item, Redaction) else document_record(item)
            yield json.dumps(record, ensure_ascii=False) + "\n"
