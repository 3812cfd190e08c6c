"""Plots of the crowd: predicted and true counts, who is named by readers, and what is masked for it."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from unname_research.bench.drawing import drawn


def draw_calibration(pairs: Mapping[str, Sequence[Sequence[float]]], path: Path) -> None:
    """True against predicted counts, a panel for each source."""
    with drawn(path, n_columns=len(pairs), figsize=(5 * len(pairs), 4.5)) as axes:
        for axis, (name, found) in zip(np.atleast_1d(axes), pairs.items(), strict=True):
            true, told = (1.0 + np.array(each) for each in zip(*found, strict=True))
            most = max(true.max(), told.max())
            axis.loglog(told, true, ".", alpha=0.25, color="tab:blue")
            axis.loglog([1, most], [1, most], "--", color="gray")
            axis.set(title=name, xlabel="predicted count + 1", ylabel="true count + 1 in the other half")
            axis.grid(alpha=0.3)


def draw_readers(reliability: Mapping[str, Sequence[Mapping[str, float]]], path: Path) -> None:
    """How often readers name the person, by size of the crowd."""
    with drawn(path, figsize=(6, 4.5)) as axis:
        for name, rows in reliability.items():
            line = [row["log10"] for row in rows], [row["named"] for row in rows]
            axis.plot(*line, "o-", label={"open": "without a list", "closed": "from a list of 553"}[name])
        axis.axvline(0, color="gray", linestyle="--", linewidth=1)
        axis.set(xlabel="log10 of the crowd", ylabel="share of readings that name the person", ylim=(-0.03, 1.03))
        axis.grid(alpha=0.3)
        axis.legend(fontsize=8)


def draw_releases(release: Mapping[str, Mapping[str, Any]], path: Path) -> None:
    """Words masked against who is found by other knowledge."""
    with drawn(path, n_columns=2, figsize=(11, 5), sharex=True) as axes:
        for axis, key in zip(axes, ("other_half", "whole_and_dates"), strict=True):
            for name, row in release.items():
                color = "tab:blue" if name.startswith("release") else "tab:gray"
                axis.plot(row["masked"], row[key], "o", color=color)
                axis.annotate(name.removeprefix("release "), (row["masked"], row[key]), fontsize=6)
            axis.set(xlabel="words masked", ylabel=f"found: {key.replace('_', ' ')}")
            axis.grid(alpha=0.3)
