"""Long work in pieces that are kept, so that an interrupted run goes on where it was."""

import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from unname.core.errors import ConfigError
from unname.core.progress import Listener
from unname.corpora.files import write_whole
from unname_research.bench.rounding import rounded


def in_turn(
    work: Mapping[str, Callable[[], Any]], folder: Path | None, about: Mapping[str, Any], report: Listener | None = None
) -> tuple[dict[str, Any], dict[str, float]]:
    """What each piece of work gives, and its seconds; what the folder keeps of the same run is not done again."""
    kept: dict[str, Any] = {"about": about}
    path = folder / "pieces.json" if folder else None
    if path and path.exists():
        kept = json.loads(path.read_text())
        if kept["about"] != about:
            raise ConfigError(f"{path} holds another run; name another --out")
    for number, (name, piece) in enumerate(work.items(), start=1):
        if name not in kept:
            began = time.perf_counter()
            kept[name] = {"found": piece(), "seconds": time.perf_counter() - began}
            if path:
                path.parent.mkdir(parents=True, exist_ok=True)
                write_whole(path, [json.dumps(rounded(kept))])
        if report:
            report("kanon", number, len(work), 0.0)
    return {name: kept[name]["found"] for name in work}, {name: kept[name]["seconds"] for name in work}
