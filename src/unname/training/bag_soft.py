"""What documents say of people without saying it in the words of the profile, in closed form.

A town tells the state, a college the generation. What profiles say under each key becomes a point on a sphere of few
dimensions, and a ridge regression finds that point from the words that redactions leave. Gradient descent over people
finds such ties only after it has learned the people by heart; the regression does not.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.sparse import csr_matrix, diags

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

_PRIOR = 5.0
"""How many people a tie must be seen in before it counts by half."""

_COMMON = 0.003
"""Features in more than this share of the documents are held back by the regression."""

_OVERSAMPLED, _ROUNDS = 16, 2
_STEPS = 15


@dataclass(frozen=True)
class Soft:
    """The soft vectors of both sides, and what to add to the sum of a profile before it is brought to unit length.

    There is one regression of documents for each way to redact them. `folds` are theirs for use with even and with odd
    people, learned from the others: on the people that a regression has seen, it looks better than it is.
    """

    documents: "list[Floats]"
    folds: "list[tuple[Floats, Floats]]"
    profiles: "Floats"
    center: "Floats"


def soft_vectors(
    whole: csr_matrix, views: Sequence[csr_matrix], keyed: csr_matrix, width: int, ridge: float, seed: int
) -> Soft:
    """Soft vectors from the features of whole documents, those of redacted ones, and those of profiles."""
    profiles = directions(whole, keyed, width, np.random.default_rng([seed, 3]))
    points = keyed @ profiles
    center = -points.mean(axis=0)
    points = unit(points + center)
    pace = paces(whole)
    odd = np.arange(whole.shape[0]) % 2 == 1
    documents, folds = [], []
    for view in views:
        paced = (view @ diags(pace)).astype(np.float32).tocsr()
        learned, even, other = (
            regression(paced[those], points[those], ridge) * pace[:, None] for those in (odd | ~odd, odd, ~odd)
        )
        documents.append(learned)
        folds.append((even, other))
    return Soft(documents, folds, profiles, center.astype(np.float32))


def unit(vectors: Any) -> Any:
    """Rows of unit length; nothing stays nothing."""
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)


def paces(whole: csr_matrix) -> "Floats":
    """How much of itself each feature may say, so that common ones are held back."""
    shares = np.maximum(np.asarray(whole.mean(axis=0)).ravel(), 1e-9)
    held: Floats = np.minimum(1, np.sqrt(_COMMON / shares)).astype(np.float32)
    return held


def directions(whole: csr_matrix, keyed: csr_matrix, width: int, dice: np.random.Generator) -> "Floats":
    """For each feature of profiles a point in few dimensions: alike where they come with the same words.

    The singular vectors of the log of how much more often the two come together than by chance, all of one length, so
    that rare ties count as much as the plain ones.
    """
    width = min(width, whole.shape[1], keyed.shape[1])
    if not width:
        return np.zeros((keyed.shape[1], 0), np.float32)
    n_people = whole.shape[0]
    together = (whole.T @ keyed).toarray()
    expected = np.outer(np.asarray(whole.sum(axis=0)), np.asarray(keyed.sum(axis=0)) / n_people)
    ties = np.log((together + _PRIOR) / (expected + _PRIOR)).astype(np.float32)
    basis = np.linalg.qr(ties @ dice.normal(size=(ties.shape[1], width + _OVERSAMPLED)).astype(np.float32))[0]
    for _ in range(_ROUNDS):
        basis = np.linalg.qr(ties @ (ties.T @ basis))[0]
    _, _, vectors = np.linalg.svd(basis.T @ ties, full_matrices=False)
    found: Floats = np.ascontiguousarray(vectors[:width].T)
    return found


def regression(views: csr_matrix, points: "Floats", ridge: float) -> "Floats":
    """What minimizes |views W - points|^2 + ridge |W|^2, by conjugate gradients."""
    transposed = views.T.tocsr()
    weights: Floats = np.zeros((views.shape[1], points.shape[1]), np.float32)
    rest = transposed @ points
    direction, size = rest.copy(), (rest * rest).sum(axis=0)
    for _ in range(_STEPS):
        image = transposed @ (views @ direction) + ridge * direction
        step = size / np.maximum((direction * image).sum(axis=0), 1e-20)
        weights += step * direction
        rest -= step * image
        size, before = (rest * rest).sum(axis=0), size
        direction = rest + (size / np.maximum(before, 1e-20)) * direction
    return weights
