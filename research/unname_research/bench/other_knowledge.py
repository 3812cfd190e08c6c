"""Attackers who know something else about the same people than the defender was told."""

import re
from collections.abc import Sequence
from dataclasses import replace

from unname.core.document import Document, Profile
from unname.core.registry import create
from unname.text.sentences import sentences
from unname_research.bench.release_data import Cast

SAME, OTHER, WHOLE, DATES = "the same half", "the other half", "the whole", "the whole and the dates"
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?"
FULL_DATE = re.compile(rf"\b{_MONTH}\s+\d{{1,2}},?\s+\d{{4}}\b|\b\d{{1,2}}(?:st|nd|rd|th)?\s+{_MONTH},?\s+\d{{4}}\b")
"""A day, a month and a year, as lives begin and end with."""

KNOWLEDGE = (SAME, OTHER, WHOLE, DATES)
"""What attackers may know where the defender knew half of each background."""


def halves(population: Sequence[Profile]) -> tuple[list[Profile], list[Profile]]:
    """What is known about each person in two parts: every other sentence, beginning with the first, and the rest.

    Whoever has a single sentence has it in the first part alone.
    """
    parts = []
    for first in (0, 1):
        kept = [
            " ".join(profile.text[slice(*each)] for each in sentences(profile.text)[first::2]) for profile in population
        ]
        parts.append([replace(profile, text=text) for profile, text in zip(population, kept, strict=True)])
    return parts[0], parts[1]


def known_by(knowledge: str, cast: Cast) -> Sequence[Profile]:
    """The population as an attacker with this knowledge has it; dates are all that the person's own text states."""
    if knowledge == WHOLE:
        return cast.population
    if knowledge == DATES:
        return with_dates(cast.population, cast.originals)
    same, other = halves(cast.population)
    return same if knowledge == SAME else other


def with_dates(population: Sequence[Profile], originals: Sequence[Document]) -> list[Profile]:
    """The people with every date that the person's own text states before it is released."""
    rules = create("detector", "rules")
    dates: dict[str, str] = {}
    for document in originals:
        found = [mention.span for mention in rules.detect(document) if mention.label == "DATETIME"]
        dates[document.person or ""] = "; ".join(document.text[slice(*span)] for span in found)
    return [
        replace(profile, text=f"{profile.text}\n{dates[profile.id]}.") if profile.id in dates else profile
        for profile in population
    ]
