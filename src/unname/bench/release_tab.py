"""Court cases through the whole loop: what is hidden in what is released, or withheld, by the measures of TAB."""

import time
from collections import Counter
from pathlib import Path
from typing import Any

from unname.bench.tab import FIGURES, rounded
from unname.core.release import Outcome
from unname.corpora.tab import Case, read_tab
from unname.loop import Loop
from unname.measure.protection import Protection
from unname.measure.reidentification import share
from unname.pipeline import Pipeline


def run(data: str | Path, split: str = "dev", **settings: Any) -> dict[str, Any]:
    """Recall and precision of a release of one split without a population; a withheld case counts as hidden whole.

    `released` are the figures of those that are released alone. `unique` is the share of cases in which something
    visible is said of nobody else in the corpus, before and after.
    """
    cases = read_tab(data, split=split)
    began = time.perf_counter()
    outcomes = Loop(Pipeline(**settings)).run([case.document for case in cases])
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
                when: share(max((each.found for each in seen), default=0.0) for seen in sightings).value
                for when, sightings in {
                    "before": [outcome.before for outcome in outcomes],
                    "after": [outcome.after for outcome in outcomes],
                }.items()
            },
            "seconds": seconds,
        }
    )


def _figures(pairs: list[tuple[Case, Outcome]]) -> dict[str, float]:
    spans = {case.document.id: _hidden(case, outcome) for case, outcome in pairs}
    found = Protection().evaluate([case for case, _ in pairs], spans)
    return {figure: found[figure] for figure in FIGURES}


def _hidden(case: Case, outcome: Outcome) -> list[tuple[int, int]]:
    if outcome.redaction is None:
        return [(0, len(case.document.text))]
    return [(edit.old.start, edit.old.end) for edit in outcome.redaction.edits]
