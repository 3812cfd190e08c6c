"""Court cases through the whole loop: what is hidden in what is released, or withheld, by the measures of TAB."""

import time
from collections import Counter
from pathlib import Path
from statistics import fmean, median
from typing import Any

from unname.core.results import Outcome
from unname.corpora.tab import Case, read_tab
from unname.measure.protection import Protection
from unname.pipeline.compose import compose
from unname_research.bench.rounding import rounded
from unname_research.bench.tab import FIGURES


def run(data: str | Path, split: str = "dev", **settings: Any) -> dict[str, Any]:
    """Recall and precision of a release of one split without a population; a withheld case counts as hidden whole.

    `released` are the figures of those that are released alone. `unique` tells what of all that is visible nobody else
    in the corpus says, before and after: the share of cases with anything, and the number of such things in the median.
    """
    cases = read_tab(data, split=split)
    began = time.perf_counter()
    outcomes = compose(**settings).run([case.document for case in cases])
    seconds = time.perf_counter() - began
    released = [(case, outcome) for case, outcome in zip(cases, outcomes, strict=True) if outcome.redaction]
    return rounded(  # type: ignore[no-any-return]
        {
            "split": split,
            "settings": settings,
            "documents": len(cases),
            "withheld": len(cases) - len(released),
            "reasons": Counter(outcome.reason for outcome in outcomes if outcome.reason),
            **_figures(list(zip(cases, outcomes, strict=True))),
            "released": _figures(released),
            "unique": {
                "before": _alone([outcome.n_unshared_before for outcome in outcomes]),
                "after": _alone([outcome.n_unshared for outcome in outcomes if outcome.redaction]),
            },
            "seconds": seconds,
        }
    )


def _alone(counts: list[int | None]) -> dict[str, float]:
    told = [count for count in counts if count is not None]
    return {"share": fmean(map(bool, told)), "median": median(told)} if told else {}


def _figures(pairs: list[tuple[Case, Outcome]]) -> dict[str, float]:
    spans = {case.document.id: _hidden(case, outcome) for case, outcome in pairs}
    found = Protection().evaluate([case for case, _ in pairs], spans)
    return {figure: found[figure] for figure in FIGURES}


def _hidden(case: Case, outcome: Outcome) -> list[tuple[int, int]]:
    if outcome.redaction is None:
        return [(0, len(case.document.text))]
    return [(edit.old.start, edit.old.end) for edit in outcome.redaction.edits]
