"""Precision and recall over the threshold of a risk measure, and their plot."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from unname.core.document import Document, Role
from unname.corpora.tab import Case
from unname.measure.protection import Protection
from unname_research.bench.drawing import drawn

CURVES: Mapping[str, str] = {
    "zero-shot, surprisal": "surprisal",
    "trained, surprisal": "surprisal",
    "trained, supervised": "classifier",
}
"""The strategies whose threshold has a curve, and the measure whose it is."""

RISKS = tuple(round(0.02 + 0.04 * step, 2) for step in range(25))
NATS = (0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0, 7.0, 8.0, 10.0, 12.0, 15.0, 20.0)


@dataclass
class Entry:
    """What is needed of one entity: its score, whether it is hidden in any case, and where it stands."""

    score: float
    certain: bool
    spans: list[tuple[int, int]]


@dataclass
class Curve:
    """The scores of all entities under one measure."""

    measure: str
    scores: dict[str, list[Entry]] = field(default_factory=dict)

    def add(self, document: Document, scores: Mapping[str, float]) -> None:
        """Take the scores of the entities of one document."""
        self.scores[document.id] = [
            Entry(
                scores.get(entity.id, 0.0),
                entity.role is Role.DIRECT,
                [(mention.span.start, mention.span.end) for mention in entity.mentions],
            )
            for entity in document.entities
        ]

    def points(self, cases: Sequence[Case], metric: Protection) -> list[dict[str, float]]:
        """Precision, recall and F1 where everything above a threshold is hidden, for a range of thresholds."""
        limits = NATS if self.measure == "surprisal" else RISKS
        return [self._point(limit, cases, metric) for limit in limits]

    def _point(self, limit: float, cases: Sequence[Case], metric: Protection) -> dict[str, float]:
        hidden = {
            id: [span for entry in entries if entry.certain or entry.score > limit for span in entry.spans]
            for id, entries in self.scores.items()
        }
        figures = metric.evaluate(cases, hidden)
        precision, recall = figures["token_precision"], figures["recall_all"]
        return {
            "threshold": limit,
            "precision": round(precision, 4),
            "recall_all": round(recall, 4),
            "f1": round(f1_of(precision, recall), 4),
        }


def f1_of(precision: float, recall: float) -> float:
    """Their harmonic mean."""
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def in_nats(risk: float, measure: Any) -> float:
    """The score that a threshold of the measure is compared with: the nats behind a surprisal, else the risk itself.

    >>> from unname.risk.surprisal import Surprisal
    >>> in_nats(0.5, Surprisal(threshold=3.5))
    3.5
    """
    if not hasattr(measure, "threshold"):
        return risk
    bounded = min(max(risk, 1e-15), 1 - 1e-15)
    return float(measure.threshold + measure.width * math.log(bounded / (1 - bounded)))


def draw(rows: Sequence[Mapping[str, Any]], curves: Mapping[str, Sequence[Mapping[str, float]]], path: Path) -> None:
    """Precision over recall: a line for each curve, a dot for each strategy of ours, a cross for each published one."""
    with drawn(path, figsize=(8, 6)) as axis:
        for name, points in curves.items():
            line = [p["recall_all"] for p in points], [p["precision"] for p in points]
            axis.plot(*line, "-", label=f"threshold: {name}")
        for number, row in enumerate(rows, start=1):
            color = "tab:blue" if row["trained"] else "tab:orange"
            _mark(axis, row, str(number), "o", color, label=f"{number}: {row['strategy']}")
            if row["paper"]:
                _mark(axis, row["paper"], str(number), "x", color, said="gray")
        axis.plot([], [], "x", color="gray", label="published (other part of the corpus)")
        axis.set(xlabel="entity recall, all identifiers", ylabel="token precision")
        axis.grid(alpha=0.3)
        axis.legend(fontsize=7)


def _mark(
    axis: Any, row: Mapping[str, float], name: str, sign: str, color: str, said: str = "black", label: str | None = None
) -> None:
    place = row["recall_all"], row["precision"]
    axis.plot(*place, sign, color=color, label=label)
    axis.annotate(name, place, fontsize=7, color=said, xytext=(3, 3), textcoords="offset points")
