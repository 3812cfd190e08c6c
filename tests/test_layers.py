"""Who may import whom; read from the source, so that no import has to be run."""

import ast
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import unname
import unname_research

ROOT = Path(unname.__path__[0])
RESEARCH = Path(unname_research.__path__[0])
LAYERS = [
    {"core"},
    {"text"},
    {"people"},
    {"index"},
    {"models"},
    {"corpora", "training"},
    {"detect", "risk", "decide", "replace", "attack", "measure"},
    {"pipeline"},
    {"report"},
    {"cli", "service"},
]
LEVEL = {room: level for level, rooms in enumerate(LAYERS) for room in rooms}
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
    "typer",
    "rich",
    "click",
}
MODULES = sorted([*ROOT.rglob("*.py"), *RESEARCH.rglob("*.py")])
OURS = {"unname", "unname_research"}


def dotted(path: Path) -> str:
    parts = path.relative_to((ROOT if path.is_relative_to(ROOT) else RESEARCH).parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


NAMES = {dotted(path) for path in MODULES}


def imported(path: Path, top_only: bool = False) -> Iterator[str]:
    """The modules that a file imports; what is imported for type checkers alone does not count."""
    for node in _nodes(ast.parse(path.read_text(encoding="utf-8")), top_only):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{dotted(path)} uses a relative import"
            module = node.module or ""
            for alias in node.names:
                whole = f"{module}.{alias.name}"
                yield whole if whole in NAMES else module


def _nodes(tree: ast.AST, top_only: bool) -> Iterator[ast.AST]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            continue
        yield node
        if not (top_only and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)):
            yield from _nodes(node, top_only)


def room(name: str) -> str:
    """The room of a module; empty for the package root."""
    return f"{name}.".split(".")[1]


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
    ours = {name for name in imported(path) if name.partition(".")[0] in OURS}
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
    allowed = (
        sys.stdlib_module_names | OURS | BASE | ({"torch"} if room(dotted(path)) in ("training", "train") else set())
    )
    assert roots <= allowed


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
