"""The tables of one paper, ours beside the published ones, table by table."""

import importlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from unname.core.errors import ConfigError
from unname.core.progress import Listener
from unname_research.bench.pieces import in_turn
from unname_research.bench.rounding import rounded

PAPERS: Mapping[str, str] = {
    "infill2025": "unname_research.bench.infill2025_tables",
    "morris2022": "unname_research.bench.morris2022_tables",
    "risk2022": "unname_research.bench.risk2022_tables",
    "replace2021": "unname_research.bench.replace2021_tables",
    "tria2023": "unname_research.bench.tria2023_tables",
}
"""The module of each paper. It has `tables(data, train, folder)`, which says what makes each table; `PAPER`, the
published figures by the same names; and `WHERE_WE_DIFFER`."""


def run(
    data: str | Path,
    name: str,
    train: bool = False,
    out: str | Path | None = None,
    only: str | None = None,
    report: Listener | None = None,
) -> dict[str, Any]:
    """All tables of one paper that the data in the folder `data` allow, from committed weights; or `only` some.

    With `train`, the networks are trained again first, which may take hours. Each table is kept in the folder `out`, if
    one is given, so that an interrupted run goes on where it was.
    """
    if name not in PAPERS:
        raise ConfigError(f"unknown paper {name!r}; known are {', '.join(PAPERS)}")
    module = importlib.import_module(PAPERS[name])
    folder = Path(out) / name if out else None
    work = module.tables(Path(data), train, folder)
    if only:
        wanted = only.split(",")
        if strange := [each for each in wanted if each not in work]:
            raise ConfigError(f"unknown table {strange[0]!r}; {name} has {', '.join(work)}")
        work = {each: work[each] for each in wanted}
    tell = (lambda _, *rest: report(name, *rest)) if report else None
    found, seconds = in_turn(work, folder, {"paper": name, "train": train}, tell)
    tables = {table: {"ours": ours, "paper": module.PAPER.get(table)} for table, ours in found.items()}
    result = {"tables": tables, "where_we_differ": list(module.WHERE_WE_DIFFER), "seconds_by_table": seconds}
    return rounded(result)  # type: ignore[no-any-return]
