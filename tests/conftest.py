"""What every test may use: the command line run in this process, and detectors that need no model."""

import io
import sys
from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import settings

from unname.cli import main
from unname.core.registry import BUILT_INS

settings.register_profile("unname", deadline=None, derandomize=True)
settings.load_profile("unname")


class Result(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Result]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Call the command line as `run("release", path, stdin=b"...")`; no process is started."""

    def call(*arguments: object, stdin: bytes = b"") -> Result:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        capsys.readouterr()
        try:
            main([str(argument) for argument in arguments])
            code = 0
        except SystemExit as exit:
            code = int(exit.code or 0)
        out, err = capsys.readouterr()
        return Result(code, out, err)

    return call


@pytest.fixture
def stand_in_detectors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the detectors of `doors/detectors.py` known by name."""
    for name, class_name in {"capitals": "Capitals", "broken": "Broken", "outside": "Outside"}.items():
        monkeypatch.setitem(BUILT_INS["detector"], name, f"doors.detectors:{class_name}")  # type: ignore[arg-type]
