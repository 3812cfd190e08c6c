"""Figures of what was hidden in everyday text: by kind, group and label, with intervals, and calibration."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from unname.core.document import Mention, Role, Span
from unname.core.results import Score
from unname.measure.strings import Strings, summarize
from unname.text.spans import join_spans
from unname_research.bench.everyday_data import Sample

MAIN = ("direct", "quasi", "damaged", "precision")
"""The figures that have an interval and are told of every kind."""

SEED, N_DRAWS = 16, 1000
N_BINS = 10

Hidden = Sequence[Sequence[Sequence[Any]]]
"""The spans that were hidden in each document: start, end, and whatever else."""


def score_all(samples: Sequence[Sample], hidden: Hidden) -> dict[str, Any]:
    """All figures of one system: of the whole with intervals and labels, of each kind and of each group."""
    metric = Strings()
    scores = [metric.judge(sample.gold, spans) for sample, spans in zip(samples, hidden, strict=True)]
    whole = summarize([score for each in scores for score in each])
    return {
        "documents": len(samples),
        **whole,
        "intervals": {name: interval(name, scores) for name in MAIN},
        "by_kind": _by(samples, scores, lambda sample: sample.kind),
        "by_group": _by(samples, scores, lambda sample: sample.group),
    }


def _by(
    samples: Sequence[Sample], scores: Sequence[Sequence[Score]], key: Callable[[Sample], str]
) -> dict[str, dict[str, Any]]:
    groups: dict[str, list[int]] = {}
    for number, sample in enumerate(samples):
        groups.setdefault(key(sample), []).append(number)
    rows = {}
    for name, members in sorted(groups.items()):
        found = summarize([score for number in members for score in scores[number]])
        rows[name] = {"documents": len(members), **{each: found[each] for each in (*MAIN, "hidden", "marked")}}
    return rows


def interval(metric: str, scores: Sequence[Sequence[Score]]) -> list[float] | None:
    """Between which values 95 of 100 corpora lie that are drawn anew from these documents; None if nothing counts."""
    import numpy as np

    rows = [(score.value * score.weight, score.weight) for each in scores for score in each if score.metric == metric]
    table = np.array(rows, dtype=np.float64).reshape(-1, 2)
    if not table[:, 1].any():
        return None
    draws = np.random.default_rng(SEED).multinomial(len(table), np.full(len(table), 1 / len(table)), size=N_DRAWS)
    hits, totals = (draws @ table).T
    values = hits[totals > 0] / totals[totals > 0]
    return [float(value) for value in np.quantile(values, (0.025, 0.975))]


def calibrate(samples: Sequence[Sample], mentions: Sequence[Sequence[Mention]]) -> dict[str, Any]:
    """How often mentions of each confidence identify, in all documents and in each group: a reliability table and ECE.

    A mention identifies if most of its letters and digits stand in direct or quasi strings. The expected error (ECE) is
    the mean distance of confidence and truth over the bins, weighed by the mentions in each.
    """
    pairs: dict[str, list[tuple[float, bool]]] = {"all": []}
    for sample, found in zip(samples, mentions, strict=True):
        truth = _identifying(sample)
        for mention in found:
            told = (mention.confidence, truth(mention.span))
            pairs["all"].append(told)
            pairs.setdefault(sample.group, []).append(told)
    return {group: _reliability(each) for group, each in pairs.items()}


def _identifying(sample: Sample) -> Callable[[Span], bool]:
    text = sample.gold.text
    marked = bytearray(1 if sign.isalnum() else 0 for sign in text)
    for mention in sample.gold.mentions:
        if mention.role is not Role.NONE:
            part = marked[mention.span.start : mention.span.end]
            marked[mention.span.start : mention.span.end] = part.replace(b"\1", b"\2")
    return lambda span: marked.count(2, *span) > marked.count(1, *span)


def _reliability(pairs: Sequence[tuple[float, bool]]) -> dict[str, Any]:
    bins: list[list[tuple[float, bool]]] = [[] for _ in range(N_BINS)]
    for confidence, truth in pairs:
        bins[min(int(confidence * N_BINS), N_BINS - 1)].append((confidence, truth))
    rows = [
        {
            "from": number / N_BINS,
            "mentions": len(each),
            "confidence": sum(confidence for confidence, _ in each) / len(each),
            "identifying": sum(truth for _, truth in each) / len(each),
        }
        for number, each in enumerate(bins)
        if each
    ]
    far = sum(row["mentions"] * abs(row["confidence"] - row["identifying"]) for row in rows)
    return {"mentions": len(pairs), "ece": far / len(pairs) if pairs else None, "bins": rows}


def outside_marks(sample: Sample, hidden: Iterable[Sequence[int]]) -> list[Span]:
    """The parts of hidden spans that stand in no direct or quasi string.

    >>> from unname.core.document import Document
    >>> gold = Document("a", "Ada left", mentions=(Mention(Span(0, 3), "PERSON", role=Role.DIRECT),))
    >>> outside_marks(Sample("note", "office", gold), [(0, 5)])
    [Span(start=3, end=5)]
    """
    marks = join_spans(mention.span for mention in sample.gold.mentions if mention.role is not Role.NONE)
    parts, number = [], 0
    for start, end in join_spans(Span(*span[:2]) for span in hidden):
        while number < len(marks) and marks[number].end <= start:
            number += 1
        at, later = start, number
        while later < len(marks) and marks[later].start < end:
            if at < marks[later].start:
                parts.append(Span(at, marks[later].start))
            at = max(at, marks[later].end)
            later += 1
        if at < end:
            parts.append(Span(at, end))
    return parts


def differences(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, float]:
    """By how much each main figure is higher in the one than in the other."""
    return {name: one[name] - other[name] for name in MAIN if None not in (one[name], other[name])}
