"""How much the words of a text say: their information content in context, in nats.

The information content of a span is -log of its probability, given the rest of the text, by a masked language
model (`tria2023` 4.2, `risk2022` 4). Spans are masked in rounds: with `rounds=N`, one of every N spans at a time
(N-TA); with `rounds=None`, each span alone; with `rounds="sentence"`, each alone in its sentence, which is S-TA as
published. All rounds of one text, or of one sentence, share forward passes.

Where we differ: but for `rounds="sentence"`, a span is judged in the window of the whole text that shows most of its
surroundings, not in segments cut at fixed places. A span across the end of a sentence is judged by its first part.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, Protocol, runtime_checkable

import numpy as np

from unname.core.document import Document
from unname.core.errors import ConfigError, InputError
from unname.models.information_cache import CACHE, InformationCache, key_of
from unname.models.masked_lm import MaskedLM
from unname.models.pieces import Pieces
from unname.text.sentences import sentences

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

ROUNDS = 6
"""The N of N-TA that `tria2023` recommends: close to S-TA and many times faster."""

SENTENCE: Literal["sentence"] = "sentence"
"""What stands in place of a number of rounds where each span is masked alone and shown in its sentence alone."""

Rounds = int | Literal["sentence"] | None

POOLS = ("max", "sum")
"""How the pieces of a span make one number: the least likely piece alone, or all of them."""

CONTEXTS = ("both", "left")
"""What the model sees of a span's surroundings: all of them, or what a reader has read when the span comes."""

_AHEAD = 512
"""How many pieces after a span are hidden from a reader who has not come there; no encoder here sees further."""


@runtime_checkable
class WordModel(Protocol):
    """Tells how probable pieces of a text are; `MaskedLM` is one."""

    def tokenize(self, text: str) -> Pieces:
        """The word pieces of the whole text."""
        ...

    def log_probabilities(
        self, pieces: Pieces, rounds: "Sequence[Numbers]", hidden: "Sequence[Numbers] | None" = None
    ) -> "list[NDArray[np.float32]]":
        """The log probability of the true piece at every masked place, for each round of masking."""
        ...


@runtime_checkable
class Fingerprinted(Protocol):
    """A model that may be told from others across runs, so that its answers can be kept."""

    @property
    def fingerprint(self) -> str | None:
        """What tells it from others; None if nothing does."""


def span_information(
    text: str,
    spans: Sequence[Sequence[int]],
    model: WordModel,
    rounds: Rounds = ROUNDS,
    pool: str = "max",
    cache: InformationCache | None = CACHE,
    context: str = "both",
) -> "NDArray[np.float64]":
    """The information content of each span in nats, never negative; 0 for a span without a word piece.

    `pool` "max" takes the least likely piece of a span (`tria2023`), "sum" adds up all (`risk2022`). Spans may
    overlap and come in any order; neighbors in the order of the text fall into different rounds. Answers are kept
    in `cache` under a hash of the text, the spans and the settings, for models that can be told apart. With `context`
    "left", each span is judged alone by what stands before it, as surprisal is in reading research.
    """
    _check(text, spans, rounds, pool)
    if context not in CONTEXTS:
        raise ConfigError(f"context must be {' or '.join(CONTEXTS)}, got {context!r}")
    if context == "left" and rounds != SENTENCE:
        rounds = None
    identity = model.fingerprint if isinstance(model, Fingerprinted) else None
    compute = _compute_by_sentence if rounds == SENTENCE else _compute
    if cache is None or identity is None:
        return compute(text, spans, model, rounds, pool, context)
    key = key_of(text, spans, (identity, rounds, pool, context))
    found = cache.get(key, len(spans))
    if found is None:
        found = compute(text, spans, model, rounds, pool, context)
        cache.put(key, found)
    return found.copy()


def entity_information(
    document: Document, model: WordModel | None = None, rounds: int = 3, pool: str = "max"
) -> dict[str, float]:
    """The nats that hiding each entity of a document takes from it: the sum over all its mentions.

    Fewer rounds than elsewhere, since mentions stand further apart than words do. `pool` is as in `span_information`.
    """
    mentions = [(entity.id, mention.span) for entity in document.entities for mention in entity.mentions]
    spans = [span for _, span in mentions]
    nats = span_information(document.text, spans, model or _shipped(), rounds=rounds, pool=pool)
    lost = dict.fromkeys((id for id, _ in mentions), 0.0)
    for (id, _), value in zip(mentions, nats.tolist(), strict=True):
        lost[id] += value
    return lost


@lru_cache(maxsize=1)
def _shipped() -> WordModel:
    return MaskedLM()


def piece_ranges(pieces: Pieces, spans: Sequence[Sequence[int]]) -> "Numbers":
    """The first piece that each span touches and the one after the last, as rows; equal where there is none."""
    bounds = np.array([tuple(span)[:2] for span in spans], dtype=np.int64).reshape(-1, 2)
    first = np.searchsorted(pieces.ends, bounds[:, 0], side="right")
    after = np.searchsorted(pieces.starts, bounds[:, 1], side="left")
    # An empty span within a piece touches nothing of it.
    after = np.where(bounds[:, 0] < bounds[:, 1], np.maximum(first, after), first)
    return np.stack([first, after], axis=1)


def _check(text: str, spans: Sequence[Sequence[int]], rounds: Rounds, pool: str) -> None:
    if pool not in POOLS:
        raise ConfigError(f"pool must be {' or '.join(POOLS)}, got {pool!r}")
    if isinstance(rounds, str) and rounds != SENTENCE:
        raise ConfigError(f"rounds must be a number or {SENTENCE!r}, got {rounds!r}")
    if isinstance(rounds, int) and rounds < 1:
        raise ConfigError(f"rounds must be at least 1, or None for one span at a time, got {rounds}")
    for start, end, *_ in spans:
        if not 0 <= start <= end <= len(text):
            raise InputError(f"{start}..{end} is not a span of the text of {len(text)} characters")


def _compute_by_sentence(
    text: str, spans: Sequence[Sequence[int]], model: WordModel, rounds: Rounds, pool: str, context: str
) -> "NDArray[np.float64]":
    information = np.zeros(len(spans))
    ranges = sentences(text)
    first = np.searchsorted([end for _, end in ranges], [span[0] for span in spans], side="right")
    for number, (start, end) in enumerate(ranges):
        inside = np.flatnonzero(first == number).tolist()
        cut = [(max(spans[i][0] - start, 0), max(min(spans[i][1], end) - start, 0)) for i in inside]
        if cut:
            information[inside] = _compute(text[start:end], cut, model, None, pool, context)
    return information


def _compute(
    text: str, spans: Sequence[Sequence[int]], model: WordModel, rounds: Rounds, pool: str, context: str
) -> "NDArray[np.float64]":
    information = np.zeros(len(spans))
    pieces = model.tokenize(text)
    ranges = piece_ranges(pieces, spans)
    told = np.flatnonzero(ranges[:, 0] < ranges[:, 1])
    told = told[np.lexsort((ranges[told, 1], ranges[told, 0]))]
    n_rounds = min(rounds, len(told)) if isinstance(rounds, int) else len(told)
    members = [told[number::n_rounds] for number in range(n_rounds)]
    places = [np.unique(np.concatenate([np.arange(*ranges[span]) for span in group])) for group in members]
    if context == "left":
        ahead = [np.arange(place[-1] + 1, min(len(pieces), place[-1] + _AHEAD)) for place in places]
        answers = model.log_probabilities(pieces, places, ahead)
    else:
        answers = model.log_probabilities(pieces, places)
    gather = np.maximum if pool == "max" else np.add
    for group, place, answer in zip(members, places, answers, strict=True):
        surprise = np.maximum(-answer.astype(np.float64), 0.0)
        first, after = np.searchsorted(place, ranges[group, 0]), np.searchsorted(place, ranges[group, 1])
        # Overlapping spans of one round share pieces, so each is gathered from its own range.
        information[group] = [gather.reduce(surprise[a:b]) for a, b in zip(first, after, strict=True)]
    return information
