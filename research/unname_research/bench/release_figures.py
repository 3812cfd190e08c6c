"""The figures and plots of the benchmark of releases."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.core.errors import require
from unname.core.results import Outcome
from unname.measure.e5 import e5
from unname.measure.reidentification import share

if TYPE_CHECKING:
    from numpy.typing import NDArray

LABEL_HEIGHT = 0.02
"""The height of a line of text in the scatter plot."""


def figures(found: Mapping[str, Sequence[float]], utility: Mapping[str, float]) -> dict[str, Any]:
    """Shares of people found by each attack, by the strongest and by any, with intervals; what is left; and E5."""
    shares = {name: share(chances) for name, chances in found.items()}
    best = max(shares, key=lambda name: shares[name].value)
    anybody = share([max(chances) for chances in zip(*found.values(), strict=True)])
    return {
        "trir": {name: each.value for name, each in shares.items()},
        "intervals": {name: [each.low, each.high] for name, each in shares.items()},
        "max_trir": shares[best].value,
        "max_interval": [shares[best].low, shares[best].high],
        "strongest": best,
        "found_by_any": anybody.value,
        "any_interval": [anybody.low, anybody.high],
        **({"e5": e5(utility["tpi"], shares[best].value)} if "tpi" in utility else {}),
        **utility,
    }


def strongest(found: Mapping[str, Sequence[float]]) -> dict[str, Any]:
    """The share of people found by the strongest attack and by any, with intervals."""
    row = figures(found, {})
    kept = ("strongest", "found_by_any", "any_interval")
    return {
        "found": row["max_trir"],
        "interval": row["max_interval"],
        **{key: row[key] for key in kept},
        "by_attack": row["trir"],
    }


def family(attack: str) -> str:
    """What kind of evidence an attack goes by.

    >>> family("sparse(characters=(4, 6))"), family("ensemble"), family("word vectors")
    ('words', 'words', 'word vectors')
    """
    stem = attack.partition("(")[0]
    return "words" if stem in ("sparse", "ensemble") else stem


def strangers(row: Mapping[str, Any], taking_part: Sequence[str]) -> dict[str, Any] | None:
    """The strongest of the attacks of whose family none took part in a release; None where all did."""
    known = set(map(family, taking_part))
    strange = {name: found for name, found in row["trir"].items() if family(name) not in known}
    if not strange:
        return None
    best = max(strange, key=lambda name: strange[name])
    return {"attack": best, "found": strange[best], "interval": row["intervals"][best], "families": _families(strange)}


def _families(attacks: Mapping[str, float]) -> dict[str, float]:
    """The most that an attack of each family finds."""
    most: dict[str, float] = {}
    for name, found in attacks.items():
        most[family(name)] = max(found, most.get(family(name), 0.0))
    return most


def places(scores: "NDArray[np.float64]", person: int) -> tuple[int, int]:
    """In which places of a ranking the person may stand, the first being 0: one, or several where there are ties.

    >>> places(np.array([3.0, 2.0, 2.0, 1.0]), 1)
    (1, 3)
    """
    better = int((scores > scores[person]).sum())
    return better, better + int((scores == scores[person]).sum())


def named_at(place: int, ranges: Sequence[tuple[int, int] | None]) -> float:
    """The share of people named by whoever always names the one in a certain place; ties are broken by lot.

    >>> named_at(1, [(1, 2), (1, 3), (0, 1), None])
    0.375
    """
    return fmean(1.0 / (each[1] - each[0]) if each and each[0] <= place < each[1] else 0.0 for each in ranges)


def told_by_place(ranges: Sequence[tuple[int, int] | None], k: int, n_people: int) -> dict[str, float]:
    """Who is named by attackers who know the algorithm: the place behind the first k, or the best place there is."""
    shares = [named_at(place, ranges) for place in range(n_people)]
    best = max(range(n_people), key=shares.__getitem__)
    return {"behind_k": shares[k] if k < n_people else 0.0, "best": shares[best], "best_place": best + 1}


def beaten_by(row: Mapping[str, Any], settings: Mapping[str, Mapping[str, Any]]) -> str | None:
    """The first of our settings in which fewer people are found and more is left; None where there is none."""
    for name, ours in settings.items():
        if ours["max_trir"] < row["max_trir"] and ours["tpi"] > row["tpi"]:
            return name
    return None


def loop_figures(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """What feedback changed: rounds, documents, and risk and words hidden before and after it.

    Shares found `after` are of all texts, also of those that were then withheld; only attacks that feed back looked
    after the first round.
    """
    rounds = Counter(outcome.rounds for outcome in outcomes)
    reasons = Counter(outcome.reason for outcome in outcomes if outcome.reason)
    return {
        "rounds": {str(number): rounds[number] for number in sorted(rounds)},
        "changed_after_first": fmean(outcome.rounds > 1 for outcome in outcomes),
        "found": {
            stage: _by_attack([getattr(outcome, stage) for outcome in outcomes])
            for stage in ("before", "first", "after")
        },
        "masked": {
            "first": fmean(outcome.n_hidden_first / max(outcome.n_words, 1) for outcome in outcomes),
            "after": fmean(outcome.n_hidden / max(outcome.n_words, 1) for outcome in outcomes),
        },
        "reasons": dict(reasons),
    }


def _by_attack(sightings: Sequence[Sequence[Any]]) -> dict[str, float]:
    chances: dict[str, list[float]] = {}
    for each in sightings:
        for sighting in each:
            chances.setdefault(sighting.attack, []).append(sighting.found)
    return {attack: share(found).value for attack, found in chances.items()}


def draw(result: Mapping[str, Any], path: Path) -> None:
    """What is left to read over who is found: a cross for each published set of masks, a line for ours."""
    plots = _plots()
    figure, axis = plots.subplots(figsize=(8, 6), layout="constrained")
    for row in result["others"].values():
        _cross(axis, row, "x", "tab:gray")
    ends = [(row["max_interval"][1], row["tpi"], name) for name, row in result["others"].items()]
    _named(axis, ends, xytext=(3, 0))
    points = [(row["max_trir"], row["tpi"], row["setting"]) for row in result["curve"]]
    axis.plot([x for x, _, _ in points], [y for _, y, _ in points], "o-", color="tab:blue", label="ours, by setting")
    _named(axis, points, xytext=(-5, 4), ha="right", color="tab:blue")
    _cross(axis, result["before_withholding"], "s", "tab:orange", label="ours, with feedback, before withholding")
    _cross(axis, result, "D", "tab:green", label="ours, released")
    axis.plot([], [], "x", color="tab:gray", label="published")
    axis.set(xlabel="people found by the strongest attack (95 % interval)", ylabel="information preserved (TPI)")
    axis.set(xlim=(-0.02, 1.02), ylim=(0, 1))
    axis.grid(alpha=0.3)
    axis.legend(fontsize=8, loc="upper right")
    _saved(plots, figure, path)


def apart(values: Sequence[float], gap: float) -> list[float]:
    """Rising values, moved up where the one before is nearer than the gap.

    >>> apart([1.0, 1.5, 4.0], 1.0)
    [1.0, 2.0, 4.0]
    """
    placed: list[float] = []
    for value in values:
        placed.append(max(value, placed[-1] + gap) if placed else value)
    return placed


def draw_loop(loop: Mapping[str, Any], path: Path) -> None:
    """Who is found and how many words are hidden, after the first round and after the last."""
    plots = _plots()
    figure, axis = plots.subplots(figsize=(7, 3.5), layout="constrained")
    names = [name for name in loop["found"]["first"] if name in loop["found"]["after"]]
    rows = [*((name, loop["found"]["first"][name], loop["found"]["after"][name]) for name in names)]
    rows.append(("words hidden", loop["masked"]["first"], loop["masked"]["after"]))
    for number, (_, first, after) in enumerate(rows):
        axis.plot([first, after], [number, number], "-", color="tab:gray")
        axis.plot(first, number, "o", color="tab:orange", label="after the first round" if number == 0 else None)
        axis.plot(after, number, "o", color="tab:blue", label="after the last round" if number == 0 else None)
    axis.set_yticks(range(len(rows)), [name for name, _, _ in rows], fontsize=8)
    axis.set(xlim=(-0.005, None), xlabel="share of people found, or of words hidden")
    axis.grid(alpha=0.3)
    axis.legend(fontsize=8, loc="lower right")
    _saved(plots, figure, path)


def draw_knowledge(rows: Mapping[str, Any], path: Path) -> None:
    """Who is found by attackers who know something else than the defender did, a line for each set of masks."""
    plots = _plots()
    figure, axis = plots.subplots(figsize=(8, 5), layout="constrained")
    for number, (name, row) in enumerate(rows.items()):
        levels = [level for level, found in row.items() if isinstance(found, Mapping)]
        is_ours = number < 3  # ours come first
        axis.plot(
            range(len(levels)),
            [row[level]["found"] for level in levels],
            "o-" if is_ours else "-",
            color=None if is_ours else "lightgray",
            label=f"ours: {name}" if is_ours else ("published" if number == 3 else None),
        )
    axis.set_xticks(range(len(levels)), levels)
    axis.set(ylim=(-0.02, 1.02), xlabel="what the attacker knows", ylabel="people found by the strongest attack")
    axis.grid(alpha=0.3)
    axis.legend(fontsize=8)
    _saved(plots, figure, path)


def _named(axis: Any, points: Sequence[tuple[float, float, str]], **settings: Any) -> None:
    """Names beside points, none on top of another."""
    rising = sorted(points, key=lambda point: point[1])
    for (x, _, name), y in zip(rising, apart([y for _, y, _ in rising], LABEL_HEIGHT), strict=True):
        axis.annotate(name, (x, y), fontsize=7, textcoords="offset points", va="center", **settings)


def _cross(axis: Any, row: Mapping[str, Any], sign: str, color: str, label: str | None = None) -> None:
    low, high = row["max_interval"]
    at = row["max_trir"]
    spread = [[max(at - low, 0.0)], [max(high - at, 0.0)]]
    axis.errorbar([at], [row["tpi"]], xerr=spread, fmt=sign, color=color, elinewidth=0.8, label=label)


def _plots() -> Any:
    require("matplotlib", "bench").use("Agg")
    return require("matplotlib.pyplot", "bench")


def _saved(plots: Any, figure: Any, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path)
    plots.close(figure)
