"""One pipeline on a list of documents, in a process of its own and on one core: what it finds and what it releases."""

import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from unname.core.document import Document, Mention, Role
from unname.core.errors import Withheld
from unname.core.redaction import Edit
from unname.pipeline.document import Pipeline
from unname_research.bench.detector_run import WARM_UP, apart
from unname_research.bench.memory import peak_mb


class Released(NamedTuple):
    """One document: the mentions found in it, and what was changed; or why it is withheld."""

    mentions: tuple[Mention, ...]
    edits: tuple[Edit, ...]
    text: str
    reason: str = ""

    @property
    def hidden(self) -> list[tuple[int, int]]:
        """What was changed in the original; what would have been, by detection, where it is withheld."""
        if self.reason:
            return [(m.span.start, m.span.end) for m in self.mentions if m.role is not Role.NONE]
        return [(edit.old.start, edit.old.end) for edit in self.edits]


class ReleaseRun(NamedTuple):
    """What became of each document, and what it cost; releasing contains finding."""

    released: list[Released]
    seconds_finding: float
    seconds_releasing: float
    n_characters: int
    peak_mb: float

    @property
    def costs(self) -> dict[str, float]:
        """Characters per second without loading, for finding alone and for the whole release, and memory."""
        return {
            "chars_per_second": self.n_characters / (self.seconds_finding or 1.0),
            "release_chars_per_second": self.n_characters / (self.seconds_releasing or 1.0),
            "peak_mb": self.peak_mb,
        }


def run_release(documents: Sequence[Document], settings: Mapping[str, Any]) -> ReleaseRun:
    """Find in all documents, then release all, as users do with these settings of `Pipeline`."""
    run: ReleaseRun = apart("unname", settings, _work, list(documents), dict(settings))
    return run


def _work(documents: list[Document], settings: dict[str, Any]) -> ReleaseRun:
    pipeline = Pipeline(**settings)
    _release(pipeline, Document("text", WARM_UP), ())
    # Processor time of this process, which has one core: whatever else the machine does is not counted.
    began = time.process_time()
    found = [pipeline.detect(document).mentions for document in documents]
    between = time.process_time()
    released = [_release(pipeline, document, mentions) for document, mentions in zip(documents, found, strict=True)]
    ended = time.process_time()
    n_characters = sum(len(document.text) for document in documents)
    return ReleaseRun(released, between - began, ended - between, n_characters, peak_mb() or 0.0)


def _release(pipeline: Pipeline, document: Document, mentions: tuple[Mention, ...]) -> Released:
    try:
        redaction = pipeline.release(document)
    except Withheld as error:
        return Released(mentions, (), "", str(error).removeprefix(f"document {document.id!r}: "))
    return Released(mentions, redaction.edits, redaction.text)
