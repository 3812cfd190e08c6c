"""Which of some words stands behind which of several masks with nothing between them."""

import re
from collections.abc import Sequence
from itertools import pairwise

from unname.core.document import Span

_WORD = re.compile(r"\S+")
_MONTHS = frozenset("january february march april may june july august september october november december".split())
_DIGITS = frozenset({"DATETIME", "QUANTITY", "CODE"})
_SIGNS = ".,;:()[]\"'"
_NAMES = frozenset({"PERSON", "LOC", "ORG"})

MOST_WAYS = 200_000
"""Words times words times masks that are weighed; more are shared out evenly."""


def split_words(text: str, span: Span, labels: Sequence[str | None]) -> tuple[list[Span], float]:
    """The words of a range as one range for each mask, by what kind of thing the masks show, and how sure that is.

    >>> text = "Ada Grey 12 May 1950"
    >>> [text[a:b] for a, b in split_words(text, Span(0, 20), ["PERSON", "DATETIME"])[0]]
    ['Ada Grey', '12 May 1950']
    """
    words = [Span(*found.span()) for found in _WORD.finditer(text, *span)]
    n, k = len(words), len(labels)
    if n < k:
        return [*words, *[Span(span.end, span.end)] * (k - n)], 0.3
    if n == k:
        return words, 0.97
    if n * n * k > MOST_WAYS:
        bounds = [round(number * n / k) for number in range(k + 1)]
        return [Span(words[a].start, words[b - 1].end) for a, b in pairwise(bounds)], 0.3
    bounds = _best_bounds([text[slice(*word)] for word in words], labels)
    return [Span(words[a].start, words[b - 1].end) for a, b in pairwise(bounds)], 0.6 if any(labels) else 0.5


def _best_bounds(words: Sequence[str], labels: Sequence[str | None]) -> list[int]:
    """Where the words of each mask begin, such that they fit the labels best; each has one at least."""
    n, k = len(words), len(labels)
    best = [[float("-inf")] * (n + 1) for _ in range(k + 1)]
    start = [[0] * (n + 1) for _ in range(k + 1)]
    best[0][0] = 0.0
    dated = [_is_date(word) for word in words]
    # A date beside something else is a good place to part them.
    parted = [0.5 * (end > 0 and one != two) for end, (one, two) in enumerate(pairwise([False, *dated]))]
    for mask, label in enumerate(labels, start=1):
        sums = [0.0]
        for word in words:
            sums.append(sums[-1] + _fit(word, label))
        for end in range(mask, n - k + mask + 1):
            for begin in range(mask - 1, end):
                # Of equal ways the even one.
                value = best[mask - 1][begin] + parted[begin] + sums[end] - sums[begin] - 0.01 * (end - begin) ** 2
                if value > best[mask][end]:
                    best[mask][end], start[mask][end] = value, begin
    bounds = [n]
    for mask in range(k, 0, -1):
        bounds.append(start[mask][bounds[-1]])
    return bounds[::-1]


def _fit(word: str, label: str | None) -> float:
    """How well a word fits a label, from its letters alone."""
    if label is None:
        return 0.4
    if label in _DIGITS:
        return 1.0 if _has_digit(word) or (label == "DATETIME" and _is_date(word)) else 0.2
    if label in _NAMES:
        return 0.0 if _is_date(word) else 1.0 if word.strip(_SIGNS)[:1].isupper() else 0.3
    return 0.1 if _has_digit(word) else 0.5


def _has_digit(word: str) -> bool:
    return any(map(str.isdigit, word))


def _is_date(word: str) -> bool:
    """Whether a word may belong to a date: it has a digit, or is a month."""
    return _has_digit(word) or word.strip(_SIGNS).casefold() in _MONTHS
