"""The terms of a text: what is counted as one piece of information, be it a name, a phrase or a word."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from unname.core.document import Document, Span
from unname.measure.spacy_pipeline import describe_pipeline, open_pipeline
from unname.models.pieces import chunks

_WORD = re.compile(r"\w+(?:['’]\w+)*|[^\w\s]")


@dataclass(frozen=True)
class Terms:
    """Splits texts into terms as `tria2023` 4.2: entities, noun chunks that touch no entity, other words and signs.

    `pipeline` is `auto` (an installed English spaCy pipeline, else `words`), `words`, or the name or folder of a
    spaCy pipeline. `words` takes the mentions of the document for its entities and knows no noun chunks.

    Where we differ: a long text is parsed in parts that are cut at blanks, so that memory stays small.
    """

    pipeline: str = "auto"

    @property
    def source(self) -> str:
        """What tells terms apart, as results name it: `spacy:<pipeline>` or `words`."""
        if self._pipeline is None:
            return "words"
        return describe_pipeline(self._pipeline)

    def of(self, document: Document) -> list[Span]:
        """The terms of the text in order; they do not overlap, and cover all but the blanks."""
        if self._pipeline is None:
            return words(document.text, [mention.span for mention in document.mentions])
        return [
            Span(start + first, start + last)
            for start, end in chunks(document.text)
            for first, last in _parsed(self._pipeline, document.text[start:end])
        ]

    @cached_property
    def _pipeline(self) -> Any:
        return open_pipeline(self.pipeline, "words", ("lemmatizer", "senter"))


def words(text: str, entities: Iterable[Sequence[int]] = ()) -> list[Span]:
    """The entities (overlapping ones as one) and every word and sign between them, in order.

    >>> [text[a:b] for text in ["Ada Grey isn't in."] for a, b in words(text, [(0, 8)])]
    ['Ada Grey', "isn't", 'in', '.']
    """
    found: list[Span] = []
    at = 0
    for start, end in _united(entities):
        found += _words_between(text, at, start)
        found.append(Span(start, end))
        at = end
    return [*found, *_words_between(text, at, len(text))]


def _words_between(text: str, start: int, end: int) -> Iterator[Span]:
    return (Span(*found.span()) for found in _WORD.finditer(text, start, end))


def _united(spans: Iterable[Sequence[int]]) -> list[Span]:
    united: list[Span] = []
    for start, end in sorted((span[0], span[1]) for span in spans):
        if united and start < united[-1].end:
            united[-1] = Span(united[-1].start, max(end, united[-1].end))
        elif start < end:
            united.append(Span(start, end))
    return united


def _parsed(pipeline: Any, text: str) -> list[tuple[int, int]]:
    if not text.strip():
        return []
    parsed = pipeline(text)
    taken = bytearray(len(parsed))
    found = []
    for chunk in (*parsed.ents, *parsed.noun_chunks):
        if not any(taken[chunk.start : chunk.end]):
            taken[chunk.start : chunk.end] = b"\1" * len(chunk)
            found.append((chunk.start_char, chunk.end_char))
    found += [(token.idx, token.idx + len(token)) for token in parsed if not taken[token.i] and not token.is_space]
    return sorted(found)
