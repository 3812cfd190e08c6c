"""Everybody's scores for one document in 32 bits: exact answers for half the work."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.index.matrix import ProfileMatrix, Standing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Screen:
    """Who fits one document, told by scores that are off by at most `margin`; those too close to say are scored anew.

    So people and ranks are exact; a probability is as good as 32 bits are.
    """

    matrix: ProfileMatrix
    vector: "Floats" = field(repr=False)
    scores: "NDArray[np.float32]" = field(repr=False)
    margin: float = 0.0

    @classmethod
    def of(cls, matrix: ProfileMatrix, vector: "NDArray[Any]") -> "Screen":
        """Everybody's scores for the vector of a document."""
        return cls(matrix, *matrix.about(vector))

    def fittest(self, n: int) -> "Numbers":
        """The `n` people who fit best, in no order; the first of equals."""
        if n >= len(self.scores):
            return np.arange(len(self.scores))
        least = np.partition(self.scores, len(self.scores) - n)[len(self.scores) - n]
        # Whoever is among the best scores at least as much as the last of these may, and may have lost as much.
        people = np.flatnonzero(self.scores >= least - 2 * self.margin)
        return np.asarray(people[np.argsort(-self._exact(people), kind="stable")[:n]])

    def standing(self, person: int) -> Standing:
        """The rank of one person, 1 + the number of others who score as high, and the probability."""
        (own,) = self._exact(np.array([person]))
        leads = self.scores.astype(np.float64) - own
        close = self._exact(np.flatnonzero(np.abs(leads) <= self.margin))
        rank = np.count_nonzero(leads > self.margin) + np.count_nonzero(close >= own)
        highest = max(float(leads.max()), 0.0)
        total = np.exp(leads - highest).sum()
        return Standing(np.array([max(rank, 1)]), np.array([np.exp(-highest) / total]))

    def _exact(self, people: "Numbers") -> "Floats":
        scores: Floats = self.matrix.rows[people].astype(np.float64) @ self.vector
        return scores
