"""The map back that a release may keep: which released document comes from which original."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from unname.core.errors import InputError
from unname.core.redaction import Edit, Redaction
from unname.core.versions import VERSIONS, check_version
from unname.corpora.files import numbered_lines, parse_json
from unname.corpora.records import span_of


def map_line(redaction: Redaction, source: str, document: str) -> str:
    """One line: where each change stood in the original and stands in the release, and which document it was."""
    edits = [{"old": list(edit.old), "new": list(edit.new), "entity": edit.entity} for edit in redaction.edits]
    record = {"id": redaction.document, "edits": edits, "source": source, "document": document}
    # In ASCII: names of files need not be Unicode.
    return json.dumps({**record, "version": VERSIONS["map"]}) + "\n"


def read_map(path: str | Path) -> dict[str, str]:
    """The id of each original by the id of its release, in whatever order the lines are."""
    return {id: record["document"] for id, (record, _) in _records(path).items()}


def read_edits(path: str | Path) -> dict[str, tuple[Edit, ...]]:
    """What was changed in each document, by the id of its release; those whose line does not tell are left out."""
    return {id: _edits(record["edits"], where) for id, (record, where) in _records(path).items() if "edits" in record}


def _records(path: str | Path) -> dict[str, tuple[Mapping[str, Any], str]]:
    """The lines by the id of a release, each with its place."""
    records: dict[str, tuple[Mapping[str, Any], str]] = {}
    for number, line in numbered_lines(path):
        if not line.strip():
            continue
        where = f"{path}, line {number}"
        found = parse_json(line, where)
        record = found if isinstance(found, Mapping) else {}
        check_version("map", record.get("version"), where)
        id = record.get("id")
        if not isinstance(id, str) or not isinstance(record.get("document"), str):
            raise InputError(f"{where}: not a map back, which names id and document; release --keep-map writes it")
        if id in records:
            raise InputError(f"{where}: another line has the same id")
        records[id] = record, where
    if not records:
        raise InputError(f"{path}: the map is empty")
    return records


def _edits(records: object, where: str) -> tuple[Edit, ...]:
    if not isinstance(records, list) or not all(isinstance(record, Mapping) for record in records):
        raise InputError(f"{where}: edits must be a list of objects with old and new")
    return tuple(
        Edit(span_of(each.get("old"), where), span_of(each.get("new"), where), str(each.get("entity", "")))
        for each in records
    )
