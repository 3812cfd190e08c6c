"""What is known about risk, what attackers answered, and how it scored."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from unname.core.errors import InternalError
from unname.core.redaction import Edit


@dataclass(frozen=True, slots=True)
class Combination:
    """Entities that identify when they are visible together, and how surely, as a probability."""

    entities: frozenset[str]
    reason: str
    risk: float = 1.0


@dataclass(frozen=True, slots=True)
class Risk:
    """The estimated risk of one view of one document.

    `total` is a probability in [0, 1]: that of the riskiest entity or combination still visible. `rank` is the
    position of the true person among the population (1 is the best match), or None where there is no population.
    `whole` is the risk of the view as one, where the model gives such a risk beside or without naming entities.
    `probability` is that of the true person among the population, where the model ranks people; it may be rounded in
    another way when more views are asked about, and so takes no part in comparisons.
    """

    total: float
    rank: int | None = None
    by_entity: Mapping[str, float] = field(default_factory=dict)
    combinations: tuple[Combination, ...] = ()
    whole: float = 0.0
    probability: float | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Guess:
    """An attacker's answer to who a document is about: profile ids with scores, best first."""

    document: str
    ranking: tuple[tuple[str, float], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Fill:
    """An attacker's answer to what stood behind a mask, best first."""

    document: str
    edit: Edit
    candidates: tuple[tuple[str, float], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Score:
    """One number about one document; the corpus value is the weighted mean."""

    metric: str
    value: float
    document: str
    weight: float = 1.0


def pool(scores: "list[Score] | tuple[Score, ...]") -> dict[str, float]:
    """The weighted mean per metric; a metric whose weights are all zero is 0.

    >>> pool([Score("recall", 1.0, "a", 1), Score("recall", 0.0, "b", 3)])
    {'recall': 0.25}
    """
    sums: dict[str, list[float]] = {}
    for score in scores:
        if score.weight < 0:
            raise InternalError(f"metric {score.metric!r} has a negative weight")
        total = sums.setdefault(score.metric, [0.0, 0.0])
        total[0] += score.value * score.weight
        total[1] += score.weight
    return {metric: value / weight if weight else 0.0 for metric, (value, weight) in sums.items()}
