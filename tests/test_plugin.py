"""The worked plug-in, as if it were installed: its entry points, and each component through the command line.

`tools/install_test.py` installs it for real.
"""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from unname.core import roles
from unname.core.registry import BUILT_INS, create
from unname.corpora import formats, writable_formats

PLUGIN = Path(__file__).parents[1] / "examples" / "plugin"
POINTS = tomllib.loads((PLUGIN / "pyproject.toml").read_text())["project"]["entry-points"]
MEMO = "Badge B-2719 was seen at the gate. Write to anna@example.org, account 20771534.\n"


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What pip leaves of a distribution: its modules, and a folder that tells its entry points."""
    folder = tmp_path_factory.mktemp("site")
    told = folder / "unname_example_plugin-0.1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: unname-example-plugin\nVersion: 0.1.0\n")
    groups = [f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in points.items()) for group, points in POINTS.items()]
    (told / "entry_points.txt").write_text("\n".join(groups))
    monkeypatch.syspath_prepend(PLUGIN)
    monkeypatch.syspath_prepend(folder)
    # What is installed is looked up once in a process.
    for known in (formats, writable_formats):
        known.cache_clear()
    yield
    for known in (formats, writable_formats):
        known.cache_clear()


@pytest.fixture
def memo(tmp_path: Path) -> Path:
    path = tmp_path / "memo.txt"
    path.write_text(MEMO)
    return path


@pytest.mark.parametrize(
    ("spec", "protocol"),
    [
        ("detector badges", roles.Detector),
        ("replacer blank", roles.Replacer),
        ("risk long-numbers", roles.RiskModel),
    ],
)
def test_each_plays_its_role_and_is_listed(run, spec, protocol):
    role, name = spec.split()
    assert f"{role}\t{name}" in run("list").out.splitlines()
    component = create(role, name)
    assert isinstance(component, protocol)
    assert create(role, component.name) == component


def test_the_detector_and_the_replacer(run, memo):
    given = ("--language", "en", "--detector", "badges", "--detector", "rules", "--replace", "blank(width=3)")
    assert run("release", memo, *given) == (0, "Badge ___ was seen at the gate. Write to ___, account ___.\n", "")
    assert "B-2719" in run("release", memo, "--detector", "badges(prefix='K')").out


def test_the_risk_measure(run, memo):
    given = ("--detector", "badges", "--detector", "rules", "--format", "json")
    [entities] = [
        json.loads(line)["entities"] for line in run("risk", memo, "--measure", "long-numbers", *given).out.splitlines()
    ]
    assert sorted(entity["risk"]["long-numbers"] for entity in entities) == [0.0, 1.0, 1.0]


def test_the_attack(run):
    examples = PLUGIN.parent
    code, out, err = run(
        "attack",
        examples / "careless.jsonl",
        *("--population", examples / "people.jsonl", "--attack", "shared-words(letters=6)", "--explain", "--json"),
    )
    assert code == 0, err
    assert "shared-words(letters=6)" in out
    assert "clocks" in out


@pytest.mark.skipif("format" not in BUILT_INS, reason="formats are no role yet")
def test_the_format(run, tmp_path):
    path = tmp_path / "office.memos"
    path.write_text(f"{MEMO}---\nBadge B-1111.\n")
    told = run("detect", path, "--detector", "badges", "--format", "json")
    assert [json.loads(line)["id"] for line in told.out.splitlines()] == ["office-1", "office-2"]
