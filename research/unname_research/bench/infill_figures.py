"""Figures of what was put back behind masks, and fills as they are kept between runs."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from unname.core.document import Span
from unname.core.results import Fill, Filling
from unname.measure.recovery import Recovered, Recovery, by_label, by_role, summarize

SHORT = ("exact", "token_recall", "token_recall_conventional", "n")
"""The figures of groups."""

Packed = list[list[Any]]
"""The fills of one text as JSON."""


def figures(recoveries: Sequence[Recovery]) -> dict[str, Any]:
    """All figures of one corpus at one level."""
    found = summarize(recoveries)
    return {
        "exact": found.exact,
        "token_recall": found.token_recall,
        "n": found.n,
        "token_recall_conventional": found.token_recall_conventional,
        **{f"exact_at_{n}": share for n, share in found.exact_at.items() if n > 1},
        "filled": found.filled,
        "documents": found.documents,
        "intervals": {name: list(limits) for name, limits in found.intervals.items()},
    }


def figures_by_role(recoveries: Sequence[Recovery]) -> dict[str, Any]:
    """The main figures of direct and of quasi identifiers."""
    return _by(by_role, recoveries)


def figures_by_label(recoveries: Sequence[Recovery]) -> dict[str, Any]:
    """The main figures of each category."""
    return _by(by_label, recoveries)


def calibration(recoveries: Sequence[Recovery], n_bins: int = 10) -> dict[str, Any]:
    """How often first candidates of each probability are right, and the mean distance of both over the bins."""
    bins: dict[int, list[tuple[float, bool]]] = {}
    for each in recoveries:
        if each.fill.candidates:
            probability = each.fill.candidates[0].probability
            bins.setdefault(min(int(probability * n_bins), n_bins - 1), []).append((probability, each.is_exact()))
    rows = {
        f"{number / n_bins:.1f}": {
            "probability": sum(probability for probability, _ in pairs) / len(pairs),
            "exact": sum(right for _, right in pairs) / len(pairs),
            "n": len(pairs),
        }
        for number, pairs in sorted(bins.items())
    }
    n = sum(row["n"] for row in rows.values())
    error = sum(abs(row["probability"] - row["exact"]) * row["n"] for row in rows.values()) / max(n, 1)
    return {"ece": error, "n": n, "bins": rows}


def pack(fills: Sequence[Sequence[Fill]]) -> list[Packed]:
    """The fills of some texts as JSON: the ends of each mask, and its candidates."""
    return [
        [
            [*fill.mask, [[each.text, each.probability, each.reader, each.source] for each in fill.candidates]]
            for fill in of
        ]
        for of in fills
    ]


def unpack(kept: Sequence[Packed]) -> list[list[Fill]]:
    """The fills that were packed; passages are not kept."""
    return [
        [Fill(str(number), Span(start, end), tuple(Filling(*each) for each in told)) for start, end, told in of]
        for number, of in enumerate(kept)
    ]


def _by(
    group: Callable[[Sequence[Recovery]], Mapping[str, Recovered]], recoveries: Sequence[Recovery]
) -> dict[str, dict[str, Any]]:
    return {name: {key: getattr(found, key) for key in SHORT} for name, found in group(recoveries).items()}
