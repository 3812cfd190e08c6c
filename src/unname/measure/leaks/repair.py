"""What the output check found, for the next decision: what still says something hidden is a mention of it."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from unname.core.document import Document, Mention, Span
from unname.core.redaction import Redaction
from unname.measure.leaks.check import Leak
from unname.text.spans import Spans
from unname.text.words import words

SOURCE = "told"
"""The source of mentions that no detector had found, but what was written told of."""


def mark_leaks(document: Document, redaction: Redaction, leaks: Iterable[Leak]) -> Document:
    """The document in which every word that still says something hidden is a mention of it, too."""
    entities = {entity.id: entity for entity in document.entities}
    spoken = Spans(words(document.text))
    added = []
    for leak in leaks:
        entity = entities.get(leak.entity)
        if entity and leak.span:
            place = find_original(redaction, leak.span)
            touched = [spoken.spans[number] for number in spoken.numbers(place)]
            span = Span(min([place, *touched]).start, max([place.end, *(word.end for word in touched)]))
            added.append(Mention(span, entity.label, entity.id, entity.role, source=SOURCE))
    return document.with_mentions([*document.mentions, *added]) if added else document


def find_original(redaction: Redaction, span: Span) -> Span:
    """Where something that stands in a range of the released text, outside of edits, stood in the original."""
    before = bisect_right(redaction.edits, span.start, key=lambda edit: edit.new.end)
    shift = redaction.edits[before - 1].old.end - redaction.edits[before - 1].new.end if before else 0
    return Span(span.start + shift, span.end + shift)


def describe_leaks(leaks: Sequence[Leak]) -> str:
    """What the output check found, without a word of it."""
    ways = ", ".join(sorted({leak.disguise for leak in leaks}))
    return f"the output check found something hidden that is still there ({ways})"
