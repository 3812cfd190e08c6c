"""Nothing is sent, and nothing is written but what was asked for; watched from outside, in a process of its own."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

DATA = Path(__file__).parents[1] / "data"
PEOPLE, RELEASED = DATA / "people.jsonl", DATA / "released.jsonl"
NO_SEAL, UNSEALED = 77, "this system has no filter for calls of the kernel"
COMMANDS = [
    ["release", "letters", "--out", "plain"],
    ["release", "letters", "--out", "hidden", "--population", str(PEOPLE), "--k", "2"],
    ["release", "letters", "--out", "quick"],
    ["attack", str(RELEASED), "--population", str(PEOPLE)],
    ["detect", "letters/first.txt", "--format", "json"],
    ["risk", "letters/first.txt"],
    ["report", "plain", "--out", "again.html"],
]
REPORTS = {"report.html", "report.json"}
WRITTEN = {"plain", "hidden", "quick", "again.html"}

# The maker of onnxruntime makes the first call 9 seconds after the library was loaded.
CHILD = f"""
import sys, time
from sealed import seal
sealed = seal()
from unname.cli import main
for command in {COMMANDS!r}:
    try:
        main(command)
    except SystemExit as left:
        assert not left.code, command
assert "onnxruntime" in sys.modules
time.sleep(12)
sys.exit(0 if sealed else {NO_SEAL})
"""


class Traces(NamedTuple):
    """A finished run: how it ended, the folder that was all it had, and the calls seen by strace if there is one."""

    code: int
    said: str
    folder: Path
    calls: str


@pytest.fixture(scope="module")
def traces(tmp_path_factory: pytest.TempPathFactory) -> Traces:
    """Every door in turn, in a new home, told by the environment to send."""
    folder = tmp_path_factory.mktemp("traces")
    homes = {name: folder / name.lower() for name in ("HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME")}
    letters = folder / "work" / "letters"
    for made in (*homes.values(), letters):
        made.mkdir(parents=True)
    (letters / "first.txt").write_text("Oda Lindqvist was born on 9 December 1957. Call +44 20 7946 0958.\n")
    (letters / "second.txt").write_text("Bram Okoro is a judge in Graustark who keeps eleven beehives.\n")
    # Nothing of the outer environment: under a build service the telemetry would be silent of its own.
    environment = {
        **{name: str(home) for name, home in homes.items()},
        "PATH": os.defpath,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "PYTHONDONTWRITEBYTECODE": "1",
        "ORT_DISABLE_TELEMETRY": "0",
        "DO_NOT_TRACK": "0",
    }
    log = folder / "calls"
    call = [sys.executable, "-c", CHILD]
    if strace := shutil.which("strace"):
        call = [strace, "-f", "-qq", "-o", str(log), "-e", "trace=network,open,openat,creat,mkdir,mkdirat", *call]
    done = subprocess.run(call, cwd=letters.parent, env=environment, capture_output=True, text=True, check=False)
    calls = log.read_text(errors="replace") if log.exists() else ""
    log.unlink(missing_ok=True)
    return Traces(done.returncode, done.stderr, folder, calls)


def test_no_socket_is_made(traces: Traces) -> None:
    if traces.code == NO_SEAL:
        pytest.skip(UNSEALED)
    assert traces.code != -signal.SIGSYS, "a socket was made"
    assert traces.code == 0, traces.said
    assert not re.findall(r"\b(?:socket|socketpair|connect|sendto)\(.*", traces.calls)


def test_nothing_is_left_but_what_was_asked_for(traces: Traces) -> None:
    left = {path.relative_to(traces.folder) for path in traces.folder.rglob("*") if path.is_file()}
    outside = {path for path in left if path.parts[0] != "work" or path.parts[1] not in WRITTEN | {"letters"}}
    assert not outside
    assert {path.name for path in left if "plain" in path.parts} >= REPORTS


def test_nothing_is_written_elsewhere_meanwhile(traces: Traces) -> None:
    if not traces.calls:
        pytest.skip("strace is not installed")
    elsewhere = [path for path in written(traces.calls) if not path.startswith((str(traces.folder), "/dev/"))]
    assert not elsewhere


def written(calls: str) -> Iterator[str]:
    """The files and folders that were made or opened for writing, as absolute paths."""
    for path, flags in re.findall(r'\b(?:open|openat|creat|mkdir|mkdirat)\((?:[^,"]*, )?"([^"]*)", ([^)]*)\)', calls):
        makes = not flags.startswith("O_") or re.search(r"O_(?:WRONLY|RDWR|CREAT)", flags)
        if makes and path.startswith("/"):
            yield path


@pytest.mark.parametrize("call", ["socket.socket()", "socket.socketpair()"])
def test_the_seal_holds(call: str) -> None:
    code = f"import sys, socket, threading; from sealed import seal; seal() or sys.exit({NO_SEAL})\n"
    code += f"thread = threading.Thread(target=lambda: {call}); thread.start(); thread.join()"
    paths = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, "-c", code], env=paths, capture_output=True, check=False)
    if done.returncode == NO_SEAL:
        pytest.skip(UNSEALED)
    assert done.returncode == -signal.SIGSYS
