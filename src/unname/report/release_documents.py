"""What became of each document: withheld or released, what was changed, and which came off worst."""

from collections.abc import Mapping
from typing import Any

from unname.core.results import KEPT
from unname.report.page import Section, paragraph, table
from unname.report.values import NONE, count, mapping, number, percent, rows, strings

N_SHOWN = 1000
"""How many documents a page lists at most: more would be slow to open, and nobody reads them."""

N_NAMED = 20
"""How many documents are named beside one reason."""

ROLES = {"direct": "identifies alone", "quasi": "identifies with others", "none": "hidden so that nobody is found"}
"""What the roles of things are called."""

_SAID = ("found by", "words that gave the person away", "look at")
_DONE = {"mask": "hidden", "label": "replaced by a label", KEPT: "left visible"}
_DETECTED = (
    "What detectors did not find is not in this table: it is visible, unless it was hidden so that nobody is found."
)


def withheld(facts: Mapping[str, Any]) -> Section:
    """What was not released, by reason."""
    reasons: dict[str, list[str]] = {}
    for row in rows(facts.get("documents")):
        if row.get("status") == "withheld":
            reasons.setdefault(_text(row.get("reason")) or "no reason is recorded", []).append(_id(row))
    n = number(mapping(facts, "counts").get("withheld")) or 0
    if not reasons:
        said = (
            "Nothing was withheld." if not n else f"{count(n)} documents were withheld; the reasons are not recorded."
        )
        return Section("withheld", "What was withheld", [paragraph(said)])
    ordered = sorted(reasons.items(), key=lambda pair: -len(pair[1]))
    lines = [[reason, count(len(ids)), _named(ids)] for reason, ids in ordered[:N_SHOWN]]
    said = "They are left out of the share found in what is released, and all their words count as hidden."
    parts = [
        table("Why documents were withheld", ["reason", "documents", "which"], lines, kind="wrapped long", said=[2])
    ]
    return Section("withheld", "What was withheld", [*parts, paragraph(said, "note")])


def categories(facts: Mapping[str, Any]) -> Section | None:
    """How many people, places, dates and other things were found, in which role, and what was done to them."""
    labels = mapping(facts, "categories")
    roles = {label: mapping(labels, label, "roles") for label in labels}
    actions = {label: mapping(labels, label, "actions") for label in labels}
    ways = sorted({action for each in actions.values() for action in each}, key=lambda action: (action == KEPT, action))
    kinds = [role for role in ROLES if any(role in each for each in roles.values())]
    if not ways:
        return None
    totals = {label: sum(number(n) or 0 for n in each.values()) for label, each in actions.items()}
    lines = [
        [label, *_counts(roles[label], kinds), *_counts(actions[label], ways), count(totals[label])]
        for label in sorted(labels, key=lambda label: -totals[label])
    ]
    sums = [_sum(roles, role) for role in kinds] + [_sum(actions, action) for action in ways]
    lines.append(["all", *map(count, sums), count(sum(totals.values()))])
    caption = "Things found in what is released; all mentions of one thing in a document count once"
    head = [
        "category",
        *(ROLES[role] for role in kinds),
        *(_DONE.get(way, f"changed: {way}") for way in ways),
        "in all",
    ]
    drawn = table(caption, head, lines, [len(lines) - 1], kind="wrapped")
    return Section("categories", "What was found, and what was done to it", [drawn, paragraph(_DETECTED, "note")])


def worst(facts: Mapping[str, Any]) -> Section | None:
    """The documents that came off worst, with the words that gave their people away where the facts hold them."""
    found = rows(facts.get("worst"))
    if not found:
        return None
    tells = any(isinstance(row.get("words"), list) for row in found)
    head = ["document", "status", "found", "best rank", "estimated risk", _SAID[0]]
    lines = []
    for row in found:
        by = ", ".join(strings(row.get("found_by"))) or (NONE if row.get("found_after") is None else "none")
        cells = [_text(row.get("status")), *_found(row), percent(row.get("risk_after")), by]
        lines.append([_id(row), *cells, *([", ".join(strings(row.get("words"))) or NONE] if tells else [])])
    head += [_SAID[1]] if tells else []
    head, lines = _told_of_any(head, lines)
    said = [place for place, name in enumerate(head) if name in _SAID]
    note = (
        "This page quotes words of the originals. It must not go with what is released."
        if tells
        else "The words that gave people away are left out, so that this page quotes no document."
    )
    parts = [
        table("The worst first", head, lines, kind="long", said=said),
        paragraph(note, "caution" if tells else "note"),
    ]
    return Section("worst", f"The worst {count(len(found))}" if len(found) > 1 else "The worst document", parts)


def documents(facts: Mapping[str, Any]) -> Section | None:
    """What became of every document; nothing that could tell whose it is."""
    found = rows(facts.get("documents"))
    if not found:
        return None
    head = ["document", "status", "things nobody else says", "rounds", _SAID[2]]
    head, lines = _told_of_any(head, [_line(row) for row in found[:N_SHOWN]])
    n = len(found)
    shown = (
        f"The first {count(N_SHOWN)} of {count(n)} documents; all are in the JSON" if n > N_SHOWN else "All documents"
    )
    said = (
        "Chances, ranks and lengths of single documents are left out: whoever has the originals or the population "
        "could look them up, and so tell whose a document is."
    )
    words = [place for place, name in enumerate(head) if name in _SAID]
    caption = f"{shown}, in the order of the release"
    parts = [table(caption, head, lines, kind="long sortable", said=words), paragraph(said, "note")]
    return Section("documents", "Every document" if n <= N_SHOWN else "Documents", parts)


def _told_of_any(head: list[str], lines: list[list[str]]) -> tuple[list[str], list[list[str]]]:
    """The table without columns that tell nothing of anyone."""
    kept = [place for place in range(len(head)) if not place or any(line[place] != NONE for line in lines)]
    return [head[place] for place in kept], [[line[place] for place in kept] for line in lines]


def _line(row: Mapping[str, Any]) -> list[str]:
    return [
        _id(row),
        _text(row.get("status")),
        count(row.get("unshared")),
        count(row.get("rounds")),
        ", ".join(strings(row.get("unread"))) or NONE,
    ]


def _found(row: Mapping[str, Any]) -> list[str]:
    rank = number(row.get("rank_after"))
    return [percent(row.get("found_after")), NONE if rank is None else f"{rank:,g}"]


def _counts(counted: Mapping[str, Any], keys: list[str]) -> list[str]:
    return [count(counted.get(key, 0)) for key in keys]


def _sum(counted: Mapping[str, Mapping[str, Any]], key: str) -> float:
    return sum(number(each.get(key)) or 0 for each in counted.values())


def _named(ids: list[str]) -> str:
    more = f" and {count(len(ids) - N_NAMED)} more" if len(ids) > N_NAMED else ""
    return ", ".join(ids[:N_NAMED]) + more


def _id(row: Mapping[str, Any]) -> str:
    return _text(row.get("document")) or NONE


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
