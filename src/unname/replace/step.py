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
    "region": 0.4,
    "country": 0.5,
    "continent": 0.8,
    "kind-in-country": 0.4,
    "kind": 0.5,
    "wide-kind": 0.65,
    "widest-kind": 0.8,
    "state": 0.5,
    "age-89": 0.5,
}
"""The levels, finest first within each kind, with the share of what hiding would lose that each loses."""

UNUSUAL = frozenset({"month", "region", "widest-kind"})
"""The levels that only a risk model chooses: two say much, and the third next to nothing."""


def count_hidden(entity: Entity, document: Document) -> float:
    """What hiding an entity loses: the words of all its mentions, at least one each."""
    texts = (document.text[mention.span.start : mention.span.end] for mention in entity.mentions)
    return float(sum(len(text.split()) or 1 for text in texts))


class Step(NamedTuple):
    """What may be written instead at one level; `meaning` is the same for all forms that say the same.

    `before_noun` is how it is written before a noun, and `owner` how before a possessive ending, as "French" and
    "French city" are for "a city in France"; where they are empty it is not written there.
    """

    level: str
    text: str
    meaning: Hashable
    before_noun: str = ""
    owner: str = ""
