"""The documents name what exists, and all of it."""

import doctest
import importlib
import re
import tomllib
from pathlib import Path

import pytest
import typer.main

from unname.cli import app
from unname.core.document import LABELS

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def modules() -> list[str]:
    """Every module whose docstrings hold examples."""
    files = (ROOT / "src").rglob("*.py")
    found = [path for path in files if ">>> " in path.read_text(encoding="utf-8")]
    return sorted(".".join(path.relative_to(ROOT / "src").with_suffix("").parts) for path in found)


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_every_command_is_shown_in_the_readme():
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    assert len(commands) >= 5
    assert [name for name in commands if f"unname {name}" not in text_of("README.md")] == []


def test_every_room_is_described():
    rooms = [path for path in (ROOT / "src" / "unname").iterdir() if (path / "__init__.py").exists()]
    assert len(rooms) >= 8
    assert [room.name for room in rooms if f"`{room.name}/`" not in text_of("ARCHITECTURE.md")] == []


def test_every_dependency_is_explained():
    packages = [re.split(r"[<>=!\[ ]", requirement)[0] for requirement in PROJECT["dependencies"]]
    assert [package for package in packages if f"| {package} |" not in text_of("ARCHITECTURE.md")] == []


def test_every_extra_is_listed():
    extras = PROJECT["optional-dependencies"]
    assert [extra for extra in extras if f"unname[{extra}]" not in text_of("README.md")] == []


def test_every_label_is_listed():
    assert [label for label in LABELS if label not in text_of("README.md")] == []


def test_every_extra_that_the_code_asks_for_exists():
    calls = [
        found[1]
        for path in (ROOT / "src").rglob("*.py")
        for found in re.finditer(r'require\(\s*"[\w.]+",\s*"(\w+)"', path.read_text(encoding="utf-8"))
    ]
    assert calls
    assert set(calls) <= set(PROJECT["optional-dependencies"])


def test_the_changelog_knows_this_version():
    assert f"## {PROJECT['version']}" in text_of("CHANGELOG.md")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert target.startswith("https://") or (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_named_source_files_exist(page):
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"`((?:src|tests|examples|benchmarks)/[\w./-]+)`", text):
        made_up = "badges" in target
        assert made_up or (ROOT / target).exists(), target


@pytest.mark.parametrize("name", modules())
def test_examples_in_docstrings(name):
    result = doctest.testmod(importlib.import_module(name.removesuffix(".__init__")))
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("page", sorted(ROOT.glob("docs/*.md")), ids=lambda page: page.name)
def test_examples_in_pages(page):
    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert result.failed == 0
    assert bool(result.attempted) == (">>> " in page.read_text(encoding="utf-8"))
