"""Privacy against words masked: each method over its settings, and the least that brings people below a level."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from unname.bench.redactions import Biography, lost
from unname.bench.reidentifiers import Ensemble
from unname.core.redaction import Redaction
from unname.measure.reidentification import Placement, share

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
    placements: dict[str, list[Placement]] = field(default_factory=dict, repr=False)

    @property
    def n_judged(self) -> int:
        """How many documents all models have judged."""
        return min(len(self.placements.get(name, ())) for name in self.ensemble.judges)

    def judge(self, n: int, is_enough: Callable[[], bool] = lambda: False) -> None:
        """Let the models judge the first `n` documents, one model after another, unless it is enough before."""
        if len(self.redactions) < n:
            self.redactions += self.method.redact(self.biographies[len(self.redactions) : n], self.setting)
        for name in self.ensemble.judges:
            placed = self.placements.setdefault(name, [])
            new = slice(len(placed), n)
            placed += self.ensemble.place(name, self.biographies[new], [each.text for each in self.redactions[new]])
            if is_enough():
                return

    def found(self) -> list[float]:
        """For each document, the chance that one of the models that judged it names the right person."""
        n = max((len(placed) for placed in self.placements.values()), default=0)
        each = self.placements.values()
        return [max(placed[i].found for placed in each if i < len(placed)) for i in range(n)]

    def complete(self) -> "Evaluation":
        """Judge all that is left."""
        self.judge(len(self.biographies))
        return self

    def row(self) -> dict[str, Any]:
        """The figures of the documents that all models judged."""
        n = self.n_judged
        found = share(self.found()[:n])
        return {
            "setting": self.setting,
            "documents": n,
            "reid": found.value,
            "interval": [found.low, found.high],
            **lost(self.biographies[:n], self.redactions[:n]),
            "by_model": {name: share(p.found for p in placed[:n]).value for name, placed in self.placements.items()},
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

    def below(self, level: float, start: int = 0) -> Evaluation | None:
        """The setting from `start` on that hides least and keeps the share of people found below the level.

        None if there is none. Steps grow until one is enough, and then go back by halves: what hides most costs most.
        """
        last = len(self.method.settings) - 1
        low, high, step = start - 1, start, 1
        while high < last and not self._is_below(self.at(high), level):
            low, high, step = high, min(high + step, last), 2 * step
        while high - low > 1:
            middle = (low + high) // 2
            if self._is_below(self.at(middle), level):
                high = middle
            else:
                low = middle
        for number in range(high, last + 1):
            evaluation = self.at(number).complete()
            if share(evaluation.found()).value < level:
                return evaluation
        return None

    def levels(self, levels: Sequence[float]) -> dict[float, Evaluation | None]:
        """The setting for each of several levels, the highest first; a lower one needs no less to be hidden."""
        found: dict[float, Evaluation | None] = {}
        start: int | None = 0
        for level in sorted(levels, reverse=True):
            found[level] = None if start is None else self.below(level, start)
            start = next((number for number, each in self.evaluations.items() if each is found[level]), None)
        return found

    def curve(self, n_settings: int, n_documents: int) -> list[dict[str, Any]]:
        """A row for each setting that was tried, and for some more; on the first documents alone where that was all."""
        last = len(self.method.settings) - 1
        for number in sorted({round(last * step / max(n_settings - 1, 1)) for step in range(n_settings)}):
            self.at(number).judge(min(n_documents, len(self.biographies)))
        tried = [evaluation for _, evaluation in sorted(self.evaluations.items())]
        return [evaluation.row() for evaluation in tried if evaluation.n_judged]

    def _is_below(self, evaluation: Evaluation, level: float) -> bool:
        """Whether fewer are found than the level says: known when all are judged, and near enough before."""
        total = len(self.biographies)

        def is_above() -> bool:
            return share(evaluation.found()).low > level

        if evaluation.placements and is_above():
            return False
        while evaluation.n_judged < total:
            evaluation.judge(min(evaluation.n_judged + self.batch, total), is_above)
            if is_above():
                return False
            # What only the cheaper models have judged may still be found, so it does not count as hidden.
            if share(evaluation.found()[: evaluation.n_judged]).high < level:
                return True
        return share(evaluation.found()).value < level
