"""`unname detect`: what was found in each document."""

import json
import sys
from typing import Annotated, Any

import typer

from unname.cli.each import for_each
from unname.cli.failures import say
from unname.cli.options import (
    Balance,
    Detectors,
    Encoding,
    InputFormat,
    Language,
    PolicyFile,
    Quiet,
    check_choice,
    check_input,
    chosen,
    demand,
)
from unname.cli.records import IdField, KeepFields, TextField, read_layout, said_of
from unname.cli.sources import Paths
from unname.cli.visible import VISIBLE, in_column
from unname.core.document import Document, Role
from unname.core.errors import InputError, shown
from unname.corpora import writable_formats
from unname.corpora.records import document_record

FORMATS = ("text", "json", "jsonl", "tab")
"""What is printed of documents: in `jsonl` whole, for the next command; else what was found in them."""

STYLES = {
    "CODE": "black on bright_red",
    "ORG": "black on bright_blue",
    "PERSON": "black on bright_yellow",
    "DATETIME": "black on bright_green",
    "LOC": "black on bright_cyan",
    "QUANTITY": "black on white",
    "DEM": "black on bright_magenta",
    "MISC": "white on grey37",
}


def detect(
    paths: Paths,
    format: Annotated[
        str,
        typer.Option(
            help="text: a line per mention; json: an object per document; jsonl: the same with the "
            "text, for the next command; tab: spans to hide by document id."
        ),
    ] = "text",
    show: Annotated[bool, typer.Option("--show", help="Show the text with its mentions colored by label.")] = False,
    policy: PolicyFile = None,
    balance: Balance = "recall",
    detector: Detectors = None,
    language: Language = None,
    input_format: InputFormat = None,
    encoding: Encoding = "utf-8",
    text_field: TextField = "text",
    id_field: IdField = None,
    keep_fields: KeepFields = None,
    quiet: Quiet = False,
) -> None:
    """Show the mentions and entities of each document, with label, role, confidence and source.

    The role "none" marks what was found but would not be hidden. Positions count characters from 0.
    """
    from unname.pipeline.compose import make_pipeline
    from unname.pipeline.language import read_language

    check_choice("--format", format, FORMATS)
    check_input(encoding, input_format)
    layout = read_layout(text_field, id_field, keep_fields)
    pipeline = make_pipeline(policy=demand(policy), **chosen(balance, detector, language=language))
    spans: dict[str, list[list[int]]] = {}

    def work(document: Document) -> None:
        if reason := read_language(document, pipeline.language_).reason:
            say(f"document {shown(document.id)}: {reason}")
        found = pipeline.detect(document)
        if format != "tab" or show:
            _print(found, "show" if show else format)
        elif found.id in spans:
            raise InputError("another document has the same id")
        else:
            spans[found.id] = [list(mention.span) for mention in found.mentions if mention.role != Role.NONE]

    try:
        for_each(paths, input_format, encoding, work, layout)
    finally:
        if format == "tab" and not show:
            print(json.dumps(spans))
        for line in () if quiet else said_of(layout):
            say(line)


def _print(document: Document, format: str) -> None:
    if format == "show":
        _print_highlighted(document)
    elif format == "text":
        for mention in document.mentions:
            text = in_column(document.text[mention.span.start : mention.span.end])
            columns = (in_column(document.id), mention.span.start, mention.span.end, mention.label, mention.role.value)
            print(*columns, f"{mention.confidence:.3f}", mention.source, in_column(mention.entity), text, sep="\t")
    elif format == "json":
        print(json.dumps(_record(document), ensure_ascii=False))
    else:
        sys.stdout.writelines(writable_formats()[format].write([document]))
    sys.stdout.flush()


def _record(document: Document) -> dict[str, Any]:
    """What was found, with the words of each mention in place of the whole text."""
    record = document_record(document)
    del record["text"]
    for mention in record["mentions"]:
        mention["text"] = document.text[mention["start"] : mention["end"]]
    return record


def _print_highlighted(document: Document) -> None:
    from rich.console import Console
    from rich.text import Text

    shown = Text(document.text.translate(VISIBLE))
    for mention in document.mentions:
        if mention.role != Role.NONE:
            shown.stylize(STYLES[mention.label], *mention.span)
    console = Console(highlight=False, soft_wrap=True)
    console.print(shown)
    present = [label for label in STYLES if any(mention.label == label for mention in document.mentions)]
    legend = Text(" ").join(Text(f" {label} ", STYLES[label]) for label in present)
    if present:
        console.print(legend)
