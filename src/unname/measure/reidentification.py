"""How well people are hidden from an attack: how often the right person is named, and at which rank.

The re-identification rate TRIR is that of `tria2023`: the share of documents whose person is the attacker's
first choice. Where we differ: people who match equally well share their places, so that nothing depends on
the order in which an attack happens to list them. Of `m` people who match best alike, each is found 1/m times.
"""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from unname.core.document import Document, Profile
from unname.core.errors import InputError, InternalError
from unname.core.redaction import Redaction
from unname.core.results import Guess, Score
from unname.core.roles import Attack
from unname.people.profiles import profile_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

RANKS = (1, 2, 5, 10, 20, 50, 100, 1000, 10_000, 100_000)
"""The ranks at which the distribution is told, as far as there are people."""

TOLERANCE = 1e-12
"""Scores that differ by less than this, relative to the largest of all, are equal: it is rounding."""

_Z = 1.959963984540054  # the 97.5 % quantile of the normal distribution


@dataclass(frozen=True, slots=True)
class Placement:
    """Where an attack placed the person a document is about.

    `rank` is 1 + the number of people who match better + half the number of `ties`, the others who match
    equally well; None if the person is not in the population, or nobody knows who it is. `found` is the chance
    that the attacker's first choice is right. If `at_least`, the attack listed its best choices only, and the
    person stands at `rank` or behind. `reachable` tells whether anything is known of the person.
    """

    document: str
    person: str | None = field(default=None, repr=False)
    rank: float | None = None
    ties: int = 0
    found: float = 0.0
    at_least: bool = False
    reachable: bool = False

    @property
    def k(self) -> float | None:
        """How many people match better; each of equal match counts half."""
        return None if self.rank is None else self.rank - 1

    def within(self, rank: int) -> float:
        """The chance that the person is among the first `rank`, ties in random order."""
        if self.rank is None:
            return 0.0
        better = self.rank - 1 - self.ties / 2
        return min(1.0, max(0.0, (rank - better) / (self.ties + 1)))


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
        [short] = self.attack.guess([redaction.text], self.population)
        guess = widened(short, self.attack, redaction.text, self.population)
        n_people = len(self.population)
        placement = place(guess, document.person, n_people)
        judged = float(document.person is not None)
        return [
            Score("trir", placement.found, document.id, judged),
            Score("area", _area(placement, n_people), document.id, judged),
            Score("k", placement.k or 0.0, document.id, judged * (placement.rank is not None)),
        ]


def place(guess: Guess, subject: str | None, n_people: int, is_there: bool | None = None) -> Placement:
    """Where the guess places the subject, among `n_people`.

    A ranking shorter than the population tells little about those it leaves out: the subject then stands at
    least where the last ones listed stand. If several are listed who all match alike, the rest are taken to do so too;
    one who is listed alone is the attacker's choice.
    `is_there` tells whether the subject is in the population; by default, unless a whole ranking shows otherwise.
    """
    ids = [id for id, _ in guess.ranking]
    scores = np.array([score for _, score in guess.ranking], dtype=np.float64)
    position = ids.index(subject) if subject is not None and subject in ids else None
    if len(ids) >= n_people or not ids:
        return place_scores(guess.document, scores, position, subject)
    if subject is None or is_there is False:
        return Placement(guess.document, subject)
    last = place_scores(guess.document, scores, len(ids) - 1, subject)
    if 0 < last.ties == len(ids) - 1:
        return Placement(guess.document, subject, (n_people + 1) / 2, n_people - 1, 1 / n_people, reachable=True)
    if position is None:
        rank = (last.rank or 0.0) + 0.5  # one more than those listed may match as the last one does
        return Placement(guess.document, subject, rank, at_least=True, reachable=True)
    placed = place_scores(guess.document, scores, position, subject)
    return replace(placed, at_least=placed.rank == last.rank)


def widened(guess: Guess, attack: Attack, text: str, population: Sequence[Profile]) -> Guess:
    """The guess, or the whole ranking where a list of the best does not tell who else matches as well as they do.

    Only an attack that can score everybody is asked again.
    """
    scores = getattr(attack, "scores", None)
    if scores is None or len(guess.ranking) >= len(population) or len({score for _, score in guess.ranking}) > 1:
        return guess
    pairs = zip((profile.id for profile in population), scores([text], population)[0].tolist(), strict=True)
    return replace(guess, ranking=tuple(sorted(pairs, key=lambda pair: (-pair[1], pair[0]))))


def place_scores(
    document: str, scores: "NDArray[np.float64]", position: int | None, subject: str | None, reachable: bool = True
) -> Placement:
    """The same from the scores of the whole population, of which the subject stands at `position`."""
    if np.isnan(scores).any():
        raise InternalError(f"document {document!r}: the attack gave a score that is not a number")
    if position is None:
        return Placement(document, subject)
    finite = np.abs(scores[np.isfinite(scores)])
    near = TOLERANCE * float(finite.max()) if finite.size else 0.0
    own = scores[position]
    equal = (scores == own) | ((scores >= own - near) & (scores <= own + near))
    n_better = int(((scores > own) & ~equal).sum())
    ties = int(equal.sum()) - 1
    found = 0.0 if n_better else 1 / (ties + 1)
    return Placement(document, subject, 1 + n_better + ties / 2, ties, found, reachable=reachable)


def known_people(population: Iterable[Profile]) -> frozenset[str]:
    """The ids of the people of whom an attacker knows anything at all."""
    return frozenset(profile.id for profile in population if profile_text(profile).strip())


def summarize(placements: Sequence[Placement], n_people: int) -> Summary:
    """The rates and ranks of one attack over documents whose people are known to us."""
    if not placements:
        raise InputError("no document to judge")
    if n_people < 1:
        raise InputError("the population is empty")
    rate = share(placement.found for placement in placements)
    ks = [placement.k for placement in placements if placement.k is not None]
    median = float(np.median([math.inf if p.rank is None else p.rank for p in placements]))
    return Summary(
        n_documents=len(placements),
        n_people=n_people,
        n_unplaced=len(placements) - len(ks),
        n_bounded=sum(placement.at_least for placement in placements),
        trir=rate.value,
        low=rate.low,
        high=rate.high,
        upper_bound=_mean([1.0 if placement.reachable else placement.found for placement in placements]),
        chance=1 / n_people,
        median_rank=median if math.isfinite(median) else None,
        mean_k=_mean(ks) if ks else None,
        median_k=float(np.median(ks)) if ks else None,
        area=_mean([_area(placement, n_people) for placement in placements]),
        within={r: _mean([p.within(r) for p in placements]) for r in RANKS if r == 1 or r < n_people},
    )


def found_by_any(attacks: Collection[Sequence[Placement]]) -> list[float]:
    """For each document the chance that one of several attacks finds its person (`morris2022`).

    Where we differ: of attacks that found the person by a tie, the surest counts; several do not add up.
    """
    if len({tuple(placement.document for placement in placements) for placements in attacks}) > 1:
        raise InputError("attacks can be joined on the same documents only")
    return [max(placement.found for placement in together) for together in zip(*attacks, strict=True)]


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


def _area(placement: Placement, n_people: int) -> float:
    if placement.k is None:
        return 0.0
    return 1 - placement.k / (n_people - 1) if n_people > 1 else 1.0


def _mean(values: Sequence[float]) -> float:
    # Exact summing keeps a mean of shares within [0, 1].
    return math.fsum(values) / len(values)
