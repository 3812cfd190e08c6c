"""The strategies of Table 3 of `risk2022` on the Text Anonymization Benchmark, ours beside the published figures.

Each recognizer reads each document once, and all strategies judge what it found. Documents come without the name of the
person. The web that risk measures search is the background of all cases, the texts of training cases and, where they
are at hand, abstracts of actors; no label of any of them is used.
"""

import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from unname.core.document import Document, Mention
from unname.core.errors import UnnameError
from unname.core.progress import Listener
from unname.core.registry import create
from unname.core.roles import Detector, RiskModel
from unname.corpora.files import load_json
from unname.corpora.populations import read_population
from unname.corpora.tab import Case, read_tab
from unname.index.web import LocalIndex
from unname.measure.protection import Protection
from unname.models.packaged import packaged_spacy
from unname.pipeline.document import Pipeline
from unname_research.bench.curve import CURVES, Curve, draw, in_nats
from unname_research.bench.stopwatch import Stopwatch, TimedRisk
from unname_research.bench.tab import rounded
from unname_research.papers import risk2022 as paper

KEYS = ("precision", "weighted_precision", "recall_all", "recall_direct", "recall_quasi", "f1")

PUBLISHED: Mapping[str, tuple[float, ...]] = {
    "generic NER, mask all": (0.41, 0.58, 0.91, 0.95, 0.88, 0.57),
    "zero-shot, mask all": (0.44, 0.52, 0.96, 0.99, 0.94, 0.60),
    "zero-shot, surprisal": (0.57, 0.62, 0.91, 0.98, 0.83, 0.70),
    "zero-shot, queries": (0.82, 0.84, 0.50, 0.66, 0.40, 0.62),
    "zero-shot, surprisal and queries": (0.57, 0.60, 0.91, 0.99, 0.84, 0.70),
    "trained, mask all": (0.52, 0.57, 0.98, 0.99, 0.97, 0.68),
    "trained, most specific": (0.76, 0.77, 0.84, 0.98, 0.87, 0.83),
    "trained, surprisal": (0.54, 0.58, 0.95, 0.99, 0.89, 0.69),
    "trained, queries": (0.64, 0.68, 0.84, 0.91, 0.78, 0.73),
    "trained, supervised": (0.79, 0.81, 0.89, 0.99, 0.89, 0.84),
    "trained, supervised and queries": (0.64, 0.69, 0.94, 0.99, 0.93, 0.76),
    "trained, all three": (0.54, 0.58, 0.97, 0.99, 0.95, 0.69),
}
"""Table 3 of `risk2022` as published, on the test part of TAB: the figures of `KEYS` in their order."""

AS_PUBLISHED = "surprisal(threshold=3.5)"
"""The threshold of the paper, since ours was chosen with labels in view."""

GENERIC, SILVER, TRAINED, ALONE = "generic", "silver", "trained", "alone"


@dataclass(frozen=True)
class Strategy:
    """One row: what recognizes entities, and which measures judge them; without any, the detector decides itself."""

    name: str
    recognizer: str
    measures: tuple[str, ...] = ()


STRATEGIES = (
    Strategy("generic NER, mask all", GENERIC, (paper.MASK_ALL,)),
    Strategy("zero-shot, mask all", SILVER, (paper.MASK_ALL,)),
    Strategy("zero-shot, surprisal", SILVER, (AS_PUBLISHED,)),
    Strategy("zero-shot, queries", SILVER, ("queries",)),
    Strategy("zero-shot, surprisal and queries", SILVER, (AS_PUBLISHED, "queries")),
    Strategy("zero-shot, safe harbor", SILVER, ("categories",)),
    Strategy("zero-shot, safe harbor and rarity", SILVER, ("categories", "rarity")),
    Strategy("trained, mask all", TRAINED, (paper.MASK_ALL,)),
    Strategy("trained, most specific", TRAINED, (paper.MOST_SPECIFIC,)),
    Strategy("trained, surprisal", TRAINED, ("surprisal",)),
    Strategy("trained, queries", TRAINED, ("queries",)),
    Strategy("trained, supervised", TRAINED, ("classifier",)),
    Strategy("trained, supervised and queries", TRAINED, ("classifier", "queries")),
    Strategy("trained, all three", TRAINED, ("surprisal", "queries", "classifier")),
    Strategy("trained, supervised for F1", TRAINED, ("classifier(scale='f1')",)),
    Strategy("trained, the detector alone", ALONE),
)
"""The rows of Table 3, and ours that it does not have, named by what is not in it: safe harbor, rarity, a classifier
whose limit weighs precision against recall, and the decisions of the detectors alone."""

BEST_TRAINED = "trained, supervised for F1"
"""The row whose time is taken."""


def run(
    data: str | Path,
    split: str = "dev",
    out: str | Path | None = None,
    strategies: Sequence[str] | None = None,
    weights: Any = "words",
    timed: bool = True,
    report: Listener | None = None,
) -> dict[str, Any]:
    """All strategies (or those named) on one split, the curves of thresholds, and the time of the best trained one.

    `weights` is the language model of weighted precision as in `Protection`; None leaves it out. `out` is a file for
    the plot of the curves (.svg or .png).
    """
    cases = read_tab(data, split=split)
    web = gather_web(Path(data), cases)
    chosen = [each for each in STRATEGIES if strategies is None or each.name in strategies]
    trial = Trial(cases, LocalIndex(web))
    # Before anything else, as information content is kept once it is known.
    seconds = {"seconds_per_document": trial.seconds(BEST_TRAINED)} if timed else {}
    trial.run(chosen, report)
    metric = Protection(weights=weights)
    rows = [trial.row(strategy, metric) for strategy in chosen]
    curves = {name: curve.points(cases, Protection()) for name, curve in trial.curves.items() if curve.scores}
    if out is not None:
        draw(rows, curves, Path(out))
    return {"split": split, "recipe": "risk2022", "pages": len(web), "rows": rows, **seconds, "curves": curves}


def gather_web(data: Path, cases: Iterable[Case]) -> dict[str, str]:
    """What can be searched: the judgments by their id, and actors; of the cases to be judged, the background alone."""
    judged = {case.document.id for case in cases}
    folder = data if data.is_dir() else data.parent
    pages: dict[str, str] = {}
    for file in sorted(folder.glob("background_*.json*")):
        pages |= load_json(file)
    for case in read_tab(folder, split="train") if any(folder.glob("echr_train*")) else ():
        if case.document.id not in judged:
            pages[case.document.id] = f"{pages.get(case.document.id, '')}\n\n{case.document.text}"
    abstracts = folder.parent / "wikiactors" / "actors_19k_abstracts.jsonl.gz"
    actors = read_population(abstracts, "abstract") if abstracts.exists() else []
    return pages | {f"actor-{actor.id}": actor.text for actor in actors}


@dataclass
class Trial:
    """Every strategy on every case; risk measures are shared, so that nothing is worked out twice."""

    cases: Sequence[Case]
    engine: LocalIndex
    hidden: dict[str, dict[str, list[tuple[int, int]]]] = field(default_factory=dict)
    failed: dict[str, list[str]] = field(default_factory=dict)
    curves: dict[str, Curve] = field(default_factory=lambda: {name: Curve(setting) for name, setting in CURVES.items()})

    def run(self, strategies: Sequence[Strategy], report: Listener | None = None) -> None:
        """Decide what each strategy hides in each case."""
        recognizers = {strategy.recognizer for strategy in strategies}
        for number, case in enumerate(self.cases):
            if report:
                report("cases", number, len(self.cases), 0.0)
            plain = Document(case.document.id, case.document.text)
            found = {name: self.recognize(name, plain) for name in sorted(recognizers)}
            for strategy in strategies:
                self._decide(strategy, found[strategy.recognizer])

    def recognize(self, recognizer: str, document: Document) -> Document:
        """The document with everything that a recognizer finds."""
        if recognizer == GENERIC:
            return document.with_mentions(list(self._generic.detect(document)))
        return self._recognizers[recognizer].detect(document)

    def row(self, strategy: Strategy, metric: Protection) -> dict[str, Any]:
        """The figures of one strategy, with the published ones where there are any."""
        spans = self.hidden[strategy.name]
        figures = metric.evaluate(self.cases, spans)
        precision, recall = figures["token_precision"], figures["recall_all"]
        ours = {
            "precision": precision,
            "weighted_precision": figures["weighted_token_precision"],
            **{key: figures[key] for key in ("recall_all", "recall_direct", "recall_quasi")},
            "f1": 2 * precision * recall / (precision + recall) if precision + recall else 0.0,
            "token_f1": figures["token_f1"],
        }
        published = PUBLISHED.get(strategy.name)
        return {
            "strategy": strategy.name,
            "trained": strategy.recognizer in (TRAINED, ALONE),
            **rounded(ours),
            "failed": len(self.failed.get(strategy.name, ())),
            "paper": dict(zip(KEYS, published, strict=True)) if published else None,
        }

    def seconds(self, name: str) -> dict[str, float]:
        """The median seconds of a whole release on one core, and the share of each stage.

        Pricing the options, which takes the language model, is part of deciding.
        """
        strategy = next(each for each in STRATEGIES if each.name == name)
        watch = Stopwatch()
        pipeline = self._pipeline(strategy)
        pipeline = replace(pipeline, risk=TimedRisk(pipeline.risk, watch) if pipeline.risk else None)
        pipeline.release(Document("first", "Mr Tony Booth, a train driver, was born in Zenda on 3 May 1951."))
        totals = []
        for case in self.cases:
            totals.append(watch.release(pipeline, Document(case.document.id, case.document.text)))
        whole = sum(watch.spent.values())
        shares = {stage: round(spent / whole, 4) for stage, spent in watch.spent.items()}
        return {"median": round(statistics.median(totals), 3), "mean": round(statistics.fmean(totals), 3), **shares}

    def _decide(self, strategy: Strategy, document: Document) -> None:
        hidden = self.hidden.setdefault(strategy.name, {})
        pipeline = self._pipelines(strategy)
        try:
            plan = pipeline.plan(document)
            changed = {decision.option.entity for decision in plan.decisions}
            self._keep_scores(strategy, document)
        except UnnameError:
            # Nothing of a document is released on which a stage fails, so all that was found in it is hidden.
            self.failed.setdefault(strategy.name, []).append(document.id)
            changed = {entity.id for entity in document.entities}
        hidden[document.id] = _spans(document, changed)

    def _keep_scores(self, strategy: Strategy, document: Document) -> None:
        curve = self.curves.get(strategy.name)
        if curve is not None:
            measure = self._measures[strategy.measures[0]]
            (risk,) = measure.assess(document, [{}])
            curve.add(document, {id: in_nats(value, measure) for id, value in risk.by_entity.items()})

    def _pipelines(self, strategy: Strategy) -> Pipeline:
        if strategy.name not in self._made:
            shared = [self._shared(measure) for measure in strategy.measures]
            self._made[strategy.name] = self._pipeline(strategy, shared)
        return self._made[strategy.name]

    def _pipeline(self, strategy: Strategy, measures: Sequence[RiskModel] | None = None) -> Pipeline:
        if not strategy.measures:
            return _alone()
        trained = strategy.recognizer == TRAINED
        return paper.risk2022(measures or strategy.measures, trained=trained, engine=self.engine)

    def _shared(self, measure: str) -> RiskModel:
        if measure not in self._measures:
            searches = measure in paper.SEARCHING
            self._measures[measure] = create("risk", measure, **({"engine": self.engine} if searches else {}))
        return self._measures[measure]

    @cached_property
    def _measures(self) -> dict[str, RiskModel]:
        return {}

    @cached_property
    def _made(self) -> dict[str, Pipeline]:
        return {}

    @cached_property
    def _generic(self) -> Any:
        return create("detector", "spacy", model=str(packaged_spacy()))

    @cached_property
    def _recognizers(self) -> dict[str, Pipeline]:
        silver, trained, alone = paper.risk2022(("named",)), paper.risk2022(("named",), trained=True), _alone()
        shared = {detector.name: Remembered(detector) for each in (silver, trained) for detector in each.detectors_}
        return {
            name: replace(each, detectors=tuple(shared[detector.name] for detector in each.detectors_))
            for name, each in ((SILVER, silver), (TRAINED, trained), (ALONE, alone))
        }


@dataclass
class Remembered:
    """A detector that reads a text once, however often it is asked about it in a row."""

    detector: Detector
    last: tuple[str, Sequence[Mention]] | None = field(default=None, repr=False)

    @property
    def name(self) -> str:
        """The name of the detector."""
        return self.detector.name

    def detect(self, document: Document) -> Sequence[Mention]:
        """What the detector finds."""
        if self.last is None or self.last[0] != document.text:
            self.last = document.text, self.detector.detect(document)
        return self.last[1]


def _alone() -> Pipeline:
    """The pipeline that hides what its detectors are sure enough of."""
    return Pipeline(balance="f1")


def _spans(document: Document, entities: Iterable[str]) -> list[tuple[int, int]]:
    """Where the entities stand; overlapping spans as one, as they are hidden."""
    wanted = set(entities)
    spans: list[tuple[int, int]] = []
    for entity in document.entities:
        if entity.id in wanted:
            spans += [(mention.span.start, mention.span.end) for mention in entity.mentions]
    united: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if united and start < united[-1][1]:
            united[-1] = (united[-1][0], max(end, united[-1][1]))
        else:
            united.append((start, end))
    return united
