"""The figures of `tria2023` 5.3 and 5.4: what published anonymizations keep, how surely that is known, and E5."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

import numpy as np

from unname.core.document import Document
from unname.core.redaction import Redaction
from unname.measure.e5 import e5
from unname.measure.utility import Account, Utility
from unname.models.information import Rounds
from unname.models.masked_lm import MaskedLM
from unname_research.bench.attack_contest import Contest
from unname_research.bench.drawing import drawn
from unname_research.bench.tpi import MASKS, STRATEGIES, mean_tpi, pearson, read_columns, timed_information
from unname_research.bench.wiki553 import ORIGINAL as WHOLE
from unname_research.bench.wiki553 import masked, published_masks, read_lives

MANUAL = "manual_abstract"
"""The column that recall and precision are measured against."""

SAMPLE = 10
"""How many abstracts strategies are compared on: S-TA takes seconds for each."""

MOST = 10
"""The largest N of N-TA."""

Pairs = Mapping[str, Sequence[tuple[Document, Redaction]]]


@dataclass(frozen=True)
class Kept:
    """The abstracts of the actors, and what each published anonymization kept of them."""

    data: Path
    terms: str = "auto"

    @cached_property
    def utility(self) -> Utility:
        """TPI as published: replacements count nothing."""
        return Utility(MaskedLM(), terms=self.terms, generalizations=False, masks=MASKS)

    @cached_property
    def originals(self) -> list[Document]:
        """The abstracts before."""
        return read_columns(self.data)[0]

    @cached_property
    def accounts(self) -> dict[str, dict[str, Account]]:
        """What became of the terms of each abstract, by column."""
        return {
            column: {document.id: self.utility.account(document, redaction) for document, redaction in pairs}
            for column, pairs in read_columns(self.data)[1].items()
        }

    def figure_10(self) -> dict[str, dict[str, float]]:
        """TPI beside recall and precision against the human's masks, each the mean over documents (and deviation)."""
        told = {}
        for column, accounts in self.accounts.items():
            pairs = [(account, self.accounts[MANUAL][id]) for id, account in accounts.items()]
            figures = {
                "tpi": [one.released / one.original for one, _ in pairs],
                "recall": [_part(~one.words & ~human.words, ~human.words) for one, human in pairs],
                "precision": [_part(~one.words & ~human.words, ~one.words) for one, human in pairs],
                "weighted_precision": [
                    _part(~one.kept & ~human.kept, ~one.kept, one.information) for one, human in pairs
                ],
            }
            told[column] = {name: fmean(values) for name, values in figures.items()}
            told[column] |= {f"{name}_deviation": pstdev(values) for name, values in figures.items()}
        return told

    def strategies(self) -> dict[str, dict[str, Any]]:
        """N-TA for every N up to ten, and both forms of S-TA, on some abstracts: seconds, TPI and multiplier by column.

        `largest_difference` is from S-TA as published, over the columns; `term_error` is how far the information of a
        term is from it on average, as a share of the mean information of a term.
        """
        sample = self.originals[:SAMPLE]
        terms = {document.id: self.utility.terms_.of(document) for document in sample}
        columns = {
            column: {id: account for id, account in accounts.items() if id in terms}
            for column, accounts in self.accounts.items()
        }
        named: dict[str, Rounds] = {f"{n}-TA": n for n in range(1, MOST + 1)}
        named |= {name: rounds for name, rounds in STRATEGIES.items() if not isinstance(rounds, int)}
        made = {name: timed_information(rounds, sample, terms, None) for name, rounds in named.items()}
        *_, published = named
        true = made[published][0]
        rows: dict[str, dict[str, Any]] = {}
        for name, (found, cost) in made.items():
            tpi = {column: mean_tpi(accounts, found) for column, accounts in columns.items()}
            rows[name] = {
                **cost,
                "tpi": tpi,
                "multiplier": {column: _multiplier(accounts, found) for column, accounts in columns.items()},
                "term_error": fmean(np.abs(found[id] - true[id]).mean() for id in true)
                / fmean(values.mean() for values in true.values()),
            }
        for row in rows.values():
            gaps = [row["tpi"][column] - rows[published]["tpi"][column] for column in row["tpi"]]
            row |= {"mean_difference": fmean(gaps), "largest_difference": max(gaps, key=abs)}
        return rows


def draw_strategies(rows: Mapping[str, Mapping[str, Any]], path: Path) -> None:
    """N-TA for every N beside S-TA: how far TPI and terms are from S-TA as published, and what it takes."""
    *_, published = rows
    numbered = {int(name.removesuffix("-TA")): row for name, row in rows.items() if name[0].isdigit()}
    numbers = list(numbered)
    with drawn(path, 2, figsize=(9, 3.5)) as (error, cost):
        error.plot(numbers, [row["mean_difference"] for row in numbered.values()], "o-", label="TPI, mean over columns")
        error.plot(numbers, [row["term_error"] for row in numbered.values()], "s--", label="information of a term")
        error.axhline(0, color="gray", linewidth=0.8)
        error.set(xlabel="N of N-TA", ylabel=f"difference from {published}")
        error.legend(fontsize=8)
        cost.plot(numbers, [row["seconds"] for row in numbered.values()], "o-", label="N-TA")
        for style, name in zip(("--", ":"), ("S-TA", published), strict=True):
            cost.axhline(rows[name]["seconds"], linestyle=style, color="gray", label=name)
        cost.set(xlabel="N of N-TA", ylabel="seconds of one core", yscale="log")
        cost.legend(fontsize=8)


def _part(both: Any, of: Any, weights: Any = None) -> float:
    """The share of what is true in `of` that is also true in `both`; 1 where there is nothing."""
    values = np.ones(len(of)) if weights is None else weights
    whole = float(values[of].sum())
    return float(values[both].sum()) / whole if whole else 1.0


def _multiplier(accounts: Mapping[str, Account], found: Mapping[str, Any]) -> float:
    told = [account._replace(information=found[id]).multiplier for id, account in accounts.items()]
    return fmean(each for each in told if each is not None)


def multiplier_correlations(rows: Mapping[str, Mapping[str, Any]]) -> dict[str, float | None]:
    """Over strategies, how TPI and the IC multiplier of each column go together (Figure 12)."""
    columns = next(iter(rows.values()))["tpi"]
    return {
        column: pearson((row["multiplier"][column], row["tpi"][column]) for row in rows.values()) for column in columns
    }


def ranked(tpi: Mapping[str, float], trir: Mapping[str, float]) -> dict[str, dict[str, float]]:
    """The anonymizations in the order of E5, the best first."""
    rows = {
        name: {"tpi": kept, "trir": trir[name], "e5": e5(kept, trir[name])}
        for name, kept in tpi.items()
        if name in trir
    }
    return dict(sorted(rows.items(), key=lambda row: -row[1]["e5"]))


def same_order(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """Kendall's tau-a over what both tell: 1 if they rank alike, -1 if in reverse."""
    names = [name for name in one if name in other]
    signs = [np.sign(one[a] - one[b]) * np.sign(other[a] - other[b]) for a, b in combinations(names, 2)]
    return float(np.mean(signs)) if signs else 1.0


def wiki553_e5(data: Path, attack: Any) -> dict[str, Any]:
    """E5 of the published sets of Wiki553 under one attack, the suite where it is an ensemble."""
    texts, population = read_lives(data)
    columns, tpi = {}, {}
    utility = Utility(MaskedLM(), generalizations=False)
    for system, spans in published_masks(data):
        redactions = {id: masked(text, spans.get(id, [])) for id, text in texts.items()}
        columns[system] = [Document(id, redaction.text, person=id) for id, redaction in redactions.items()]
        accounts = [utility.account(texts[id], redaction) for id, redaction in redactions.items()]
        tpi[system] = fmean(account.released / account.original for account in accounts)
    contest = Contest(population, columns)
    contest.enter_suite(attack)
    return {"suite": ranked(tpi, contest.result(WHOLE)["suite"])}
