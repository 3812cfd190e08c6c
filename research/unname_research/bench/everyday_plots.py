"""Plots of the everyday benchmark: what is hidden and damaged in each kind of document, and how sure that was."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from unname_research.bench.drawing import drawn
from unname_research.bench.everyday_data import group_of

PANELS = {
    "direct": "direct strings hidden",
    "quasi": "quasi strings hidden",
    "damaged": "strings to keep damaged",
    "precision": "precision by letters",
}
LOOKS = {"unname": ("o", "tab:blue"), "presidio": ("x", "tab:orange"), "rampart": ("+", "tab:gray")}


def draw_kinds(result: Mapping[str, Any], path: Path) -> None:
    """A dot for each kind and tool in each of four panels, kinds by group."""
    tools = {"unname": result, "presidio": result["presidio"], "rampart": result["rampart"]}
    kinds = sorted(result["by_kind"], key=lambda kind: (group_of(kind), kind), reverse=True)
    names = [f"{kind.replace('_', ' ')} ({group_of(kind)})" for kind in kinds]
    height = 1.5 + 0.25 * len(kinds)
    with drawn(path, n_columns=len(PANELS), figsize=(14, height), sharey=True) as axes:
        for axis, (figure, title) in zip(axes, PANELS.items(), strict=True):
            for tool, found in tools.items():
                if found:
                    sign, color = LOOKS[tool]
                    points = [(found["by_kind"][kind][figure], row) for row, kind in enumerate(kinds)]
                    known = [(value, row) for value, row in points if value is not None]
                    axis.plot(*zip(*known, strict=True), sign, color=color, label=tool) if known else None
            axis.set(title=title, xlim=(-0.03, 1.03), yticks=range(len(kinds)), yticklabels=names)
            axis.grid(alpha=0.3)
        axes[0].legend(fontsize=7, loc="lower left")


def draw_calibration(calibration: Mapping[str, Any], path: Path) -> None:
    """How often mentions of each confidence identify, a line for each group."""
    with drawn(path, figsize=(6, 5)) as axis:
        axis.plot([0, 1], [0, 1], "--", color="gray", label="as it should be")
        for group, found in calibration.items():
            line = [row["confidence"] for row in found["bins"]], [row["identifying"] for row in found["bins"]]
            error = "" if found["ece"] is None else f", ECE {found['ece']:.3f}"
            axis.plot(*line, "o-", markersize=3, linewidth=2 if group == "all" else 1, label=f"{group}{error}")
        axis.set(xlabel="confidence of mentions", ylabel="share that identifies")
        axis.grid(alpha=0.3)
        axis.legend(fontsize=7)
