"""How many people fit what is released, and what that means in the words of data protection."""

import math
from collections.abc import Mapping
from typing import Any

from unname.report.page import Section, paragraph, table
from unname.report.release_seen import UNIQUE
from unname.report.values import NONE, count, mapping, number, percent, rows

MOST = 11.0
"""As log10, more people than there are: what is above it is damaged."""

NOT_MEASURED = "not measured"


def people(size: Any) -> str:
    """A crowd to read, to two digits, with its interval; below one, nobody is expected to fit by chance.

    >>> people({"log10": 3.1, "low": 1.9, "high": 4.0}), people({"log10": -2})
    ('about 1,300 (79 to 10,000)', 'fewer than 1')
    """
    middle, low, high = (how_many(mapping(size).get(key)) for key in ("log10", "low", "high"))
    if NONE in (middle, low, high):
        return _about(middle)
    return f"{_about(middle)} ({low} to {high})" if low != high else _about(middle)


def how_many(log10: Any) -> str:
    """A number of people by its log10, to two digits: an estimate has no more."""
    size = number(log10)
    if size is None or size > MOST:
        return NONE
    return "fewer than 1" if size < 0 else count(float(f"{10**size:.2g}"))


def crowd(facts: Mapping[str, Any]) -> Section | None:
    """How many people fit what is shown, before and after, and what an attacker was assumed to know."""
    told = mapping(facts, "crowd")
    if not told:
        return None
    title, n = "How many people fit", number(told.get("measured")) or 0
    if not n:
        said = "Not measured: no text is released for whose language there are tables of names, places and lives."
        return Section("crowd", title, [paragraph(said, "caution")])
    stages = [mapping(told, stage) for stage in ("before", "released")]
    lines = [
        [name, *(people(mapping(stage, key)) for stage in stages)]
        for name, key in (("the most telling document", "smallest"), ("the median document", "median"))
    ]
    caption = f"How many people are expected to fit all that a document says{_group(told)}, with 90% intervals"
    sizes = table(caption, ["", "original text", "what is released"], lines, [0], "wrapped")
    parts = [paragraph(_KNOWN), sizes, _counted(facts), *_shown(told), paragraph(_ESTIMATE, "caution"), *_dearest(told)]
    return Section("crowd", title, parts)


def protection(facts: Mapping[str, Any]) -> Section:
    """The three risks that data protection asks about, each with its figure or that there is none."""
    sizes, unique = mapping(facts, "crowd", "released"), mapping(facts, "unique", "released")
    lines = [
        ["singling out", "people who fit the most telling document", people(sizes.get("smallest"))],
        ["singling out", "people who fit the median document", people(sizes.get("median"))],
        ["singling out", UNIQUE, _share(unique)],
        *(["linkability", name, figure] for name, figure in _linked(facts)),
        ["inference", "people whom a language model names that reads the texts", _read(facts)],
        # Nobody tries to put single facts back yet, and what was not tried must not look safe.
        ["inference", "hidden facts that a reader puts back", NOT_MEASURED],
    ]
    told = [[risk, name, NOT_MEASURED if figure == NONE else figure] for risk, name, figure in lines]
    asked = table("What data protection asks", ["risk", "what was looked at", "figure"], told, (), "wrapped", said=[1])
    return Section("protection", "In the words of data protection", [paragraph(_ASKED), asked])


_KNOWN = (
    "Whoever reads the release was assumed to know no file about these people, but the world: how common names are, "
    "how many people live in a place, how dates spread over days and years, and what thousands of reference lives say "
    "and how often. Each thing that is visible leaves the share of people of whom it is true."
)
_ESTIMATE = (
    "This is an estimate, not a proof, and its interval is wide. It says nothing about somebody who knows the person, "
    "has a file about them, or remembers an event that the text describes; well-known people are recognized by less."
)
_ASKED = (
    "Singling out: can one person be told apart from all others? Linkability: can a text be matched with what is known "
    "of a person elsewhere? Inference: can what was hidden be concluded from what is left? What was not measured may "
    "well be possible."
)


def _counted(facts: Mapping[str, Any]) -> str:
    told, least = mapping(facts, "crowd"), number(mapping(facts, "about", "policy").get("min_crowd"))
    n, missing = number(told.get("measured")) or 0, number(told.get("not_measured")) or 0
    said = (
        f"Estimated for {count(n)} released document{'s' * (n != 1)}, not for {count(missing) if missing else 'none'}."
    )
    if least is None:
        return paragraph(f"{said} The policy demands no crowd of a certain size.")
    below = number(told.get("below"))
    few = (
        "it is not recorded how many have fewer" if below is None else f"{count(below) if below else 'none'} has fewer"
    )
    few = few.replace("has", "have") if (below or 0) > 1 else few
    return paragraph(f"{said} The policy demands at least {count(least)} people; {few}.", "caution" if below else "")


def _group(told: Mapping[str, Any]) -> str:
    size = number(told.get("group"))
    return f", among {how_many(math.log10(size))} people" if size and size >= 1 else ""


def _shown(told: Mapping[str, Any]) -> list[str]:
    """What is visible because many share it."""
    shown = mapping(told, "shown")
    lines = [[label, count(shown[label])] for label in sorted(shown) if number(shown[label])]
    caption = "Shown since many people share it, though a plain release would have hidden it"
    return [table(caption, ["kind", "things"], lines)] if lines else []


def _dearest(told: Mapping[str, Any]) -> list[str]:
    """The words that make crowds small, where they may be told."""
    lines = []
    for row in rows(told.get("dearest")):
        costs = [f"{each.get('word')} ({count(each.get('bits'))})" for each in rows(row.get("words"))]
        lines.append([str(row.get("document")), people(row.get("crowd")), ", ".join(costs) or NONE])
    caption = "The smallest crowds, and the visible words that cost most, in bits: each bit halves the crowd"
    head = ["document", "people who fit", "visible words"]
    return [table(caption, head, lines, (), "wrapped long", said=[2])] if lines else []


def _linked(facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    together, other = mapping(facts, "any"), mapping(facts, "other_knowledge", "any", "released")
    released = _share(mapping(together, "all", "released"))
    return [
        (
            "people matched with the population by an attack that never fed back, before anybody was withheld",
            _share(mapping(together, "jury", "after")),
        ),
        (
            "people matched with the population in what is released",
            released if released == NONE else f"{released}, by construction",
        ),
        ("people matched with other knowledge in what is released", _share(other)),
    ]


def _read(facts: Mapping[str, Any]) -> str:
    """What readers found after the last round, if any read."""
    attacks = mapping(facts, "attacks")
    readers = [mapping(attacks, name) for name in attacks if name.partition("(")[0] == "reader"]
    found = [each for each in readers if number(mapping(each, "after").get("share")) is not None]
    if not found:
        return NONE
    best = max(found, key=lambda each: number(mapping(each, "after").get("share")) or 0.0)
    return _share(mapping(best, "after")) + ", by construction" * (best.get("judges") is not True)


def _share(told: Mapping[str, Any]) -> str:
    interval = f" ({percent(told.get('low'))} to {percent(told.get('high'))})"
    return percent(told.get("share")) + interval * (number(told.get("share")) is not None)


def _about(many: str) -> str:
    return f"about {many}" if many[0].isdigit() else many
