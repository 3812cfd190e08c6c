"""Standard streams that are closed, full, or have nobody at the other end."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = "from unname.cli import main; main()"
RULES = ("--detector", "rules")
CHATTY = """
import contextlib, os

def chatty(step):
    def work(*arguments, **settings):
        for number in (1, 2):
            with contextlib.suppress(OSError):
                os.write(number, b"chatter")
        return step(*arguments, **settings)
    return work

os.link, os.fdopen, os.chmod = chatty(os.link), chatty(os.fdopen), chatty(os.chmod)
"""


@pytest.fixture
def letter(tmp_path: Path) -> Path:
    path = tmp_path / "letter.txt"
    path.write_text("write to anna.quill@example.org")
    return path


def call(shell: str, *arguments: object, cwd: Path) -> "subprocess.CompletedProcess[str]":
    """Call unname by a shell, which closes or connects streams as it is told after the arguments."""
    command = f'"$@" {shell}'
    given = [sys.executable, "-c", PROGRAM, *map(str, arguments)]
    return subprocess.run(["sh", "-c", command, "sh", *given], capture_output=True, text=True, cwd=cwd, check=False)


def test_closed_standard_input(letter, tmp_path):
    done = call("<&-", "release", "-", *RULES, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "unname: standard input is closed\n")
    done = call("<&-", "release", letter, "--language", "en", *RULES, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "write to ***", "")


@pytest.mark.parametrize(
    "arguments", [["release", "letter.txt", *RULES], ["detect", "letter.txt", *RULES], ["list"], ["--help"]]
)
@pytest.mark.parametrize(("shell", "reason"), [(">&-", "is closed"), (">/dev/full", "No space left on device")])
def test_standard_output_that_takes_nothing(letter, tmp_path, arguments, shell, reason):
    done = call(shell, *arguments, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, f"unname: standard output: {reason}\n")
    assert list(tmp_path.iterdir()) == [letter]


def test_a_map_does_not_stay_without_its_text(letter, tmp_path):
    done = call(">/dev/full", "release", letter, "--keep-map", "map", *RULES, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "unname: standard output: No space left on device\n")
    assert list(tmp_path.iterdir()) == [letter]


@pytest.mark.parametrize("shell", ["2>&-", "2>/dev/full"])
def test_standard_error_that_nobody_hears_changes_nothing(letter, tmp_path, shell):
    done = call(shell, "release", letter, "absent.txt", *RULES, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    done = call(shell, "release", letter, "--out", "out.txt", *RULES, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    assert (tmp_path / "out.txt").read_text() == "write to ***"


def test_no_file_takes_the_place_of_a_closed_stream(letter, tmp_path):
    """What a library says on its own must not get into what is released."""
    program = f"{CHATTY}\n{PROGRAM}"
    given = [sys.executable, "-c", program, "release", str(letter), "--out", "out.txt", "--keep-map", "map", *RULES]
    command = ["sh", "-c", '"$@" <&- >&- 2>&-', "sh", *given]
    assert subprocess.run(command, cwd=tmp_path, check=False).returncode == 0
    assert (tmp_path / "out.txt").read_text() == "write to ***"
    assert "chatter" not in (tmp_path / "map").read_text()


@pytest.mark.parametrize("command", [["release", *RULES], ["detect", *RULES, "--format", "json"]], ids=lambda c: c[0])
def test_a_reader_that_goes_away_ends_it_quietly(tmp_path, command):
    source = tmp_path / "a.jsonl"
    source.write_text('{"text": "nothing to see here"}\n' * 5000)
    name, *more = command
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, name, str(source), *more],
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
    assert process.wait() == 141
