"""Fifty actors: the anonymizations that `tria2023` published, against every attack."""

from pathlib import Path
from typing import Any

from unname.core.errors import InputError
from unname.core.progress import Listener
from unname.corpora.populations import read_table
from unname_research.bench.attack_contest import hold_contest
from unname_research.bench.rounding import rounded

NAME, BACKGROUND = "name", "public_knowledge"

DEVELOPMENT = "dev_abstract"
"""Copies of some texts of another column, and so no column of its own."""

ORIGINAL = "original_abstract"
"""The column that is no anonymization, and so in no mean."""


def run(
    data: str | Path,
    fast: bool = False,
    full: bool = False,
    out: str | Path | None = None,
    report: Listener | None = None,
) -> dict[str, Any]:
    """The share of people found in each published column, by each attack, by the suite and by any of them.

    `data` is a TRI file or a folder with one. `fast` leaves out whatever needs a neural network. TRIA takes part with
    its encoder frozen; `full` adds the published setting, which goes on from the checkpoints in `out`.
    """
    path = table_file(Path(data))
    table = read_table(path, NAME, BACKGROUND)
    columns = {column: documents for column, documents in table.columns.items() if column != DEVELOPMENT and documents}
    result = hold_contest(table.population, columns, fast=fast, full=full, out=out, report=report).result(ORIGINAL)
    return rounded({"file": path.name, **result})  # type: ignore[no-any-return]


def table_file(path: Path) -> Path:
    """The TRI file at a path, or the one in a folder whose name tells that it is for evaluation."""
    if not path.is_dir():
        return path
    found = sorted(file for file in path.iterdir() if file.name.removesuffix(".gz").endswith("_eval.json"))
    if len(found) != 1:
        raise InputError(f"{path}: expected one file that ends in _eval.json or _eval.json.gz, found {len(found)}")
    return found[0]
