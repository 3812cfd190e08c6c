"""553 Wikipedia lives with twelve published anonymizations: who can still be found in each."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from unname.core.document import Document, Profile, Span
from unname.core.errors import InputError
from unname.core.progress import Listener
from unname.core.redaction import Redaction, Replacement, rewrite
from unname.corpora.files import load_json
from unname.corpora.rows import cell, read_rows
from unname_research.bench.attack_contest import hold_contest
from unname_research.bench.rounding import rounded

ORIGINAL = "original"
MASK = "***"

LIVES = "wiki553.jsonl.gz"
"""The file by which the folder is known."""


def run(
    data: str | Path,
    fast: bool = False,
    full: bool = False,
    out: str | Path | None = None,
    report: Listener | None = None,
) -> dict[str, Any]:
    """The share of people found behind each published set of masks; every mask is written as three stars."""
    texts, population = read_lives(Path(data))
    columns = {ORIGINAL: list(texts.values())}
    for system, spans in published_masks(Path(data)):
        columns[system] = [replace(text, text=masked(text, spans.get(id, [])).text) for id, text in texts.items()]
    result = hold_contest(population, columns, fast=fast, full=full, out=out, report=report).result(ORIGINAL)
    hidden = {
        column: 1 - sum(len(_words(d.text)) for d in documents) / sum(len(_words(d.text)) for d in columns[ORIGINAL])
        for column, documents in columns.items()
    }
    return rounded({**result, "words_hidden": hidden})  # type: ignore[no-any-return]


def read_lives(folder: Path) -> tuple[dict[str, Document], list[Profile]]:
    """The texts by id, and what is publicly known about the same people."""
    texts, population = {}, []
    for row in read_rows(folder / LIVES):
        id = str(row.values.get("doc_id"))
        texts[id] = Document(id, cell(row, "text"), person=id)
        population.append(Profile(id, text=cell(row, "public_knowledge")))
    return texts, population


def published_masks(folder: Path) -> Iterator[tuple[str, dict[str, list[list[int]]]]]:
    """The systems by name, each with the spans that it masks by document id."""
    prefix, suffix = "systems_Wiki553_", ".json.gz"
    files = sorted(folder.glob(f"{prefix}*{suffix}"))
    if not files:
        raise InputError(f"{folder}: no file named {prefix}*{suffix}")
    for file in files:
        yield file.name.removeprefix(prefix).removesuffix(suffix), load_json(file)


def masked(document: Document, spans: Sequence[Sequence[int]]) -> Redaction:
    """The document with three stars in place of every span; spans that overlap are one."""
    length = len(document.text)  # one published span ends behind its text
    cut = [Span(start, min(end, length)) for start, end, *_ in spans]
    return rewrite(document, [Replacement(span, MASK, joins=True) for span in cut if span.start < span.end])


def _words(text: str) -> list[str]:
    return [word for word in text.split() if any(map(str.isalnum, word))]
