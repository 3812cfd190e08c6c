"""The standard streams, which may be closed, full, or have nobody at the other end."""

import os
import sys
from contextlib import suppress
from typing import TextIO


def prepare() -> None:
    """Make the standard streams fit to be used: open, UTF-8 whatever the locale says, line ends as they are.

    A closed one is replaced, so that no file which is opened later takes its number and gets what was meant for it.
    Standard output then refuses what is written, as a closed one does; nobody hears standard error; standard input
    stays closed.
    """
    if sys.stdin is None:
        os.open(os.devnull, os.O_RDONLY)
    if sys.stdout is None:
        sys.stdout = open(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8", newline="")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8", newline="")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(encoding="utf-8", errors="backslashreplace" if stream is sys.stderr else "strict", newline="")


def settle() -> OSError | None:
    """Write out what is waiting; gives what kept standard output from it, and then nothing waits any more."""
    with suppress(OSError):
        _flush(sys.stderr)
    try:
        _flush(sys.stdout)
    except OSError as error:
        return error
    return None


def _flush(stream: TextIO) -> None:
    try:
        stream.flush()
    except OSError:
        # The same failure at exit would be told once more, and change the code.
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
            stream.flush()
        raise
