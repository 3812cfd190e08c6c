"""Generalizations on 100 lives for which people chose generalizations (`wiki_replace_test_100`).

What people marked is masked, and generalized as it is where no risk model decides. Told is how many entities are
generalized, whether that is true and no finer than what people chose, and what it gains (TPI) and costs (people found).
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from unname.core.document import Document, Mention, Role, Span
from unname.core.redaction import Redaction
from unname.corpora.files import load_json
from unname.measure.utility import Utility
from unname.pipeline.document import Pipeline, write
from unname.replace.kinds import find_kind_steps
from unname_research.bench.attack_contest import hold_contest
from unname_research.bench.generalize_truth import WORDNET, Truth
from unname_research.bench.rounding import rounded
from unname_research.bench.wiki553 import read_lives

LIVES = "wiki_replace_test_100.json.gz"
MASK = "***"
_ROLES = {"DIRECT": Role.DIRECT, "QUASI": Role.QUASI, "NO_MASK": Role.NONE}
_DATE_LEVELS = ((r"[0-9]{4}", 1), (r"date in the [0-9]{4}s", 2))
_NOTHING = re.compile(r"\*\*\*|DATE|X|PERSON \d+|.*\bgiven name\b.*")


class Choice(NamedTuple):
    """What most annotators chose for a mention, and what they could choose above it."""

    chosen: str
    above: tuple[str, ...]


class Written(NamedTuple):
    """What stands in place of one mention, beside what people chose."""

    label: str
    original: str
    new: str
    choice: Choice | None


def run(data: str | Path, wordnet: str | Path = WORDNET) -> dict[str, Any]:
    """All figures; `data` is the folder of Wiki553, `wordnet` one with data.noun, without which kinds are unchecked."""
    folder = Path(data)
    lives = list(read_choices(folder / LIVES))
    masks, general = (
        [_write(Pipeline(detectors=(), replace=spec), document) for document, _ in lives]
        for spec in ("mask", "generalize")
    )
    written = [each for (_, choices), pair in zip(lives, general, strict=True) for each in _pair(*pair, choices)]
    return rounded(  # type: ignore[no-any-return]
        {
            "documents": len(lives),
            "generalized": count_generalized([document for document, _ in general], [r for _, r in general]),
            "no_finer_than_people": compare_levels(written),
            "truthful": judge_all(written, Truth(Path(wordnet))),
            **_compare_releases(folder, masks, general),
        }
    )


def read_choices(file: Path) -> Iterator[tuple[Document, Mapping[Span, Choice]]]:
    """The documents with the mentions of their first annotator, and what people chose by place."""
    for row in load_json(file):
        annotation = row["annotations"][min(row["annotations"])]
        mentions, choices = [], {}
        for each in annotation["entity_mentions"]:
            span = Span(each["start_offset"], each["end_offset"])
            role = _ROLES[each["identifier_type"]]
            mentions.append(Mention(span, each["entity_type"], each["entity_id"], role))
            if "replacement" in each:
                choices[span] = _read_choice(each["replacement"])
        yield Document(row["doc_id"], row["text"], person=row["doc_id"], mentions=tuple(mentions)), choices


def _read_choice(replacement: Mapping[str, Any]) -> Choice:
    votes = {text: len(voters) for text, voters in replacement["generalization_selection"].items()}
    chosen = min(votes, key=lambda text: (-votes[text], text == MASK, text)) if votes else MASK
    for ladder in _flatten(replacement["generalizations"]):
        if chosen in ladder:
            return Choice(chosen, tuple(ladder[ladder.index(chosen) + 1 :]))
    return Choice(chosen, ())


def _flatten(ladders: Any) -> Iterator[list[str]]:
    if isinstance(ladders, Mapping):
        for inner in ladders.values():
            yield from _flatten(inner)
    else:
        yield list(ladders)


def _write(pipeline: Pipeline, document: Document) -> tuple[Document, Redaction]:
    changed, _, redaction = write(pipeline, document)
    return changed, redaction


def _pair(document: Document, redaction: Redaction, choices: Mapping[Span, Choice]) -> Iterator[Written]:
    """What stands for each mention that people chose something for."""
    for mention in document.mentions:
        edit = next((edit for edit in redaction.edits if edit.old.overlaps(mention.span)), None)
        if edit and mention.span in choices:
            original, new = document.text[slice(*mention.span)], redaction.text[slice(*edit.new)]
            yield Written(mention.label, original, new, choices[mention.span])


def count_generalized(documents: Sequence[Document], redactions: Sequence[Redaction]) -> dict[str, Any]:
    """The share of entities that are not hidden whole, by label."""
    total, open = Counter[str](), Counter[str]()
    for document, redaction in zip(documents, redactions, strict=True):
        shown = {edit.entity for edit in redaction.edits if not _says_nothing(redaction.text[slice(*edit.new)])}
        for entity in document.entities:
            if entity.role is not Role.NONE:
                total[entity.label] += 1
                open[entity.label] += entity.id in shown
    shares = {label: open[label] / total[label] for label in sorted(total)}
    return {"all": sum(open.values()) / max(1, sum(total.values())), **shares}


def compare_levels(written: Sequence[Written]) -> dict[str, Any]:
    """The share of mentions that say no more than what people chose: of all, and of those that either left open."""
    told: dict[str, list[bool]] = defaultdict(list)
    for each in written:
        if each.choice is None:
            continue
        is_no_finer = _is_no_finer(each)
        told["all"].append(is_no_finer)
        told[each.label].append(is_no_finer)
        if not _says_nothing(each.new):
            told["generalized by us"].append(is_no_finer)
            if not _NOTHING.fullmatch(each.choice.chosen):
                told["generalized by us and by people"].append(is_no_finer)
    return {key: sum(values) / len(values) for key, values in told.items()} | {"mentions": len(told["all"])}


def _is_no_finer(each: Written) -> bool:
    if _says_nothing(each.new):
        return True
    assert each.choice is not None
    if _NOTHING.fullmatch(each.choice.chosen):
        return False
    if each.label == "DATETIME":
        theirs = next((level for form, level in _DATE_LEVELS if re.fullmatch(form, each.choice.chosen)), 0)
        ours = 2 if re.search(r"[0-9]0s", each.new) else 1
        return ours >= theirs
    noun, _, where = re.sub(r"^an? ", "", each.new).partition(" in ")
    chain = {each.choice.chosen.lower(), *map(str.lower, each.choice.above)}
    chain |= {str(step.meaning) for step in find_kind_steps(each.choice.chosen)}
    # A country that people did not choose to tell says more, whatever the kind.
    return noun.lower() in chain and not where


def judge_all(written: Sequence[Written], truth: Truth) -> dict[str, Any]:
    """The share of generalizations that are true among those that can be judged, by label, with how many there are."""
    verdicts: dict[str, list[bool]] = defaultdict(list)
    n_unjudged = 0
    for each in written:
        if _says_nothing(each.new):
            continue
        verdict = truth.judge(each.label, each.original, each.new)
        if verdict is None:
            n_unjudged += 1
        else:
            verdicts["all"].append(verdict)
            verdicts[each.label].append(verdict)
    shares = {label: sum(values) / len(values) for label, values in verdicts.items()}
    return {**shares, "judged": {label: len(values) for label, values in verdicts.items()}, "unjudged": n_unjudged}


def _says_nothing(new: str) -> bool:
    return not new or MASK in new


def _compare_releases(
    folder: Path, masks: Sequence[tuple[Document, Redaction]], general: Sequence[tuple[Document, Redaction]]
) -> dict[str, Any]:
    """TPI and people found for both; and TPI where whoever only the generalized text gives away is masked."""
    _, population = read_lives(folder)
    columns = {
        "original": [document for document, _ in masks],
        **{name: [_read_as(*pair) for pair in pairs] for name, pairs in (("mask", masks), ("generalize", general))},
    }
    contest = hold_contest(population, columns, fast=True, full=False, out=None, report=None)
    placed = contest.found_by_suite()
    pairs = [
        mask if lost and not before else generalized
        for mask, generalized, before, lost in zip(masks, general, placed["mask"], placed["generalize"], strict=True)
    ]
    utility = Utility()
    result = contest.result("original")
    tpi = {name: utility.evaluate(each)["tpi"] for name, each in (("mask", masks), ("generalize", general))}
    tpi["generalize, found as seldom"] = utility.evaluate(pairs)["tpi"]
    return {
        "tpi": tpi,
        "tpi_gain": tpi["generalize, found as seldom"] - tpi["mask"],
        "found_by_suite": result["suite"],
        "found_by_any": result["found_by_any"],
        "found_by_attack": result["attacks"],
    }


def _read_as(document: Document, redaction: Redaction) -> Document:
    return replace(document, text=redaction.text, mentions=())
