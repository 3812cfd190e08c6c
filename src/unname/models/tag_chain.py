"""Chains of tags: the best one by a conditional random field, and how probable each tag is.

A chain is cut into windows that overlap and are computed side by side, since one step after the other takes a call for
each word; what lies further off than the overlap weighs nothing that could be seen.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

WINDOW, OVERLAP = 64, 24
"""How many words make a window, and how many more on either side."""


class TagChain(NamedTuple):
    """The scores of each tag at each place, and of each tag behind each other one (first from, then to)."""

    scores: "NDArray[np.float32]"
    transitions: "NDArray[np.float32]"


def best_tags(chain: TagChain) -> "NDArray[np.intp]":
    """The numbers of the tags of the best chain (Viterbi)."""
    windows, mask = _windows(chain.scores)
    n_windows, size, n_tags = windows.shape
    came = np.zeros((size, n_windows, n_tags), dtype=np.intp)
    score = windows[:, 0]
    for at in range(1, size):
        joint = score[:, :, None] + _steps(chain, mask, at) + windows[:, at, None, :]
        came[at] = np.where(mask[:, at, None], joint.argmax(axis=1), np.arange(n_tags))
        score = np.where(mask[:, at, None], joint.max(axis=1), score)
    best = np.zeros((n_windows, size), dtype=np.intp)
    best[:, -1] = score.argmax(axis=1)
    rows = np.arange(n_windows)
    for at in range(size - 1, 0, -1):
        best[:, at - 1] = came[at, rows, best[:, at]]
    return best[:, OVERLAP : OVERLAP + WINDOW].reshape(-1)[: len(chain.scores)]


def tag_probabilities(chain: TagChain) -> "NDArray[np.float32]":
    """The probability of each tag at each place (forward-backward)."""
    windows, mask = _windows(chain.scores)
    n_windows, size, n_tags = windows.shape
    forward = np.zeros((n_windows, size, n_tags), dtype=np.float32)
    backward = np.zeros_like(forward)
    forward[:, 0] = windows[:, 0]
    for at in range(1, size):
        step = _log_sum(forward[:, at - 1, :, None] + _steps(chain, mask, at), axis=1) + windows[:, at]
        forward[:, at] = np.where(mask[:, at, None], step, forward[:, at - 1])
    for at in range(size - 2, -1, -1):
        step = _log_sum(chain.transitions + (windows[:, at + 1] + backward[:, at + 1])[:, None, :], axis=2)
        backward[:, at] = np.where(mask[:, at + 1, None], step, backward[:, at + 1])
    together = forward + backward
    chances: NDArray[np.float32] = np.exp(together - _log_sum(together, axis=2)[:, :, None])
    return chances[:, OVERLAP : OVERLAP + WINDOW].reshape(-1, n_tags)[: len(chain.scores)]


def _windows(scores: "NDArray[np.float32]") -> "tuple[NDArray[np.float32], NDArray[np.bool_]]":
    """The scores of every window, and where it has any: not before the first place, nor behind the last one."""
    n_places = len(scores)
    places = np.arange(-OVERLAP, WINDOW + OVERLAP) + np.arange(0, max(n_places, 1), WINDOW)[:, None]
    mask = (places >= 0) & (places < n_places)
    return scores[places.clip(0, n_places - 1)] * mask[:, :, None], mask


def _steps(chain: TagChain, mask: "NDArray[np.bool_]", at: int) -> "NDArray[np.float32]":
    """What it takes to go from each tag to each at a place of every window; nothing from before the first place."""
    return chain.transitions * mask[:, at - 1, None, None]


def _log_sum(scores: "NDArray[np.float32]", axis: int) -> "NDArray[np.float32]":
    most = scores.max(axis=axis)
    total: NDArray[np.float32] = most + np.log(np.exp(scores - np.expand_dims(most, axis)).sum(axis=axis))
    return total
