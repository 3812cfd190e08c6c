"""How much eight published anonymizations of fifty abstracts preserve, and what it costs to know (`tria2023` 5.3)."""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.core.document import Document, Span
from unname.core.errors import InputError
from unname.core.redaction import Redaction, Replacement, rewrite
from unname.corpora.populations import read_table
from unname.corpora.tab import Case, read_tab
from unname.measure.protection import Protection
from unname.measure.utility import Account, Utility
from unname.models.information import ROUNDS, SENTENCE, Rounds, span_information
from unname.models.masked_lm import MaskedLM
from unname_research.bench.detector_run import ours, presidio
from unname_research.bench.rounding import rounded
from unname_research.bench.wikiactors import BACKGROUND, DEVELOPMENT, NAME, ORIGINAL, table_file

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Information = Mapping[str, NDArray[np.float64]]

MASKS = ("SENSITIVE", "WORLD", "YEAR", "WORK OF ART", "DATE TIME")
"""What the published tools wrote for nothing, sometimes without a blank between it and the next word."""

RANKING = (("ner3", "ner4", "ner7"), ("manual",), ("word2vec_t=0.25",))
"""The order of methods in the thesis, most preserved first."""

SYSTEMS: Mapping[str, Mapping[str, Any]] = {
    "recall": {},
    "f1": {"balance": "f1"},
    "rules": {"detectors": ("rules",)},
    "gazetteer": {"detectors": ("gazetteer",)},
    "tagger": {"detectors": ("tagger",)},
}
"""Our pipeline in several settings, for the correlation over systems."""


@dataclass
class Counted(MaskedLM):
    """A masked language model that counts the windows it reads, and the pieces in them."""

    windows: int = field(default=0, compare=False)
    pieces: int = field(default=0, compare=False)

    def _run(self, ids: Any, *others: Any) -> Any:
        self.windows += len(ids)
        self.pieces += ids.size
        return super()._run(ids, *others)


def run(
    data: str | Path, model: str | Path | None = None, tab: str | Path | None = None, terms: str = "auto"
) -> dict[str, Any]:
    """Mean TPI of each published column, and 6-TA against S-TA in seconds, windows and TPI.

    `data` is a TRI file or a folder with one. `tpi` counts replacements as nothing, as the thesis does;
    `tpi_generalizations` counts what they say. S-TA masks each term alone and sees as much of the text as 6-TA;
    `S-TA by sentence` sees its sentence alone, as published. All run in batches on one core. With `tab`, a folder or
    file with TAB's dev split, also the correlation with its weighted precision.
    """
    originals, columns = read_columns(Path(data))
    words = MaskedLM(model)
    utility = Utility(words, terms=terms, generalizations=False, masks=MASKS)
    found_terms = {document.id: utility.terms_.of(document) for document in originals}
    accounts = {
        column: {document.id: utility.account(document, redaction) for document, redaction in pairs}
        for column, pairs in columns.items()
    }
    timed = {name: timed_information(rounds, originals, found_terms, model) for name, rounds in STRATEGIES.items()}
    means = {
        name: {column: mean_tpi(by_id, found) for column, by_id in accounts.items()}
        for name, (found, _) in timed.items()
    }
    costs = {name: cost for name, (_, cost) in timed.items()}
    main, single = f"{ROUNDS}-TA", "S-TA"
    differences = {column: means[main][column] - means[single][column] for column in columns}
    result = {
        "documents": len(originals),
        "terms": utility.terms_.source,
        "tpi": means[main],
        "tpi_generalizations": _means(replace(utility, generalizations=True), columns, "tpi"),
        "tpi_released_code": _means(replace(utility, released_code=True), columns, "tpi"),
        "tpi_by_strategy": means,
        "ic_multiplier": _means(utility, columns, "ic_multiplier"),
        "ranking_agrees": agrees(means[main]),
        "seconds": {name: cost["seconds"] for name, cost in costs.items()},
        "windows": {name: cost["windows"] for name, cost in costs.items()},
        "pieces": {name: cost["pieces"] for name, cost in costs.items()},
        "ratio": costs[single]["seconds"] / max(costs[main]["seconds"], 1e-9),
        "window_ratio": costs[single]["windows"] / max(costs[main]["windows"], 1),
        "mean_tpi_difference": fmean(differences.values()),
        "largest_tpi_difference": max(map(abs, differences.values())),
        "tab": _tab(tab, words, terms) if tab else None,
    }
    return rounded(result)  # type: ignore[no-any-return]


def agrees(tpi: Mapping[str, float]) -> bool | None:
    """Whether the columns stand in the order of the thesis; None if some are absent."""
    by_name = {column.removesuffix("_abstract"): value for column, value in tpi.items()}
    if not all(name in by_name for group in RANKING for name in group):
        return None
    return all(
        min(by_name[name] for name in higher) > max(by_name[name] for name in lower)
        for higher, lower in pairwise(RANKING)
    )


def read_columns(data: Path) -> tuple[list[Document], dict[str, list[tuple[Document, Redaction]]]]:
    """The originals of a TRI table, and each published anonymization of them."""
    path = table_file(data)
    table = read_table(path, NAME, BACKGROUND)
    originals = {document.id: document for document in table.columns.get(ORIGINAL, ())}
    if not originals:
        raise InputError(f"{path}: no column {ORIGINAL!r}")
    columns = {
        column: [(originals[each.id], Redaction(each.id, each.text)) for each in documents if each.id in originals]
        for column, documents in table.columns.items()
        if column not in (DEVELOPMENT, ORIGINAL) and documents
    }
    return list(originals.values()), columns


STRATEGIES: Mapping[str, Rounds] = {f"{ROUNDS}-TA": ROUNDS, "S-TA": None, "S-TA by sentence": SENTENCE}
"""What is masked together; the last is S-TA as published."""


def timed_information(
    rounds: Rounds, documents: Iterable[Document], terms: Mapping[str, Sequence[Span]], model: str | Path | None
) -> "tuple[Information, dict[str, float]]":
    """The information of all terms, and what it took: seconds of one core, windows, and pieces in them."""
    counted = Counted(model, threads=1)
    counted.log_probabilities(counted.tokenize("a nurse"), [np.array([0])])
    counted.windows = counted.pieces = 0
    began = time.process_time()
    found = {
        document.id: span_information(document.text, terms[document.id], counted, rounds, cache=None)
        for document in documents
    }
    seconds = time.process_time() - began
    return found, {"seconds": seconds, "windows": counted.windows, "pieces": counted.pieces}


def mean_tpi(accounts: Mapping[str, Account], found: "Information") -> float:
    """Mean TPI of the documents of one column, with the information of terms as found by one strategy."""
    changed = [account._replace(information=found[id]) for id, account in accounts.items()]
    return fmean(account.released / account.original for account in changed if account.original)


def _means(
    utility: Utility, columns: Mapping[str, Iterable[tuple[Document, Redaction]]], metric: str
) -> dict[str, float]:
    return {column: utility.evaluate(pairs)[metric] for column, pairs in columns.items()}


def _tab(folder: str | Path, model: MaskedLM, terms: str) -> dict[str, Any]:
    """Pearson's correlation of TPI with weighted precision on TAB dev, over documents and over systems."""
    cases = read_tab(folder, split="dev")
    texts = [case.document.text for case in cases]
    runs = {name: ours(texts, settings).spans for name, settings in SYSTEMS.items()}
    other = presidio(texts)
    if other is not None:
        runs["presidio"] = other.spans
    utility = Utility(model, terms=terms)
    # Precision asks for no parts of speech, so none are computed.
    protection = Protection("list", weights=model)
    rows = {
        name: [_both(utility, protection, *pair) for pair in zip(cases, found, strict=True)]
        for name, found in runs.items()
    }
    by_system = {
        name: {"tpi": fmean(tpi for tpi, _ in pairs), "weighted_precision": _pooled(protection, cases, runs[name])}
        for name, pairs in rows.items()
    }
    return {
        "documents": len(cases),
        "systems": by_system,
        "presidio": other and dict(other.about),
        "pearson_over_systems": pearson((row["tpi"], row["weighted_precision"]) for row in by_system.values()),
        "pearson_over_documents": {name: pearson(pairs) for name, pairs in rows.items()},
    }


def _both(
    utility: Utility, protection: Protection, case: Case, found: Sequence[tuple[int, int, str]]
) -> tuple[float, float]:
    redaction = rewrite(case.document, [Replacement(Span(start, end), "***") for start, end, _ in found])
    account = utility.account(case.document, redaction)
    return account.released / account.original, _pooled(protection, [case], [found])


def _pooled(protection: Protection, cases: Sequence[Case], found: Sequence[Sequence[tuple[int, int, str]]]) -> float:
    spans = {case.document.id: [(a, b) for a, b, _ in each] for case, each in zip(cases, found, strict=True)}
    return float(protection.evaluate(cases, spans)["weighted_token_precision"])


def pearson(pairs: Iterable[tuple[float, float]]) -> float | None:
    """Pearson's correlation; None for fewer than three pairs, or where one side never changes."""
    values = np.array(list(pairs), dtype=np.float64).reshape(-1, 2)
    if len(values) < 3 or not values.std(axis=0).all():
        return None
    return float(np.asarray(np.corrcoef(values.T))[0, 1])
