"""What a judge that reads each entity in its context (`risk2022` 3.2.3) adds over the sureness of the detectors.

It learns from the training cases of TAB as two recognizers find entities in them, and judges the development cases
beside those that come with unname. It is not told how sure the detectors are: the tagger has learned from the training
cases and is surer there than anywhere else.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from unname.core.document import Document
from unname.core.errors import ConfigError
from unname.core.progress import Listener
from unname.corpora.tab import Case, read_tab
from unname.pipeline.document import Pipeline
from unname.risk.classifier import CAUTION, average_odds
from unname.risk.surprisal import Surprisal
from unname_research.bench.rounding import rounded
from unname_research.bench.supervised import BOTH, Judge, compare_judges, judges
from unname_research.papers.risk2022 import risk2022
from unname_research.train.entity_reading import Pace
from unname_research.train.judge_reader import Decided, JudgeNetwork, decide, judge_all, train
from unname_research.train.risk import shares

READS = "reader"


@dataclass(frozen=True)
class Reader:
    """A network that judges, and what it is told beside what it reads: surprisal, and the entities beside each."""

    surprisal: bool = True
    beside: bool = True

    def see(self, decided: Decided) -> Decided:
        """A document without what this reader is not told."""
        looks = decided.looks if self.surprisal else decided.looks[:, :-2]
        return Decided(decided.reading, looks, decided.target, decided.weight)


READERS: Mapping[str, Reader] = {
    READS: Reader(),
    "reader without surprisal": Reader(surprisal=False),
    "reader without the others": Reader(beside=False),
}


def run(
    data: str | Path,
    out: str | Path,
    pace: Pace = Pace(epochs=6),  # noqa: B008 (frozen)
    base: str | Path | None = None,
    report: Listener | None = None,
) -> dict[str, Any]:
    """Train the readers (checkpoints in the folder `out`), and compare all judges on the development cases."""
    cases = read_tab(Path(data) / "tab", split="train")
    if not cases:
        raise ConfigError("no training cases to learn judging from")
    decided = dict(decide_cases(cases, (risk2022(("named",)), Pipeline()), report))
    chosen = judges()
    for name, reader in READERS.items():
        seen = {id: reader.see(each) for id, each in decided.items()}
        network = train(seen, Path(out) / f"{name.replace(' ', '-')}.pt", pace, base, report, reader.beside)
        chosen |= _beside_others(name, judged_by(network, reader))
    return rounded({"rows": compare_judges(Path(data), chosen), "training": len(cases)})  # type: ignore[no-any-return]


def decide_cases(
    cases: Sequence[Case], recognizers: Iterable[Pipeline], report: Listener | None = None
) -> Iterator[tuple[str, Decided]]:
    """Each case as each recognizer finds entities in it, in numbers, with the share of annotators that hid each."""
    surprisal = Surprisal()
    for number, recognizer in enumerate(recognizers):
        for done, case in enumerate(cases):
            document = recognizer.detect(Document(case.document.id, case.document.text))
            if document.entities:
                target = shares(document, case.annotators)
                nats = surprisal.measure_information(document)
                yield f"{case.document.id}-{number}", decide(document, target, np.ones(len(target)), nats)
            if report:
                report("detect", done + 1, len(cases), 0.0)


def judged_by(network: JudgeNetwork, reader: Reader) -> Judge:
    """The log-odds of a trained reader for any detected document."""
    surprisal = Surprisal()

    def judge(document: Document) -> dict[str, float]:
        unknown = np.zeros(len(document.entities))
        decided = decide(document, unknown, unknown, surprisal.measure_information(document))
        odds = judge_all(network, {document.id: reader.see(decided)})[document.id]
        return dict(zip((entity.id for entity in document.entities), odds.tolist(), strict=True))

    return judge


def _beside_others(name: str, judge: Judge) -> dict[str, Judge]:
    """A reader alone, halved with the detectors, and in the place of half of what comes with unname."""
    if name != READS:
        return {f"{name}, and detectors": _halve(judge, _detected)}
    return {
        f"{name} alone": judge,
        f"{name} and detectors": _halve(judge, _detected),
        f"{name} and {BOTH}": _halve(judge, judges()[BOTH]),
    }


def _detected(document: Document) -> Mapping[str, float]:
    return {id: CAUTION * odds for id, odds in average_odds(document).items()}


def _halve(one: Judge, other: Judge) -> Judge:
    def judge(document: Document) -> Mapping[str, float]:
        second = other(document)
        return {id: 0.5 * odds + 0.5 * second[id] for id, odds in one(document).items()}

    return judge
