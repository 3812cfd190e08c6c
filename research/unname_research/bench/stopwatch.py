"""How long each stage of a release takes, in processor time, so that other work on the machine does not count."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from unname.core.document import Document
from unname.core.judging import may_rise
from unname.core.results import Risk
from unname.core.roles import View
from unname.pipeline.document import Pipeline


@dataclass
class Stopwatch:
    """How long each stage of a release took, over all documents."""

    spent: dict[str, float] = field(default_factory=lambda: dict.fromkeys(("detect", "risk", "decide", "replace"), 0.0))

    def release(self, pipeline: Pipeline, document: Document) -> float:
        """Release one document; gives the seconds of all stages."""
        before = sum(self.spent.values())
        with self.timing("detect"):
            detected = pipeline.detect(document)
        risky = self.spent["risk"]
        with self.timing("decide"):
            plan = pipeline.plan(detected)
        # The risk model is asked while deciding.
        self.spent["decide"] -= self.spent["risk"] - risky
        with self.timing("replace"):
            pipeline.apply(detected, plan)
        return sum(self.spent.values()) - before

    @contextmanager
    def timing(self, stage: str) -> Iterator[None]:
        """Add the time of what is done within to a stage."""
        began = time.process_time()
        try:
            yield
        finally:
            self.spent[stage] += time.process_time() - began


@dataclass(frozen=True)
class TimedRisk:
    """A risk model whose time is taken."""

    risk: Any
    watch: Stopwatch

    @property
    def name(self) -> str:
        """The name of the model."""
        return str(self.risk.name)

    @property
    def may_rise(self) -> bool:
        """Whether the model may say so."""
        return may_rise(self.risk)

    def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]:
        """What the model says."""
        with self.watch.timing("risk"):
            answers: Sequence[Risk] = self.risk.assess(document, views)
        return answers
