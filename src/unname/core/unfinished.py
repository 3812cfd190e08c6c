"""What is unfinished and must not stay if the process is asked to end.

An exception cannot be relied on for that: raised while a library loads, it becomes an ImportError.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

_undoings: list[Callable[[], object]] = []


@contextmanager
def if_ended(undo: Callable[[], object]) -> Iterator[None]:
    """Have `undo` called if the process is asked to end while the block runs; errors are the block's own affair."""
    _undoings.append(undo)
    try:
        yield
    finally:
        _undoings.remove(undo)


def undo_all() -> None:
    """Undo what is unfinished, the latest first; what cannot be undone does not keep the rest from it."""
    for undo in reversed(_undoings):
        with suppress(Exception):
            undo()
