"""What each detector adds: recall by type for rules, gazetteer and tagger alone, together, and left out."""

from pathlib import Path
from typing import Any

from unname.corpora.tab import read_tab
from unname_research.bench.detector_run import ours
from unname_research.bench.tab import FIGURES, score

PARTS = ("rules", "gazetteer", "tagger")


def run(data: str | Path, split: str = "dev", **settings: Any) -> dict[str, Any]:
    """One row per combination of detectors: the TAB figures and token recall by type."""
    cases = read_tab(data, split=split)
    texts = [case.document.text for case in cases]
    combinations: list[tuple[str, ...]] = [(part,) for part in PARTS]
    combinations += [tuple(part for part in PARTS if part != left_out) for left_out in PARTS]
    rows = {}
    for detectors in [*combinations, PARTS]:
        scores = score(cases, ours(texts, {**settings, "detectors": detectors}))
        recall = {label: row["token_recall"] for label, row in scores["by_type"].items()}
        rows["+".join(detectors)] = {**{key: scores[key] for key in FIGURES}, "token_recall_by_type": recall}
    return {"split": split, "settings": settings, "rows": rows}
