"""How far the work is: a bar on a terminal, lines of JSON where they are asked for, nothing in a pipe.

What is told are stages and numbers, never a word of a document. Telling must not stop the work: if nobody listens any
more, nothing is told.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from time import monotonic

from unname.core.errors import ConfigError
from unname.core.unfinished import if_ended

FORMS = ("bar", "json", "none")
"""How progress may be told."""

BETWEEN = 0.1
"""Seconds between two lines of JSON; the ends of a stage and new failures are told at once."""

SHOW_CURSOR = b"\x1b[?25h\n"
"""What a terminal needs to hear if a bar is broken off."""

Tell = Callable[["Progress"], None]


@dataclass
class Progress:
    """Counts what is done of a stage, how fast, and what failed; tells it each time."""

    tell: Tell = field(default=lambda _: None, repr=False)
    total: int = 0
    stage: str = ""
    done: int = 0
    failures: int = 0
    clock: Callable[[], float] = field(default=monotonic, repr=False)
    seconds: float = field(default=0.0, init=False)
    """How long the stage has taken so far."""
    _began: float = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._began = self.clock()

    @property
    def rate(self) -> float | None:
        """How many are done in a second, if that can be told yet."""
        return self.done / self.seconds if self.done and self.seconds > 0 else None

    @property
    def seconds_left(self) -> float | None:
        """How long the rest of the stage will take at this rate."""
        return max(0, self.total - self.done) / self.rate if self.rate else None

    def advance(self) -> None:
        """One more is done."""
        self.update(self.stage, self.done + 1, self.total, self.failures)

    def update(self, stage: str, done: int, total: int, failures: float) -> None:
        """So many are done; another name, or fewer than before, begins a stage."""
        if stage != self.stage or done < self.done:
            # The stage began when the last one was heard of, even if its first step is done already.
            self._began += self.seconds
        self.stage, self.done, self.total, self.failures = stage, done, total, int(failures)
        self.seconds = self.clock() - self._began
        self.tell(self)


@contextmanager
def progress(total: int | None, hidden: bool = False, form: str = "bar") -> Iterator[Progress]:
    """Tells on standard error, while the block runs, how far it is.

    A bar is drawn if somebody can see it and there is more than one step; a `total` of None is told by `update`.
    `hidden` hides it. Lines of JSON are for machines, and are written wherever standard error goes.
    """
    if form not in FORMS:
        raise ConfigError(f"progress is told as {' or '.join(FORMS)}, got {form!r}")
    if form == "json":
        yield Progress(json_lines(), total or 0)
    elif hidden or form == "none" or (total is not None and total < 2) or not sys.stderr.isatty():
        yield Progress(total=total or 0)
    else:
        with _bar(total) as tell:
            yield Progress(tell, total or 0)


def json_lines(clock: Callable[[], float] = monotonic) -> Tell:
    """Writes one JSON object a line, not more often than anybody could want them."""
    told, last = clock() - BETWEEN, ("", -1)

    def tell(now: Progress) -> None:
        nonlocal told, last
        is_news = (now.stage, now.failures) != last or now.done in (0, now.total)
        if not is_news and clock() - told < BETWEEN:
            return
        told, last = clock(), (now.stage, now.failures)
        record = {"stage": now.stage, "done": now.done, "total": now.total, "failures": now.failures}
        pace = {"rate": _short(now.rate), "seconds_left": _short(now.seconds_left)}
        with suppress(OSError):
            print(json.dumps({**record, **pace}), file=sys.stderr, flush=True)

    return tell


def pace_text(now: Progress) -> str:
    """Rate, time left and failures in a few words.

    >>> now = Progress(total=8, done=4, failures=1)
    >>> now.seconds = 2.0
    >>> pace_text(now)
    '2.0/s, 0:02 left, 1 failed'
    """
    parts = [f"{now.rate:.1f}/s"] if now.rate else []
    if now.seconds_left is not None:
        minutes, seconds = divmod(round(now.seconds_left), 60)
        parts.append(f"{minutes}:{seconds:02} left")
    return ", ".join([*parts, f"{now.failures} failed"] if now.failures else parts)


@contextmanager
def _bar(total: int | None) -> Iterator[Tell]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bar

    described = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
    shown = Bar(*described, TextColumn("{task.fields[pace]}", markup=False), console=Console(stderr=True))
    with if_ended(lambda: os.write(2, SHOW_CURSOR)), shown as bar:
        task = bar.add_task("", total=total, pace="")

        def tell(now: Progress) -> None:
            bar.update(task, description=now.stage, completed=now.done, total=now.total, pace=pace_text(now))

        yield tell


def _short(value: float | None) -> float | None:
    return None if value is None else round(value, 3)
