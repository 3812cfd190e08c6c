"""What to look at before signing, what nobody else says, and what nobody looked at."""

from collections.abc import Mapping
from typing import Any

from unname.measure.unfamiliar import KINDS
from unname.report.page import Section, bullets, paragraph, table
from unname.report.values import count, mapping, number, percent, strings
from unname.report.verdict import UNREAD

UNIQUE = "documents that say something that nobody else in the corpus says"
"""What is counted of a corpus, wherever it is told."""

_UNREAD = {kind: f"documents that {said.format(s='')}" for kind, said in UNREAD.items()}


def check(facts: Mapping[str, Any]) -> Section | None:
    """What a reader should look at, as a list."""
    said = strings(facts.get("check"))
    return Section("check", "Before you sign", [bullets(said)]) if said else None


def unique(facts: Mapping[str, Any]) -> Section | None:
    """How many documents say what nobody else says, before and after."""
    told = mapping(facts, "unique")
    if not told:
        return None
    stages = [mapping(told, stage) for stage in ("before", "released")]
    if all(number(stage.get("share")) is None for stage in stages):
        said = "There is nobody to compare with: a corpus with one person tells nothing about what others say."
        return Section("unique", "What nobody else says", [paragraph(said, "caution")])
    lines = [
        ["documents compared", *(count(stage.get("documents")) for stage in stages)],
        [UNIQUE, *(_share(stage) for stage in stages)],
        ["such things in the median document", *(count(stage.get("median")) for stage in stages)],
    ]
    compared = table("Compared within the corpus", ["", "original text", "what is released"], lines, [1], "wrapped")
    return Section("unique", "What nobody else says", [compared, paragraph(_READING, "note")])


def unread(facts: Mapping[str, Any]) -> Section | None:
    """How much of what is released is of a kind that nobody looked at."""
    told = mapping(facts, "unread")
    lines = [[_UNREAD[kind], count(told.get(kind))] for kind in KINDS if number(told.get(kind)) is not None]
    if not lines:
        return None
    counted = table("Signs in what is released that call for another look", ["", "documents"], lines, kind="wrapped")
    said = [paragraph(_TEXT_ONLY), counted, paragraph(_SIGNS, "note")]
    if n_assumed := number(facts.get("taken_as_english")):
        said.append(
            paragraph(
                "Too short or too unclear to tell the language, and taken as English: "
                f"{count(n_assumed)} (as Russian, what is in Cyrillic letters)."
            )
        )
    return Section("unread", "What was not looked at", said)


_READING = (
    "All that is visible counts, whether a detector found it or not: words and pairs of words in a row within a "
    "sentence; function words are left out, and endings do not matter. Originals are compared with originals, and what "
    "is released with all else that is released. Nearly every text of some length says something that no other one "
    "says; the number of such things tells how much there is to recognize. In a small corpus, much is unique that many "
    "people share."
)
_TEXT_ONLY = (
    "Detectors were made for English prose, and read text only. Pictures, sound, attachments, the properties of files, "
    "and what a page would show by its markup were not looked at."
)
_SIGNS = (
    "Language is told by the share of ordinary English words: a sign to look, not a measurement. A text of few words "
    "or a short passage in another language may not be seen."
)


def _share(told: Mapping[str, Any]) -> str:
    interval = f" ({percent(told.get('low'))} to {percent(told.get('high'))})"
    return percent(told.get("share")) + interval * (number(told.get("share")) is not None)
