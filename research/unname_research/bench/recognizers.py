"""Table 2 of `risk2022`: how well each recognizer finds and types what could identify somebody.

Word by word, by category; ORG and LOC count as one where they are confused, as published. Gold is everything that the
annotators marked, whether they would hide it or not, each annotator's reading of a text by itself. What a recognizer
finds counts with its first label where findings overlap.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from unname.core.document import LABELS, Document, Mention
from unname.core.registry import create
from unname.corpora.tab import Case, read_tab
from unname.models.packaged import packaged_spacy
from unname.pipeline.document import Pipeline
from unname.text.words import TOKEN
from unname_research.papers.risk2022 import risk2022

INTERCHANGEABLE = frozenset({"ORG", "LOC"})

Recognizer = Callable[[Document], Sequence[Mention]]


def recognizers() -> dict[str, Recognizer]:
    """What Table 2 compares: a generic recognizer, the same with word lists, and what learned from both; then ours."""
    generic, lists = create("detector", "spacy", model=str(packaged_spacy())), create("detector", "gazetteer")
    silver = create("detector", "tagger(weights='silver', floor=1.0)")
    together, trained = risk2022(("named",)), Pipeline()
    return {
        "generic NER": generic.detect,
        "generic NER and gazetteer": lambda document: [*generic.detect(document), *lists.detect(document)],
        "silver": silver.detect,
        "silver, rules and gazetteer": lambda document: together.detect(document).mentions,
        "trained on TAB": lambda document: trained.detect(document).mentions,
    }


def compare_recognizers(cases: Sequence[Case], chosen: Mapping[str, Recognizer] | None = None) -> dict[str, Any]:
    """Precision, recall and F1 by category for each recognizer, and over all categories whatever the label."""
    result = {}
    for name, recognize in (chosen or recognizers()).items():
        counts = Counts()
        for case in cases:
            document = Document(case.document.id, case.document.text)
            found = label_words(document.text, recognize(document))
            for annotator in case.annotators:
                counts.add(label_words(document.text, annotator.mentions), found)
        result[name] = counts.figures()
    return result


def on_tab(data: Path) -> dict[str, Any]:
    """On the development cases of TAB."""
    return compare_recognizers(read_tab(data / "tab", split="dev"))


def on_wikipedia(data: Path) -> dict[str, Any]:
    """On the 100 lives of Wiki553 whose spans have categories."""
    return compare_recognizers(read_tab(data / "wiki553" / "wiki_replace_test_100.json.gz"))


def label_words(text: str, mentions: Iterable[Mention]) -> dict[int, str]:
    """The label of each word that a mention covers, by where the word starts; the first mention given counts."""
    labels: list[str | None] = [None] * len(text)
    for mention in mentions:
        for place in range(*mention.span):
            labels[place] = labels[place] or mention.label
    starts = {found.start(): labels[found.start() : found.end()] for found in TOKEN.finditer(text)}
    return {start: next(filter(None, each)) for start, each in starts.items() if any(each)}


class Counts:
    """Words of each category that were wanted, found, and both."""

    def __init__(self) -> None:
        self.wanted: Counter[str] = Counter()
        self.found: Counter[str] = Counter()
        self.hits_wanted: Counter[str] = Counter()
        self.hits_found: Counter[str] = Counter()
        self.any: Counter[str] = Counter()

    def add(self, gold: Mapping[int, str], found: Mapping[int, str]) -> None:
        """Compare what was found in one text with one reading of it."""
        self.wanted.update(gold.values())
        self.found.update(found.values())
        both = [(gold[place], found[place]) for place in gold.keys() & found.keys()]
        same = [(one, other) for one, other in both if one == other or {one, other} == INTERCHANGEABLE]
        self.hits_wanted.update(one for one, _ in same)
        self.hits_found.update(other for _, other in same)
        self.any.update(wanted=len(gold), found=len(found), hits=len(both))

    def figures(self) -> dict[str, dict[str, float]]:
        """Precision, recall and F1 of each category, and of all without their labels."""
        rows = {
            label: _scores(
                _share(self.hits_found[label], self.found[label]), _share(self.hits_wanted[label], self.wanted[label])
            )
            for label in LABELS
        }
        found, wanted, hits = (self.any[key] for key in ("found", "wanted", "hits"))
        return {**rows, "any": _scores(_share(hits, found), _share(hits, wanted))}


def count_kinds(documents: Iterable[Document]) -> dict[str, float]:
    """The share of each category among mentions, as Figure 2 shows for the silver corpus."""
    counts = Counter(m.label for document in documents for m in document.mentions)
    return {label: _share(counts[label], counts.total()) for label in LABELS}


def _scores(precision: float, recall: float) -> dict[str, float]:
    both = precision + recall
    return {"precision": precision, "recall": recall, "f1": 2 * precision * recall / both if both else 0.0}


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
