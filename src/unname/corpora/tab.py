"""The Text Anonymization Benchmark: court cases with the decisions of one or more annotators.

Two forms of JSON: full cases (text, annotators, entity mentions), and bare spans by document id,
`{doc_id: [[start, end], ...]}`, which is how systems hand in what they masked.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from unname.core.document import Document, Mention, Role, Span
from unname.core.errors import ConfigError, InputError, shown
from unname.corpora.files import Failed, load_json, report, write_whole
from unname.corpora.records import checked_label, checked_span, span_of

SPLITS = ("train", "dev", "test")

_ROLES = {"DIRECT": Role.DIRECT, "QUASI": Role.QUASI, "NO_MASK": Role.NONE}
_IDENTIFIER_TYPES = {role: name for name, role in _ROLES.items()}


@dataclass(frozen=True)
class Case:
    """One text and the same text as each annotator marked it, in the order of `names`.

    `document` has no mentions. `listed` holds the mentions of each annotator in the order of the file, where
    the first mention of an entity decides its type and directness; a document sorts them by position.
    """

    document: Document
    annotators: tuple[Document, ...]
    names: tuple[str, ...] = ()
    split: str = ""
    listed: tuple[tuple[Mention, ...], ...] = ()

    @property
    def listings(self) -> tuple[tuple[Mention, ...], ...]:
        """The mentions of each annotator, in the order of the file if it is known."""
        return self.listed or tuple(annotator.mentions for annotator in self.annotators)


def read_tab(path: str | Path, split: str | None = None, failed: Failed | None = None) -> list[Case]:
    """The cases of one file, or of all `echr_*` files of a folder, of the wanted split."""
    if split is not None and split not in SPLITS:
        raise ConfigError(f"unknown split {split!r}; known are {', '.join(SPLITS)}")
    cases: list[Case] = []
    seen: set[str] = set()
    for file in tab_files(path, split):
        content = load_json(file)
        if not is_cases(content):
            if file == Path(path):
                raise InputError(f"{file}: not a list of TAB cases")
            continue
        for case in _cases(content, file, split, failed):
            if case.document.id in seen:
                report(InputError(f"{file}: duplicate document id {shown(case.document.id)}"), failed)
                continue
            seen.add(case.document.id)
            cases.append(case)
    if not cases and split:
        raise InputError(f"{path}: no case of the split {split!r}")
    return cases


def tab_files(path: str | Path, split: str | None = None) -> list[Path]:
    """The files that may hold cases of the split; a name that tells another split rules a file out."""
    path = Path(path)
    if not path.is_dir():
        return [path]
    files = [file for file in sorted(path.iterdir()) if file.name.endswith((".json", ".json.gz"))]
    named = [file for file in files if file.name.startswith("echr_")] or files
    return [file for file in named if split is None or _split_of(file) in ("", split)]


def is_cases(content: object) -> bool:
    """Whether parsed JSON is a list of TAB cases."""
    return isinstance(content, list) and all(
        isinstance(item, Mapping) and isinstance(item.get("annotations"), Mapping) for item in content
    )


def case_from_record(record: Mapping[str, Any], where: str, split: str = "") -> Case:
    """Check and build one case."""
    id = record.get("doc_id")
    if not isinstance(id, str) or not id:
        raise InputError(f"{where}: a case has no doc_id")
    where = f"{where}: document {shown(id)}"
    text = record.get("text")
    if not isinstance(text, str):
        raise InputError(f"{where}: the case has no text")
    meta = record.get("meta")
    applicant = meta.get("applicant") if isinstance(meta, Mapping) else None
    document = Document(id, text, person=applicant if isinstance(applicant, str) and applicant else None, own_id=True)
    listed = tuple(
        _listed(annotation, f"{where}: {_annotator(name)}", len(text))
        for name, annotation in record["annotations"].items()
    )
    return Case(
        document,
        tuple(document.with_mentions(mentions) for mentions in listed),
        tuple(record["annotations"]),
        str(record.get("dataset_type") or split),
        listed,
    )


def case_record(case: Case) -> dict[str, Any]:
    """The TAB form of a case; annotators without a name are numbered."""
    names = case.names or tuple(f"annotator{number}" for number in range(1, len(case.annotators) + 1))
    return {
        "doc_id": case.document.id,
        "dataset_type": case.split,
        "text": case.document.text,
        "meta": {"applicant": case.document.person} if case.document.person else {},
        "annotations": {
            name: {"entity_mentions": [*_mention_records(case.document, name, mentions)]}
            for name, mentions in zip(names, case.listings, strict=True)
        },
    }


def write_tab(path: str | Path, cases: Iterable[Case]) -> None:
    """Write full cases, one to a line."""
    write_whole(path, _enclosed("[\n", "\n]\n", (json.dumps(case_record(case)) for case in cases)))


def write_tab_spans(path: str | Path, spans: Mapping[str, Iterable[Sequence[int]]]) -> None:
    """Write masked spans by document id, as TAB's evaluation reads them."""
    lines = (f"{json.dumps(id)}: {json.dumps([list(span[:2]) for span in found])}" for id, found in spans.items())
    write_whole(path, _enclosed("{\n", "\n}\n", lines))


def read_tab_spans(path: str | Path) -> dict[str, list[Span]]:
    """Read masked spans by document id; a third element of a span, the replacement, is ignored."""
    content = load_json(path)
    if not isinstance(content, dict) or not all(isinstance(found, list) for found in content.values()):
        raise InputError(f"{path}: not an object of spans by document id")
    return {id: [span_of(pair, f"{path}: document {shown(id)}") for pair in found] for id, found in content.items()}


def _cases(content: list[Any], file: Path, split: str | None, failed: Failed | None) -> Iterator[Case]:
    for record in content:
        if split and (record.get("dataset_type") or _split_of(file) or split) != split:
            continue
        try:
            yield case_from_record(record, str(file), _split_of(file))
        except InputError as error:
            report(error, failed)


def _split_of(file: Path) -> str:
    words = re.split(r"[^a-z]+", file.name.lower())
    return next((split for split in SPLITS if split in words), "")


def _annotator(name: str) -> str:
    return name if re.fullmatch(r"\w{1,40}", name) else "an annotator"


def _listed(annotation: object, where: str, length: int) -> tuple[Mention, ...]:
    records = annotation.get("entity_mentions") if isinstance(annotation, Mapping) else None
    if not isinstance(records, list):
        raise InputError(f"{where}: no list of entity_mentions")
    return tuple(_mention(record, f"{where}: mention {n}", length) for n, record in enumerate(records, start=1))


def _mention(record: object, where: str, length: int) -> Mention:
    if not isinstance(record, Mapping):
        raise InputError(f"{where}: expected a JSON object, got {type(record).__name__}")
    span = checked_span(record.get("start_offset"), record.get("end_offset"), where, length)
    label = checked_label(record.get("entity_type"), where)
    identifier_type = record.get("identifier_type")
    if not isinstance(identifier_type, str) or identifier_type not in _ROLES:
        raise InputError(f"{where}: identifier_type must be one of {', '.join(_ROLES)}")
    entity = record.get("entity_id")
    if not isinstance(entity, str) or not entity:
        raise InputError(f"{where}: no entity_id")
    return Mention(span, label, entity, _ROLES[identifier_type], source="gold")


def _mention_records(document: Document, annotator: str, mentions: Sequence[Mention]) -> Iterator[dict[str, Any]]:
    for number, mention in enumerate(mentions, start=1):
        prefix = f"{document.id}_{annotator}_"
        # TAB wants ids that no two annotators share.
        entity = mention.entity if mention.entity.startswith(document.id) else prefix + mention.entity
        yield {
            "entity_type": mention.label,
            "entity_mention_id": f"{prefix}em{number}",
            "start_offset": mention.span.start,
            "end_offset": mention.span.end,
            "span_text": document.text[mention.span.start : mention.span.end],
            "identifier_type": _IDENTIFIER_TYPES[mention.role],
            "entity_id": entity if mention.entity else f"{prefix}em{number}",
        }


def _enclosed(opening: str, closing: str, items: Iterable[str]) -> Iterator[str]:
    yield opening
    for number, item in enumerate(items):
        yield f",\n{item}" if number else item
    yield closing
