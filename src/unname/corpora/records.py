"""The JSON form of documents and redactions; the only place that knows it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import Any

from unname.core.document import LABELS, Document, Mention, Origin, Role, Span
from unname.core.errors import ConfigError, InputError, shown
from unname.core.redaction import Redaction

_POINTS_BACK = ("subject", "subject_names", "mentions", "entities")
"""Fields that say who a document is about, or where something stands in it; they are read and never released."""

_ORIGINS = {
    **dict.fromkeys(("rules", "gazetteer", "spacy"), Origin.PRIOR),
    **{"tagger": Origin.OPINION, "given": Origin.GIVEN, "deny": Origin.DENIED, "words": Origin.WORD},
}
"""The origin of what our own detectors find, by the source that is written; it is not written itself."""


@dataclass
class Layout:
    """Which fields of a record hold its text and its id, and which others are kept with the document.

    Without `id`, that is `id` or else `doc_id`. Fields that have a place of their own, or point back, are not to be
    kept. What else records hold is noted by name in `left_out`, and which of the fields to keep there were in `met`,
    while they are read.
    """

    text: str = "text"
    id: str | None = None
    keep: tuple[str, ...] = ()
    left_out: dict[str, None] = field(default_factory=dict, repr=False, compare=False)
    met: set[str] = field(default_factory=set, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name in self.keep:
            if name in _POINTS_BACK:
                raise ConfigError(f"--keep-fields: {name} points back to a person or to the original")
            if name in ("id", "text", self.text, *self.ids):
                raise ConfigError(f"--keep-fields: {shown(name)} is the text or the id, or is called like them")

    @property
    def ids(self) -> tuple[str, ...]:
        """The fields that may hold the id, the first that is there counts."""
        return ("id", "doc_id") if self.id is None else (self.id,)

    @property
    def understood(self) -> frozenset[str]:
        """The fields that are read and have a meaning of their own."""
        return frozenset((self.text, *self.ids, "language", *_POINTS_BACK))

    def kept(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of a record that are kept; notes the names of all others that are not understood."""
        others = [key for key in record if key not in self.understood and key not in self.keep]
        self.left_out.update(dict.fromkeys(others))
        kept = {key: record[key] for key in self.keep if key in record}
        self.met.update(kept)
        return kept


def document_record(document: Document) -> dict[str, Any]:
    """A document with everything found in it: text, mentions and entities."""
    record: dict[str, Any] = {"id": document.id, "text": document.text, "language": document.language}
    if document.person is not None:
        record["subject"] = document.person
    if document.names:
        record["subject_names"] = list(document.names)
    record["mentions"] = [mention_record(mention) for mention in document.mentions]
    record["entities"] = [
        {
            "id": entity.id,
            "label": entity.label,
            "role": entity.role.value,
            "mentions": [list(mention.span) for mention in entity.mentions],
        }
        for entity in document.entities
    ]
    return {**record, **document.fields}


def mention_record(mention: Mention) -> dict[str, Any]:
    """One mention with its positions, without the text it covers."""
    return {
        "start": mention.span.start,
        "end": mention.span.end,
        "label": mention.label,
        "entity": mention.entity,
        "role": mention.role.value,
        "confidence": mention.confidence,
        "source": mention.source,
    }


def redaction_record(redaction: Redaction) -> dict[str, Any]:
    """What may be released: the new text under an id, with the fields that are kept, and nothing that points back."""
    return {"id": redaction.document, "text": redaction.text, **redaction.fields}


def document_from_record(record: object, where: str, default_id: str = "", layout: Layout | None = None) -> Document:
    """Check and build a document; `where` (file and line) begins the message of every error."""
    record, layout = _object(record, where), layout or Layout()
    own_id = _identity(record, layout.ids, where)
    id = own_id or default_id
    if not id:
        raise InputError(f"{where}: the record has no id")
    where = f"{where}: document {shown(id)}"
    if layout.text not in record:
        raise InputError(f"{where}: the record has no {_field(layout.text)}")
    text = record[layout.text]
    if not isinstance(text, str):
        raise InputError(f"{where}: {_field(layout.text)} must be a string, got {type(text).__name__}")
    language = _string(record, "language", where) or "en"
    subject = _string(record, "subject", where)
    mentions = record.get("mentions") or ()
    if not isinstance(mentions, list | tuple):
        raise InputError(f"{where}: mentions must be a list, got {type(mentions).__name__}")
    found = tuple(_mention(item, f"{where}: mention {n}", len(text)) for n, item in enumerate(mentions, start=1))
    fields = layout.kept(record)
    for key, value in fields.items():
        if not is_unicode(value):
            raise InputError(f"{where}: {shown(key)} holds a lone surrogate, which is not valid Unicode text")
    return Document(id, text, language, subject, found, _names(record, where), own_id=bool(own_id), fields=fields)


def span_of(pair: object, where: str) -> Span:
    """A pair of positions (a third element is allowed and ignored) as a span."""
    if not isinstance(pair, list | tuple) or len(pair) not in (2, 3):
        raise InputError(f"{where}: a span is written [start, end]")
    start, end = pair[:2]
    if not is_position(start) or not is_position(end):
        raise InputError(f"{where}: start and end must be whole numbers")
    return Span(start, end)


def is_position(value: object) -> bool:
    """Whether the value is a whole number; JSON's true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_unicode(value: object) -> bool:
    """Whether no text in a JSON value holds a lone surrogate, which can stand in JSON and in no file of text."""
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def checked_span(start: object, end: object, where: str, length: int) -> Span:
    """A span that is not empty and lies inside a text of that length."""
    span = span_of((start, end), where)
    if span.start < 0 or span.end <= span.start:
        raise InputError(f"{where}: a span must have 0 <= start < end, got {span.start}..{span.end}")
    if span.end > length:
        raise InputError(f"{where}: {span.start}..{span.end} ends outside the text of {length} characters")
    return span


def checked_label(label: object, where: str) -> str:
    """One of the known labels; an unknown one is not quoted, as it may hold text."""
    if label not in LABELS:
        raise InputError(f"{where}: unknown label; known are {', '.join(LABELS)}")
    return str(label)


def _mention(item: object, where: str, length: int) -> Mention:
    item = _object(item, where)
    span = checked_span(item.get("start"), item.get("end"), where, length)
    label = checked_label(item.get("label"), where)
    confidence = item.get("confidence", 1.0)
    if isinstance(confidence, bool) or not isinstance(confidence, int | float) or not 0.0 <= confidence <= 1.0:
        raise InputError(f"{where}: a confidence is a number in [0, 1]")
    try:
        role = Role(item.get("role", Role.QUASI))
    except ValueError:
        raise InputError(f"{where}: unknown role; known are {', '.join(Role)}") from None
    entity = _string(item, "entity", where) or ""
    source = _string(item, "source", where) or ""
    parts = [part.partition(":") for part in source.split("+")]
    origin = reduce(or_, (_ORIGINS.get(name, Origin.FOUND) for name, _, _ in parts))
    kinds = frozenset(kind for _, _, kind in parts if kind)
    return Mention(span, label, entity, role, float(confidence), source, origin, kinds)


def _names(record: Mapping[str, Any], where: str) -> tuple[str, ...]:
    names = record.get("subject_names") or ()
    if not isinstance(names, list | tuple):
        raise InputError(f"{where}: subject_names must be a list, got {type(names).__name__}")
    checked = (_string({"subject_names": name}, "subject_names", where) for name in names)
    return tuple(name for name in checked if name)


def _object(value: object, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise InputError(f"{where}: expected a JSON object, got {type(value).__name__}")
    return value


def _identity(record: Mapping[str, Any], keys: tuple[str, ...], where: str) -> str:
    key = next((key for key in keys if key in record), keys[0])
    if is_position(record.get(key)):
        return str(record[key])
    return _string(record, key, where) or ""


def _field(name: str) -> str:
    """What a field is called in a message; our own word for it needs no quotes."""
    return name if name == "text" else shown(name)


def _string(record: Mapping[str, Any], key: str, where: str) -> str | None:
    value = record.get(key)
    if value is not None and not isinstance(value, str):
        raise InputError(f"{where}: {key} must be a string, got {type(value).__name__}")
    if not is_unicode(value):
        raise InputError(f"{where}: {key} holds a lone surrogate, which is not valid Unicode text")
    return value
