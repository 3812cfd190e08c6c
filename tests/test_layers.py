"""Who may import whom; read from the source, so that no import has to be run."""

import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from rooms import LAYERS, MODULES, NAMES, PACKAGES, dotted, imported, room

LEVEL = {room: level for level, rooms in enumerate(reversed(LAYERS)) for room in rooms}
BASE = {
    "anyascii",
    "numpy",
    "scipy",
    "snowballstemmer",
    "onnxruntime",
    "tokenizers",
    "phonenumbers",
    "stdnum",
    "ahocorasick",
    "re2",
    "typer",
    "rich",
    "click",
}


def verdict(importer: str, target: str) -> str:
    """Why one module may not import the other, or nothing."""
    here, there = room(importer), room(target)
    if target == "unname":
        return "nobody imports the package root"
    if importer.startswith("unname_research"):
        return ""
    if target.startswith("unname_research"):
        return "the product does not know how it is measured"
    if here == there or not here:
        return ""
    if here not in LEVEL or there not in LEVEL:
        return "a room that the layers do not know"
    return "" if LEVEL[there] < LEVEL[here] else "only rooms on lower lines may be imported"


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_imports_go_down(path: Path) -> None:
    ours = {name for name in imported(path) if name.partition(".")[0] in PACKAGES}
    broken = {name: reason for name in ours if (reason := verdict(dotted(path), name))}
    assert not broken


@pytest.mark.parametrize("path", [p for p in MODULES if room(dotted(p)) == "core"], ids=dotted)
def test_core_imports_the_standard_library_only(path: Path) -> None:
    roots = {name.partition(".")[0] for name in imported(path)}
    assert roots <= sys.stdlib_module_names | {"unname"}


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_optional_libraries_are_not_imported_at_the_top(path: Path) -> None:
    # The training room is all torch; nothing else may need an extra in order to be imported.
    roots = {name.partition(".")[0] for name in imported(path, top_only=True)}
    torch = {"torch"} if room(dotted(path)) in ("training", "train") else set()
    assert roots <= sys.stdlib_module_names | set(PACKAGES) | BASE | torch


def test_there_is_no_import_cycle() -> None:
    graph = {dotted(path): {name for name in imported(path, top_only=True) if name in NAMES} for path in MODULES}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"import cycle: {error.args[1]}")


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_files_stay_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) < 400


@pytest.mark.parametrize(
    ("importer", "target", "allowed"),
    [
        ("unname.detect.rules", "unname.core.document", True),
        ("unname.detect.rules", "unname.detect.resolve", True),
        ("unname.detect.rules", "unname.replace.mask", False),
        ("unname.attack.sparse", "unname.risk.linkage", False),
        ("unname.core.document", "unname.models.encoder", False),
        ("unname.models.encoder", "unname.corpora.files", False),
        ("unname_research.papers.risk2022", "unname.pipeline.document", True),
        ("unname.pipeline.document", "unname_research.papers.risk2022", False),
        ("unname.training.linkage", "unname.corpora.populations", False),
        ("unname.cli", "unname.pipeline.document", True),
        ("unname.cli", "unname", False),
        ("unname.kitchen.sink", "unname.core.document", False),
        ("unname", "unname.pipeline.document", True),
    ],
)
def test_the_rules_tell_right_from_wrong(importer: str, target: str, allowed: bool) -> None:
    assert (verdict(importer, target) == "") is allowed
