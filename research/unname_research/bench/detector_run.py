"""One detector on one list of texts, in a process of its own and on one core, with its time and memory."""

import multiprocessing
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from unname.core.document import Document, Role
from unname.core.errors import InternalError
from unname.pipeline.document import Pipeline
from unname_research.bench import rampart as rampart_wheel
from unname_research.bench.memory import peak_mb
from unname_research.bench.presidio import Found, analyzer, describe, is_installed

WARM_UP = "Anna Smith moved to Oslo in May 1999."
"""What is read before time is taken, so that loading does not count."""

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
    return _run("ours", texts, dict(settings))


def presidio(texts: Sequence[str]) -> Run | None:
    """Run Presidio as it comes; None where it is not installed."""
    return _run("presidio", texts, {}) if is_installed() else None


def rampart(texts: Sequence[str]) -> Run | None:
    """Run Rampart as it comes; None where it is not installed."""
    return _run("rampart", texts, {}) if rampart_wheel.is_installed() else None


def _run(system: str, texts: Sequence[str], settings: dict[str, Any]) -> Run:
    run: Run = apart(system, settings, _work, system, list(texts), settings)
    return run


def apart(system: str, settings: Mapping[str, Any], work: Callable[..., Any], *given: Any) -> Any:
    """What the work gives in a process of its own, which has one core; a failure tells the system and its settings."""
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_answer, args=(sender, system, dict(settings), work, given))
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
    return answer


def _answer(sender: Any, system: str, settings: dict[str, Any], work: Callable[..., Any], given: Sequence[Any]) -> None:
    os.environ["OMP_NUM_THREADS"] = "1"
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    try:
        sender.send(work(*given))
    except Exception as error:
        sender.send(InternalError(f"{system} failed in the benchmark ({type(error).__name__}: settings {settings})"))


def _work(system: str, texts: list[str], settings: dict[str, Any]) -> Run:
    find = _finder(system, settings)
    find(WARM_UP)
    # Processor time of this process, which has one core: whatever else the machine does is not counted.
    began = time.process_time()
    spans = [find(text) for text in texts]
    seconds = time.process_time() - began
    peak = peak_mb() or 0.0
    about = {"ours": dict, "presidio": describe, "rampart": rampart_wheel.describe}[system]()
    return Run(spans, seconds, sum(map(len, texts)), peak, about)


def _finder(system: str, settings: dict[str, Any]) -> Callable[[str], Spans]:
    if system == "ours":
        return _pipeline(settings)
    return analyzer() if system == "presidio" else rampart_wheel.tagger()


def _pipeline(settings: dict[str, Any]) -> Callable[[str], Spans]:
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
