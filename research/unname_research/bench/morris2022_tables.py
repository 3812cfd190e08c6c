"""The tables and figures of `morris2022` that the data allow, ours beside the published ones."""

import time
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from unname.core.errors import ConfigError
from unname.corpora.populations import read_pairs
from unname.measure.reidentification import share
from unname_research.bench import ablations, kanon, kanon_figures
from unname_research.bench.kanon import Comparison, joined_levels, made_defenders, read_trial
from unname_research.bench.kanon_judges import ENSEMBLE, Ensemble
from unname_research.bench.kanon_search import hide
from unname_research.bench.mask_counts import compare_counting
from unname_research.bench.pieces import in_turn
from unname_research.bench.redactions import lost
from unname_research.papers.morris2022 import PUBLISHED

N_DOCUMENTS = 150
"""How many of the test people are judged, so that all of it takes less than an hour."""

N_FEW = 60
"""How many are where each search takes seconds."""

N_DRAWS = 1000
"""How often documents are drawn again for an interval."""

JUDGES = (*ENSEMBLE, "whole")
"""All models that look for people; `whole` is the network of the paper, all of its layers trained."""

SWEPT = ("idf", "idf_table_aware", "ours")
"""The methods that can mask more or less."""

RATIO = "ours over IDF, table-aware"

PAPER: Mapping[str, Any] = {
    "table_1": PUBLISHED["table1"],
    "table_2": PUBLISHED["levels"],
    "table_2_before_all": PUBLISHED["levels"],
    "table_3": ablations.published(),
    "table_3_transformer": ablations.published(),
    "section_8_3": {"found_by_another": 0.605, "k": 1},
    "appendix_b": PUBLISHED["beam"],
}
"""The published figures; Figures 2 to 4 are drawings there."""

WHERE_WE_DIFFER = (
    "Biographies of 11,966 members of Congress, which do not say the name, in place of 728,321 of WikiBio: dates and "
    "offices give people away, and fewer people are easier to tell apart.",
    f"{N_DOCUMENTS} documents of the test part, not 1,000; intervals say what that leaves open.",
    "MiniLM (6 layers, 384 wide) in place of RoBERTa, PMLM and TAPAS; profiles are linearized.",
    "The defender is a sum over words (bag + facts, and a sparse model), for which masking is algebra, in place of PT; "
    "the ensemble that judges is tf-idf of 1-3-grams and three networks: frozen, one "
    "layer trained, and trained whole. No judge defends; what the "
    "defenders themselves find is beside it (before all).",
    "Masks side by side become one, so that the number of words does not show.",
    "Both encoders of our networks learn at once; `unname train linkage --published` trains them in turns. They begin "
    "where documents and profiles agree already, and know what words say of people from a regression.",
    "Table 3: a tenth of the people, as published; for the transformer 3 % and three epochs. The whole is "
    "`unname bench ablations --model transformer` without --fast, which takes hours.",
    "Named entities come from our tagger by its categories; function words of a profile are not hidden by Lexical.",
)


def tables(data: Path, train: bool, folder: Path | None) -> Mapping[str, Callable[[], Any]]:
    """What makes each table; with `train`, the re-identifier is trained again first, and judges beside the others."""
    setting = Setting(data / "congress_bioguide", folder)
    made: dict[str, Callable[[], Any]] = {
        "table_1": setting.table_1,
        "figure_2": setting.figure_2,
        "table_2": partial(setting.table_2, "levels_by_others", "found_by_others"),
        "table_2_before_all": partial(setting.table_2, "levels", "found_by_all"),
        "figure_3": setting.figure_3,
        "figure_4": setting.figure_4,
        "section_8_3": setting.diversity,
        "limits": setting.limits,
        "appendix_b": setting.beam,
        "table_3": partial(ablations.run, data / "congress_bioguide"),
        "table_3_transformer": partial(ablations.run, data / "congress_bioguide", model="transformer", fast=True),
    }
    return {"trained_again": setting.train_again, **made} if train else made


class Setting:
    """The people, judges and defenders that all tables share, read when first asked for."""

    def __init__(self, data: Path, folder: Path | None):
        self.data, self.folder = data, folder

    @cached_property
    def comparison(self) -> Comparison:
        """All methods on the same documents, before the same judges."""
        trial = read_trial(self.data, None, N_DOCUMENTS)
        models: dict[str, Any] = {name: name for name in JUDGES}
        if self.folder and (self.folder / "weights" / "linkage.json").exists():
            models["trained again"] = self.folder / "weights"
        ensemble = Ensemble.of(trial.population, models, kanon.DEFENDING)
        return Comparison(trial, ensemble, made_defenders(ensemble), N_FEW, tells_each=True)

    @cached_property
    def parts(self) -> dict[str, Any]:
        """The methods without a setting (`plain`), and the others at all settings: each is kept when it is done."""
        work: dict[str, Callable[[], Any]] = {"plain": lambda: self.comparison.table1()}
        work |= {name: partial(lambda each: self.comparison.swept(each), name) for name in SWEPT}
        return in_turn(work, self.folder / "parts" if self.folder else None, {"documents": N_DOCUMENTS})[0]

    def table_1(self) -> dict[str, Any]:
        """Who is found after plain redactions, by each model: the neural ones are frozen, transformer and whole."""
        return {name: with_interval(row) for name, row in self.parts["plain"].items()}

    def figure_2(self) -> dict[str, Any]:
        """Privacy against words masked: every setting that was tried."""
        return {name: self.parts[name]["curve"] for name in SWEPT}

    def table_2(self, key: str, found: str) -> dict[str, Any]:
        """The setting of each method that masks least below each level, and how much less ours masks."""
        rows = joined_levels(self.parts["plain"], {name: self.parts[name] for name in SWEPT}, key, found)
        return {
            level: {
                **{name: with_interval(row) for name, row in by_method.items()},
                RATIO: ratio(by_method.get("ours"), by_method.get("idf_table_aware")),
            }
            for level, by_method in rows.items()
        }

    def figure_3(self) -> Any:
        """Ranks of one model against those of another."""
        return kanon_figures.ranks(self.comparison.ensemble, self.comparison.defenders, self._few, 1)

    def figure_4(self) -> Any:
        """What is masked of each part of speech."""
        return kanon_figures.parts_of_speech(self.comparison.defenders, self.comparison.trial.rarity, self._few, 1)

    def diversity(self, k: int = 1) -> dict[str, Any]:
        """What each model finds in documents hidden to K = 1 from the bag alone (8.3)."""
        return {"k": k, "documents": len(self._few), **self._judged(hide(self._bag, k, self._few))}

    def limits(self) -> dict[str, Any]:
        """Masks that show how many words they hide, before our judges and before a model that can count them (10)."""
        few, comparison = self.comparison.trial.biographies, self.comparison
        shown = hide(comparison.defenders["ours"], kanon_figures.K, few)
        texts = [each.hiding(each.hidden(one), joins=False).text for each, one in zip(few, shown, strict=True)]
        before = kanon_figures.limits(comparison.ensemble, comparison.defenders, self._few, 1)
        return {"judges": before, "counting": compare_counting(read_pairs(self.data / kanon.FILE), few, texts)}

    def beam(self, k: int = 1, width: int = 4) -> dict[str, Any]:
        """Greedy search against a beam (B): words masked, who is found, and seconds."""
        made = {}
        for name, optimizer in (("greedy", "greedy"), ("beam", f"greedy(width={width})")):
            began = time.process_time()
            redactions = hide(self._bag, k, self._few, optimizer=optimizer)
            seconds = time.process_time() - began
            made[name] = {**self._judged(redactions), "seconds": seconds}
        return {"k": k, "width": width, "documents": len(self._few), **made}

    def train_again(self) -> dict[str, Any]:
        """Train the re-identifier once more, from checkpoints where there are some; its rows are `trained again`."""
        from unname.training.linkage import train_linkage

        if self.folder is None:
            raise ConfigError("--train needs --out, the folder for checkpoints and weights")
        train_linkage(read_pairs(self.data / kanon.FILE), self.folder / "weights", model="transformer")
        return {"weights": "trained again"}

    @property
    def _few(self) -> Any:
        return self.comparison.trial.biographies[:N_FEW]

    @property
    def _bag(self) -> Any:
        return self.comparison.defenders["ours_bag"]

    def _judged(self, redactions: Sequence[Any]) -> dict[str, Any]:
        """Who is found in redactions of the first documents, by model and by those that do not defend."""
        texts, ensemble = [each.text for each in redactions], self.comparison.ensemble
        placed = {name: ensemble.place(name, self._few, texts) for name in ensemble.judges}
        apart = [max(placed[name][n].found for name in ensemble.others) for n in range(len(texts))]
        return {
            "by_model": {name: share(each.found for each in them).value for name, them in placed.items()},
            "found_by_others": share(apart).value,
            "masked": lost(self._few, redactions)["masked"],
        }


def with_interval(row: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """A row with the interval of the share masked in place of that of each document."""
    if row is None:
        return None
    each = row.get("masked_each", [])
    told = {key: value for key, value in row.items() if key != "masked_each"}
    return {**told, "masked_interval": drawn_again(lambda chosen: chosen.mean(), np.array(each))} if each else told


def ratio(ours: Mapping[str, Any] | None, other: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """How much of what another method masks ours does, with the interval over documents; None without either."""
    if ours is None or other is None:
        return None
    pairs = np.stack([ours["masked_each"], other["masked_each"]], axis=1)
    value = fmean(ours["masked_each"]) / fmean(other["masked_each"])
    return {
        "masked": value,
        "masked_interval": drawn_again(lambda chosen: chosen[:, 0].mean() / chosen[:, 1].mean(), pairs),
    }


def drawn_again(statistic: Callable[[Any], float], rows: Any, n_draws: int = N_DRAWS, seed: int = 0) -> list[float]:
    """The interval of 95 % of a statistic by bootstrap over rows."""
    dice = np.random.default_rng(seed)
    drawn = [statistic(rows[dice.integers(0, len(rows), len(rows))]) for _ in range(n_draws)]
    return [float(each) for each in np.quantile(drawn, (0.025, 0.975))]
