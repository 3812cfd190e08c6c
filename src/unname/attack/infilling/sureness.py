"""How probable it is that what a document has in the place of a mask is what the mask hides.

The numbers are those of two logistic regressions on copies for masks of 180 lives of DB-bio and 40 training cases of
TAB, with the text itself, an edition of it with 12 % of its words left out, or neither of them in the background:
`unname train sureness` of unname-research prints them.
"""

import math
from typing import NamedTuple

LONG, VERY_LONG = 5, 12
"""Words that masks seldom hide, and hardly ever."""

SUREST = 0.995


class Copy(NamedTuple):
    """What may stand behind a group of masks: tokens of a document, and how much agrees with it.

    `whole` is the share of the text that the document has, `near` that of the words around the masks, NaN where the
    two were not laid along each other. `left` and `right` are the information of the words that agree without a gap on
    either side, in bits; NaN where the text ends.
    """

    document: int
    first: int
    after: int
    whole: float
    near: float
    left: float
    right: float

    @property
    def n_words(self) -> int:
        """How many words and signs were copied."""
        return self.after - self.first


OF_PHRASES = (-4.87, 0.86, -1.15, 0.38, 2.51, 0.82)
OF_WHOLES = (-4.38, 0.06, -0.24, -0.66, 0.93, 9.89, 0.09, 2.03, -0.96, -0.55, -1.29, 7.16, -2.04)
"""What each of the features counts, the constant first: of phrases, and of documents laid along the whole text."""


def probability_of(copy: Copy) -> float:
    """How probable a copy is what is hidden; 0 for one that is very long and agrees on one side alone.

    >>> same = Copy(0, 5, 7, 1.0, 1.0, 40.0, 40.0)
    >>> probability_of(same) > 0.9 > 0.1 > probability_of(same._replace(whole=0.4, near=0.2))
    True
    """
    if math.isnan(copy.near):
        return _logistic(OF_PHRASES, features_of(copy))
    if copy.n_words > VERY_LONG and (_is_loose(copy) or copy.near < 0.8):
        return 0.0
    return _logistic(OF_WHOLES, features_of(copy))


def features_of(copy: Copy) -> tuple[float, ...]:
    """What is weighed: less of a phrase than of a document that was laid along the text."""
    left, right = _decabits(copy.left), _decabits(copy.right)
    shared = math.sqrt(left * right)
    over_half = max(0.0, copy.whole - 0.5)
    of_both = (shared, math.log(copy.n_words), float(copy.n_words > LONG), copy.whole, over_half)
    if math.isnan(copy.near):
        return of_both
    ends = math.isnan(copy.left) + math.isnan(copy.right)
    agreed = (left + right, copy.near, copy.whole * copy.near)
    over_nine_tenths = max(0.0, copy.whole - 0.9)
    return (*of_both, *agreed, ends, _is_loose(copy), over_nine_tenths, float(copy.n_words > VERY_LONG))


def _is_loose(copy: Copy) -> int:
    """On how many sides nothing agrees; none where the text ends."""
    if math.isnan(copy.left) or math.isnan(copy.right):
        return 0
    return (copy.left == 0) + (copy.right == 0)


def _decabits(bits: float) -> float:
    return 0.0 if math.isnan(bits) else min(bits, 40.0) / 10.0


def _logistic(weights: tuple[float, ...], features: tuple[float, ...]) -> float:
    constant, *slopes = weights
    logit = constant + sum(slope * each for slope, each in zip(slopes, features, strict=True))
    return min(SUREST, 1.0 / (1.0 + math.exp(-logit)))
