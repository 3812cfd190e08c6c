"""From values to places on a drawing, and the ticks between."""

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Linear:
    """Equal steps for equal differences, from `start` to `end` on the drawing."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Where a value stands; what lies outside stands at the edge."""
        share = (min(max(value, self.low), self.high) - self.low) / ((self.high - self.low) or 1.0)
        return self.start + share * (self.end - self.start)

    def ticks(self, most: int = 6) -> list[float]:
        """Round values, not more than so many.

        >>> Linear(0, 0.42, 0, 100).ticks()
        [0.0, 0.1, 0.2, 0.3, 0.4]
        """
        step = _round_step((self.high - self.low) / max(most - 1, 1))
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [round(number * step, 10) for number in range(first, last + 1)]


@dataclass(frozen=True)
class Logarithmic:
    """Equal steps for equal ratios; 0 and all below `low` stand at the edge."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Where a value stands."""
        value = min(max(value, self.low), self.high)
        share = math.log(value / self.low) / (math.log(self.high / self.low) or 1.0)
        return self.start + share * (self.end - self.start)

    def ticks(self, candidates: Sequence[float] = (0.001, 0.01, 0.1, 1.0)) -> list[float]:
        """Those of the candidates that lie on the scale."""
        return [value for value in candidates if self.low * (1 - 1e-9) <= value <= self.high * (1 + 1e-9)]


def _round_step(step: float) -> float:
    """The next of 1, 2, 2.5 and 5 times a power of ten.

    >>> [_round_step(step) for step in (0.07, 0.2, 3.0)]
    [0.1, 0.2, 5.0]
    """
    if not step > 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(step))
    return next(round(power * factor, 12) for factor in (1, 2, 2.5, 5, 10) if power * factor >= step * (1 - 1e-9))
