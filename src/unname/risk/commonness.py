"""How common a phrase is among texts, and how much a date, number or name tells."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np

from unname.text.vocabulary import MONTHS
from unname.text.words import TOKEN

if TYPE_CHECKING:
    from numpy.typing import NDArray

"""The words that say which month it was."""

YEAR = re.compile(r"\b(?:1[89]|20)\d\d\b")
"""A year in digits."""

_RANGE = re.compile(r"\d\s*[-–]\s*\d|\bto\b|\band\b")
_SMALL = frozenset(
    "a about age aged an and at between by early from in late of old on or over s the to under years".split()
)


@dataclass(frozen=True)
class Commonness:
    """In how many of `n_texts` texts a phrase stands; phrases by hash, sorted."""

    hashes: "NDArray[np.uint32]"
    counts: "NDArray[np.uint16]"
    n_texts: int

    def __call__(self, phrase: str) -> int:
        """The number of texts, 0 for a rare phrase."""
        key = hash_phrase(phrase)
        at = int(np.searchsorted(self.hashes, key))
        return int(self.counts[at]) if at < len(self.hashes) and self.hashes[at] == key else 0


def hash_phrase(phrase: str) -> int:
    """A stable number for a phrase, whatever its case."""
    return crc32(phrase.casefold().encode())


def find_phrases(text: str, longest: int = 6) -> Iterator[str]:
    """Every word, and every run of words that starts and ends with a capital letter or a digit."""
    words = [(found.start(), found.end(), found[0]) for found in TOKEN.finditer(text)]
    marked = [word[0].isupper() or word[0].isdigit() for _, _, word in words]
    for first, (_, _, word) in enumerate(words):
        yield word
        if marked[first]:
            for last in range(first + 1, min(first + longest, len(words))):
                if marked[last]:
                    yield " ".join(word for _, _, word in words[first : last + 1])


def count_phrases(texts: Sequence[str], least: int = 4) -> Commonness:
    """Count the texts in which each phrase stands; phrases of fewer than `least` texts are left out."""
    found = [np.unique(np.array([hash_phrase(p) for p in set(find_phrases(text))], dtype=np.uint32)) for text in texts]
    hashes, counts = np.unique(np.concatenate([np.zeros(0, np.uint32), *found]), return_counts=True)
    kept = counts >= least
    return Commonness(hashes[kept], np.minimum(counts[kept], 65535).astype(np.uint16), len(texts))


def estimate_nats(surface: str, common: Commonness | None = None) -> float:
    """How much a date, number or name says, roughly, in nats: enough to compare it with a coarser form of itself.

    A number says ln 10 for each digit up to the trailing zeros (of a year, the first two digits count nothing), a
    month ln 12, any other word ln 1000 or what `common` knows; of the numbers of a range only the least counts.

    >>> [round(estimate_nats(text), 1) for text in ("12 May 1993", "May 1993", "1993", "the 1990s")]
    [11.7, 7.1, 4.6, 2.3]
    """
    words = [word.casefold() for word in TOKEN.findall(surface)]
    numbers = [_digits(word) * math.log(10) for word in words if word[0].isdigit()]
    others = [_word_nats(word, common) for word in words if word not in _SMALL and not word[0].isdigit()]
    counted = [min(numbers)] if len(numbers) > 1 and _RANGE.search(surface) else numbers
    return sum(counted) + sum(others)


def _word_nats(word: str, common: Commonness | None) -> float:
    if word in MONTHS:
        return math.log(12)
    return math.log((common.n_texts + 1) / (common(word) + 1)) if common else math.log(1000)


def _digits(word: str) -> int:
    digits = "".join(filter(str.isdigit, word))
    return len((digits[2:] if YEAR.fullmatch(digits) else digits).rstrip("0"))
