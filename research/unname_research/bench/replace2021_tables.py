"""Tables 3 and 4 of `replace2021` on the data that can be had, ours beside the published ones."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from unname_research.bench import utility
from unname_research.bench.utility_data import TASKS
from unname_research.papers.replace2021 import ALL_OR_NOTHING, TABLE_3, TABLE_4

TABLES: Mapping[str, str] = {
    "factrueval": "FactRuEval",
    "rurebus": "RuReBus",
    "xquad-ru": "SberQuAD",
    "rusentne": "legal documents",
}
"""The tasks that stand for those of Table 3; the paper's documents for classification were never published."""

ENGLISH = ("wikineural", "xquad-en", "sst2", "db_bio")
"""The same in English, where nothing is published."""

PAPER: Mapping[str, Any] = {
    **{f"table_3_{task}": TABLE_3[name] for task, name in TABLES.items()},
    "table_4": TABLE_4,
    "all_or_nothing": ALL_OR_NOTHING,
}
"""The published figures."""

WHERE_WE_DIFFER = (
    "No network that was pretrained on Russian can be had here: models are a conditional random field, a BiLSTM over "
    "the word vectors of the news that come with natasha, logistic regression, boosted trees and a linear ranker of "
    "spans. "
    "In the paper they are BERT and gradient boosting. What matters is each model's own delta.",
    "XQuAD in Russian stands for SberQuAD, whose licence is not known: 240 paragraphs in place of 9,080.",
    "RuSentNE (what a sentence says of somebody in it) stands for 4,000 segments of legal documents that were never "
    "published.",
    "RuREBus is cut to 20 documents to learn from and 12 to be tried on; the paper has all.",
    "FactRuEval by mapping A: a person is the whole object, organizations and places are their names without the kind.",
    "What identifies is found by all detectors of the product, so that dates, codes and amounts are replaced, too; the "
    "paper replaces what one BERT finds.",
    "Surrogates are as common as the originals and stand in the same case; the paper draws words from a dictionary.",
    "Five seeds in place of three, and an interval of 95 % by bootstrap over texts and seeds.",
)


def tables(data: Path, train: bool, folder: Path | None) -> Mapping[str, Callable[[], Any]]:
    """What makes each table; attempts are kept in the folder, so that Table 4 takes those of Table 3."""
    kept = folder / "attempts" if folder else None
    made: dict[str, Callable[[], Any]] = {
        f"table_3_{task}": partial(figures, data, task, kept) for task in (*TABLES, *ENGLISH)
    }
    return {**made, "table_4": partial(architectures, data, kept)}


def figures(data: Path, task: str, kept: Path | None) -> dict[str, Any]:
    """One task with its usual learner."""
    found = utility.run(data, task, model=TASKS[task].learners[0], out=kept)
    return {key: value for key, value in found.items() if key != "architectures"}


def architectures(data: Path, kept: Path | None) -> dict[str, Any]:
    """FactRuEval with each of its learners."""
    found = utility.run(data, "factrueval", out=kept)
    others: dict[str, Any] = found.pop("architectures")
    return {found["model"]: found, **others}
