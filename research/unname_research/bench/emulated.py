"""How well the emulator of searches (`risk2022` 3.2.2) foretells searches that are made: cases and lives it never saw.

The share of searches that find the person stands beside every figure, since it is what a guess would have.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from unname.core.document import Document
from unname.core.progress import Listener
from unname.corpora.tab import read_tab
from unname.index.web import LocalIndex
from unname.pipeline.document import Pipeline
from unname.risk.emulator import Emulator
from unname.risk.queries import Queries
from unname_research.bench.strategies import gather_web
from unname_research.papers.risk2022 import risk2022
from unname_research.train.searches import Lesson, read_lives, record_lessons, told_who

SIZES = {"alone": (1,), "pairs": (2,), "all": (1, 2)}

EMULATORS: Mapping[str, Emulator] = {"queries": Emulator("queries"), "shipped": Emulator()}
"""The network that reads, and the small one that comes with unname."""


def measure(
    data: Path, emulators: Mapping[str, Emulator] = EMULATORS, report: Listener | None = None
) -> dict[str, dict[str, Any]]:
    """Figures of each emulator on the entities of TAB dev, as annotated and as recognized, and of lives."""
    cases = read_tab(data / "tab", split="dev")
    queries = Queries(engine=LocalIndex(gather_web(data / "tab", cases)))
    texts = [Document(case.document.id, case.document.text) for case in cases]
    silver, trained = risk2022(("named",)), Pipeline()
    documents: dict[str, Iterable[Document]] = {
        "annotated": [case.annotators[0] for case in cases],
        "zero-shot": map(told_who, map(silver.detect, texts), cases),
        "trained": map(told_who, map(trained.detect, texts), cases),
        "lives": (silver.detect(life.document) for life in read_lives(data)),
    }
    result: dict[str, dict[str, Any]] = {}
    for number, (name, some) in enumerate(documents.items(), start=1):
        lessons = list(record_lessons(some, queries))
        result[name] = {which: judge(emulator, lessons) for which, emulator in emulators.items()}
        if report:
            report("emulator", number, len(documents), 0.0)
    return result


def judge(emulator: Emulator, lessons: Sequence[Lesson]) -> dict[str, dict[str, float]]:
    """The figures of one emulator for entities alone, for pairs, and for both."""
    sizes, risky, said = list[int](), list[bool](), list[float]()
    for lesson in lessons:
        groups = list(lesson.found)
        sizes += map(len, groups)
        risky += lesson.found.values()
        said += emulator.judge(lesson.document, groups)
    return {
        name: foretold(np.array(risky)[chosen], np.array(said)[chosen])
        for name, wanted in SIZES.items()
        if (chosen := np.isin(sizes, wanted)).any()
    }


def foretold(risky: Any, said: Any) -> dict[str, float]:
    """AUC, and precision, recall and F1 at 0.5, beside how many there are and the share that finds the person."""
    hits, found, right = int((risky & (said >= 0.5)).sum()), int((said >= 0.5).sum()), int(risky.sum())
    return {
        "n": len(risky),
        "base_rate": right / len(risky),
        "auc": area(risky, said),
        "precision": hits / found if found else 0.0,
        "recall": hits / right if right else 0.0,
        "f1": 2 * hits / (found + right) if found + right else 0.0,
    }


def area(risky: Any, said: Any) -> float:
    """The chance that one that finds the person is said to be likelier than one that does not; half where equal.

    >>> area(np.array([True, False, False]), np.array([0.5, 0.5, 0.1]))
    0.75
    """
    _, places, counts = np.unique(said, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[places]
    right = int(risky.sum())
    wrong = len(risky) - right
    return float((ranks[risky].sum() - right * (right + 1) / 2) / (right * wrong)) if right and wrong else 0.5
