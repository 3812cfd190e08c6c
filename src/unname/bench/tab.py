"""The Text Anonymization Benchmark, for us and for Presidio on the same texts."""

from pathlib import Path
from typing import Any

from unname.bench.contest import Run, costs, ours, presidio
from unname.corpora.tab import Case, read_tab
from unname.measure.protection import Protection

FIGURES = ("recall_direct", "recall_quasi", "recall_all", "token_recall", "token_precision", "token_f1")


def run(data: str | Path, split: str = "dev", compare: bool = True, **settings: Any) -> dict[str, Any]:
    """Scores of the pipeline on one split, its speed and memory, and the same for Presidio if installed."""
    cases = read_tab(data, split=split)
    texts = [case.document.text for case in cases]
    mine = ours(texts, settings)
    other = presidio(texts) if compare else None
    result = {"split": split, "settings": settings, **score(cases, mine), **costs(mine, other)}
    baseline = score(cases, other) if other else None
    return result | {"presidio": baseline and {key: baseline[key] for key in FIGURES}}


def score(cases: list[Case], run: Run) -> dict[str, Any]:
    """The TAB figures of what one run hid, rounded to four digits."""
    spans = {
        case.document.id: [(start, end) for start, end, _ in found]
        for case, found in zip(cases, run.spans, strict=True)
    }
    result: dict[str, Any] = rounded(Protection().evaluate(cases, spans))
    return result


def rounded(value: Any) -> Any:
    """The same numbers with four digits, at any depth."""
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(item) for item in value]
    return round(value, 4) if isinstance(value, float) else value
