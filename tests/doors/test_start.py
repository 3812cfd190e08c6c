"""What happens before any document is read."""

import os
import subprocess
import sys
from importlib.metadata import version

import pytest

from unname.core.registry import BUILT_INS

HEAVY = {
    "numpy",
    "onnxruntime",
    "tokenizers",
    "torch",
    "transformers",
    "spacy",
    "phonenumbers",
    "stdnum",
    "ahocorasick",
    "scipy",
    "snowballstemmer",
    "ortools",
}
COMMANDS = [
    *([name] for name in ("release", "detect", "risk", "decide", "attack", "bench", "report", "list")),
    ["measure", "utility"],
    *(["train", name] for name in ("detector", "encoder", "words", "risk", "emulator", "infilling")),
    *(["train", name] for name in ("ranker", "linkage")),
]


def loaded_after(statement: str) -> set[str]:
    code = f"import sys\n{statement}\nprint('\\n'.join(sys.modules), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    return {name.partition(".")[0] for name in done.stderr.split()}


def test_import_is_light():
    loaded = loaded_after("import unname")
    assert "unname" in loaded
    assert not loaded & (HEAVY | {"typer", "rich"})


@pytest.mark.parametrize("arguments", [["--help"], ["list"], ["--version"]], ids=" ".join)
def test_the_command_line_starts_light(arguments):
    loaded = loaded_after(f"from unname.cli import main\ntry: main({arguments})\nexcept SystemExit: pass")
    assert "typer" in loaded
    assert not loaded & HEAVY


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_shows_an_example(run, command):
    code, out, _ = run(*command, "--help")
    assert code == 0
    assert f"Example: unname {' '.join(command)} " in " ".join(out.split())


def test_version(run):
    assert run("--version") == (0, f"unname {version('unname')}\n", "")


def test_list_names_every_component_of_a_role(run):
    lines = run("list", "detector").out.splitlines()
    assert {"detector\trules", "detector\tgazetteer", "detector\ttagger"} <= set(lines)
    assert {line.partition("\t")[0] for line in run("list").out.splitlines()} <= {*BUILT_INS, "language"}


def test_a_reader_that_goes_away_is_no_error(tmp_path):
    source = tmp_path / "a.jsonl"
    source.write_text('{"text": "nothing to see here"}\n' * 20_000)
    code = "from unname.cli import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", code, "release", str(source), "--detector", "rules"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ,
    )
    assert process.stdout
    assert process.stderr
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    process.wait()


def test_debugging_shows_the_traceback_only_when_asked(run, monkeypatch):
    arguments = ("release", "-", "--detector", "broken")
    assert "Traceback" not in run(*arguments, stdin=b"Xanthippe").err
    monkeypatch.setenv("UNNAME_DEBUG", "1")
    assert "Traceback" in run(*arguments, stdin=b"Xanthippe").err
