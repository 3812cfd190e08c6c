"""Documents with what people marked in them, whatever the format: the yardstick of a release."""

from collections.abc import Iterator
from dataclasses import replace

from unname.core.document import Document
from unname.core.errors import InputError
from unname.corpora import format_of, read
from unname.corpora.files import Failed, parse_json, read_text, refuse
from unname.corpora.records import Layout
from unname.corpora.tab import Case, case_from_record, is_cases

JSON = ("json", "tab")
"""The formats that may hold TAB cases, of which plain reading leaves the annotators out."""


def read_gold(
    path: str,
    format: str | None = None,
    encoding: str = "utf-8",
    failed: Failed = refuse,
    layout: Layout | None = None,
) -> Iterator[Case]:
    """The texts of one file, each with one marked document for every annotator; TAB alone has several."""
    if (format or format_of(path)) in JSON:
        try:
            content = parse_json(read_text(path, encoding), path)
        except InputError as error:
            failed(error)
            return
        cases = [content] if isinstance(content, dict) else content
        if is_cases(cases):
            yield from _cases(cases, path, failed)
            return
    for document in read(path, format, encoding, failed, layout):
        yield unmarked(document)


def unmarked(document: Document) -> Case:
    """A marked document as a case with one annotator.

    >>> from unname.core.document import Mention, Span
    >>> case = unmarked(Document("a", "Ada", mentions=(Mention(Span(0, 3), "PERSON"),)))
    >>> len(case.document.mentions), len(case.annotators)
    (0, 1)
    """
    return Case(replace(document, mentions=()), (document,))


def _cases(records: list[dict[str, object]], path: str, failed: Failed) -> Iterator[Case]:
    for record in records:
        try:
            yield case_from_record(record, path)
        except InputError as error:
            failed(error)
