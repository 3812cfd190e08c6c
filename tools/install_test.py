"""Installs the built wheels into an empty environment and uses them as somebody would who has nothing else.

    python tools/install_test.py

First `unname` alone, with the commands that README.md opens with; then `unname-research` and a bench; then the plug-in
of `examples/plugin`. It works on copies in a folder of its own, outside of the repository. Dependencies come from the
package index, as pip is set up, in the versions of constraints.txt. Checks are printed; the first that fails ends it.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
HEAVY = "numpy onnxruntime tokenizers scipy phonenumbers stdnum ahocorasick snowballstemmer anyascii typer rich"
PROJECTS = {"unname": ROOT, "unname-research": ROOT / "research", "plug-in": ROOT / "examples" / "plugin"}


class Environment:
    """A virtual environment in which nothing of the repository can be found."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder / "environment", with_pip=True)
        self.programs = folder / "environment" / "bin"
        self.home = folder / "home"
        for name in ("examples", "tests/data"):
            shutil.copytree(ROOT / name, self.home / name)

    def install(self, wheel: Path) -> None:
        """Install a wheel; what it needs comes from the index."""
        given = ("-qq", "--no-compile", "--constraint", str(ROOT / "constraints.txt"))
        self.call("python", "-m", "pip", "install", *given, str(wheel))

    def call(self, program: str, *arguments: str, code: int = 0) -> str:
        """What a program of the environment writes; it must end with this exit code."""
        print("$", program, shlex.join(arguments), flush=True)
        hidden = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
        done = subprocess.run(
            [str(self.programs / program), *arguments],
            cwd=self.home,
            env={name: value for name, value in os.environ.items() if name not in hidden},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        check(done.returncode == code, f"exit code {code}", done.stdout + done.stderr)
        return done.stdout if code == 0 else done.stderr


def main() -> None:
    """Build, install, use."""
    with tempfile.TemporaryDirectory(prefix="unname-install-") as name:
        folder = Path(name)
        wheels = {project: build(root, folder / project) for project, root in PROJECTS.items()}
        environment = Environment(folder)
        environment.install(wheels["unname"])
        use_unname(environment)
        environment.install(wheels["unname-research"])
        use_research(environment)
        environment.install(wheels["plug-in"])
        use_plugin(environment)
        environment.call("python", "-m", "pip", "check")


def build(project: Path, out: Path) -> Path:
    """The wheel of a project."""
    command = [sys.executable, "-m", "pip", "wheel", "-qq", "--no-deps", "--no-build-isolation", "-w", str(out)]
    subprocess.run([*command, str(project)], check=True)
    [wheel] = out.iterdir()
    print(f"built {wheel.name}: {wheel.stat().st_size:,} bytes", flush=True)
    return wheel


def use_unname(environment: Environment) -> None:
    """The product alone."""
    loaded = environment.call("python", "-c", "import sys, unname; print(unname.__file__, *sys.modules)").split()
    check(loaded[0].startswith(str(environment.programs.parent)), "it is the installed one")
    check(not set(loaded) & set(HEAVY.split()), "it loads nothing heavy")
    for command, shown in first_commands():
        program, *arguments = shlex.split(command)
        if program == "unname":
            said = environment.call(program, *arguments).strip("\n")
            check(said == shown, "it says what README.md shows", f"{said}\n\n{shown}")
    said = environment.call("unname", "bench", "tab", "--data", "tests/data", code=2)
    check("pip install unname-research" in said, "it says what to install", said)
    said = environment.call("unname", "train", "detector", "--data", "tests/data", code=2)
    check("pip install unname-research" in said, "it says what to install", said)
    said = environment.call("unname", "train", "--help")
    check("linkage" in said and "detector" not in said, "it trains for people of your own only", said)


def first_commands() -> Iterator[tuple[str, str]]:
    """The commands before README.md says how to install, with the output that it shows."""
    text = (ROOT / "README.md").read_text(encoding="utf-8").partition("To install")[0]
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output.strip("\n")


def use_research(environment: Environment) -> None:
    """What unname-research adds."""
    said = environment.call("unname", "bench", "tab", "--data", "tests/data/echr_cases.json", "--json")
    check(json.loads(said)["recall_direct"] == 1.0, "every direct identifier is found", said)
    said = environment.call("unname", "train", "--help")
    check("linkage" in said and "detector" in said, "it also trains what unname ships", said)


def use_plugin(environment: Environment) -> None:
    """What a plug-in adds."""
    components = ("detector\tbadges", "replacer\tblank", "risk\tlong-numbers", "attack\tshared-words", "format\tmemos")
    said = environment.call("unname", "list")
    check(set(components) <= set(said.splitlines()), "the plug-in is listed", said)
    memo = environment.home / "memo.txt"
    memo.write_text("Badge B-2719 was seen at the gate.\n", encoding="utf-8")
    said = environment.call("unname", "release", "memo.txt", "--detector", "badges", "--replace", "blank")
    check(said == "Badge ____ was seen at the gate.\n", "a detector and a replacer are plugged in", said)
    given = ("--measure", "long-numbers", "--detector", "badges")
    said = environment.call("unname", "risk", "memo.txt", *given)
    check("long-numbers" in said and "1.00" in said, "a risk measure is plugged in", said)
    given = ("--population", "examples/people.jsonl", "--attack", "shared-words")
    said = environment.call("unname", "attack", "examples/careless.jsonl", *given)
    check("shared-words(letters=4)" in said, "an attack is plugged in", said)
    memos = environment.home / "office.memos"
    memos.write_text("Badge B-2719.\n---\nBadge B-1111.\n", encoding="utf-8")
    said = environment.call("unname", "release", "office.memos", "--detector", "badges")
    check(said.count("Badge ***") == 2, "a format is plugged in", said)


def check(holds: bool, what: str, told: str = "") -> None:
    """Print what holds, or end."""
    print("  ok:" if holds else "  FAILED:", what, flush=True)
    if not holds:
        sys.exit(told)


if __name__ == "__main__":
    main()
