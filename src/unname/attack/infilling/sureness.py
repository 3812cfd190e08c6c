"""How probable it is that what a document has in the place of a mask is what the mask hides.

The numbers are those of two logistic regressions on copies for masks of 180 lives and 40 cases from which no figure is
reported, with the text itself, an edition of it with 12 % of its words left out, or neither of them in the background.
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


def probability_of(copy: Copy) -> float:
    """How probable a copy is what is hidden; 0 for one that is very long and agrees on one side alone.

    >>> same = Copy(0, 5, 7, 1.0, 1.0, 40.0, 40.0)
    >>> probability_of(same) > 0.9 > 0.1 > probability_of(same._replace(whole=0.4, near=0.2))
    True
    """
    left, right = _decabits(copy.left), _decabits(copy.right)
    ends = math.isnan(copy.left) + math.isnan(copy.right)
    shared = math.sqrt(left * right)
    size, long = math.log(copy.n_words), copy.n_words > LONG
    over_half = max(0.0, copy.whole - 0.5)
    if math.isnan(copy.near):
        logit = -4.76 + 0.68 * shared - 0.90 * size - 1.50 * long + 2.81 * copy.whole + 5.83 * over_half
        return _logistic(logit)
    loose = (not ends) * ((copy.left == 0) + (copy.right == 0))
    if copy.n_words > VERY_LONG and (loose or copy.near < 0.8):
        return 0.0
    logit = -6.03 - 0.12 * shared - 0.34 * size - 0.83 * long + 3.09 * copy.whole + 12.77 * over_half
    logit += 0.07 * (left + right) + (4.67 - 4.97 * copy.whole) * copy.near - 1.02 * ends - 1.38 * loose
    logit += 12.82 * max(0.0, copy.whole - 0.9) - 1.86 * (copy.n_words > VERY_LONG)
    return _logistic(logit)


def _decabits(bits: float) -> float:
    return 0.0 if math.isnan(bits) else min(bits, 40.0) / 10.0


def _logistic(logit: float) -> float:
    return min(SUREST, 1.0 / (1.0 + math.exp(-logit)))
