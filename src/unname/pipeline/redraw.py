"""Releases one data set under several keys, as a corpus without a population is: read once, written once a key."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any

from unname.core.document import Document
from unname.core.errors import ConfigError
from unname.core.example import Example
from unname.core.progress import Listener
from unname.core.redaction import Redaction
from unname.core.roles import Learner
from unname.measure.downstream.attempts import Kept, Released
from unname.measure.downstream.carry import carry_marks
from unname.measure.downstream.compare import Release, compare
from unname.pipeline.case import Case
from unname.pipeline.document import Pipeline, build_pipeline
from unname.pipeline.settling import spare
from unname.replace.book import RunBook, note_text


def measure_downstream(
    task: str,
    learner: Learner,
    train: Sequence[Example],
    valid: Sequence[Example],
    replacers: Sequence[str],
    n_seeds: int = 5,
    folder: Path | None = None,
    report: Listener | None = None,
    **settings: Any,
) -> dict[str, Any]:
    """What a model loses that learns the task from a release: one release for each of the `replacers`.

    The training and the validation set are released apart, as whoever trains on a release has not seen what the model
    will read. In the `folder`, finished attempts are kept. The other settings are those of `Pipeline`.
    """
    if n_seeds < 1:
        raise ConfigError(f"at least one seed is needed, got {n_seeds}")
    if len(set(replacers)) < len(replacers):
        raise ConfigError("a replacement is named twice")
    releases = draw_releases(train, valid, replacers, report, **settings)
    about = {"task": task, "learner": learner.name, "data": _digest([*train, *valid]), "settings": _tell(settings)}
    return compare(task, learner, train, valid, releases, n_seeds, Kept(folder, about), report)


def draw_releases(
    train: Sequence[Example],
    valid: Sequence[Example],
    replacers: Sequence[str],
    report: Listener | None = None,
    **settings: Any,
) -> dict[str, Release]:
    """A release by each of the replacers, to be drawn under any seed; what was drawn once is not drawn again."""
    plain = build_pipeline(**settings)
    pipelines = {spec: replace(plain, replace=spec) for spec in replacers}
    drawn = {spec: pipeline.replacers_.draw for spec, pipeline in pipelines.items()}  # tells of unknown ones first
    sets = [Redraw(plain, examples, report) for examples in (train, valid)]
    draw = cache(partial(_draw, sets))
    return {spec: Release(partial(_seeded, draw, spec, is_drawn), is_drawn) for spec, is_drawn in drawn.items()}


@dataclass
class Redraw:
    """A data set that is released again and again; its documents are read when the first release is asked for."""

    plain: Pipeline
    examples: Sequence[Example]
    report: Listener | None = field(default=None, repr=False)

    @cached_property
    def cases(self) -> list[Case]:
        """Each document as it was detected, or the reason why it is not released."""
        pipeline = replace(self.plain, replace="mask")
        cases = [Case(Document(f"{n:06}", example.text)) for n, example in enumerate(self.examples, start=1)]
        for done, case in enumerate(cases, start=1):
            case.attempt("detect", partial(case.detect, pipeline))
            self._tell("detect", done)
        return cases

    def release(self, spec: str, seed: int) -> list[Example | None]:
        """The examples as they are released by a replacer under a seed; None for what is withheld."""
        book = RunBook(hashlib.sha256(f"seed {seed}".encode()).digest())
        pipeline = replace(self.plain, replace=spec, book=book)
        if pipeline.replacers_.draw:
            for example in self.examples:
                note_text(book, example.text)
        released: list[Example | None] = []
        for example, case in zip(self.examples, self.cases, strict=True):
            redaction = self._write(case, pipeline)
            released.append(carry_marks(example, redaction) if redaction else None)
            self._tell(f"write {spec}", len(released))
        return released

    def _write(self, read: Case, pipeline: Pipeline) -> Redaction | None:
        """What is released of a document that was read."""
        case = Case(spare(read.document, pipeline.replacers_.of), reason=read.reason)
        stages: Mapping[str, Callable[[], object]] = {
            "write": partial(case.decide, pipeline),
            "check": case.check,
        }
        for stage, work in stages.items():
            if case.is_open:
                case.attempt(stage, work)
        return case.redaction if case.is_open else None

    def _tell(self, stage: str, done: int) -> None:
        if self.report:
            self.report(stage, done, len(self.examples), 0.0)


def _seeded(draw: Callable[[str, int], Released], spec: str, is_drawn: bool, seed: int) -> Released:
    # What draws nothing writes the same under every seed.
    return draw(spec, seed if is_drawn else 0)


def _draw(sets: Sequence[Redraw], spec: str, seed: int) -> Released:
    """Both parts as a replacer writes them under a seed."""
    train, valid = (each.release(spec, seed) for each in sets)
    return Released(train, valid)


def _digest(examples: Sequence[Example]) -> str:
    """What tells one data set from another in a folder of attempts, and nothing of it."""
    told = hashlib.sha256()
    for example in examples:
        told.update(repr((example.text, example.marks, example.label)).encode())
    return told.hexdigest()


def _tell(settings: Mapping[str, Any]) -> dict[str, str]:
    return {name: repr(value) for name, value in settings.items()}
