"""Privacy and utility in one number, to rank anonymizations by: the F1-score of `tria2023` 5.4, here called E5.

TPI stands where precision does, and 1 - TRIR where recall does. Where we differ: whoever wants a release judged by the
strongest of several attacks gives the share that it finds, where the thesis has one attack.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from unname.core.document import Document
from unname.core.redaction import Redaction
from unname.core.results import Score, pool
from unname.measure.reidentification import Reidentification
from unname.measure.utility import Utility


def e5(tpi: float, trir: float) -> float:
    """The harmonic mean of the information that is kept and of the share of people who are not found.

    >>> round(e5(tpi=0.6, trir=0.25), 3)
    0.667
    >>> e5(tpi=1.0, trir=1.0)
    0.0
    """
    safe = 1.0 - trir
    return 2 * tpi * safe / (tpi + safe) if tpi + safe > 0 else 0.0


@dataclass(frozen=True)
class E5:
    """A metric: what a release kept, who is found in it, and both as `e5`, which belongs to whole corpora alone."""

    utility: Utility
    judge: Reidentification

    @property
    def name(self) -> str:
        """The metric with the two it is made of."""
        return f"e5({self.utility.name}, {self.judge.name})"

    def score(self, document: Document, redaction: Redaction) -> list[Score]:
        """The scores of both metrics for one redaction."""
        return [*self.utility.score(document, redaction), *self.judge.score(document, redaction)]

    def evaluate(self, pairs: Iterable[tuple[Document, Redaction]]) -> dict[str, Any]:
        """The figures of a corpus; `e5` is None where nobody knows who the documents are about."""
        scores = [score for pair in pairs for score in self.score(*pair)]
        figures = pool(scores)
        judged = any(score.weight for score in scores if score.metric == "trir")
        found = e5(figures["tpi"], figures["trir"]) if judged else None
        return {**figures, "e5": found, **self.utility.facts}
