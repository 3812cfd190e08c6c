"""How attacks are asked: about few texts at a time, so that no population is too large."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from unname.core.roles import Attack, JudgesTogether

MAX_TEXTS = 64
"""Texts that are handed to an attack at a time."""

MAX_SCORES = 4_000_000
"""Scores, texts by people, that an attack gives at a time."""

Asked = TypeVar("Asked")


def split(attack: Attack, asked: Sequence[Asked], n_people: int) -> Iterator[Sequence[Asked]]:
    """What an attack is asked about (texts, or documents) in batches; all at once if it judges texts together."""
    size = max(1, min(MAX_TEXTS, MAX_SCORES // max(1, n_people)))
    if isinstance(attack, JudgesTogether):
        size = max(1, len(asked))
    for start in range(0, len(asked), size):
        yield asked[start : start + size]
