"""JSON Lines, one document a line; and plain JSON with one document or a list of them."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from unname.core.document import Document
from unname.core.errors import InputError
from unname.core.redaction import Redaction
from unname.corpora.files import Failed, load_json, numbered_lines, parse_json, report, write_whole
from unname.corpora.records import Layout, document_from_record, document_record, redaction_record
from unname.corpora.tab import case_from_record, is_cases


def read_jsonl(
    path: str | Path, encoding: str = "utf-8", failed: Failed | None = None, layout: Layout | None = None
) -> Iterator[Document]:
    """The documents of a JSONL file, line by line; blank lines are skipped, a missing id is the line number."""
    for number, line in numbered_lines(path, encoding, failed):
        if not line.strip():
            continue
        where = f"{path}, line {number}"
        try:
            yield document_from_record(parse_json(line, where), where, str(number), layout)
        except InputError as error:
            report(error, failed)


def read_json(
    path: str | Path, encoding: str = "utf-8", failed: Failed | None = None, layout: Layout | None = None
) -> Iterator[Document]:
    """The documents of a JSON file: TAB cases (without their annotation), a list of records, or one record."""
    content = load_json(path, encoding)
    if isinstance(content, Mapping):
        content = [content]
    if not isinstance(content, list):
        raise InputError(f"{path}: expected TAB cases or records with id and text")
    cases = is_cases(content)
    for number, record in enumerate(content, start=1):
        try:
            if cases:
                yield case_from_record(record, str(path)).document
            else:
                yield document_from_record(record, f"{path}, item {number}", str(number), layout)
        except InputError as error:
            report(error, failed)


def write_jsonl(
    path: str | Path, items: Iterable[Document | Redaction | Mapping[str, Any]], mode: int | None = None
) -> None:
    """Write documents with what was found in them, redactions as they may be released, or plain records."""
    write_whole(path, map(json_line, items), mode)


def json_line(item: Document | Redaction | Mapping[str, Any]) -> str:
    """One document, redaction or record as a line of JSON."""
    record: Mapping[str, Any]
    if isinstance(item, Document):
        record = document_record(item)
    elif isinstance(item, Redaction):
        record = redaction_record(item)
    else:
        record = item
    return json.dumps(record, ensure_ascii=False) + "\n"
