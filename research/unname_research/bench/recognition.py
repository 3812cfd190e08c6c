"""How well names are found in Russian, and how much of what should be hidden is, beside plain natasha.

Strict F1 counts a mention as right if place and type are, to the letter (FactRuEval by mapping A: a person is the
whole object, an organization or a place each of its names). All-or-nothing recall, as in `replace2021` 3.3, counts a
mention as hidden if all its letters and digits are, whatever the type, an entity or a document if all its mentions are.
Where we differ: the paper takes it over the mentions of a person, by eye, on 200 documents; we over all names, by gold.

What was chosen, was chosen on the development part of FactRuEval; all figures are of test parts, and those of the other
corpora of texts that nothing was chosen on.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from unname.core.document import Document, Role, Span
from unname.core.errors import require
from unname.core.example import Example, Mark, flatten_marks
from unname.core.progress import Listener
from unname.corpora.tab import read_tab
from unname.detect.natasha import Natasha, cut_names
from unname.measure.protection import Protection
from unname.pipeline import recipe
from unname.pipeline.document import Pipeline
from unname.training.learners.crf import Crf, CrfModel
from unname_research.bench.rounding import rounded
from unname_research.bench.russian_data import (
    LOC,
    ORG,
    PER,
    TYPES,
    read_collection3,
    read_entities,
    read_factrueval,
    read_others,
)

LABELS = {"PERSON": PER, "LOC": LOC, "ORG": ORG}
BEST = 0.5
"""The probability from which on a mention of natasha is one of its own."""

ITERATIONS = 60
"""How long the conditional random field learns."""

SIZES = (25_000, 50_000, 100_000, 200_000, 400_000)
"""The characters of one text, of which the growth of cost is told."""

TAB_FIGURES = ("all_or_nothing_document", "all_or_nothing_person", "mention_recall", "recall_direct", "recall_quasi")


class Reading(NamedTuple):
    """What a system makes of a text: the names it finds, and all that it would hide."""

    names: Sequence[Mark]
    hidden: Sequence[Span]


System = Callable[[Example], Reading]


def run(
    data: str | Path,
    split: str = "test",
    fast: bool = False,
    report: Listener | None = None,
) -> dict[str, Any]:
    """All figures; `fast` leaves the other corpora, TAB and the growth out; `split` is a part of FactRuEval."""
    root = Path(data)
    learned, seconds = learn(root)
    systems = make_systems(learned)
    parts = dict(zip(("dev", "test"), read_factrueval(root), strict=True))
    result: dict[str, Any] = {
        "mapping": "A",
        "split": split,
        "crf": {"corpus": "collection3", "documents": seconds[1], "iterations": ITERATIONS, "seconds": seconds[0]},
        "factrueval": measure(parts[split], systems, read_entities(root, split), report),
    }
    if not fast:
        result["others"] = {name: measure(examples, systems) for name, examples in read_others(root)}
        result["tab"] = measure_tab(root)
        result["growth"] = measure_growth(parts["test"])
    return rounded(result)  # type: ignore[no-any-return]


def learn(data: Path) -> tuple[CrfModel, tuple[int, int]]:
    """The recognizer of the paper's setting: a conditional random field on Collection3; and its seconds and documents.

    The paper has a network there. The data have no licence, so that it is learned anew each time and never kept.
    """
    examples, _ = read_collection3(data)
    began = process_time()
    model = Crf(iterations=ITERATIONS).fit(examples)
    return model, (round(process_time() - began), len(examples))


def make_systems(learned: CrfModel) -> dict[str, System]:
    """What is compared, by name."""
    plain, detector = read_plain(), Natasha()
    pipelines = {balance: Pipeline(language="ru", balance=balance) for balance in ("f1", "recall")}

    def by_detector(example: Example) -> Reading:
        found = [mention for mention in detector.detect(_document(example)) if mention.confidence >= BEST]
        return _reading([Mark(mention.span, LABELS[mention.label]) for mention in found])

    def by_field(example: Example) -> Reading:
        return _reading(learned.predict([example])[0].marks)

    def by_pipeline(balance: str) -> System:
        return lambda example: _product(pipelines[balance], example)

    def united(example: Example) -> Reading:
        further = by_field(example).names
        cut = [Mark(span, mark.label) for mark in further for span in cut_names(example.text, mark.span)]
        hidden = [*_product(pipelines["recall"], example).hidden, *(mark.span for mark in further)]
        return Reading(unite(by_detector(example).names, cut), hidden)

    return {
        "natasha": plain,
        "our natasha": by_detector,
        "ours, f1": by_pipeline("f1"),
        "ours": by_pipeline("recall"),
        "crf": by_field,
        "union": united,
    }


def read_plain() -> System:
    """Natasha as its own documentation uses it."""
    natasha = require("natasha", "ru")
    segmenter, tagger = natasha.Segmenter(), natasha.NewsNERTagger(natasha.NewsEmbedding())

    def read(example: Example) -> Reading:
        document = natasha.Doc(example.text)
        document.segment(segmenter)
        document.tag_ner(tagger)
        return _reading([Mark(Span(span.start, span.stop), span.type) for span in document.spans])

    return read


def unite(names: Sequence[Mark], others: Sequence[Mark]) -> list[Mark]:
    """The names of one recognizer, and those of another where the first finds nothing."""
    taken = [mark.span for mark in names]
    further = [mark for mark in others if not any(mark.span.overlaps(span) for span in taken)]
    return list(flatten_marks([*names, *further]))


def _product(pipeline: Pipeline, example: Example) -> Reading:
    found = pipeline.detect(_document(example))
    shown = [mention for mention in found.mentions if mention.role is not Role.NONE]
    names = [Mark(mention.span, LABELS[mention.label]) for mention in shown if mention.label in LABELS]
    return Reading(names, [mention.span for mention in shown])


def _reading(names: Sequence[Mark]) -> Reading:
    return Reading(names, [mark.span for mark in names])


def _document(example: Example) -> Document:
    return Document(example.id, example.text, "ru")


def measure(
    examples: Sequence[Example],
    systems: Mapping[str, System],
    entities: Mapping[str, Sequence[Sequence[Span]]] | None = None,
    report: Listener | None = None,
) -> dict[str, Any]:
    """The figures of each system on some texts."""
    n_characters = sum(len(example.text) for example in examples)
    figures = {}
    for number, (name, system) in enumerate(systems.items(), start=1):
        system(examples[0])  # what is loaded when first asked for is not timed
        began = process_time()
        readings = [system(example) for example in examples]
        speed = n_characters / max(process_time() - began, 1e-6)
        figures[name] = {
            **strict(examples, readings),
            **all_or_nothing(examples, readings, entities),
            "chars_per_second": round(speed),
        }
        if report:
            report("recognition", number, len(systems), 0.0)
    n_mentions = sum(len(example.marks) for example in examples)
    return {"documents": len(examples), "characters": n_characters, "mentions": n_mentions, "systems": figures}


def strict(examples: Sequence[Example], readings: Sequence[Reading]) -> dict[str, Any]:
    """Precision, recall and F1 of names to the letter, over all and by type."""
    right, found, true = Counter[str](), Counter[str](), Counter[str]()
    for example, reading in zip(examples, readings, strict=True):
        wanted, said = set(example.marks), set(reading.names)
        for count, marks in ((right, wanted & said), (found, said), (true, wanted)):
            count.update(mark.label for mark in marks)
    scores = {label: _scores(right[label], found[label], true[label]) for label in TYPES}
    return {**_scores(right.total(), found.total(), true.total()), "by_type": scores}


def _scores(right: int, found: int, true: int) -> dict[str, float]:
    return {
        "precision": right / found if found else 0.0,
        "recall": right / true if true else 0.0,
        "f1": 2 * right / (found + true) if found + true else 0.0,
    }


def all_or_nothing(
    examples: Sequence[Example],
    readings: Sequence[Reading],
    entities: Mapping[str, Sequence[Sequence[Span]]] | None = None,
) -> dict[str, float]:
    """The share of mentions, entities and documents of which every letter and digit is hidden; and what else is hidden.

    `hidden_share` is the share of all letters and digits that are hidden, so that hiding everything does not look good.
    """
    counts: dict[str, list[bool]] = {"mention_recall": [], "entity_recall": [], "document_recall": []}
    n_hidden = n_signs = 0
    for example, reading in zip(examples, readings, strict=True):
        left = bytearray(map(str.isalnum, example.text))
        n_signs += sum(left)
        for start, end in reading.hidden:
            left[start:end] = bytes(end - start)
        n_hidden += sum(map(str.isalnum, example.text)) - sum(left)
        safe = {mark.span: left.find(1, *mark.span) < 0 for mark in example.marks}
        counts["mention_recall"] += safe.values()
        if safe:
            counts["document_recall"].append(all(safe.values()))
        for group in (entities or {}).get(example.id, ()):
            counts["entity_recall"].append(all(safe[span] for span in group))
    shares = {name: sum(each) / len(each) for name, each in counts.items() if each}
    return {**shares, "hidden_share": n_hidden / n_signs if n_signs else 0.0}


def measure_tab(data: Path) -> dict[str, Any]:
    """All-or-nothing recall on the development cases of TAB: of each English detector alone, and of all together."""
    cases = read_tab(data / "tab", split="dev")
    chosen = {**{name: (name,) for name in recipe.DETECTORS}, "all": recipe.DETECTORS}
    result = {}
    for name, detectors in chosen.items():
        pipeline = Pipeline(detectors=detectors)
        spans = {case.document.id: _hidden(pipeline, case.document) for case in cases}
        figures = Protection().evaluate(cases, spans)
        result[name] = {figure: figures[figure] for figure in TAB_FIGURES}
    return result


def _hidden(pipeline: Pipeline, document: Document) -> list[Span]:
    found = pipeline.detect(Document(document.id, document.text, "en"))
    return [mention.span for mention in found.mentions if mention.role is not Role.NONE]


def measure_growth(examples: Sequence[Example]) -> list[dict[str, float]]:
    """How long one text takes, by its length: plain natasha, our detector, and all that reads Russian."""
    whole = "\n\n".join(example.text for example in examples)
    plain, detector, pipeline = read_plain(), Natasha(), Pipeline(language="ru")
    systems: dict[str, Callable[[Example], object]] = {
        "natasha": plain,
        "our natasha": lambda example: detector.detect(_document(example)),
        "ours": lambda example: pipeline.detect(_document(example)),
    }
    rows = []
    for size in SIZES:
        example = Example("d", (whole * (size // len(whole) + 1))[:size])
        row: dict[str, float] = {"characters": size}
        for name, system in systems.items():
            began = process_time()
            system(example)
            row[name] = process_time() - began
        rows.append(row)
    return rows
