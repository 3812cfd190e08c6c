"""What the supervised judge (`risk2022` 3.2.3) adds over the sureness of the detectors, on the development part of TAB.

All judge the same entities. Each hides what raises the expected F1 (see `Classifier`), and what surely identifies; a
bootstrap over documents says how far apart two of them are.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from unname.core.document import Document, Role, Span
from unname.core.redaction import Replacement, rewrite
from unname.corpora.tab import Case, read_tab
from unname.measure.protection import Protection
from unname.pipeline.document import Pipeline
from unname.risk.classifier import CAUTION, Classifier, average_odds, break_even
from unname_research.bench.emulated import area
from unname_research.bench.presidio import united
from unname_research.train.risk import shares

Judge = Callable[[Document], Mapping[str, float]]
"""The log-odds of each entity."""

ALONE, BOTH = "detectors alone", "judge and detectors"
MASK = "***"
N_DRAWS = 1000


def judges() -> dict[str, Judge]:
    """The detectors alone, the learned judge alone, and both as they are used."""
    classifier = Classifier()
    return {
        ALONE: lambda document: {id: CAUTION * odds for id, odds in average_odds(document).items()},
        "judge alone": lambda document: classifier.judge_.estimate_odds(document),
        BOTH: classifier.estimate_odds,
    }


def compare_judges(data: Path, chosen: Mapping[str, Judge] | None = None, seed: int = 0) -> dict[str, Any]:
    """AUC and log loss against the annotators, P, R and F1, and what each adds over the detectors alone."""
    cases, pipeline, metric = read_tab(data / "tab", split="dev"), Pipeline(), Protection()
    documents = [pipeline.detect(Document(case.document.id, case.document.text)) for case in cases]
    targets = [shares(document, case.annotators) for document, case in zip(documents, cases, strict=True)]
    result, counts = dict[str, Any](), dict[str, Any]()
    for name, judge in (chosen or judges()).items():
        odds = [judge(document) for document in documents]
        said = np.concatenate([list(each.values()) for each in odds])
        counts[name] = np.array(
            [count(metric, *each) for each in zip(cases, documents, odds, strict=True)], dtype=np.float64
        )
        result[name] = _agreement(np.concatenate(targets), said) | _figures(counts[name].sum(0))
    dice = np.random.default_rng(seed)
    draws = dice.integers(len(cases), size=(N_DRAWS, len(cases)))
    for name in result:
        gains = [
            _figures(counts[name][draw].sum(0))["f1"] - _figures(counts[ALONE][draw].sum(0))["f1"] for draw in draws
        ]
        result[name]["gain"] = result[name]["f1"] - result[ALONE]["f1"]
        result[name]["gain_interval"] = np.quantile(gains, (0.025, 0.975)).tolist()
    return result


def count(metric: Protection, case: Case, document: Document, odds: Mapping[str, float]) -> tuple[float, ...]:
    """Hidden words that should be and all, hidden identifiers and all, over all annotators of one case."""
    hidden = [
        (*mention.span, "")
        for entity in document.entities
        if entity.role is Role.DIRECT or odds[entity.id] > break_even(document, entity)
        for mention in entity.mentions
    ]
    replaced = [Replacement(Span(start, end), MASK) for start, end, _ in united(hidden)]
    redaction = rewrite(case.document, replaced)
    totals = np.zeros(4)
    for annotator in case.annotators:
        for score in metric.score(annotator, redaction):
            at = {"token_precision": 0, "recall_all": 2}.get(score.metric)
            if at is not None:
                totals[at : at + 2] += (score.value * score.weight, score.weight)
    return tuple(totals.tolist())


def _figures(totals: Sequence[float]) -> dict[str, float]:
    precision, recall = totals[0] / max(totals[1], 1), totals[2] / max(totals[3], 1)
    both = precision + recall
    return {"precision": precision, "recall_all": recall, "f1": 2 * precision * recall / both if both else 0.0}


def _agreement(target: Any, odds: Any) -> dict[str, float]:
    """How well log-odds tell what most annotators hid, and how surely they say the share."""
    loss = np.mean(np.logaddexp(0.0, odds) - target * odds)
    return {"auc": area(target > 0.5, odds), "log_loss": float(loss)}
