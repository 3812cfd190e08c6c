"""Released documents beside their originals: neutral ids are told apart by the map back."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from unname.cli.sources import Source, expand
from unname.core.document import Document
from unname.core.errors import InputError
from unname.corpora.map_back import read_map

REPORT = ("report.html", "report.json")
"""What a release writes beside its documents."""

MapBack = Annotated[
    Path | None,
    typer.Option("--map", help="The map back that `release --keep-map` wrote: which released document is which."),
]
GIVE_MAP = "give the map back that release --keep-map wrote, by --map FILE"


def expand_released(paths: Sequence[str], format: str | None = None) -> list[Source]:
    """Every file behind the given paths, without the report that a release writes into its folder."""
    return [source for source in expand(paths, format) if not _is_report(Path(source.path))]


def originals_of(documents: Iterable[Document], map: Path | None) -> dict[str, str]:
    """The id of the original of each released document: as the map says, or else its own; none may be unknown."""
    ids = [document.id for document in documents]
    if map is None:
        return {id: id for id in ids}
    known = read_map(map)
    if unknown := sum(id not in known for id in ids):
        raise InputError(
            f"{unknown} of {len(ids)} released documents are not in the map {map}; it is of another release"
        )
    return {id: known[id] for id in ids}


def _is_report(file: Path) -> bool:
    """Whether a file is the report of a release; one that merely is called so is not."""
    if file.name not in REPORT:
        return False
    try:
        facts = json.loads(file.with_name("report.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(facts, dict) and facts.get("kind") == "release"
