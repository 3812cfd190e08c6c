"""What is known of the words of a text: spelling, lists, and where they stand; as numbers of features."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

from unname.core.document import Mention, Span
from unname.core.fold import fold
from unname.text.foreign_lists import FOREIGN, KINDS, read_foreign, stem_of
from unname.text.spans import Spans
from unname.text.word_lists import read_list

N_FEATURES = 1 << 16
_TOKEN = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|_")
_CHUNK = re.compile(r"\S+")
_DIGIT, _UPPER, _LOWER = re.compile(r"\d"), re.compile(r"[A-ZÀ-ÖØ-Þ]"), re.compile(r"[^\W\d_A-ZÀ-ÖØ-Þ]+")
_LONGEST_SHAPE = 14
_FIELD_WIDTH = 40
_WORLD = ("first_name", "family_name", "common_first", "large", "city", "town")


class Known(NamedTuple):
    """The words of a text, the features of each by its spelling, and those by where it stands."""

    spans: Sequence[Span]
    words: Sequence[str]
    places: Sequence[tuple[int, ...]]


def read_words(text: str) -> Known:
    """The words, numbers and signs of a text, with what their places say."""
    spans: list[Span] = []
    words: list[str] = []
    places: list[tuple[int, ...]] = []
    field, line_start, at_start = "", 0, True
    chunk_end, shape = -1, ""
    previous_end = 0
    for found in _TOKEN.finditer(text):
        start, end = found.span()
        gap = text[previous_end:start]
        if "\n" in gap or not spans:
            field, line_start, at_start = "", start, True
        if start >= chunk_end:
            chunk = _CHUNK.match(text, start, start + 40)
            chunk_end, shape = (chunk.end(), shape_of(chunk[0])) if chunk else (end, "")
        word = found[0]
        near = "n" if "\n\n" in gap else "l" if at_start else "t" if len(gap) > 1 else "s" if gap else "j"
        places.append(_place(shape, near, field))
        spans.append(Span(start, end))
        words.append(word)
        if word in ":|=" and start - line_start < 200:
            field = fold(" ".join(text[max(line_start, start - _FIELD_WIDTH) : start].split()[-2:]))
        elif word in ";,." and field and start - previous_end > 0:
            field = ""
        previous_end, at_start = end, False
    return Known(spans, words, places)


def with_hints(known: Known, hints: Iterable[Mention]) -> Known:
    """The same words, of which those that a rule found have that as a feature, too."""
    places, spans = list(known.places), Spans(known.spans)
    for hint in hints:
        name = hint.source.partition(":")[2]
        for number, word in enumerate(spans.numbers(hint.span)):
            places[word] = (*places[word], *_hint(name, number == 0))
    return known._replace(places=places)


@lru_cache(maxsize=500)
def _hint(name: str, is_first: bool) -> tuple[int, ...]:
    return (number_of(f"hint={name}"), *([number_of(f"first={name}")] if is_first else []))


@lru_cache(maxsize=20_000)
def _place(shape: str, near: str, field: str) -> tuple[int, ...]:
    return tuple(map(number_of, (f"shape={shape}", f"near={near}", f"field={field}", f"near={near} shape={shape[:3]}")))


def shape_of(chunk: str) -> str:
    """How a chunk between blanks looks: capitals X, letters x, digits 9.

    >>> shape_of("12.03.2024,"), shape_of("McKay")
    ('99.99.9999,', 'XxXx')
    """
    return _DIGIT.sub("9", _LOWER.sub("x", _UPPER.sub("X", chunk)))[:_LONGEST_SHAPE]


def number_of(feature: str) -> int:
    """The number of a feature; two may share one."""
    return crc32(feature.encode()) % N_FEATURES


@lru_cache(maxsize=60_000)
def features_of(word: str, language: str) -> tuple[int, ...]:
    """The numbers of the features of a word by its spelling and by the lists that have it."""
    return tuple(dict.fromkeys(map(number_of, _features(word, language))))


def _features(word: str, language: str) -> list[str]:
    if word.isdigit():
        return ["digits", f"digits={min(len(word), 12)}", f"number={word[-4:] if len(word) < 4 else word[:2]}"]
    if not word.isalpha():
        return [f"sign={word}"]
    folded, case = fold(word), "u" if word.isupper() else "c" if word[0].isupper() else "l"
    if len(word) == 1:
        case = f"1{case}"
    listed = lists_of(folded, word, language)
    features = [f"word={folded}", f"case={case}", f"lists={listed} {case}", f"length={min(len(word), 12)}"]
    features += [f"in={name}" for name in listed.split()]
    if language in FOREIGN:
        features.append(f"stem={stem_of(word, language)}")
    features += [f"end={folded[-n:]}" for n in (1, 2, 3, 4) if len(folded) > n]
    features += [f"begin={folded[:n]}" for n in (2, 3, 4) if len(folded) > n]
    features += [f"inside={folded[at : at + 4]}" for at in range(2, len(folded) - 5)]
    return features


def lists_of(folded: str, word: str, language: str) -> str:
    """The names of the lists that have a word; the lists of English stand in for those of a language that has none."""
    named = [name for name in _WORLD if folded in _world(name)]
    if language in FOREIGN:
        named += [kind for kind in KINDS if folded in read_foreign(language, kind)]
        ordinary = stem_of(word, language) in read_foreign(language, "ordinary")
    else:
        named += [kind for kind, names in _IN_ENGLISH.items() if any(folded in _world(name) for name in names)]
        ordinary = folded in _world("ordinary")
    return " ".join([*named, *["ordinary"] * ordinary])


_IN_ENGLISH = {"first": ["common_first"], "job": ["occupation"], "country": ["country", "region", "nationality"]}


@lru_cache(maxsize=16)
def _world(name: str) -> frozenset[str]:
    """The single words of a list of all languages, in lower case."""
    return frozenset(entry.lower() for entry in read_list(name) if " " not in entry)
