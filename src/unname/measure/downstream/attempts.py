"""One attempt: a model that learned under one seed, from originals or a release, and how right it is."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.core.errors import ConfigError
from unname.core.example import Example
from unname.core.roles import Learner
from unname.corpora.files import write_whole
from unname.measure.downstream.scoring import Scoring

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Released:
    """Both parts of a data set as they are released under one seed; None stands for what is withheld."""

    train: Sequence[Example | None]
    valid: Sequence[Example | None]


@dataclass(frozen=True)
class Attempt:
    """Counts on what was learned from, and on both forms of the validation set: sums, sums, and a row for each text.

    Nothing counted holds a word of a text. `lost` are marks of the training set of which the release has nothing left,
    `withheld` its texts that are not released, `gone` its labels that nothing has any more. `learned_from` is 0 where
    there was nothing to learn from. It took so many `seconds` of a processor, what was drawn for it included.
    """

    train: list[float]
    valid_anonymized: list[float]
    valid: list[list[float]]
    learned_from: int
    withheld: int = 0
    lost: int = 0
    gone: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def table(self) -> "Numbers":
        """Counts on the original validation set, a row for each text."""
        return np.array(self.valid, dtype=np.float64)


def attempt(
    learner: Learner,
    scoring: Scoring,
    train: Sequence[Example],
    valid: Sequence[Example],
    released: Released,
    seed: int,
) -> Attempt:
    """Learn from what is released and try it on both forms of the validation set."""
    kept = [example for example in released.train if example is not None]
    pairs = [(old, new) for old, new in zip(train, released.train, strict=True) if new is not None]
    lost = sum(len(old.marks) - len(new.marks) for old, new in pairs)
    gone = sorted(_labels(train) - _labels(kept))
    told: dict[str, Any] = {"withheld": len(train) - len(kept), "lost": lost, "gone": gone}
    if not _labels(kept):
        return Attempt([], [], [], 0, **told)
    model = learner.fit(kept, seed)

    def count(examples: Sequence[Example]) -> list[list[float]]:
        found = model.predict(examples)
        return [scoring.count(gold, each) for gold, each in zip(examples, found, strict=True)]

    written = [example for example in released.valid if example is not None]
    return Attempt(_sum(count(kept)), _sum(count(written)), count(valid), len(kept), **told)


def _labels(examples: Sequence[Example]) -> set[str]:
    """The classes, and the kinds of marks: of answers, that they are answers."""
    marked = {mark.label.partition(" ")[0] for example in examples for mark in example.marks}
    return marked | {example.label for example in examples} - {""}


def _sum(rows: list[list[float]]) -> list[float]:
    return [float(sum(column)) for column in zip(*rows, strict=True)]


@dataclass(frozen=True)
class Kept:
    """Attempts in a file, so that long work goes on where it was; without a folder nothing is kept."""

    folder: Path | None = None
    about: dict[str, Any] = field(default_factory=dict)

    def get(self, name: str, make: Callable[[], Attempt]) -> Attempt:
        """The attempt of that name, made if it is not there yet."""
        if self.folder is None:
            return _timed(make)
        path = self.folder / "attempts.json"
        kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"about": self.about}
        if kept["about"] != self.about:
            raise ConfigError(f"{path} holds attempts at something else; name another folder")
        if name not in kept:
            kept[name] = asdict(_timed(make))
            self.folder.mkdir(parents=True, exist_ok=True)
            write_whole(path, [json.dumps(kept)])
        return Attempt(**kept[name])


def _timed(make: Callable[[], Attempt]) -> Attempt:
    began = process_time()
    made = make()
    return replace(made, seconds=round(process_time() - began, 2))
