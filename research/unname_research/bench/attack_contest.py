"""Many attacks on many anonymizations of the same people: what the re-identification benchmarks share."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from unname.attack.assignment import assign
from unname.attack.ranking import score_all
from unname.core.document import Document, Profile
from unname.core.errors import ConfigError, MissingModel
from unname.core.progress import Listener
from unname.core.registry import create
from unname.core.results import Sighting
from unname.measure.reidentification import found_by_any, known_people, share
from unname.measure.sightings import Lookup, place
from unname.pipeline.attack import ATTACKS, make_attacks
from unname_research.papers.tria2023 import tria2023

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Scores = NDArray[np.float64]

Columns = Mapping[str, Sequence[Document]]
Result = TypeVar("Result")


@dataclass
class Contest:
    """The scores of every attack on every anonymization, each attack timed by itself."""

    population: Sequence[Profile] = field(repr=False)
    columns: Columns = field(repr=False)
    scores: "dict[str, dict[str, Scores]]" = field(default_factory=dict, repr=False)
    seconds: dict[str, float] = field(default_factory=dict)
    suite: "dict[str, Scores]" = field(default_factory=dict, repr=False)

    def enter(self, name: str, attack: Any) -> None:
        """Let one attack judge every text."""
        self.scores[name] = self._timed(name, lambda: self._all(attack))

    def enter_suite(self, ensemble: Any) -> None:
        """Let the members of an ensemble judge every text, and the ensemble weigh what they said."""
        for member in ensemble.members_:
            self.enter(member.name, member)
        self._timed("rehearsal", lambda: ensemble.fit(self.population))
        names = [member.name for member in ensemble.members_]
        self.suite = {
            column: ensemble.combine({name: self.scores[name][column] for name in names}, self.population)
            for column in self.columns
        }

    def result(self, original: str) -> dict[str, Any]:
        """Shares of people found: by the suite, by each attack, by any of them, and by joint assignment apart.

        `mean` is over all columns but the `original`, which is no anonymization.
        """
        placed = {name: self._placed(name, by_column) for name, by_column in self.scores.items()}
        suite = self._placed("suite", self.suite)
        joint = self._placed("assignment", {column: assign(scores) for column, scores in self.suite.items()})
        each = [suite, *placed.values()]
        known = known_people(self.population)
        result: dict[str, Any] = {
            "people": len(self.population),
            "suite": _rates(suite),
            "attacks": {name: _rates(by_column) for name, by_column in placed.items()},
            "found_by_any": {
                column: share(found_by_any([by_column[column] for by_column in each])).value for column in self.columns
            },
            "assignment": _rates(joint),
            "interval": {column: list(_interval(sightings)) for column, sightings in suite.items()},
            "upper_bound": {
                column: sum(document.person in known for document in documents) / len(documents)
                for column, documents in self.columns.items()
            },
            "seconds": dict(self.seconds),
        }
        rates = {**result["attacks"], **{name: result[name] for name in ("suite", "found_by_any", "assignment")}}
        return {**result, "mean": {name: mean_of(by_column, [original]) for name, by_column in rates.items()}}

    def found_by_suite(self) -> dict[str, list[bool]]:
        """Whether the suite finds the person of each document, by column."""
        by_column = self._placed("suite", self.suite)
        return {column: [sighting.found > 0 for sighting in sightings] for column, sightings in by_column.items()}

    def _all(self, attack: Any) -> "dict[str, Scores]":
        texts = [document.text for documents in self.columns.values() for document in documents]
        scores = score_all(attack, texts, self.population)
        bounds = np.cumsum([len(documents) for documents in self.columns.values()])[:-1]
        return dict(zip(self.columns, np.split(scores, bounds), strict=True))

    def _placed(self, attack: str, by_column: "Mapping[str, Scores]") -> dict[str, list[Sighting]]:
        columns = Lookup(self.population).columns
        return {
            column: [
                place(attack, document.id, row, columns.get(document.person or ""))
                for document, row in zip(self.columns[column], scores, strict=True)
            ]
            for column, scores in by_column.items()
        }

    def _timed(self, name: str, work: Callable[[], Result]) -> Result:
        start = time.perf_counter()
        result = work()
        self.seconds[name] = time.perf_counter() - start
        return result


SPARSE = ("sparse(stem=True, weighting='bm25')", "sparse(stem=True, weighting='bmx')", "sparse(characters=(4, 6))")
"""Further attacks that only count words, or pieces of them."""


def hold_contest(population: Sequence[Profile], columns: Columns, **tria: Any) -> Contest:
    """A contest of the suite, of further sparse attacks, and unless `fast` of the neural ones; see `enter_tria`."""
    if tria["full"] and tria["out"] is None:
        raise ConfigError("the published setting takes hours: give a folder for its checkpoints, such as --out tria/")
    contest = Contest(population, columns)
    contest.enter_suite(*make_attacks(ATTACKS))
    for spec in SPARSE:
        contest.enter(spec, create("attack", spec))
    if not tria.pop("fast"):
        contest.enter("dense", create("attack", "dense"))
        enter_tria(contest, **tria)
    return contest


def enter_tria(contest: Contest, full: bool, out: str | Path | None, report: Listener | None) -> None:
    """TRIA with its encoder frozen, where its libraries are installed; with `full`, also as published."""
    try:
        contest.enter("classifier(frozen=True)", tria2023(frozen=True, report=report))
    except MissingModel:
        if full:
            raise
    if full:
        contest.enter("classifier", tria2023(folder=out, report=report))


def mean_of(rates: Mapping[str, float], left_out: Sequence[str] = ()) -> float:
    """The mean over columns, those that are no anonymization left out."""
    counted = [rate for column, rate in rates.items() if column not in left_out]
    return sum(counted) / len(counted) if counted else 0.0


def _rates(by_column: Mapping[str, Sequence[Sighting]]) -> dict[str, float]:
    return {column: share(sighting.found for sighting in sightings).value for column, sightings in by_column.items()}


def _interval(sightings: Sequence[Sighting]) -> tuple[float, float]:
    found = share(sighting.found for sighting in sightings)
    return found.low, found.high
