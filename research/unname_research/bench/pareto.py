"""Privacy against words masked: each method over its settings, and the least that brings people below a level."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from unname.core.redaction import Redaction
from unname.core.results import Sighting
from unname.measure.reidentification import share
from unname_research.bench.kanon_judges import Ensemble
from unname_research.bench.redactions import Biography, lost

Judges = Sequence[str]
"""The names of models that judge."""

Redact = Callable[[Sequence[Biography], float | None], Sequence[Redaction]]


@dataclass(frozen=True)
class Method:
    """A way to redact, with its settings from the one that hides least to the one that hides most."""

    name: str
    redact: Redact = field(repr=False)
    settings: Sequence[float | None] = (None,)


@dataclass
class Evaluation:
    """A method at one setting: what is released of the first documents, and where each model places their people."""

    method: Method
    setting: float | None
    ensemble: Ensemble = field(repr=False)
    biographies: Sequence[Biography] = field(repr=False)
    redactions: list[Redaction] = field(default_factory=list, repr=False)
    sightings: dict[str, list[Sighting]] = field(default_factory=dict, repr=False)

    @property
    def n_judged(self) -> int:
        """How many documents all models have judged."""
        return self.n_judged_by(tuple(self.ensemble.judges))

    def n_judged_by(self, judges: Judges) -> int:
        """How many documents these models have judged."""
        return min(len(self.sightings.get(name, ())) for name in judges)

    def judge(self, n: int, by: Judges | None = None, is_enough: Callable[[], bool] = lambda: False) -> None:
        """Let models judge the first `n` documents, one model after another, unless it is enough before."""
        if len(self.redactions) < n:
            self.redactions += self.method.redact(self.biographies[len(self.redactions) : n], self.setting)
        for name in self.ensemble.judges if by is None else by:
            placed = self.sightings.setdefault(name, [])
            new = slice(len(placed), n)
            placed += self.ensemble.place(name, self.biographies[new], [each.text for each in self.redactions[new]])
            if is_enough():
                return

    def found(self, by: Judges | None = None) -> list[float]:
        """For each document, the chance that one of the models that judged it names the right person."""
        each = [placed for name, placed in self.sightings.items() if by is None or name in by]
        n = max(map(len, each), default=0)
        return [max(placed[i].found for placed in each if i < len(placed)) for i in range(n)]

    def complete(self) -> "Evaluation":
        """Judge all that is left."""
        self.judge(len(self.biographies))
        return self

    def row(self) -> dict[str, Any]:
        """The figures of the documents that all models judged: found by any of all, and by any that did not defend."""
        n = self.n_judged
        found, others = share(self.found()[:n]), self.ensemble.others
        apart = share(self.found(others)[:n]) if others else None
        return {
            "setting": self.setting,
            "documents": n,
            "reid": found.value,
            "interval": [found.low, found.high],
            "found_by_all": found.value,
            "found_by_others": apart and apart.value,
            "interval_by_others": apart and [apart.low, apart.high],
            **lost(self.biographies[:n], self.redactions[:n]),
            "by_model": {name: share(p.found for p in placed[:n]).value for name, placed in self.sightings.items()},
        }


@dataclass
class Sweep:
    """A method at all settings that were tried.

    Settings are tried on `batch` documents after another, and given up or taken as soon as the interval of the share
    found lies on one side of the level; the one that is chosen is judged on all documents. So a level costs a few
    hundred documents for each setting on the way, and all for the last.
    """

    method: Method
    ensemble: Ensemble = field(repr=False)
    biographies: Sequence[Biography] = field(repr=False)
    batch: int = 100
    evaluations: dict[int, Evaluation] = field(default_factory=dict, repr=False)

    def at(self, number: int) -> Evaluation:
        """The method at a setting, judged as far as it was."""
        if number not in self.evaluations:
            setting = self.method.settings[number]
            self.evaluations[number] = Evaluation(self.method, setting, self.ensemble, self.biographies)
        return self.evaluations[number]

    def below(self, level: float, start: int = 0, by: Judges | None = None) -> Evaluation | None:
        """The setting from `start` on that hides least and keeps the share of people found below the level.

        None if there is none. `by` names the models that count, by default all. Steps grow until one is enough, and
        then go back by halves: what hides most costs most.
        """
        last = len(self.method.settings) - 1
        low, high, step = start - 1, start, 1
        while high < last and not self._is_below(self.at(high), level, by):
            low, high, step = high, min(high + step, last), 2 * step
        while high - low > 1:
            middle = (low + high) // 2
            if self._is_below(self.at(middle), level, by):
                high = middle
            else:
                low = middle
        for number in range(high, last + 1):
            evaluation = self.at(number)
            evaluation.judge(len(self.biographies), by)
            if share(evaluation.found(by)).value < level:
                return evaluation.complete()
        return None

    def levels(self, levels: Sequence[float], by: Judges | None = None) -> dict[float, Evaluation | None]:
        """The setting for each of several levels, the highest first; a lower one needs no less to be hidden."""
        found: dict[float, Evaluation | None] = {}
        start: int | None = 0
        for level in sorted(levels, reverse=True):
            found[level] = None if start is None else self.below(level, start, by)
            start = next((number for number, each in self.evaluations.items() if each is found[level]), None)
        return found

    def curve(self, n_settings: int, n_documents: int) -> list[dict[str, Any]]:
        """A row for each setting that was tried, and for some more; on the first documents alone where that was all."""
        last = len(self.method.settings) - 1
        for number in {round(last * step / max(n_settings - 1, 1)) for step in range(n_settings)}:
            self.at(number)
        tried = [evaluation for _, evaluation in sorted(self.evaluations.items())]
        for evaluation in tried:
            # Those that were tried before some of the models are told by all of them.
            evaluation.judge(min(n_documents, len(self.biographies)))
        return [evaluation.row() for evaluation in tried if evaluation.n_judged]

    def _is_below(self, evaluation: Evaluation, level: float, by: Judges | None) -> bool:
        """Whether fewer are found than the level says: known when all are judged, and near enough before."""
        total = len(self.biographies)
        judges = tuple(self.ensemble.judges) if by is None else by

        def is_above() -> bool:
            return share(evaluation.found(judges)).low > level

        if evaluation.found(judges) and is_above():
            return False
        while (n := evaluation.n_judged_by(judges)) < total:
            evaluation.judge(min(n + self.batch, total), judges, is_above)
            if is_above():
                return False
            # What only the cheaper models have judged may still be found, so it does not count as hidden.
            if share(evaluation.found(judges)[: evaluation.n_judged_by(judges)]).high < level:
                return True
        return share(evaluation.found(judges)).value < level
