"""How surprising is what a reader sees? What the rest of the text foretells says little about anybody.

Method of `risk2022` 3.2.1. Where we differ: the model reads the whole document in windows, where RoBERTa would stop
after 512 tokens; the pieces of a mention are masked at once, so that no part of a name gives away the rest; an entity
is as risky as its most surprising mention; and the yes or no of the threshold becomes a probability.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from unname.core.document import Document, Span
from unname.core.errors import ConfigError
from unname.core.registry import Spelled
from unname.core.results import Risk
from unname.core.roles import View
from unname.models.masked_lm import MaskedLM
from unname.risk.view_texts import insert_value
from unname.risk.views import Memory, judge_alone

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from unname.models.pieces import Pieces

POOLS = ("sum", "max")

UNKNOWN = 10.0
"""The least nats of a piece that the vocabulary has no name for: that it is expected there tells nothing of which."""

_IN_NO_VOCABULARY = "\U00013000"


@dataclass
class _Known:
    """The information of each entity of one document as it stands, and of the values it was shown as."""

    original: Mapping[str, float]
    as_value: dict[tuple[str, str], float] = field(default_factory=dict)


@dataclass
class Surprisal(Spelled):
    """Risk by the probability of each entity in its context, from a masked language model.

    The information of a mention is the negative log probability (nats) of its pieces, added up (`pool="sum"`) or that
    of the least likely one (`"max"`). An entity at `threshold` nats has risk 0.5; above and below it,
    risk = 1 / (1 + exp((threshold - information) / width)). `gap` is how many pieces stay visible between two mentions
    that are masked in one pass. A value shown in place of an entity is judged where the entity stood, and is never
    riskier than the entity. `model` is as in `MaskedLM`.
    """

    threshold: float = 4.0
    model: str | None = None
    pool: str = "sum"
    width: float = 1.0
    gap: int = 16
    memory_: Memory[_Known] = field(default_factory=Memory, init=False, repr=False, compare=False)

    def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]:
        """The risk of each view: each visible entity by itself, as the measure knows no combinations."""
        if not document.entities:
            return [Risk(0.0) for _ in views]
        known = self.memory_.recall(document, lambda document: _Known(self.measure_information(document)))

        def estimate(id: str, value: str | None) -> float:
            nats = known.original[id] if value is None else self._measure_value(document, known, id, value)
            return self._to_risk(nats)

        return judge_alone(document, views, estimate)

    def measure_information(self, document: Document) -> dict[str, float]:
        """The nats of each entity: those of its most surprising mention."""
        spans = [mention.span for entity in document.entities for mention in entity.mentions]
        nats = iter(self._measure_spans(document.text, spans))
        return {entity.id: max(next(nats) for _ in entity.mentions) for entity in document.entities}

    def _measure_value(self, document: Document, known: _Known, id: str, value: str) -> float:
        key = id, value
        if key not in known.as_value:
            entity = next(entity for entity in document.entities if entity.id == id)
            text, spans = insert_value(document.text, [mention.span for mention in entity.mentions], value)
            known.as_value[key] = min(known.original[id], max(self._measure_spans(text, spans)))
        return known.as_value[key]

    def _to_risk(self, nats: float) -> float:
        exponent = (self.threshold - nats) / self.width
        return 1 / (1 + math.exp(min(exponent, 700.0)))  # in this order, what is not a number stays so

    @cached_property
    def _model(self) -> MaskedLM:
        if self.pool not in POOLS:
            raise ConfigError(f"surprisal: pool must be one of {', '.join(POOLS)}, got {self.pool!r}")
        if self.width <= 0 or self.gap < 0:
            raise ConfigError("surprisal: width must be positive and gap not negative")
        return MaskedLM(self.model)

    def _measure_spans(self, text: str, spans: Sequence[Span]) -> list[float]:
        """The nats of each span of a text."""
        pieces = self._model.tokenize(text)
        ranges = [_find_pieces(pieces, span) for span in spans]
        grouped = group_ranges(ranges, self.gap)
        masked = [_list_places(ranges, group) for group in grouped]
        nats = [0.0] * len(spans)
        for group, places, said in zip(grouped, masked, self._model.log_probabilities(pieces, masked), strict=True):
            unknown = pieces.ids[places] == self._unknown
            of_piece = np.maximum(-said.astype(np.float64), np.where(unknown, UNKNOWN, 0.0))
            cuts = np.cumsum([ranges[number][1] - ranges[number][0] for number in group])[:-1]
            for number, part in zip(group, np.split(of_piece, cuts), strict=True):
                nats[number] = float(part.sum() if self.pool == "sum" else part.max())
        return nats

    @cached_property
    def _unknown(self) -> int:
        """The id of what the vocabulary has no piece for."""
        found = self._model.tokenize(_IN_NO_VOCABULARY).ids
        return int(found[0]) if len(found) == 1 else -1


def group_ranges(ranges: Sequence[tuple[int, int]], gap: int) -> list[list[int]]:
    """Numbers of ranges in few groups, such that `gap` places lie between any two of a group; empty ranges are in none.

    >>> group_ranges([(0, 2), (3, 5), (9, 10), (1, 4)], gap=3)
    [[0, 2], [3], [1]]
    """
    groups: list[list[int]] = []
    ends: list[int] = []
    for number in sorted(range(len(ranges)), key=lambda number: ranges[number]):
        start, end = ranges[number]
        if start == end:
            continue
        free = next((group for group, last in enumerate(ends) if last + gap <= start), len(groups))
        if free == len(groups):
            groups.append([])
            ends.append(0)
        groups[free].append(number)
        ends[free] = end
    return groups


def _find_pieces(pieces: "Pieces", span: Span) -> tuple[int, int]:
    """The pieces that a span touches, as a range."""
    first = int(np.searchsorted(pieces.ends, span.start, side="right"))
    last = int(np.searchsorted(pieces.starts, span.end, side="left"))
    return first, max(first, last)


def _list_places(ranges: Sequence[tuple[int, int]], group: Iterable[int]) -> "NDArray[np.int64]":
    return np.concatenate([np.arange(*ranges[number], dtype=np.int64) for number in group])
