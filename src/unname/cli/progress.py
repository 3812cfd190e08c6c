"""A progress bar on a terminal, nothing in a pipe."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True)
class Progress:
    """Something that can be told that one more is done."""

    advance: Callable[[], None]


@contextmanager
def progress(total: int, hidden: bool = False) -> Iterator[Progress]:
    """A bar on standard error while the block runs, if somebody can see it and there is more than one step."""
    if hidden or total < 2 or not sys.stderr.isatty():
        yield Progress(lambda: None)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    with Bar(BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=Console(stderr=True)) as bar:
        task = bar.add_task("", total=total)
        yield Progress(lambda: bar.advance(task))
