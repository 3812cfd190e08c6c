import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import unname
from unname.core.errors import require
from unname.core.silence import SWITCHES
from unname.models.session import load_runtime

SOURCES = sorted(Path(unname.__path__[0]).rglob("*.py"))


@pytest.mark.parametrize("load", [load_runtime, lambda: require("json", "hf")], ids=["runtime", "optional"])
@pytest.mark.parametrize("said", ["0", "false", "", None])
def test_whatever_the_environment_says_libraries_are_silenced(monkeypatch, load, said):
    for switch in SWITCHES:
        if said is None:
            monkeypatch.delenv(switch, raising=False)
        else:
            monkeypatch.setenv(switch, said)
    load()
    assert {switch: os.environ[switch] for switch in SWITCHES} == SWITCHES
    show = f"import os; print([os.environ.get(switch) for switch in {list(SWITCHES)!r}])"
    child = subprocess.run([sys.executable, "-c", show], capture_output=True, text=True, check=True)
    assert child.stdout.strip() == str(list(SWITCHES.values()))


def test_the_switches_are_set_when_the_library_is_loaded_and_not_after(monkeypatch, tmp_path):
    (tmp_path / "onnxruntime.py").write_text(
        "import os\nseen = os.environ['ORT_DISABLE_TELEMETRY']\ndef disable_telemetry_events(): pass\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    load_runtime()
    monkeypatch.delitem(sys.modules, "onnxruntime")
    monkeypatch.setenv("ORT_DISABLE_TELEMETRY", "0")
    assert load_runtime().seen == "1"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_only_one_place_loads_the_runtime(path):
    named = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if _loads_runtime(node)]
    assert not named or path.name == "session.py"


def _loads_runtime(node: ast.AST) -> bool:
    if isinstance(node, ast.Import):
        return any(alias.name.partition(".")[0] == "onnxruntime" for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        return (node.module or "").partition(".")[0] == "onnxruntime"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
        called = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
        first = node.args[0] if node.args else None
        names_it = isinstance(first, ast.Constant) and str(first.value).partition(".")[0] == "onnxruntime"
        return names_it and called in {"require", "import_module", "__import__"}
    return False
