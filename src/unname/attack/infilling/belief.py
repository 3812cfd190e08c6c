"""How probable it is that what a trained reader says is what a mask hides.

A network that judges one passage at a time knows neither whether the document is about the right person nor how often
readers of its kind are right. The numbers are those of logistic regressions on abstracts of actors and training cases
of TAB: `unname train belief` of unname-research fits such numbers anew.
"""

import math
from typing import NamedTuple

LEAST = 1e-5
"""Of probabilities that are weighed."""


class Belief(NamedTuple):
    """What counts: a constant, the log odds of what the network says, and the log probability of its document."""

    constant: float
    said: float
    trust: float = 0.0

    def probability(self, said: float, trust: float = 1.0) -> float:
        """How probable it is that what was said is right.

        >>> POINTED.probability(0.9, 0.8) > POINTED.probability(0.9, 0.1) > POINTED.probability(0.1, 0.1) > 0
        True
        """
        inside = min(max(said, LEAST), 1.0 - LEAST)
        logit = self.constant + self.said * math.log(inside / (1.0 - inside)) + self.trust * math.log(max(trust, LEAST))
        return 1.0 / (1.0 + math.exp(-logit))


PLAIN = Belief(0.0, 1.0)
"""What believes all that is said."""

POINTED = Belief(0.07, 0.35, 0.8)
WRITTEN = Belief(0.39, 0.66, 0.57)
ALONE = Belief(-0.37, 1.0)
"""Of who points at words of a passage, who writes with one in view, and who writes without."""
