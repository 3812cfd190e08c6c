"""What an attacker gains who knows how people are hidden, and names a place of his ranking instead of the first."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.measure.reidentification import share

if TYPE_CHECKING:
    from numpy.typing import NDArray

Places = Sequence[tuple[int, int] | None]
"""In which places of a ranking each person may stand (see `places`); None where the text was withheld."""


def foretell(ranges: Places, k: int, n_people: int) -> dict[str, Any]:
    """Who is named in the best place, and who stands in the best k + 1 places in a row, beside what chance names.

    The attacker chooses the place on one half of the texts (every other one) and is judged on the other half; then
    the halves change parts, so that each text is judged once. Ties are broken by lot. `behind_k` are the k + 1 places
    that follow the first k: who knows k need not look.
    """
    chances = _spread(ranges, n_people)
    width = min(k + 1, n_people)
    windows = np.stack([np.convolve(row, np.ones(width), "valid") for row in chances])
    return {
        "place": _choose(chances, 1.0 / n_people),
        "window": {**_choose(windows, width / n_people), "width": width},
        "behind_k": _tell(windows[:, min(k, windows.shape[1] - 1)], width / n_people),
    }


def _spread(ranges: Places, n_people: int) -> "NDArray[np.float64]":
    """How probably each person stands in each place: a row for each text."""
    chances = np.zeros((len(ranges), n_people))
    for row, each in zip(chances, ranges, strict=True):
        if each is not None:
            row[slice(*each)] = 1.0 / (each[1] - each[0])
    return chances


def _choose(chances: "NDArray[np.float64]", by_chance: float) -> dict[str, Any]:
    """The column that is best on one half of the rows, judged on the other; both ways."""
    judged = np.zeros(len(chances))
    chosen = []
    for first in (0, 1):
        seen = chances[first::2]
        best = int(seen.sum(axis=0).argmax()) if len(seen) else 0
        judged[1 - first :: 2] = chances[1 - first :: 2, best]
        chosen.append(best + 1)
    return {**_tell(judged, by_chance), "chosen": chosen}


def _tell(judged: "NDArray[np.float64]", by_chance: float) -> dict[str, Any]:
    found = share(judged.tolist())
    return {"found": found.value, "interval": [found.low, found.high], "chance": by_chance}
