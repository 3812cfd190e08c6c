"""Files that doors are given."""

import json
from collections.abc import Iterable
from pathlib import Path


def written(path: Path, records: Iterable[dict[str, object]]) -> Path:
    """One JSON object a line."""
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path
