"""The strategies of Table 3 of `risk2022` on the Text Anonymization Benchmark, ours beside the published figures.

Each recognizer reads each document once, and all strategies judge what it found. Documents come without the name of the
person. The web that risk measures search is the background of all cases, the texts of training cases and, where they
are at hand, lives of all kinds; no label of any of them is used.
"""

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from unname.core.document import Document
from unname.core.errors import UnnameError
from unname.core.progress import Listener
from unname.core.registry import create
from unname.core.roles import RiskModel
from unname.corpora.files import load_json
from unname.corpora.tab import Case, read_tab
from unname.index.web import LocalIndex
from unname.measure.protection import Protection
from unname.models.packaged import packaged_spacy
from unname.pipeline.document import Pipeline
from unname_research.bench.curve import CURVES, Curve, draw, f1_of, in_nats
from unname_research.bench.presidio import united
from unname_research.bench.read_once import ReadOnce
from unname_research.bench.rounding import rounded
from unname_research.bench.stopwatch import Stopwatch, TimedRisk
from unname_research.papers import risk2022 as paper
from unname_research.train import searches

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
    chosen = [each for each in paper.STRATEGIES if strategies is None or each.name in strategies]
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


def gather_web(data: Path, cases: Sequence[Case]) -> dict[str, str]:
    """What can be searched: judgments by their id under the names of the applicants, and lives.

    Of the cases to be judged, the background alone is there.
    """
    judged = {case.document.id for case in cases}
    folder = data if data.is_dir() else data.parent
    pages: dict[str, str] = {}
    for file in sorted(folder.glob("background_*.json*")):
        pages |= load_json(file)
    for case in read_tab(folder, split="train") if any(folder.glob("echr_train*")) else ():
        if case.document.id not in judged:
            page = f"{pages.get(case.document.id, '')}\n\n{case.document.text}"
            pages[case.document.id] = searches.headed(case, page)
    for case in cases:
        if case.document.id in pages:
            pages[case.document.id] = searches.headed(case, pages[case.document.id])
    return pages | searches.other_pages(folder.parent) | searches.life_pages(folder.parent)


@dataclass
class Trial:
    """Every strategy on every case; risk measures are shared, so that nothing is worked out twice."""

    cases: Sequence[Case]
    engine: LocalIndex
    hidden: dict[str, dict[str, list[tuple[int, int]]]] = field(default_factory=dict)
    failed: dict[str, list[str]] = field(default_factory=dict)
    curves: dict[str, Curve] = field(default_factory=lambda: {name: Curve(setting) for name, setting in CURVES.items()})

    def run(self, strategies: Sequence[paper.Strategy], report: Listener | None = None) -> None:
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
        if recognizer == paper.GENERIC:
            return document.with_mentions(list(self._generic.detect(document)))
        return self._recognizers[recognizer].detect(document)

    def row(self, strategy: paper.Strategy, metric: Protection) -> dict[str, Any]:
        """The figures of one strategy, with the published ones where there are any."""
        spans = self.hidden[strategy.name]
        figures = metric.evaluate(self.cases, spans)
        precision, recall = figures["token_precision"], figures["recall_all"]
        ours = {
            "precision": precision,
            "weighted_precision": figures["weighted_token_precision"],
            **{key: figures[key] for key in ("recall_all", "recall_direct", "recall_quasi")},
            "f1": f1_of(precision, recall),
            "token_f1": figures["token_f1"],
        }
        published = paper.TABLE_3.get(strategy.name)
        return {
            "strategy": strategy.name,
            "trained": strategy.recognizer in (paper.TRAINED, paper.ALONE),
            "ours": strategy.ours,
            "price": strategy.price,
            **rounded(ours),
            "failed": len(self.failed.get(strategy.name, ())),
            "paper": dict(zip(paper.KEYS, published, strict=True)) if published else None,
        }

    def seconds(self, name: str) -> dict[str, float]:
        """The median seconds of a whole release on one core, and the share of each stage.

        Pricing the options, which takes the language model, is part of deciding.
        """
        strategy = next(each for each in paper.STRATEGIES if each.name == name)
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

    def _decide(self, strategy: paper.Strategy, document: Document) -> None:
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

    def _keep_scores(self, strategy: paper.Strategy, document: Document) -> None:
        curve = self.curves.get(strategy.name)
        if curve is not None:
            measure = self._measures[strategy.measures[0]]
            (risk,) = measure.assess(document, [{}])
            curve.add(document, {id: in_nats(value, measure) for id, value in risk.by_entity.items()})

    def _pipelines(self, strategy: paper.Strategy) -> Pipeline:
        if strategy.name not in self._made:
            shared = [self._shared(measure) for measure in strategy.measures]
            self._made[strategy.name] = self._pipeline(strategy, shared)
        return self._made[strategy.name]

    def _pipeline(self, strategy: paper.Strategy, measures: Sequence[RiskModel] | None = None) -> Pipeline:
        if not strategy.measures:
            return _alone()
        trained = strategy.recognizer == paper.TRAINED
        chosen = measures or strategy.measures
        return paper.risk2022(chosen, trained=trained, engine=self.engine, price=strategy.price)

    def _shared(self, measure: str) -> RiskModel:
        if measure not in self._measures:
            self._measures[measure] = paper.create_measure(measure, self.engine)
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
        shared = {detector.name: ReadOnce(detector) for each in (silver, trained) for detector in each.detectors_}
        return {
            name: replace(each, detectors=tuple(shared[detector.name] for detector in each.detectors_))
            for name, each in ((paper.SILVER, silver), (paper.TRAINED, trained), (paper.ALONE, alone))
        }


def _alone() -> Pipeline:
    """The pipeline that hides what its detectors are sure enough of."""
    return Pipeline(balance="f1")


def _spans(document: Document, entities: Iterable[str]) -> list[tuple[int, int]]:
    """Where the entities stand; overlapping spans as one, as they are hidden."""
    wanted = set(entities)
    mentions = [mention for entity in document.entities if entity.id in wanted for mention in entity.mentions]
    return [(start, end) for start, end, _ in united([(*mention.span, "") for mention in mentions])]
