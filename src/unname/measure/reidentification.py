"""How well people are hidden from an attack: how often the right person is named, and at which rank.

The re-identification rate TRIR is that of `tria2023`: the share of documents whose person is the attacker's
first choice. Where we differ: people who match equally well share their places, so that nothing depends on
the order in which an attack happens to list them. Of `m` people who match best alike, each is found 1/m times.
"""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from unname.core.document import Document, Profile
from unname.core.errors import InputError
from unname.core.redaction import Redaction
from unname.core.results import Score, Sighting
from unname.core.roles import Attack
from unname.measure.sightings import Lookup
from unname.people.profiles import profile_text

RANKS = (1, 2, 5, 10, 20, 50, 100, 1000, 10_000, 100_000)
"""The ranks at which the distribution is told, as far as there are people."""

_Z = 1.959963984540054  # the 97.5 % quantile of the normal distribution


class Share(NamedTuple):
    """A share of documents with its Wilson interval of 95 %."""

    value: float
    low: float
    high: float
    n_documents: int


@dataclass(frozen=True, slots=True)
class Summary:
    """What one attack achieved on a set of documents.

    `upper_bound` is the rate no attack can exceed, as the others are not in the population or nothing is known
    of them. `within` maps a rank r to the share of people placed at r or better, and `within[1]` is `trir`.
    `median_rank` counts people without a rank as last of all, and is None if they are the majority. `mean_k` and
    `median_k` are over those with a rank. `area` is the area under the rank curve: the sum of the shares within rank
    r for r = 1 .. n-1, divided by n-1, for n people. That is the mean of 1 - k/(n-1): 1 if everybody is found,
    .5 by chance. `n_bounded` counts ranks that are lower bounds; figures of ranks are then bounds too.
    """

    n_documents: int
    n_people: int
    n_unplaced: int
    n_bounded: int
    trir: float
    low: float
    high: float
    upper_bound: float
    chance: float
    median_rank: float | None
    mean_k: float | None
    median_k: float | None
    area: float
    within: Mapping[int, float]


@dataclass(frozen=True)
class Reidentification:
    """A metric: whether an attack finds the person behind each redaction.

    Scores are `trir` (found or not), `area` (1 for the first rank, 0 for the last) and `k` (how many match better).
    A document whose person nobody knows weighs nothing; one whose person is not in the population counts
    as not found, and has no k.
    """

    attack: Attack
    population: Sequence[Profile] = field(repr=False)

    @property
    def name(self) -> str:
        """The metric with the attack that judges."""
        return f"reidentification(attack={self.attack.name!r})"

    def score(self, document: Document, redaction: Redaction) -> Sequence[Score]:
        """Scores of one redaction, by an attack on its text alone."""
        [seen] = Lookup(self.population).look(self.attack, [replace(document, text=redaction.text, mentions=())])
        [sighting] = seen[self.attack.name]
        judged = float(document.person is not None)
        return [
            Score("trir", sighting.found, document.id, judged),
            Score("area", _area(sighting, len(self.population)), document.id, judged),
            Score("k", n_better(sighting) or 0.0, document.id, judged * (sighting.rank is not None)),
        ]


def known_people(population: Iterable[Profile]) -> frozenset[str]:
    """The ids of the people of whom an attacker knows anything at all."""
    return frozenset(profile.id for profile in population if profile_text(profile).strip())


def n_better(sighting: Sighting) -> float | None:
    """How many people match better than the person; each of equal match counts half."""
    return None if sighting.rank is None else sighting.rank - 1


def chance_within(sighting: Sighting, rank: int) -> float:
    """The chance that the person is among the first `rank`, ties in random order."""
    if sighting.rank is None:
        return 0.0
    better = sighting.rank - 1 - sighting.ties / 2
    return min(1.0, max(0.0, (rank - better) / (sighting.ties + 1)))


def summarize(sightings: Sequence[Sighting], n_people: int, is_known: Sequence[bool]) -> Summary:
    """The rates and ranks of one attack over documents whose people are known to us, and to an attacker or not."""
    if not sightings:
        raise InputError("no document to judge")
    if n_people < 1:
        raise InputError("the population is empty")
    rate = share(sighting.found for sighting in sightings)
    ks = [k for k in map(n_better, sightings) if k is not None]
    median = float(np.median([math.inf if sighting.rank is None else sighting.rank for sighting in sightings]))
    return Summary(
        n_documents=len(sightings),
        n_people=n_people,
        n_unplaced=len(sightings) - len(ks),
        n_bounded=sum(sighting.at_least for sighting in sightings),
        trir=rate.value,
        low=rate.low,
        high=rate.high,
        upper_bound=_mean([1.0 if known else each.found for each, known in zip(sightings, is_known, strict=True)]),
        chance=1 / n_people,
        median_rank=median if math.isfinite(median) else None,
        mean_k=_mean(ks) if ks else None,
        median_k=float(np.median(ks)) if ks else None,
        area=_mean([_area(sighting, n_people) for sighting in sightings]),
        within={r: _mean([chance_within(each, r) for each in sightings]) for r in RANKS if r == 1 or r < n_people},
    )


def found_by_any(attacks: Collection[Sequence[Sighting]]) -> list[float]:
    """For each document the chance that one of several attacks finds its person (`morris2022`).

    Where we differ: of attacks that found the person by a tie, the surest counts; several do not add up.
    """
    if len(set(map(len, attacks))) > 1:
        raise InputError("attacks can be joined on the same documents only")
    return [max(sighting.found for sighting in together) for together in zip(*attacks, strict=True)]


def share(found: Iterable[float]) -> Share:
    """The mean of values in [0, 1] with its Wilson interval.

    >>> [round(number, 3) for number in share([1.0] * 7 + [0.0] * 3)]
    [0.7, 0.397, 0.892, 10]
    """
    values = list(found)
    if not values:
        raise InputError("no document to judge")
    n, p = len(values), _mean(values)
    center = (p + _Z**2 / (2 * n)) / (1 + _Z**2 / n)
    half = _Z * math.sqrt(p * (1 - p) / n + _Z**2 / (4 * n**2)) / (1 + _Z**2 / n)
    # At 0 and 1 the interval ends exactly there; rounding must not say otherwise.
    return Share(p, 0.0 if p == 0 else max(0.0, center - half), 1.0 if p == 1 else min(1.0, center + half), n)


def _area(sighting: Sighting, n_people: int) -> float:
    k = n_better(sighting)
    if k is None:
        return 0.0
    return 1 - k / (n_people - 1) if n_people > 1 else 1.0


def _mean(values: Sequence[float]) -> float:
    # Exact summing keeps a mean of shares within [0, 1].
    return math.fsum(values) / len(values)
