"""Plots of what is put back: each anonymization by how much it hides, and each level beside the published figures."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from unname_research.bench.drawing import drawn


def draw_anonymizations(rows: Mapping[str, Mapping[str, Any]], path: Path) -> None:
    """How much of what each anonymization hides is put back, against the share of words that it hides."""
    levels = list(dict.fromkeys(level for row in rows.values() for level in row["levels"]))
    with drawn(path, max(len(levels), 1), figsize=(6 * max(len(levels), 1), 5), sharey=True, squeeze=False) as axes:
        for level, plot in zip(levels, axes[0], strict=False):
            for name, row in rows.items():
                x, y = 100 * row["words_hidden"], 100 * row["levels"][level]["exact"]
                plot.plot(x, y, "o", color="black", markersize=4)
                plot.annotate(name, (x, y), xytext=(4, 3), textcoords="offset points", fontsize=7)
            plot.set_title(f"{level}: masks put back exactly")
            plot.set_xlabel("words hidden, %")
        axes[0][0].set_ylabel("masks put back, %")


def draw_levels(levels: Mapping[str, Mapping[str, Any]], paper: Mapping[str, Mapping[str, Any]], path: Path) -> None:
    """Exact match by level for each corpus, with intervals, beside the published figures."""
    with drawn(path, figsize=(7, 5)) as axes:
        for number, (corpus, rows) in enumerate(levels.items()):
            shares = [100 * row["exact"] for row in rows.values()]
            limits = [row["intervals"].get("exact", [row["exact"]] * 2) for row in rows.values()]
            around = [
                [share - 100 * low for share, (low, _) in zip(shares, limits, strict=True)],
                [100 * high - share for share, (_, high) in zip(shares, limits, strict=True)],
            ]
            axes.errorbar(list(rows), shares, yerr=[[max(x, 0.0) for x in side] for side in around], fmt="o-",
                          color=f"C{number}", capsize=3, label=corpus)  # fmt: skip
            told = {level: row["exact"] for level, row in paper.get(corpus, {}).get("infilling", {}).items()}
            known = [level for level in rows if level in told]
            if known:
                values = [100 * told[level] for level in known]
                axes.plot(known, values, "x--", color=f"C{number}", label=f"{corpus}, published")
        axes.set_ylabel("masks put back exactly, %")
        axes.set_ylim(0, 100)
        axes.legend()
