"""What documents say of people without saying it in the words of the profile, in closed form.

A town tells the state, a college the generation. What profiles say under each key becomes a point on a sphere of few
dimensions, and a ridge regression finds that point from the words that redactions leave. Gradient descent over people
finds such ties only after it has learned the people by heart; the regression does not.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.sparse import csr_matrix, diags

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

_PRIOR = 5.0
"""How many people a tie must be seen in before it counts by half."""

_COMMON = 0.01
"""Features in more than this share of the documents are held back by the regression."""

_OVERSAMPLED, _ROUNDS = 16, 2
_STEPS = 25


@dataclass(frozen=True)
class Soft:
    """The soft vectors of both sides, and what to add to the sum of a profile before it is brought to unit length."""

    documents: "Floats"
    profiles: "Floats"
    center: "Floats"


def soft_vectors(
    whole: csr_matrix,
    views: csr_matrix,
    people: "NDArray[np.int64]",
    keyed: csr_matrix,
    width: int,
    ridge: float,
    seed: int,
) -> Soft:
    """Soft vectors from the features of whole documents, those of redacted views of `people`, and those of profiles."""
    if not whole.shape[1] or not keyed.shape[1]:
        return Soft(
            *(np.zeros((n, width), np.float32) for n in (whole.shape[1], keyed.shape[1])), np.zeros(width, np.float32)
        )
    profiles = _directions(whole, keyed, width, np.random.default_rng([seed, 3]))
    points = keyed @ profiles
    center = -points.mean(axis=0)
    points = unit(points + center)
    shares = np.maximum(np.asarray(whole.mean(axis=0)).ravel(), 1e-9)
    paces = np.minimum(1, np.sqrt(_COMMON / shares)).astype(np.float32)
    learned = _regression((views @ diags(paces)).astype(np.float32).tocsr(), points[people], ridge)
    return Soft(learned * paces[:, None], profiles, center.astype(np.float32))


def unit(vectors: Any) -> Any:
    """Rows of unit length; nothing stays nothing."""
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)


def _directions(whole: csr_matrix, keyed: csr_matrix, width: int, dice: np.random.Generator) -> "Floats":
    """For each feature of profiles a point in few dimensions: alike where they come with the same words.

    The singular vectors of the log of how much more often the two come together than by chance, all of one length, so
    that rare ties count as much as the plain ones.
    """
    n_people = whole.shape[0]
    together = (whole.T @ keyed).toarray()
    expected = np.outer(np.asarray(whole.sum(axis=0)), np.asarray(keyed.sum(axis=0)) / n_people)
    ties = np.log((together + _PRIOR) / (expected + _PRIOR)).astype(np.float32)
    width = min(width, *ties.shape)
    basis = np.linalg.qr(ties @ dice.normal(size=(ties.shape[1], width + _OVERSAMPLED)).astype(np.float32))[0]
    for _ in range(_ROUNDS):
        basis = np.linalg.qr(ties @ (ties.T @ basis))[0]
    _, _, vectors = np.linalg.svd(basis.T @ ties, full_matrices=False)
    found: Floats = np.ascontiguousarray(vectors[:width].T)
    return found


def _regression(views: csr_matrix, points: "Floats", ridge: float) -> "Floats":
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
