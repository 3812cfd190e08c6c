"""How right a model is: counts for each text, of which any sum makes figures."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from unname.core.example import ANSWER, Example, flatten_marks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

_WORD = re.compile(r"\w+")
_ARTICLE = frozenset(("a", "an", "the"))


class Scoring(Protocol):
    """Counts what is right in one text, and makes figures of sums of counts; the first figure is the one that counts.

    Sums come in any shape, with what is counted in the last axis.
    """

    @property
    def metrics(self) -> tuple[str, ...]:
        """What the figures are called."""

    def count(self, gold: Example, found: Example) -> list[float]:
        """What is counted of one text."""

    def figures(self, sums: "Numbers") -> "Mapping[str, Numbers]":
        """Each figure of sums of counts."""


@dataclass(frozen=True)
class NameScoring:
    """Names are right if place and label are, to the letter; micro F1, and the mean F1 of all labels."""

    labels: tuple[str, ...]

    metrics = ("micro_f1", "macro_f1")

    def count(self, gold: Example, found: Example) -> list[float]:
        """Right, found and true names of each label."""
        true, said = set(flatten_marks(gold.marks)), set(found.marks)
        return _by_label(self.labels, [[each.label for each in marks] for marks in (true & said, said, true)])

    def figures(self, sums: "Numbers") -> "Mapping[str, Numbers]":
        """Both means of F1."""
        return _both_means(sums, len(self.labels))


@dataclass(frozen=True)
class ClassScoring:
    """Classes: micro F1, which is the share that is right, and the mean F1 of all classes."""

    labels: tuple[str, ...]

    metrics = ("micro_f1", "macro_f1")

    def count(self, gold: Example, found: Example) -> list[float]:
        """Right, given and true classes, by class."""
        right = [gold.label] if gold.label == found.label else []
        return _by_label(self.labels, [right, [found.label], [gold.label]])

    def figures(self, sums: "Numbers") -> "Mapping[str, Numbers]":
        """Both means of F1."""
        return _both_means(sums, len(self.labels))


@dataclass(frozen=True)
class AnswerScoring:
    """Answers: F1 of their words with those of the true answer, as in SQuAD, and the share that is the same."""

    labels: tuple[str, ...] = ()

    metrics = ("f1", "exact")

    def count(self, gold: Example, found: Example) -> list[float]:
        """F1, exact answers, questions; a question that lost its answer does not count."""
        said = {mark.label: found.text[slice(*mark.span)] for mark in found.marks}
        true: dict[str, list[str]] = {}
        for mark in gold.marks:
            if mark.label.startswith(f"{ANSWER} "):
                true.setdefault(mark.label, []).append(gold.text[slice(*mark.span)])
        scores = [
            max((_overlap(answer, said.get(id, "")), float(_words(answer) == _words(said.get(id, ""))))
                for answer in answers)
            for id, answers in true.items()
        ]  # fmt: skip
        return [sum(score for score, _ in scores), sum(same for _, same in scores), float(len(scores))]

    def figures(self, sums: "Numbers") -> "Mapping[str, Numbers]":
        """Means over questions."""
        n_questions = np.maximum(sums[..., 2], 1.0)
        return {"f1": sums[..., 0] / n_questions, "exact": sums[..., 1] / n_questions}


SCORINGS = {"ner": NameScoring, "classification": ClassScoring, "qa": AnswerScoring}
"""How each task is scored."""


def make_scoring(task: str, examples: Sequence[Example]) -> Scoring:
    """The scoring of a task with all labels of the examples."""
    if task == "qa":
        return AnswerScoring()
    if task == "ner":
        return NameScoring(tuple(sorted({mark.label for example in examples for mark in example.marks})))
    return ClassScoring(tuple(sorted({example.label for example in examples})))


def f1_by_label(scoring: NameScoring | ClassScoring, sums: "Numbers") -> dict[str, float]:
    """F1 of each label."""
    return dict(zip(scoring.labels, _f1(_three(sums, len(scoring.labels))).tolist(), strict=True))


def _by_label(labels: Sequence[str], groups: Sequence[Sequence[str]]) -> list[float]:
    counts = [Counter(group) for group in groups]
    return [float(count[label]) for label in labels for count in counts]


def _three(sums: "Numbers", n_labels: int) -> "Numbers":
    return sums.reshape(*sums.shape[:-1], n_labels, 3)


def _both_means(sums: "Numbers", n_labels: int) -> "Mapping[str, Numbers]":
    if n_labels == 0:
        return dict.fromkeys(("micro_f1", "macro_f1"), np.zeros(sums.shape[:-1]))
    three = _three(sums, n_labels)
    # A label that no text of the sample has says nothing of the model.
    is_there = three[..., 2] > 0
    macro = (_f1(three) * is_there).sum(axis=-1) / np.maximum(is_there.sum(axis=-1), 1)
    return {"micro_f1": _f1(three.sum(axis=-2)), "macro_f1": macro}


def _f1(three: "Numbers") -> "Numbers":
    """F1 of right, found and true in the last axis; 0 where there is nothing."""
    both: Numbers = 2 * three[..., 0] / np.maximum(three[..., 1] + three[..., 2], 1.0)
    return both


def _overlap(true: str, said: str) -> float:
    one, other = Counter(_words(true)), Counter(_words(said))
    common = sum((one & other).values())
    n_words = sum(one.values()) + sum(other.values())
    return float(one == other) if not n_words else 2 * common / n_words


def _words(text: str) -> list[str]:
    return [word for word in _WORD.findall(text.lower()) if word not in _ARTICLE]
