"""Asked to end, everything ends: also while a library loads, which makes an error of its own of any exception."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from unname.cli.ending import SIGNALS, listening
from unname.core.unfinished import if_ended, undo_all

LIBRARY = """
import pathlib, time
pathlib.Path("loading").touch()
try:
    time.sleep(120)
except BaseException:
    raise ImportError("cannot be initialized")
"""
DETECTOR = """
class Slow:
    name = "slow"

    def detect(self, document):
        if "wait" in document.text:
            import library
        return []
"""
PROGRAM = """
import signal, sys
sys.path.insert(0, ".")
for number in map(int, sys.argv.pop(1).split(",")):
    signal.signal(number, signal.SIG_DFL)  # a test in the background of a shell is deaf to some
signal.signal(signal.SIGINT, signal.default_int_handler)
from unname.core.registry import BUILT_INS
BUILT_INS["detector"]["slow"] = "detector:Slow"
from unname.cli import main
main()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "library.py").write_text(LIBRARY)
    (tmp_path / "detector.py").write_text(DETECTOR)
    made = tmp_path / "letters"
    made.mkdir()
    for number, text in enumerate(["the first", "wait for it", "the last"]):
        (made / f"{number}.txt").write_text(text)
    return tmp_path


@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
@pytest.mark.parametrize("arguments", [["--out", "released", "--keep-map", "map"], ["--format", "jsonl"]], ids=str)
def test_a_signal_while_a_library_loads_ends_all(folder, number, arguments):
    before = {path.name for path in folder.iterdir()}
    heard = ",".join(str(int(each)) for each in SIGNALS)
    call = [sys.executable, "-c", PROGRAM, heard, "release", "letters", "--detector", "slow", *arguments]
    with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder) as process:
        while not (folder / "loading").exists() and process.poll() is None:
            time.sleep(0.02)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (128 + number, b"")
    assert err.decode() == f"unname: ended by {number.name}\n"
    assert {path.name for path in folder.iterdir()} - before <= {"loading", "__pycache__"}


def test_nobody_is_heard_who_was_not_to_be(monkeypatch):
    before = {each: signal.getsignal(each) for each in SIGNALS}
    ignored = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with listening():
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
            assert signal.getsignal(signal.SIGTERM) is not before[signal.SIGTERM]
    finally:
        signal.signal(signal.SIGHUP, ignored)
    assert {each: signal.getsignal(each) for each in SIGNALS} == before


def test_a_copy_of_the_process_undoes_nothing(tmp_path):
    kept = tmp_path / "kept"
    kept.touch()
    with listening(), if_ended(kept.unlink):
        copy = os.fork()
        if copy == 0:
            os.kill(os.getpid(), signal.SIGTERM)
            os._exit(7)
        assert os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1]) == 143
    assert kept.exists()


def test_the_latest_is_undone_first_and_a_failure_stops_nothing():
    done = []

    def fail() -> None:
        raise OSError

    with if_ended(lambda: done.append(1)), if_ended(fail), if_ended(lambda: done.append(2)):
        undo_all()
    undo_all()
    assert done == [2, 1]
