"""The map back that a release may keep: which released document comes from which original."""

import json
from collections.abc import Mapping
from pathlib import Path

from unname.core.errors import InputError
from unname.core.redaction import Redaction
from unname.core.versions import VERSIONS, check_version
from unname.corpora.files import numbered_lines, parse_json


def map_line(redaction: Redaction, source: str, document: str) -> str:
    """One line: where each change stood in the original and stands in the release, and which document it was."""
    edits = [{"old": list(edit.old), "new": list(edit.new), "entity": edit.entity} for edit in redaction.edits]
    record = {"id": redaction.document, "edits": edits, "source": source, "document": document}
    # In ASCII: names of files need not be Unicode.
    return json.dumps({**record, "version": VERSIONS["map"]}) + "\n"


def read_map(path: str | Path) -> dict[str, str]:
    """The id of each original by the id of its release, in whatever order the lines are."""
    originals: dict[str, str] = {}
    for number, line in numbered_lines(path):
        if not line.strip():
            continue
        where = f"{path}, line {number}"
        found = parse_json(line, where)
        record = found if isinstance(found, Mapping) else {}
        check_version("map", record.get("version"), where)
        id, original = record.get("id"), record.get("document")
        if not isinstance(id, str) or not isinstance(original, str):
            raise InputError(f"{where}: not a map back, which names id and document; release --keep-map writes it")
        if id in originals:
            raise InputError(f"{where}: another line has the same id")
        originals[id] = original
    if not originals:
        raise InputError(f"{path}: the map is empty")
    return originals
