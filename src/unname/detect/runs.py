"""Runs of words that belong to one mention, from what a network says of each word."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def find_runs(
    inside: "NDArray[np.bool_]",
    label: "NDArray[np.int64]",
    starts: "NDArray[np.float32]",
    hide: "NDArray[np.float32]",
    steepest: float = 0.4,
) -> Iterator[tuple[int, int]]:
    """First and last word of each mention.

    A run is cut where a mention starts or the category changes, and where the wish to hide falls off
    steeply (below the share `steepest`), so that a doubtful neighbor does not ride along with a certain identifier.
    """
    first = previous = -1
    for word in np.flatnonzero(inside).tolist():
        if first >= 0:
            steep = min(hide[word], hide[previous]) < steepest * max(hide[word], hide[previous])
            begins = starts[word] > 0.5 or (label[word] != label[previous] and starts[word] > 0.2)
            if word > previous + 1 or begins or steep:
                yield first, previous
                first = word
        else:
            first = word
        previous = word
    if first >= 0:
        yield first, previous
