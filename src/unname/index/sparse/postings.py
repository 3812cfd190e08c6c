"""Which documents hold which term, how often; in memory or memory-mapped."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[np.integer]

KEY_BITS = 40
"""Bits of a term's hash that are kept: of 250 million different terms, 1 in 4000 meets another one."""
MAX_COUNT = 65_535
"""Counts stop here; only a term that is more frequent in one document is counted short."""


class Entry(NamedTuple):
    """The documents of one term, ascending, and how often each holds it."""

    documents: "Integers"
    counts: "Integers"


@dataclass
class Postings:
    """Documents and counts, sorted by term and then document.

    A term is the first 40 bits of its hash: `offsets` leads from the first of them to a bucket, and the rest, its
    fingerprint, stands beside every posting, so that terms in one bucket do not mix. `lengths` counts the n-grams of
    each document, `norms` is the length of its tf-idf vector.
    """

    offsets: "Integers"
    fingerprints: "Integers"
    documents: "Integers"
    counts: "Integers"
    lengths: "Integers"
    norms: "NDArray[np.float64]"
    mean_length: float = field(init=False)

    ARRAYS = ("offsets", "fingerprints", "documents", "counts", "lengths", "norms")

    def __post_init__(self) -> None:
        self.mean_length = float(np.mean(self.lengths)) if len(self.lengths) else 0.0

    @property
    def n_documents(self) -> int:
        """How many documents there are, empty ones included."""
        return len(self.lengths)

    @property
    def fingerprint_bits(self) -> int:
        """How many bits of a key are in the fingerprint, the others being the bucket."""
        return KEY_BITS - (len(self.offsets) - 1).bit_length() + 1

    def find(self, keys: "NDArray[np.uint64]") -> "tuple[NDArray[np.int64], NDArray[np.int64]]":
        """Where the postings of each key start and stop; the same place where there are none."""
        shift = np.uint64(self.fingerprint_bits)
        buckets = (keys >> shift).astype(np.int64)
        wanted = (keys & ((np.uint64(1) << shift) - np.uint64(1))).astype(np.int64)
        low, high = self.offsets[buckets].astype(np.int64), self.offsets[buckets + 1].astype(np.int64)
        start = first_not_below(self.fingerprints, wanted, low, high)
        return start, first_not_below(self.fingerprints, wanted + 1, start, high)

    def counts_in(self, document: int, starts: "NDArray[np.int64]", stops: "NDArray[np.int64]") -> "NDArray[np.int64]":
        """How often one document holds each of many terms."""
        places = first_not_below(self.documents, np.full(len(starts), document), starts, stops)
        counts = np.zeros(len(starts), np.int64)
        inside = np.flatnonzero(places < stops)
        inside = inside[self.documents[places[inside]] == document]
        counts[inside] = self.counts[places[inside]]
        return counts

    def entry(self, start: int, stop: int) -> Entry:
        """The postings between two places that `find` gave."""
        return Entry(np.asarray(self.documents[start:stop]), np.asarray(self.counts[start:stop]))

    def entries(self, starts: "NDArray[np.int64]", stops: "NDArray[np.int64]") -> Entry:
        """The postings of many short terms, one after the other."""
        sizes = stops - starts
        places = np.repeat(starts - np.cumsum(sizes) + sizes, sizes) + np.arange(sizes.sum())
        return Entry(self.documents[places], self.counts[places])


def first_not_below(
    values: "Integers", wanted: "NDArray[np.int64]", low: "NDArray[np.int64]", high: "NDArray[np.int64]"
) -> "NDArray[np.int64]":
    """Where each wanted number would stand between `low` and `high`: one binary search for all of them at once."""
    low, high = low.copy(), high.copy()
    while (going := np.flatnonzero(low < high)).size:
        middle = (low[going] + high[going]) // 2
        below = values[middle].astype(np.int64) < wanted[going]
        low[going] = np.where(below, middle + 1, low[going])
        high[going] = np.where(below, high[going], middle)
    return low
