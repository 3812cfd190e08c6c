"""One step between keeping and hiding, and what either loses."""

from collections.abc import Hashable
from typing import NamedTuple

from unname.core.document import Document, Entity

SHARES = {
    "month": 0.3,
    "year": 0.5,
    "decade": 0.7,
    "band": 0.4,
    "wide-band": 0.6,
    "bound": 0.8,
    "country": 0.5,
    "continent": 0.8,
    "state": 0.5,
    "age-89": 0.5,
}
"""The levels, finest first within each kind, with the share of what hiding would lose that each loses."""


def count_hidden(entity: Entity, document: Document) -> float:
    """What hiding an entity loses: the words of all its mentions, at least one each."""
    texts = (document.text[mention.span.start : mention.span.end] for mention in entity.mentions)
    return float(sum(len(text.split()) or 1 for text in texts))


class Step(NamedTuple):
    """What may be written instead at one level; `meaning` is the same for all forms that say the same."""

    level: str
    text: str
    meaning: Hashable
