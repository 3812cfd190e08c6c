"""The rooms of both distributions as the imports tell them: a picture, and a list of all modules.

    python tools/rooms.py            writes both into ARCHITECTURE.md, between their marks
    python tools/rooms.py --check    fails if what stands there is not up to date

The layers are written down here, once; `tests/test_layers.py` checks that the imports keep to them.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "ARCHITECTURE.md"
PACKAGES: Mapping[str, Path] = {
    "unname": ROOT / "src" / "unname",
    "unname_research": ROOT / "research" / "unname_research",
}
LAYERS: tuple[tuple[str, ...], ...] = (
    ("cli", "service"),
    ("report",),
    ("pipeline",),
    ("detect", "risk", "decide", "replace", "attack", "measure"),
    ("corpora", "training"),
    ("models",),
    ("index",),
    ("people",),
    ("text",),
    ("core",),
)
"""The rooms of unname from top to bottom; a line may import only from lines below it."""

MODULES = sorted(path for package in PACKAGES.values() for path in package.rglob("*.py"))


def dotted(path: Path) -> str:
    """The name by which a module is imported."""
    [package] = [folder for folder in PACKAGES.values() if path.is_relative_to(folder)]
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


NAMES = {dotted(path): path for path in MODULES}


def room(name: str) -> str:
    """The room of a module; empty for a package root.

    >>> room("unname.detect.rules.codes"), room("unname")
    ('detect', '')
    """
    return f"{name}.".split(".")[1]


def imported(path: Path, top_only: bool = False) -> Iterator[str]:
    """The modules that a file imports; what is imported for type checkers alone does not count."""
    for node in _nodes(_parsed(path), top_only):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                raise ValueError(f"{dotted(path)} uses a relative import")
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


@cache
def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def draw_rooms() -> str:
    """The picture: layers from top to bottom, and from each room an arrow to all that it uses."""
    rooms = sorted({room(name) for name in NAMES if name.startswith("unname_research.")})
    lines = ["unname_research", *(_arrow("unname_research", name) for name in rooms), "", "unname"]
    order = [name for layer in LAYERS for name in layer]
    for layer in LAYERS:
        lines += [_arrow("unname", name, order) for name in layer if f"unname.{name}" in NAMES]
        lines.append("  " + "─" * 12)
    return "\n".join(["```text", *lines[:-1], "```"])


def _arrow(package: str, name: str, order: list[str] | None = None) -> str:
    inside = f"{package}.{name}"
    paths = [path for module, path in NAMES.items() if module == inside or module.startswith(f"{inside}.")]
    targets = {target for path in paths for target in imported(path) if target.partition(".")[0] in PACKAGES}
    if order is None:
        used = {room(target) for target in targets if target.startswith(f"{package}.")} - {name, ""}
        found = [*sorted(used), *(["unname"] if any(target.startswith("unname.") for target in targets) else [])]
    else:
        found = [each for each in order if each in {room(target) for target in targets} - {name}]
    return f"  {name:<10} ─▶ {' '.join(found)}" if found else f"  {name}"


def list_modules() -> str:
    """Every module, by room, with the first line of its docstring."""
    lines: list[str] = []
    for package, folder in PACKAGES.items():
        lines += ["", f"### `{folder.relative_to(ROOT).as_posix()}/`"]
        known = [name for layer in LAYERS for name in layer] if package == "unname" else []
        rooms = {room(name) for name in NAMES if name.split(".")[0] == package} - {""}
        for name in sorted(rooms, key=lambda each: (known.index(each) if each in known else 99, each)):
            paths = [path for path in MODULES if path.is_relative_to(folder / name)]
            lines += ["", f"`{name}/`: {_first_line(paths[0])}", ""]
            lines += [f"- `{_shown(path, folder / name)}`: {_first_line(path)}" for path in paths[1:]]
    return "\n".join(lines).strip("\n")


def _shown(path: Path, folder: Path) -> str:
    shown = path.relative_to(folder).as_posix()
    return shown.removesuffix("__init__.py")


def _first_line(path: Path) -> str:
    return (ast.get_docstring(_parsed(path)) or "").partition("\n")[0]


BLOCKS: Mapping[str, Callable[[], str]] = {"rooms": draw_rooms, "modules": list_modules}


def update(page: str) -> str:
    """The page with what stands between `<!-- rooms -->` or `<!-- modules -->` and `<!-- end -->` made anew."""
    for mark, make in BLOCKS.items():
        block = f"<!-- {mark} -->\n\n{make()}\n\n<!-- end -->"
        page, n = re.subn(rf"<!-- {mark} -->.*?<!-- end -->", lambda _, block=block: block, page, flags=re.DOTALL)
        if n != 1:
            raise ValueError(f"one place must be marked with <!-- {mark} --> and <!-- end -->, found {n}")
    return page


def main(arguments: list[str]) -> int:
    """Write the page anew, or say whether that is due."""
    page = PAGE.read_text(encoding="utf-8")
    new = update(page)
    if "--check" not in arguments:
        PAGE.write_text(new, encoding="utf-8")
    elif new != page:
        print("ARCHITECTURE.md is not up to date; run: python tools/rooms.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
