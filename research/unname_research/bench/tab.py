"""The Text Anonymization Benchmark, for us and for Presidio on the same texts."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from unname.core.errors import ConfigError
from unname.corpora.tab import Case, read_tab
from unname.measure.protection import Protection
from unname_research.bench.detector_run import Run, Spans, costs, ours, presidio
from unname_research.bench.presidio import published
from unname_research.bench.rounding import rounded

FIGURES = ("recall_direct", "recall_quasi", "recall_all", "token_recall", "token_precision", "token_f1")

RECIPES = ("risk2022",)
"""The published methods whose strategies can be compared."""


def run(
    data: str | Path,
    split: str = "dev",
    compare: bool = True,
    recipe: str | None = None,
    out: str | Path | None = None,
    **settings: Any,
) -> dict[str, Any]:
    """Scores of the pipeline on one split, its speed and memory, and the same for Presidio if installed.

    Beside it stands the published output of Presidio, where the folder has it.
    With a `recipe`, the strategies of a published method instead, beside their published figures; `out` is a file for
    its plot.
    """
    if recipe is not None:
        return _recipe(recipe, data, split, out, settings)
    if out is not None:
        raise ConfigError("the benchmark 'tab' draws nothing without a recipe, so out cannot be given")
    cases = read_tab(data, split=split)
    texts = [case.document.text for case in cases]
    mine = ours(texts, settings)
    other = presidio(texts) if compare else None
    result = {"split": split, "settings": settings, **score(cases, mine), **costs(mine, other)}
    return result | beside(cases, other, published(data, cases) if compare else None)


def beside(cases: Sequence[Case], other: Run | None, masks: Mapping[str, Spans] | None) -> dict[str, Any]:
    """What Presidio hides as it comes, and what others published as its output on as many of the same cases."""
    chosen = [case for case in cases if masks and case.document.id in masks]
    theirs = {"documents": len(chosen), **_main_figures(score_spans(chosen, masks or {}))} if chosen else None
    return {
        "presidio": {**_main_figures(score(cases, other)), **other.about} if other else None,
        "presidio_published": theirs,
    }


def _main_figures(scores: Mapping[str, Any]) -> dict[str, Any]:
    return {key: scores[key] for key in FIGURES}


def _recipe(
    recipe: str, data: str | Path, split: str, out: str | Path | None, settings: dict[str, Any]
) -> dict[str, Any]:
    from unname_research.bench import strategies  # here, since it needs this module

    if recipe not in RECIPES:
        raise ConfigError(f"unknown recipe {recipe!r}; known are {', '.join(RECIPES)}")
    if settings:
        raise ConfigError(f"the recipe {recipe!r} has settings of its own, so {', '.join(settings)} cannot be given")
    return strategies.run(data, split, out)


def score(cases: Sequence[Case], run: Run) -> dict[str, Any]:
    """The TAB figures of what one run hid, rounded to four digits."""
    return score_spans(cases, {case.document.id: found for case, found in zip(cases, run.spans, strict=True)})


def score_spans(cases: Sequence[Case], found: Mapping[str, Spans]) -> dict[str, Any]:
    """The TAB figures of spans by document id, rounded to four digits."""
    spans = {case.document.id: [(start, end) for start, end, _ in found[case.document.id]] for case in cases}
    result: dict[str, Any] = rounded(Protection().evaluate(cases, spans))
    return result
