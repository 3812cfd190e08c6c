"""What a release was made with, how it can be repeated, and where to sign."""

import json
from collections.abc import Mapping
from typing import Any

from unname.report.page import Section, folded, paragraph, table
from unname.report.plain import escape
from unname.report.values import count, mapping, number, rows

N_HASHES = 1000
_FEW = 5
_OWN = (
    *("policy", "components", "versions", "population", "other_knowledge", "same_models", "inputs", "curve"),
    *("hash", "command", "pseudonymized", "restorable"),
)
"""What has a place of its own on the page; all else that is known is listed."""

_COUNTED = ("deny", "allow")
_LINES = ("Name", "Role", "Date", "Signature")


def settings(facts: Mapping[str, Any]) -> Section | None:
    """Policy, models, versions, seeds and keyed hashes."""
    about = mapping(facts, "about")
    lines = [["unname", _told(facts.get("unname"))]]
    lines += [[_name(key), _told(value)] for key, value in about.items() if key not in _OWN and not _is_empty(value)]
    parts = [_listed("Versions, seed and rounds", lines + _pairs(mapping(about, "versions")))]
    for key, caption in (("policy", "Policy"), ("components", "Components")):
        if pairs := _pairs(mapping(about, key)):
            parts.append(_listed(caption, pairs))
    parts += _hashes(about)
    parts.append(paragraph(_repeat(about)))
    if isinstance(about.get("command"), str):
        parts.append(f"<p><code>{escape(about['command'])}</code></p>")
    return Section("settings", "How it was made, and how to repeat it", parts)


def written(facts: Mapping[str, Any]) -> Section | None:
    """What is not true in the texts, and who can undo it; a text itself does not tell."""
    about, parts = mapping(facts, "about"), []
    if about.get("pseudonymized") is True:
        parts.append(
            paragraph(
                "These texts are pseudonymized: names, codes, places and dates in them may be invented, and nothing in "
                "the texts tells which. A name that was missed stands among invented ones."
            )
        )
    if about.get("restorable") is True:
        parts.append(paragraph("Whoever has the vault of this run and its key can restore the originals."))
    return Section("written", "What is written in place of the originals", parts) if parts else None


def signature(facts: Mapping[str, Any]) -> Section:
    """Lines to sign on, on paper."""
    said = "I have read this report. The documents named as released in it may / may not be handed on as they are."
    lines = "".join(f'<div class="line"><span>{escape(name)}</span></div>' for name in _LINES)
    return Section("sign", "Signature", [paragraph(said), f'<div class="sign">{lines}</div>'])


def inputs(facts: Mapping[str, Any]) -> Section | None:
    """The keyed hashes of many inputs, at the end."""
    keyed = _keyed(mapping(facts, "about"))
    if len(keyed) <= _FEW:
        return None
    items = "".join(f"<li>{escape(hash)}</li>" for hash in keyed[:N_HASHES])
    more = f"the first {count(N_HASHES)} of {count(len(keyed))} inputs" if len(keyed) > N_HASHES else "all inputs"
    return Section("inputs", "Keyed hashes", [folded(f"Of {more}, sorted", f'<ol class="hashes">{items}</ol>')])


def _hashes(about: Mapping[str, Any]) -> list[str]:
    keyed = _keyed(about)
    lines = [[f"input {count(place)}", hash] for place, hash in enumerate(keyed, start=1)]
    if len(keyed) > _FEW:
        lines = [["inputs", f"{count(len(keyed))}, listed at the end"]]
    for key in ("other_knowledge", "population"):
        known = mapping(about, key)
        if isinstance(known.get("hmac"), str):
            people = number(known.get("people"))
            lines.insert(0, [_name(key) + (f", {count(people)} people" if people else ""), known["hmac"]])
    if not lines:
        return []
    name = about.get("hash")
    return [_listed(f"Keyed hashes ({name})" if isinstance(name, str) else "Keyed hashes", lines)]


def _keyed(about: Mapping[str, Any]) -> list[str]:
    return [row["hmac"] for row in rows(about.get("inputs")) if isinstance(row.get("hmac"), str) and row["hmac"]]


def _repeat(about: Mapping[str, Any]) -> str:
    said = (
        "To repeat this release, run the same version of unname with this policy, these components, this seed and the "
        "key of the run (--hash-key), which gives the order of the documents, on the same inputs"
    )
    people = " and the same population" if mapping(about, "population") else ""
    keyed = (
        " Whoever holds the key of the hashes can check by them that files are the same; without it they tell nothing."
        if rows(about.get("inputs")) or mapping(about, "population")
        else ""
    )
    return f"{said}{people}.{keyed}"


def _listed(caption: str, pairs: list[list[str]]) -> str:
    return table(caption, ["", ""], pairs, kind="wrapped pairs long", said=[1])


def _pairs(values: Mapping[str, Any]) -> list[list[str]]:
    return [
        [_name(key), f"{value} words" if key in _COUNTED and isinstance(value, int) else _told(value)]
        for key, value in values.items()
        if not _is_empty(value)
    ]


def _is_empty(value: Any) -> bool:
    return value is None or value in ("", [], {})


def _name(key: Any) -> str:
    return str(key).replace("_", " ")


def _told(value: Any) -> str:
    """A setting to read: lists by commas, tables as pairs, all else as JSON writes it."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return ", ".join(_told(each) for each in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {_told(each)}" for key, each in value.items())
    return json.dumps(value)
