"""What the documents show is what happens: their Python and their console snippets are run.

`python tests/test_readme.py` writes the console output in README.md anew.
"""

import doctest
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "CONTRIBUTING.md")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def blocks(page: str, language: str) -> list[str]:
    text = (ROOT / page).read_text(encoding="utf-8")
    return [found[2] for found in BLOCK.finditer(text) if found[1] == language]


def sessions(block: str) -> Iterator[tuple[str, str]]:
    """Each command of a console block with the output shown below it, which may be none."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command.partition("  #")[0].strip(), output.strip("\n")


def shown_sessions() -> list[tuple[str, str]]:
    found = [session for page in PAGES for block in blocks(page, "console") for session in sessions(block)]
    return [(command, output) for command, output in found if output]


def output_of(command: str) -> str:
    program, *arguments = shlex.split(command)
    code = "from unname.cli import main; main()"
    call = [sys.executable, "-c", code, *arguments] if program == "unname" else [program, *arguments]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip("\n")


@pytest.mark.parametrize("page", PAGES)
def test_python_snippets(page):
    names: dict[str, object] = {}
    examples = 0
    for number, block in enumerate(blocks(page, "python")):
        test = doctest.DocTestParser().get_doctest(block, names, f"{page} {number}", page, 0)
        heard: list[str] = []
        result = doctest.DocTestRunner(verbose=False).run(test, out=heard.append, clear_globs=False)
        names.update(test.globs)
        examples += result.attempted
        assert result.failed == 0, "".join(heard)
    assert examples > 3


@pytest.mark.parametrize(("command", "output"), shown_sessions(), ids=[command for command, _ in shown_sessions()])
def test_console_output(command, output):
    assert shlex.split(command)[0] in ("unname", "cat")
    assert output_of(command) == output


def test_commands_without_output_are_understood(run):
    """Every option that a page shows exists."""
    commands = [shlex.split(c) for page in PAGES for block in blocks(page, "console") for c, _ in sessions(block)]
    for program, *arguments in commands:
        if program == "unname":
            names = [word for word in arguments if not word.startswith("-")]
            command = names[:2] if names[0] in ("train", "measure") else names[:1]
            described = run(*command, "--help").out
            assert all(word in described for word in arguments if word.startswith("--")), arguments


def rewrite() -> None:
    """Run every command whose output is shown, and put the present output in its place."""
    page = ROOT / "README.md"
    text = page.read_text(encoding="utf-8")
    for block in blocks("README.md", "console"):
        new = block
        for command, output in sessions(block):
            if output:
                new = new.replace(f"$ {command}\n{output}\n", f"$ {command}\n{output_of(command)}\n")
        text = text.replace(block, new)
    page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    rewrite()
