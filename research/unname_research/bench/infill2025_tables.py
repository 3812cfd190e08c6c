"""The tables of `infill2025` that the data allow, ours beside the published ones."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

from unname.core.errors import ConfigError
from unname.core.policy import LEVELS
from unname_research.bench import infill
from unname_research.papers.infill2025 import published

CORPORA = ("wiki553", "tab")
"""The corpora of the paper; its clinical notes are not to be had."""

FIGURES = ("exact", "token_recall")

TABLES = ("infilling", "infilling_by_role", "sparse", "retrieval", "identity")
"""What is told: what was put back, the same by direct and quasi identifiers, documents and passages found, names."""


def _published(table: str) -> dict[str, Any]:
    parts = {corpus: published(corpus).get(table, {}) for corpus in CORPORA}
    return {corpus: part for corpus, part in parts.items() if part}


PAPER: Mapping[str, Any] = {table: _published(table) for table in TABLES if _published(table)}
"""The published figures: GLM with one passage, of the test parts. Those by role stand beside the infilling of `tab`."""

WHERE_WE_DIFFER = (
    "Measured on every sixth of the 553 lives and every fifth of the 127 reconstructed development cases of TAB; the "
    "published figures are of 298 other lives, and of the test part of TAB.",
    "Small networks trained here on two cores (MiniLM, 6 layers, 384 wide) stand in for GLM-RoBERTa-large with 335 "
    "million parameters, which has read Wikipedia before, and for a ColBERT of two BERT-base encoders.",
    "General knowledge about cases is the openings of 1,141 judgments, not 28,569 summaries, reports and communicated "
    "cases, and not three generated articles for each case.",
    "At L2 and L3 a document that contains nearly all of a text is left out; `unchecked` of `bench infill` has the "
    "figures with all of them, as published.",
    "A reader that lays whole texts along each other stands beside those that learn; `without_align` of `bench infill` "
    "has the figures of these alone.",
    "Masks are filled in two rounds, the surest first; the paper fills one after another at random.",
    "Names are ranked by a small trained ranker over words and letters, not by BERT.",
)


def tables(data: Path, train: bool, folder: Path | None) -> Mapping[str, Callable[[], Any]]:
    """What makes each table, all from one run; with `train`, networks are trained again first, into `folder`."""

    @cache
    def measured() -> dict[str, Any]:
        return infill.run(data, LEVELS, out=folder)

    made: dict[str, Callable[[], Any]] = {table: partial(_table, measured, table) for table in TABLES}
    return {"trained_again": partial(_train_again, data, folder), **made} if train else made


def _table(measured: Callable[[], Mapping[str, Any]], table: str) -> dict[str, Any]:
    """One table by corpus and level, for the corpora that are there."""
    found = measured()
    there = [corpus for corpus in CORPORA if corpus in found]
    if table == "infilling":
        return {name: {level: _only(row, (*FIGURES, "n")) for level, row in found[name].items()} for name in there}
    if table == "infilling_by_role":
        table = "by_role"
    return {name: found[table][name] for name in there if name in found[table]}


def _only(row: Mapping[str, Any], keys: Iterable[str]) -> dict[str, Any]:
    return {key: row[key] for key in keys}


def _train_again(data: Path, folder: Path | None) -> dict[str, Any]:
    """Train the two networks once more; the tables are still those of the weights that are shipped."""
    from unname_research.train.shipped import train_infilling

    if folder is None:
        raise ConfigError("--train needs --out, the folder for checkpoints and weights")
    weights = train_infilling(data, folder / "weights")
    return {"weights": sorted(str(path.relative_to(weights)) for path in weights.rglob("model.onnx"))}
