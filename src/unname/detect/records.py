"""Segments such as HL7 writes: fields between bars, components between carets, each with its place."""

import re

from unname.core.document import Span
from unname.detect.structure_parts import Field, Parts

_SEGMENT = re.compile(r"^[ \t]{0,4}(?P<name>[A-Z][A-Z0-9]{2})\|[^\r\n]*+", re.MULTILINE)
_COMPONENT = re.compile(r"[^|^~&\\\r\n]+")
_FIELDS = {
    "PID": {2: "code", 3: "code", 4: "code", 5: "name", 6: "name", 7: "birth", 9: "name", 11: "address", 13: "phone",
            14: "phone", 18: "code", 19: "code", 20: "code", 23: "place"},
    "NK1": {2: "name", 4: "address", 5: "phone", 6: "phone", 30: "name", 31: "phone"},
    "PV1": {7: "name", 8: "name", 9: "name", 17: "name", 19: "code", 44: "date", 45: "date"},
    "PD1": {4: "name"},
    "GT1": {3: "name", 5: "address", 6: "phone", 8: "birth", 19: "code"},
    "IN1": {16: "name", 18: "birth", 19: "address", 36: "code"},
    "OBR": {10: "name", 16: "name", 28: "name", 32: "name"},
    "ORC": {10: "name", 11: "name", 12: "name"},
    "OBX": {16: "name"},
    "MRG": {1: "code", 7: "name"},
}  # fmt: skip
"""What the fields of segments hold, by their number."""

_LAST = {"name": 3, "address": 4, "code": 0}
"""The last component that tells something: types and countries follow."""

_CODED = re.compile(r"\d")


def find_records(text: str) -> Parts:
    """Signs of segments, their names, and the fields that are about somebody."""
    parts = Parts()
    if "|" not in text:
        return parts
    for segment in _SEGMENT.finditer(text):
        kinds = _FIELDS.get(segment["name"])
        if kinds is None and segment["name"] not in ("MSH", "EVN", "AL1", "DG1", "NTE", "PR1", "RXA", "RXE", "ZPD"):
            continue
        parts.labels.append(Span(*segment.span("name")))
        _add_segment(text, segment, kinds or {}, parts)
    return parts


def _add_segment(text: str, segment: re.Match[str], kinds: dict[int, str], parts: Parts) -> None:
    number = component = 0
    at = segment.start()
    for found in _COMPONENT.finditer(text, *segment.span()):
        gap = text[at : found.start()]
        parted = gap.rpartition("|")
        number += gap.count("|")
        component = (0 if parted[1] else component) + parted[2].count("^") if "~" not in gap else 0
        parts.signs += [Span(at, found.start())] if gap else []
        at = found.end()
        kind = kinds.get(number)
        if kind and component <= _LAST.get(kind, 99) and len(found[0].strip()) > (component > 2):
            is_coded = kind == "name" and _CODED.search(found[0])
            parts.fields.append(Field("code" if is_coded else kind, Span(*found.span()), True, ("segment", kind)))
    if at < segment.end():
        parts.signs.append(Span(at, segment.end()))
