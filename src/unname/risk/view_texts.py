"""Views as the texts that a reader would get, for models that read whole texts."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from unname.core.document import Document, Span
from unname.core.redaction import Redaction, Replacement, rewrite
from unname.core.roles import View, is_hidden
from unname.text.words import words

_OTHER_BRACKETS = str.maketrans("[]<>{}", "()()()")


def round_brackets(document: Document) -> Document:
    """The document with round brackets alone: models take a word or two in others for a mask, but a reader does not.

    >>> round_brackets(Document("d", "her uncle [1758-1843], a judge")).text
    'her uncle (1758-1843), a judge'
    """
    text = document.text.translate(_OTHER_BRACKETS)
    return document if text == document.text else replace(document, text=text)


def write_view(document: Document, view: View) -> Redaction:
    """The text that a view shows: masks, joined where they stand side by side, and values as they are."""
    return rewrite(
        document,
        (
            Replacement(mention.span, view[entity.id], entity.id, joins=is_hidden(entity.id, view))
            for entity in document.entities
            if entity.id in view
            for mention in entity.mentions
        ),
    )


def cuts_words(document: Document) -> bool:
    """Whether a mention begins or ends inside a word, so that hiding it leaves a part of that word.

    >>> from unname.core.document import Mention
    >>> cuts_words(Document("d", "Zenda-born", mentions=(Mention(Span(0, 5), "LOC"),)))
    True
    """
    borders = {place for mention in document.mentions for place in mention.span}
    return any(not borders.isdisjoint(range(start + 1, end)) for start, end in words(document.text))


def locate_kept(spans: Iterable[Span], release: Redaction) -> Iterator[tuple[int, Span]]:
    """The number and the original place of each word of a release that was not replaced; words come in order."""
    at = shift = 0
    edits = release.edits
    for number, span in enumerate(spans):
        while at < len(edits) and edits[at].new.end <= span.start:
            shift = edits[at].old.end - edits[at].new.end
            at += 1
        if at == len(edits) or edits[at].new.start >= span.end:
            yield number, Span(span.start + shift, span.end + shift)


def insert_value(text: str, spans: Iterable[Span], value: str) -> tuple[str, list[Span]]:
    """The text with a value in place of each span, and where the values stand; overlapping spans are one."""
    parts, places, done, size = list[str](), list[Span](), 0, 0
    for start, end in sorted(spans):
        if start < done:
            done = max(done, end)
            continue
        parts += [text[done:start], value]
        size += start - done + len(value)
        places.append(Span(size - len(value), size))
        done = end
    return "".join([*parts, text[done:]]), places
