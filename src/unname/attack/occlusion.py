"""Which words of a text speak for a person: leave each out and see how the answer changes."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Window = tuple["NDArray[np.int64]", "NDArray[np.intp]"]
"""Token ids of a window, and the number of the word that each token is part of."""

STRONGEST = 200
"""Windows in which words are left out: those whose logits differ most between the person and the others."""


def occlude(
    windows: Sequence[Window], n_words: int, logits: Callable[[Sequence[Any]], "NDArray[np.float64]"], person: int
) -> "NDArray[np.float64]":
    """By how much the log-odds of the person fall without each of the words; a probability near 1 would hide it.

    `logits` gives one row for each window; rows are summed over a text. A word is left out of every window that
    holds it. Of more than `STRONGEST` windows, words are left out of the strongest alone; the others count in full.
    """
    full = logits([ids for ids, _ in windows])
    if full.shape[1] < 2:
        return np.zeros(n_words)  # one person alone is certain, whatever the words
    others = np.delete(full, person, axis=1).mean(axis=1)
    strongest = np.sort(np.argsort(-np.abs(full[:, person] - others), kind="stable")[:STRONGEST])
    change = np.zeros((n_words, full.shape[1]))
    for number in strongest:
        ids, words = windows[number]
        present = np.unique(words)
        change[present] += logits([ids[words != word] for word in present]) - full[number]
    total = full.sum(axis=0)
    falls: NDArray[np.float64] = _log_odds(total[None], person) - _log_odds(total + change, person)
    return falls


def _log_odds(logits: "NDArray[np.float64]", person: int) -> "NDArray[np.float64]":
    others = np.delete(logits, person, axis=1)
    highest = others.max(axis=1, keepdims=True)
    result: NDArray[np.float64] = logits[:, person] - highest[:, 0] - np.log(np.exp(others - highest).sum(axis=1))
    return result


def log_softmax(logits: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """The log-probabilities that rows of logits stand for."""
    shifted = logits - logits.max(axis=1, keepdims=True)
    result: NDArray[np.float64] = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return result
