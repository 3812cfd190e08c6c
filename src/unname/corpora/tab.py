"""The Text Anonymization Benchmark: court cases with the decisions of one or more annotators.

Systems hand in what they masked in another form, which `unname detect --format tab` writes: spans by document id,
`{doc_id: [[start, end], ...]}`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from unname.core.document import Document, Mention, Role
from unname.core.errors import ConfigError, InputError, shown
from unname.core.roles import Readable
from unname.corpora.files import Failed, load_json, parse_json, refuse
from unname.corpora.records import checked_label, checked_span

SPLITS = ("train", "dev", "test")

_ROLES = {"DIRECT": Role.DIRECT, "QUASI": Role.QUASI, "NO_MASK": Role.NONE}


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


class Tab:
    """JSON with a list of cases, or one case; the decisions of annotators are left out of what is read."""

    name = "tab"
    endings = (".json",)
    holds_one = False

    def read(self, file: Readable) -> Iterator[Document]:
        """The documents of the cases, one that is broken told and the others read."""
        content = parse_json(file.text(), str(file.path))
        cases = [content] if isinstance(content, Mapping) else content
        if not is_cases(cases):
            raise InputError(f"{file.path}: not a list of TAB cases")
        yield from case_documents(cases, file)


def case_documents(cases: Sequence[Mapping[str, Any]], file: Readable) -> Iterator[Document]:
    """The documents of cases, without what annotators found in them."""
    for record in cases:
        try:
            yield case_from_record(record, str(file.path)).document
        except InputError as error:
            file.failed(error)


def read_tab(path: str | Path, split: str | None = None, failed: Failed = refuse) -> list[Case]:
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
                failed(InputError(f"{file}: duplicate document id {shown(case.document.id)}"))
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
    document = Document(id, text, names=(applicant,) if isinstance(applicant, str) and applicant else (), own_id=True)
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


def _cases(content: list[Any], file: Path, split: str | None, failed: Failed) -> Iterator[Case]:
    for record in content:
        if split and (record.get("dataset_type") or _split_of(file) or split) != split:
            continue
        try:
            yield case_from_record(record, str(file), _split_of(file))
        except InputError as error:
            failed(error)


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
