"""One detector on one list of texts, in a process of its own and on one core, with its time and memory."""

import multiprocessing
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from unname.core.document import Document, Role
from unname.core.errors import InternalError
from unname.pipeline.document import Pipeline
from unname_research.bench.memory import peak_mb
from unname_research.bench.presidio import Found, analyzer, describe, is_installed

Spans = Found
"""Start, end and label of everything that a detector would hide in one text."""


@dataclass(frozen=True)
class Run:
    """What one detector found in each text, what it cost, and what is to be said about it."""

    spans: list[Spans]
    seconds: float
    n_characters: int
    peak_mb: float
    about: Mapping[str, Any] = field(default_factory=dict)

    @property
    def chars_per_second(self) -> float:
        """Characters read per second, without loading the model."""
        return self.n_characters / self.seconds if self.seconds else 0.0


def ours(texts: Sequence[str], settings: Mapping[str, Any]) -> Run:
    """Run our pipeline with the given settings."""
    return _apart("ours", texts, dict(settings))


def presidio(texts: Sequence[str]) -> Run | None:
    """Run Presidio as it comes; None where it is not installed."""
    return _apart("presidio", texts, {}) if is_installed() else None


def _apart(system: str, texts: Sequence[str], settings: dict[str, Any]) -> Run:
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(sender, system, list(texts), settings))
    process.start()
    sender.close()
    try:
        answer = receiver.recv()
    except EOFError:
        raise InternalError(f"the benchmark process of {system} ended without an answer") from None
    finally:
        process.join()
    if isinstance(answer, Exception):
        raise answer
    return answer  # type: ignore[no-any-return]


def _work(sender: Any, system: str, texts: list[str], settings: dict[str, Any]) -> None:
    os.environ["OMP_NUM_THREADS"] = "1"
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    try:
        is_ours = system == "ours"
        find = _pipeline(settings) if is_ours else analyzer()
        find("Anna Smith moved to Oslo in May 1999.")
        # Processor time of this process, which has one core: whatever else the machine does is not counted.
        began = time.process_time()
        spans = [find(text) for text in texts]
        seconds = time.process_time() - began
        peak = peak_mb() or 0.0
        sender.send(Run(spans, seconds, sum(map(len, texts)), peak, {} if is_ours else describe()))
    except Exception as error:
        sender.send(InternalError(f"{system} failed in the benchmark ({type(error).__name__}: settings {settings})"))


def _pipeline(settings: dict[str, Any]) -> Any:
    pipeline = Pipeline(**settings)

    def find(text: str) -> Spans:
        mentions = pipeline.detect(Document("text", text)).mentions
        return [(m.span.start, m.span.end, m.label) for m in mentions if m.role is not Role.NONE]

    return find


def costs(mine: Run, other: Run | None) -> dict[str, float | None]:
    """Speed and memory of both, as benchmarks report them."""
    return {
        "chars_per_second": round(mine.chars_per_second, 1),
        "presidio_chars_per_second": round(other.chars_per_second, 1) if other else None,
        "speed_ratio": round(mine.chars_per_second / other.chars_per_second, 3) if other else None,
        "peak_mb": round(mine.peak_mb, 1),
        "presidio_peak_mb": round(other.peak_mb, 1) if other else None,
    }
