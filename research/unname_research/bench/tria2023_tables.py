"""The tables and figures of `tria2023` that the data allow, ours beside the published ones."""

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from unname.core.errors import ConfigError
from unname.pipeline.attack import ATTACKS, make_attacks
from unname_research.bench import scenarios
from unname_research.bench.tpi import pearson
from unname_research.bench.tria_actors import CLEAR, HIDDEN, Actors, Bench, Setting
from unname_research.bench.tria_utility import (
    MANUAL,
    Kept,
    draw_strategies,
    multiplier_correlations,
    ranked,
    same_order,
    wiki553_e5,
)
from unname_research.bench.tria_whole import SETTINGS, Run
from unname_research.papers.tria2023_published import PAPER as PAPER
from unname_research.papers.tria2023_published import TRIR

ABLATIONS: Mapping[str, Setting] = {
    "as published": Setting(),
    "without BD'": Setting(sources=(CLEAR,)),
    "without BD": Setting(sources=(HIDDEN,)),
    "without curation": Setting(form="as it is"),
}
"""Figure 8, and what the text reads before it is cut."""

WINDOWS: Mapping[str, Setting] = {
    "sentence": Setting(window="sentence"),
    "100/25": Setting(),
    "100/0, fixed": Setting(overlap=0),
    "200/50": Setting(window=200, overlap=50),
}
"""Figure 7, and windows that share nothing."""

MASKS: Mapping[str, Setting] = {
    "masks left": Setting(),
    "masks removed": Setting(form="curated, masks removed"),
}
"""Figure 6."""

KNOWLEDGE: Mapping[str, Setting] = {
    "all of each article": Setting(),
    **{name: Setting(part=(n / 4, (n + 1) / 4)) for n, name in enumerate(scenarios.QUARTERS)},
    "half of the people": Setting(people=0.5),
}
"""What attackers know, as far as the encoder has read it already."""

FROZEN = 600
"""The most people whom the linear layer has to tell apart: its time grows with them."""

LARGER = "all-mpnet-base-v2"
"""The stronger encoder, if its weights are in a folder of this name beside the tables."""

WHERE_WE_DIFFER = (
    "The encoder is all-MiniLM-L6-v2 (22.7 million parameters, trained for sentences), the published one DistilBERT "
    "(67 million); no masked language model with its head can be had here, so pre-training starts with a new head.",
    "Ablations leave the encoder as it is and learn a linear layer; the thesis fine-tunes in every row.",
    "Rows called whole are fine-tuned in all layers, in bfloat16 on a processor; all but `as published` start from the "
    "linear layer, with lower rates for lower layers, and do not drop attention.",
    "BD' is made by spaCy's en_core_web_md, the published one by en_core_web_lg.",
    "500_random, 500_filtered and 2000_filtered need article bodies that are not at hand: other people are known by "
    "short lives (494 characters on average).",
    "Strategies of masking (Figures 11 and 12, Table 2) are compared on 10 of the 50 abstracts, for time; seconds are "
    "of one core, the published ones of a GPU.",
    "TPI is measured by our masked language model, the published one by bert-base-uncased.",
    "Recall and precision are of words against the human's masks, the published ones of spans.",
    "E5 is told with our TPI and the TRIR named in each ranking; no TPI is published in numbers.",
)


class Work:
    """What makes the tables, over one folder of data."""

    def __init__(self, data: Path, folder: Path | None):
        self.data, self.folder = data, folder

    @cached_property
    def bench(self) -> Bench:
        """The attacks with a frozen encoder."""
        return Bench(Actors(self.data / "wikiactors", self.folder))

    @cached_property
    def kept(self) -> Kept:
        """What anonymizations keep."""
        return Kept(self.data / "wikiactors")

    def rows(self, settings: Mapping[str, Setting]) -> dict[str, Any]:
        """One row a setting, the encoder frozen."""
        return {name: self.bench.frozen(setting) for name, setting in settings.items()}

    @cached_property
    def trir(self) -> dict[str, dict[str, float]]:
        """Who is found by the attacks that E5 is told with: the published one, ours frozen, and the suite."""
        found = scenarios.suite_on(self.data / "wikiactors")
        return {"published": TRIR, "frozen": self.bench.frozen(Setting())["columns"], "suite": found}

    def knowledge(self) -> dict[str, Any]:
        """Figure 4, as far as the data allow: parts of the background and, in the last rows, further people."""
        rows = self.rows(KNOWLEDGE)
        others = scenarios.others_of(self.data / "wikiactors", self.bench.actors.table.population)
        drawn = scenarios.drawn(others, FROZEN - len(self.bench.actors.table.population))
        rows[f"{FROZEN} people"] = self.bench.among(drawn)
        return {"frozen": rows, **scenarios.run(self.data / "wikiactors")}

    def encoders(self) -> dict[str, Any]:
        """Figure 9: the encoder as it comes, as pre-trained if it was, and a larger one if it is there; frozen."""
        settings = {"all-MiniLM-L6-v2": Setting()}
        pretrained = self.folder / "mlm3" / "pretrained" if self.folder else None
        if pretrained and pretrained.exists():
            settings["all-MiniLM-L6-v2 after MLM"] = Setting(base=str(pretrained))
        larger = self.folder / LARGER if self.folder else None
        if larger and larger.exists():
            settings[LARGER] = Setting(base=str(larger))
        return self.rows(settings)

    def whole(self) -> dict[str, Any]:
        """What was fine-tuned, from the checkpoints in the folder; nothing without one."""
        if self.folder is None:
            return {}
        found = {name: Run(self.bench, setting, self.folder / _plain(name)).row() for name, setting in SETTINGS.items()}
        return {name: row for name, row in found.items() if row is not None}

    def train(self, name: str) -> dict[str, Any]:
        """Fine-tune in one way, from where it was left, and tell what it finds."""
        if self.folder is None:
            raise ConfigError("--train takes hours: give a folder for checkpoints with --out")
        run = Run(self.bench, SETTINGS[name], self.folder / _plain(name))
        run.train()
        return run.row() or {}

    def recall(self) -> dict[str, Any]:
        """Figure 5: what recall leaves, and what attacks find; the published TRIR beside ours."""
        left = {column: 1 - row["recall"] for column, row in self.kept.figure_10().items()}
        together = {
            name: pearson((left[column], found[column]) for column in left) for name, found in self.trir.items()
        }
        return {"not_recalled": left, "trir": self.trir, "pearson": together}

    def utility(self) -> dict[str, Any]:
        """Figure 10, with its correlations over the tools."""
        rows = self.kept.figure_10()
        tools = [row for column, row in rows.items() if column != MANUAL]
        told = {name: pearson((row["tpi"], row[name]) for row in tools) for name in ("precision", "weighted_precision")}
        return {"columns": rows, "pearson": told}

    def strategies(self) -> dict[str, Any]:
        """Figures 11 and 12 and Table 2; drawn into the folder."""
        rows = self.kept.strategies()
        if self.folder:
            draw_strategies(rows, self.folder / "strategies.svg")
        return {"strategies": rows, "pearson": multiplier_correlations(rows)}

    def balance(self) -> dict[str, Any]:
        """Figure 13: anonymizations in the order of E5, under each attack, and by recall and precision."""
        rows = self.kept.figure_10()
        tpi = {column: row["tpi"] for column, row in rows.items()}
        order = {name: ranked(tpi, found) for name, found in self.trir.items()}
        annotated = {column: _harmonic(row["precision"], row["recall"]) for column, row in rows.items()}
        balance = {name: {column: row["e5"] for column, row in found.items()} for name, found in order.items()}
        return {
            "actors": order,
            "by_annotation": annotated,
            "pearson": {
                name: pearson((told[column], annotated[column]) for column in told if column != MANUAL)
                for name, told in balance.items()
            },
            "order_as_with_published_trir": {
                name: same_order(told, balance["published"]) for name, told in balance.items()
            },
        }

    def lives(self) -> dict[str, Any]:
        """E5 of the published sets of Wiki553."""
        [suite] = make_attacks(ATTACKS)
        return wiki553_e5(self.data / "wiki553", suite)


def tables(data: Path, train: bool, folder: Path | None) -> Mapping[str, Callable[[], Any]]:
    """What makes each table; with `train`, the classifiers are fine-tuned first, which takes hours."""
    work = Work(data, folder)
    trained = {f"trained: {name}": partial(work.train, name) for name in SETTINGS} if train else {}
    return {
        **trained,
        "whole": work.whole,
        "figure_5": work.recall,
        "figure_10": work.utility,
        "figure_13": work.balance,
        "figure_8": partial(work.rows, ABLATIONS),
        "figure_11": work.strategies,
        "figure_4": work.knowledge,
        "figure_7": partial(work.rows, WINDOWS),
        "figure_6": partial(work.rows, MASKS),
        "figure_13_wiki553": work.lives,
        "figure_9": work.encoders,
    }


def _harmonic(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _plain(name: str) -> str:
    return name.replace(",", "").replace(" ", "_")
