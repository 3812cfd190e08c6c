"""Whatever else may single somebody out: quotations, counts, and every word that says something.

No category of TAB covers an unusual event told in plain words, yet readers go by it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from unname.core.document import Document, Mention, Origin, Role, Span
from unname.core.fold import fold
from unname.core.registry import spelled
from unname.text.masks import MASK
from unname.text.vocabulary import FUNCTION_WORDS
from unname.text.words import bare_words

_QUOTED = re.compile(r'"[^"\n]{3,300}"|“[^”\n]{3,300}”|«[^»\n]{3,300}»|„[^“”\n]{3,300}[“”]')
"""A quotation; what is longer is a text in quotation marks."""

_COUNT = re.compile(
    r"\b(?:\d[\d.,]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred)"
    r"(?:[ -](?:times?|[^\W\d_]{3,}))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Phrases:
    """Makes phrases mentions that identify nobody by themselves, so that they can be hidden where too few share them.

    A quotation is one phrase, a number with what it counts, and every other word that carries content. What the
    document's own mentions touch is left to them.
    """

    @property
    def name(self) -> str:
        """The name."""
        return spelled("phrases", self)

    def detect(self, document: Document) -> Sequence[Mention]:
        """The phrases outside of all mentions, in order."""
        taken = [mention.span for mention in document.mentions]
        taken += [Span(*found.span()) for found in MASK.finditer(document.text)]
        found: list[Span] = []
        for candidates in (_find(_QUOTED, document.text, 1), _find(_COUNT, document.text), _find_words(document.text)):
            free = _Free([*taken, *found])
            found += [span for span in candidates if free(span)]
        return [Mention(span, "MISC", "", Role.NONE, 0.0, "phrases", Origin.WORD) for span in sorted(found)]


def _find(expression: re.Pattern[str], text: str, inside: int = 0) -> Iterator[Span]:
    """The matches, without so many signs at both ends."""
    for found in expression.finditer(text):
        yield Span(found.start() + inside, found.end() - inside)


def _find_words(text: str) -> Iterator[Span]:
    for span in bare_words(text):
        if fold(text[slice(*span)]) not in FUNCTION_WORDS:
            yield span


class _Free:
    """Whether spans touch none of those that are taken."""

    def __init__(self, taken: Sequence[Span]) -> None:
        self.places = {place for span in taken for place in range(*span)}

    def __call__(self, span: Span) -> bool:
        return self.places.isdisjoint(range(*span))
