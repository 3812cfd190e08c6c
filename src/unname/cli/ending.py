"""Asked to end by a signal: everything stops, nothing half-written stays, and the exit code tells which it was."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from unname.core.unfinished import undo_all

SIGNALS = tuple(each for each in signal.Signals if each.name in ("SIGINT", "SIGTERM", "SIGHUP"))


@contextmanager
def listening() -> Iterator[None]:
    """Leave at once when asked to end, unless somebody ordered us not to listen (`nohup`)."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals are heard in the main thread alone
        return
    ours = os.getpid()

    def leave(number: int, _: FrameType | None) -> None:
        for each in SIGNALS:
            signal.signal(each, signal.SIG_IGN)
        if os.getpid() == ours:  # a copy of the process has nothing of its own to undo
            undo_all()
            with suppress(OSError):
                os.write(2, f"unname: ended by {signal.Signals(number).name}\n".encode())
        # Not by an exception: while a library loads, that would become an error of the library.
        os._exit(128 + number)

    before = {each: signal.getsignal(each) for each in SIGNALS}
    for each, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(each, leave)
    try:
        yield
    finally:
        for each, handler in before.items():
            # None: set by somebody other than Python, who can set it again.
            signal.signal(each, signal.SIG_DFL if handler is None else handler)
