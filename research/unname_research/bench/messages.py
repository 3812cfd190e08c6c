"""Everyday text: synthetic messages, adversarial cases and Wikipedia summaries, for us and for Presidio.

Scored by words (`\\w+`), hidden or not, whatever the type: a word counts as found if it lies in a span
that is hidden. F2 weighs recall four times as much as precision.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from unname.core.errors import InputError
from unname.corpora.files import load_json
from unname.corpora.rows import read_rows
from unname.corpora.tab import Case, read_tab
from unname_research.bench.detector_run import Spans, costs, ours, presidio
from unname_research.bench.presidio import published
from unname_research.bench.rounding import rounded
from unname_research.bench.tab import beside, score
from unname_research.bench.wiki553 import LIVES, read_lives

Gold = list[tuple[str, Spans]]
UNANNOTATED = ("QUANTITY", "MISC")
"""Categories that these sets do not annotate; what we find of them is neither right nor wrong there."""


def run_presidio_synthetic(data: str | Path, compare: bool = True, **settings: Any) -> dict[str, Any]:
    """The 1,500 synthetic sentences of presidio-research, version 2."""
    rows = load_json(_file(data, "synth_dataset_v2.json.gz"))
    gold = [
        (row["full_text"], [(s["start_position"], s["end_position"], s["entity_type"]) for s in row["spans"]])
        for row in rows
    ]
    result: dict[str, Any] = _contest({"all": gold}, compare, settings)["all"]
    return result


def run_ambientmeta(data: str | Path, compare: bool = True, **settings: Any) -> dict[str, Any]:
    """The adversarial, ambiguous and contextual cases, each a set of its own."""
    sets = {}
    for name in ("adversarial_cases", "ambiguous_spans", "contextual_detection"):
        rows = [row.values for row in read_rows(_file(data, f"{name}.jsonl.gz"))]
        sets[name.partition("_")[0]] = [
            (row["text"], [(a["start"], a["end"], a["entity_type"]) for a in row["annotations"]]) for row in rows
        ]
    return {"sets": _contest(sets, compare, settings)}


def run_wiki100(data: str | Path, compare: bool = True, **settings: Any) -> dict[str, Any]:
    """The 100 typed Wikipedia summaries of Wiki553, with the TAB metrics.

    The published output of Presidio is for the 553 texts, 92 of which are the same in both files, and scored on those.
    """
    cases = read_tab(_file(data, "wiki_replace_test_100.json.gz"))
    texts = [case.document.text for case in cases]
    mine, other = ours(texts, settings), presidio(texts) if compare else None
    masks = _published(data, cases) if compare else None
    return {"settings": settings, **score(cases, mine), **beside(cases, other, masks), **costs(mine, other)}


def _published(data: str | Path, cases: Sequence[Case]) -> dict[str, Spans] | None:
    if not (Path(data) / LIVES).exists():
        return None
    texts, _ = read_lives(Path(data))
    same = [case for case in cases if (life := texts.get(case.document.id)) and life.text == case.document.text]
    return published(data, same)


def _contest(sets: dict[str, Gold], compare: bool, settings: dict[str, Any]) -> dict[str, Any]:
    texts = [text for gold in sets.values() for text, _ in gold]
    mine, other = ours(texts, settings), presidio(texts) if compare else None
    result, at = {}, 0
    for name, gold in sets.items():
        part = slice(at, at + len(gold))
        at += len(gold)
        result[name] = {
            "settings": settings,
            **_by_words(gold, [_annotated(found) for found in mine.spans[part]]),
            "presidio": {**_by_words(gold, other.spans[part]), **other.about} if other else None,
            **costs(mine, other),
        }
    return result


def _annotated(found: Spans) -> Spans:
    return [span for span in found if span[2] not in UNANNOTATED]


def _by_words(gold: Gold, found: Sequence[Spans]) -> dict[str, Any]:
    hits = n_gold = n_found = 0
    by_type: dict[str, list[int]] = {}
    for (text, expected), spans in zip(gold, found, strict=True):
        hidden = _words(text, spans)
        wanted = {word: label for start, end, label in expected for word in _words(text, [(start, end, label)])}
        hits += len(hidden & wanted.keys())
        n_gold += len(wanted)
        n_found += len(hidden)
        for word, label in wanted.items():
            count = by_type.setdefault(label, [0, 0])
            count[0] += word in hidden
            count[1] += 1
    precision, recall = hits / max(n_found, 1), hits / max(n_gold, 1)
    f2 = 5 * precision * recall / (4 * precision + recall) if precision + recall else 0.0
    recalls = {label: hit / total for label, (hit, total) in sorted(by_type.items())}
    figures = {"recall": recall, "precision": precision, "f2": f2, "recall_by_type": recalls}
    return rounded({"documents": len(gold), "words": n_gold, **figures})  # type: ignore[no-any-return]


def _words(text: str, spans: Spans) -> set[int]:
    covered = bytearray(len(text))
    for start, end, _ in spans:
        covered[start:end] = b"\1" * (end - start)
    return {word.start() for word in re.finditer(r"\w+", text) if any(covered[word.start() : word.end()])}


def _file(data: str | Path, name: str) -> Path:
    path = Path(data) / name if Path(data).is_dir() else Path(data)
    if not path.exists():
        raise InputError(f"{path} does not exist; --data must be the folder that holds {name}")
    return path
