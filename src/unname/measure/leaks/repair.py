"""What the output check found, for the next decision: what still says something hidden is a mention of it."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from unname.core.document import Document, Mention, Span
from unname.core.redaction import Redaction
from unname.measure.leaks.check import Survivor
from unname.text.words import words

SOURCE = "told"
"""The source of mentions that no detector had found, but what was written told of."""


def with_survivors(document: Document, redaction: Redaction, left: Iterable[Survivor]) -> Document:
    """The document in which every word that still says something hidden is a mention of it, too."""
    entities = {entity.id: entity for entity in document.entities}
    spoken = words(document.text)
    starts = [span.start for span in spoken]
    added = []
    for survivor in left:
        entity, place = entities.get(survivor.entity), original(redaction, survivor.place)
        if entity and place:
            first = max(bisect_right(starts, place.start) - 1, 0)
            touched = [span for span in spoken[first : bisect_right(starts, place.end - 1)] if span.overlaps(place)]
            span = Span(min([place, *touched]).start, max([place.end, *(word.end for word in touched)]))
            added.append(Mention(span, entity.label, entity.id, entity.role, source=SOURCE))
    return document.with_mentions([*document.mentions, *added]) if added else document


def original(redaction: Redaction, place: str) -> Span | None:
    """Where something that stands at a place of the released text, outside of edits, stood in the original."""
    start, between, end = place.partition("..")
    if not between:
        return None
    span = Span(int(start), int(end))
    before = bisect_right(redaction.edits, span.start, key=lambda edit: edit.new.end)
    shift = redaction.edits[before - 1].old.end - redaction.edits[before - 1].new.end if before else 0
    return Span(span.start + shift, span.end + shift)


def told_survivors(left: Sequence[Survivor]) -> str:
    """What the output check found, without a word of it."""
    ways = ", ".join(sorted({each.form for each in left}))
    return f"the output check found something hidden that is still there ({ways})"
