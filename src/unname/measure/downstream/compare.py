"""The protocol of `replace2021` 4.1: models that learned from originals and from releases, on the same validation set.

M learns from the training set T, M' from its release T'. Told are M'(T'), M'(V') on the released validation set, M'(V)
on the original one, and delta = M'(V) - M(V), each as the mean over all seeds.

Where we differ: beside the deviation over seeds, delta has an interval of 95 % by bootstrap, over the texts of V (the
same for both models) and over seeds. A seed draws the surrogates, the order and the lots of the learner; a learner that
knows no chance is trained once on what is the same under every seed, so that its deviation over seeds is 0.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.core.errors import InputError
from unname.core.example import ANSWER, Example
from unname.core.progress import Listener
from unname.core.roles import Learner
from unname.measure.downstream.attempts import Attempt, Kept, Released, attempt
from unname.measure.downstream.scoring import ClassScoring, NameScoring, Scoring, f1_by_label, make_scoring

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

ORIGINAL = "original"
_ASKED_FOR: Mapping[str, tuple[str, Callable[[Example], Any]]] = {
    "ner": ("marks", lambda example: example.marks),
    "classification": ("class", lambda example: example.label),
    "qa": ("answers", lambda example: any(mark.label.startswith(f"{ANSWER} ") for mark in example.marks)),
}
"""What each task learns, and what of an example is that."""

N_SAMPLES = 2000
LOW, HIGH = 2.5, 97.5


@dataclass(frozen=True)
class Release:
    """How a data set is released: `draw` gives both parts under a seed, which matters if `is_drawn`."""

    draw: Callable[[int], Released]
    is_drawn: bool = False


def compare(
    task: str,
    learner: Learner,
    train: Sequence[Example],
    valid: Sequence[Example],
    releases: Mapping[str, Release],
    n_seeds: int = 5,
    kept: Kept = Kept(),  # noqa: B008 (frozen)
    report: Listener | None = None,
) -> dict[str, Any]:
    """What each release costs a model that learns from it, by the first figure of the task and by the second."""
    check_examples(task, train, valid)
    scoring = make_scoring(task, [*train, *valid])
    original = Release(lambda seed: Released(train, valid))
    done = 0
    n_fits = sum(_n_seeds(each, learner, n_seeds) for each in (original, *releases.values()))
    attempts: dict[str, list[Attempt]] = {}
    for name, release in {ORIGINAL: original, **releases}.items():
        attempts[name] = []
        for seed in range(_n_seeds(release, learner, n_seeds)):
            work = _Work(learner, scoring, train, valid, release, seed)
            attempts[name].append(kept.get(f"{name} {seed}", work))
            done += 1
            if report:
                report(name, done, n_fits, 0.0)
    first, second = scoring.metrics
    told: dict[str, Any] = {"task": task, "model": learner.name, "metric": first, "seeds": n_seeds}
    told |= {"train_texts": len(train), "valid_texts": len(valid)}
    told["processor_seconds"] = round(sum(each.seconds for tried in attempts.values() for each in tried), 1)
    told |= _rows(scoring, first, attempts, n_seeds)
    told[second] = _rows(scoring, second, attempts, n_seeds)
    if isinstance(scoring, NameScoring | ClassScoring):
        told["f1_by_label"] = {name: _by_label(scoring, each) for name, each in attempts.items()}
    return told


@dataclass(frozen=True)
class _Work:
    """One attempt to be made."""

    learner: Learner
    scoring: Scoring
    train: Sequence[Example]
    valid: Sequence[Example]
    release: Release
    seed: int

    def __call__(self) -> Attempt:
        released = self.release.draw(self.seed)
        return attempt(self.learner, self.scoring, self.train, self.valid, released, self.seed)


def check_examples(task: str, train: Sequence[Example], valid: Sequence[Example]) -> None:
    """Refuse data from which nothing can be learned, or by which nothing can be measured."""
    for name, examples in (("training", train), ("validation", valid)):
        if not examples:
            raise InputError(f"the {name} set is empty")
        if not any(map(_ASKED_FOR[task][1], examples)):
            raise InputError(f"the {name} set has no {_ASKED_FOR[task][0]}")
    if task == "classification" and len({example.label for example in train}) == 1:
        raise InputError("the training set has one class alone; there is nothing to tell apart")


def _n_seeds(release: Release, learner: Learner, n_seeds: int) -> int:
    return n_seeds if release.is_drawn or learner.is_drawn else 1


def _rows(scoring: Scoring, metric: str, attempts: Mapping[str, Sequence[Attempt]], n_seeds: int) -> dict[str, Any]:
    """The figures of the originals and of each release by one metric."""
    original = attempts[ORIGINAL]
    rows: dict[str, Any] = {ORIGINAL: _means(scoring, metric, original, n_seeds)}
    for name, tried in attempts.items():
        if name == ORIGINAL:
            continue
        row = _means(scoring, metric, tried, n_seeds)
        row["withheld"] = max(each.withheld for each in tried)
        row["lost"] = round(float(np.mean([each.lost for each in tried])), 1)
        row["gone"] = sorted({label for each in tried for label in each.gone})
        if all(each.learned_from for each in tried):
            base = [_value(scoring, metric, each) for each in original]
            deltas = [_value(scoring, metric, each) - base[seed % len(base)] for seed, each in enumerate(tried)]
            row["delta"] = row["valid"] - rows[ORIGINAL]["valid"]
            row["delta_std"] = _deviation(deltas, n_seeds)
            row["interval"] = None if n_seeds < 2 else _interval(scoring, metric, original, tried)
        else:
            row |= {"delta": None, "delta_std": None, "interval": None}
            row["reason"] = "nothing is left to learn from"
        rows[name] = row
    return rows


def _means(scoring: Scoring, metric: str, tried: Sequence[Attempt], n_seeds: int) -> dict[str, Any]:
    able = [each for each in tried if each.learned_from]
    if len(able) < len(tried):
        return {"train": None, "valid_anonymized": None, "valid": None, "std": None}
    means: dict[str, Any] = {}
    for part in ("train", "valid_anonymized"):
        sums = [getattr(each, part) for each in able]
        # Of a validation set that is withheld whole there is no figure.
        means[part] = float(np.mean([scoring.figures(np.array(each))[metric] for each in sums])) if all(sums) else None
    values = [_value(scoring, metric, each) for each in able]
    return {**means, "valid": float(np.mean(values)), "std": _deviation(values, n_seeds)}


def _value(scoring: Scoring, metric: str, tried: Attempt) -> float:
    return float(scoring.figures(tried.table.sum(axis=0))[metric])


def _deviation(values: Sequence[float], n_seeds: int) -> float | None:
    """The deviation over seeds, 0 for what is the same under each; of one seed there is none."""
    if n_seeds < 2:
        return None
    return float(np.std(values, ddof=1)) if len(values) > 1 else 0.0


def _interval(scoring: Scoring, metric: str, one: Sequence[Attempt], other: Sequence[Attempt]) -> list[float]:
    """Where delta lies in 95 of 100 samples of texts and of seeds."""
    lots = np.random.default_rng(0)
    n_texts = len(one[0].valid)
    chosen = lots.multinomial(n_texts, np.full(n_texts, 1 / n_texts), size=N_SAMPLES)
    means = [_sampled(scoring, metric, tried, chosen, lots) for tried in (one, other)]
    return [float(end) for end in np.percentile(means[1] - means[0], (LOW, HIGH))]


def _sampled(
    scoring: Scoring, metric: str, tried: Sequence[Attempt], chosen: "NDArray[np.int64]", lots: np.random.Generator
) -> "Numbers":
    """For each sample of texts, the mean over a sample of seeds."""
    values = np.array([scoring.figures(chosen @ each.table)[metric] for each in tried])
    seeds = lots.integers(len(tried), size=(len(tried), chosen.shape[0]))
    means: Numbers = np.take_along_axis(values, seeds, axis=0).mean(axis=0)
    return means


def _by_label(scoring: NameScoring | ClassScoring, tried: Sequence[Attempt]) -> dict[str, float]:
    """The mean F1 of each label on the original validation set."""
    tables = [f1_by_label(scoring, each.table.sum(axis=0)) for each in tried if each.learned_from]
    return {label: float(np.mean([table[label] for table in tables])) for label in scoring.labels if tables}
