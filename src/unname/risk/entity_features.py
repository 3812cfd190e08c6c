"""What can be said in numbers of each entity of a detected document, for a model that judges entities.

Everything comes from the text and the mentions: how sure the detectors were, how often, where and beside which
words the entity stands, what it looks like, and how common it is elsewhere.
"""

import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

import numpy as np

from unname.core.document import LABELS, Document, Entity, Mention, Role, Span
from unname.risk.commonness import YEAR, Commonness, hash_phrase
from unname.text.vocabulary import MONTHS
from unname.text.words import TOKEN

if TYPE_CHECKING:
    from numpy.typing import NDArray

BUCKETS = 1 << 14
"""How many numbers the words in and around an entity are hashed to."""

SOURCES = ("tagger", "rules", "gazetteer", "propagate")
"""What may have found an entity. A source is read as words that the weights were trained on, and never as a rule."""

SECTIONS = ("the facts", "circumstances of the case", "relevant domestic law", "the law", "as to the law")
"""Headings after which court cases speak of something else."""

_SHOWN_WORDS = 4
"""How many words on each side are looked at."""


class Features(NamedTuple):
    """The entities of one document: ids, one row of numbers each, and hashed words as (row, bucket, weight)."""

    ids: tuple[str, ...]
    dense: "NDArray[np.float32]"
    rows: "NDArray[np.int64]"
    buckets: "NDArray[np.int64]"
    weights: "NDArray[np.float32]"


@dataclass(frozen=True)
class _Text:
    """A text with what is asked of it many times."""

    text: str = field(repr=False)
    words: list[tuple[int, int]]
    starts: list[int]
    sections: list[int]
    years: tuple[int, int]
    mentions: Sequence[Mention]
    mention_starts: list[int]

    def around(self, span: Span, n: int = _SHOWN_WORDS) -> tuple[list[str], list[str]]:
        """The nearest words before (nearest first) and after a span."""
        first = bisect_left(self.starts, span.start)
        last = bisect_left(self.starts, span.end)
        before = [self.text[a:b].casefold() for a, b in reversed(self.words[max(0, first - n) : first])]
        after = [self.text[a:b].casefold() for a, b in self.words[last : last + n]]
        return before, after

    def surface(self, mention: Mention) -> str:
        return self.text[mention.span.start : mention.span.end]

    def section(self, position: int) -> int:
        """How many of the headings of a court case come before the position, as bits."""
        return sum(1 << number for number, start in enumerate(self.sections) if 0 <= start < position)


def _prepared(document: Document) -> _Text:
    text = document.text
    words = [found.span() for found in TOKEN.finditer(text)]
    lower = text.casefold() if len(text.casefold()) == len(text) else text.lower()
    years = [int(found[0]) for found in YEAR.finditer(text)]
    return _Text(
        text,
        words,
        [start for start, _ in words],
        [lower.find(heading) for heading in SECTIONS],
        (min(years, default=0), max(years, default=0)),
        document.mentions,
        [mention.span.start for mention in document.mentions],
    )


def describe_entities(document: Document, common: Commonness, seen: frozenset[int] = frozenset()) -> Features:
    """Describe every entity of a detected document.

    `seen` are the hashes of phrases that `common` counted in this very document, so that a training text is
    described as if it were new.
    """
    text = _prepared(document)
    entities = document.entities
    peers = _peers(entities)
    dense, rows, buckets, weights = list[list[float]](), list[int](), list[int](), list[float]()
    for row, entity in enumerate(entities):
        dense.append(_numbers(text, entity, peers, common, seen))
        hashed = _hashed(text, entity)
        rows += [row] * len(hashed)
        buckets += hashed.keys()
        weights += hashed.values()
    return Features(
        tuple(entity.id for entity in entities),
        np.array(dense, np.float32).reshape(len(entities), len(NAMES)),
        np.array(rows, np.int64),
        np.array(buckets, np.int64),
        np.array(weights, np.float32),
    )


def log_odds(probability: float) -> float:
    """The log-odds of a probability, held within bounds."""
    bounded = min(max(probability, 1e-4), 1.0 - 1e-4)
    return math.log(bounded / (1.0 - bounded))


def count_words(document: Document, entity: Entity) -> int:
    """How many words all mentions of an entity have, at least one each."""
    return sum(len(TOKEN.findall(document.text[m.span.start : m.span.end])) or 1 for m in entity.mentions)


def _peers(entities: Sequence[Entity]) -> Mapping[str, list[float]]:
    """By label, the sorted log-odds of the entities of a document, each by its best mention."""
    found: dict[str, list[float]] = {label: [] for label in LABELS}
    for entity in entities:
        found[entity.label].append(max(log_odds(mention.confidence) for mention in entity.mentions))
    return {label: sorted(odds) for label, odds in found.items()}


def _numbers(
    text: _Text, entity: Entity, peers: Mapping[str, list[float]], common: Commonness, seen: frozenset[int]
) -> list[float]:
    surfaces = [text.surface(mention) for mention in entity.mentions]
    longest = max(surfaces, key=len)
    return [
        *_opinions(entity, peers[entity.label]),
        *_places(text, entity),
        *_looks(longest, surfaces),
        *_times(text, longest),
        *_frequencies(longest, common, seen),
        *_neighbors(text, entity),
        *(float(entity.label == label) for label in LABELS),
    ]


def _opinions(entity: Entity, peers: list[float]) -> list[float]:
    odds = [log_odds(mention.confidence) for mention in entity.mentions]
    sources = [set(re.split(r"[+:]", mention.source)) for mention in entity.mentions]
    roles = [mention.role for mention in entity.mentions]
    best = max(odds)
    return [
        best,
        sum(odds) / len(odds),
        min(odds),
        sum(role is Role.DIRECT for role in roles) / len(roles),
        sum(role is Role.NONE for role in roles) / len(roles),
        *(sum(name in found for found in sources) / len(sources) for name in SOURCES),
        math.log(len(odds)),
        float(len(peers)),
        sum(peers) / len(peers),
        bisect_left(peers, best) / len(peers),
    ]


def _places(text: _Text, entity: Entity) -> list[float]:
    length = max(1, len(text.text))
    positions = [mention.span.start for mention in entity.mentions]
    sections = text.section(positions[0])
    return [
        positions[0] / length,
        sum(positions) / len(positions) / length,
        positions[-1] / length,
        math.log1p(positions[0]),
        math.log(length),
        *(float(sections >> number & 1) for number in range(len(SECTIONS))),
    ]


def _looks(longest: str, surfaces: Sequence[str]) -> list[float]:
    words = TOKEN.findall(longest)
    letters = [word for word in words if word[0].isalpha()]
    return [
        len(words),
        sum(len(TOKEN.findall(surface)) for surface in surfaces),
        len(longest),
        sum(word[0].isupper() for word in letters) / max(1, len(letters)),
        sum(len(word) > 1 and word.isupper() for word in letters),
        sum(len(word) == 1 and word.isupper() for word in letters),
        sum(word.isdigit() for word in words),
        sum(character.isdigit() for character in longest),
        float(longest[:1].islower()),
        float("/" in longest),
        len(set(surfaces)),
    ]


def _times(text: _Text, surface: str) -> list[float]:
    year = YEAR.search(surface)
    earliest, latest = text.years
    words = [word.casefold() for word in TOKEN.findall(surface)]
    return [
        float(int(year[0]) - latest) if year else 1.0,
        float(int(year[0]) - earliest) if year else -1.0,
        float(any(word in MONTHS for word in words)),
        float(any(word.isdigit() and len(word) <= 2 for word in words)),
    ]


def _frequencies(surface: str, common: Commonness, seen: frozenset[int]) -> list[float]:
    words = TOKEN.findall(surface)

    def share(phrase: str) -> float:
        count = common(phrase)
        return math.log1p(max(0, count - (hash_phrase(phrase) in seen))) if count else 0.0

    single = [share(word) for word in words] or [0.0]
    plain = words[1:] if len(words) > 1 and words[0].casefold() == "the" else words
    return [share(" ".join(plain)), min(single), sum(single) / len(single)]


def _neighbors(text: _Text, entity: Entity) -> list[float]:
    """The log-odds and distance of the mentions before and after, and signs of brackets and quotes.

    The mean of the first 50 mentions: more would hardly move it.
    """
    rows = [_beside(text, mention) for mention in entity.mentions[:50]]
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]


def _beside(text: _Text, mention: Mention) -> list[float]:
    start, end = mention.span
    at = bisect_left(text.mention_starts, start)
    after = bisect_right(text.mention_starts, start)
    previous = text.mentions[at - 1] if at else None
    following = text.mentions[after] if after < len(text.mentions) else None
    before, behind = text.text[max(0, start - 2) : start], text.text[end : end + 2]
    line = text.text[max(0, start - 400) : start].rpartition("\n")[2]
    return [
        log_odds(previous.confidence) if previous else 0.0,
        log_odds(following.confidence) if following else 0.0,
        math.log1p(start - previous.span.end) if previous and previous.span.end <= start else 6.0,
        math.log1p(following.span.start - end) if following and following.span.start >= end else 6.0,
        float("(" in before),
        float(")" in behind),
        float(any(quote in before for quote in "\"'“‘«")),
        float(line.count("(") > line.count(")")),
        math.log1p(len(line)),
    ]


def _hashed(text: _Text, entity: Entity) -> dict[int, float]:
    """Buckets of words in and around the entity with their share among its mentions."""
    found: dict[int, float] = {}
    weight = 1.0 / len(entity.mentions)
    for mention in entity.mentions:
        for feature in set(_features(text, mention)):
            bucket = crc32(feature.encode()) % BUCKETS
            found[bucket] = found.get(bucket, 0.0) + weight
    return found


def _features(text: _Text, mention: Mention) -> Iterator[str]:
    before, after = text.around(mention.span)
    label = mention.label
    for side, words in (("<", before), (">", after)):
        for distance, word in enumerate(words):
            yield f"{side}{word}"
            if distance < 2:
                yield f"{side}{distance} {word}"
                yield f"{side}{distance} {label} {word}"
        for one, other in pairwise(words[:3]):
            yield f"{side} {one} {other}"
    for source in mention.source.split("+"):
        yield f"@{source}"
        yield f"@{label} {source}"
    inside = [word.casefold() for word in TOKEN.findall(text.surface(mention))]
    for word in inside:
        yield f"={word}"
        yield f"={label} {word}"
        yield f"^{word[:4]}"
        yield f"${word[-3:]}"
    yield f"=={label} {' '.join(inside)}"
    yield f"~{label} {''.join(_shape(word) for word in TOKEN.findall(text.surface(mention))[:6])}"


def _shape(word: str) -> str:
    if word.isdigit():
        return str(min(len(word), 5))
    kind = "X" if word.isupper() else "x" if word[0].islower() else "A"
    return kind + ("." if len(word) == 1 else "")


NAMES = (
    *("confidence_max", "confidence_mean", "confidence_min", "direct", "none"),
    *(f"source_{name}" for name in SOURCES),
    *("mentions", "peers", "peers_mean", "peers_rank"),
    *("first", "middle", "last", "start", "length"),
    *(f"after_{heading.replace(' ', '_')}" for heading in SECTIONS),
    *("words", "all_words", "characters", "capitalized", "capitals", "initials", "numbers", "digits"),
    *("lower", "slash", "forms"),
    *("years_before_last", "years_after_first", "month", "day"),
    *("common", "common_least", "common_mean"),
    *("odds_before", "odds_after", "distance_before", "distance_after", "opened", "closed", "quoted"),
    *("in_brackets", "in_line"),
    *(f"label_{label}" for label in LABELS),
)
"""What the numbers of a row mean, in order."""
