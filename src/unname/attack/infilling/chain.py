"""A whole text with masks laid along a whole document: what is visible in both holds fast what stands between.

Where n-grams stand once in both, in the same order, the two are tied together; between the ties, a table of all ways to
lay the one along the other finds the best.
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from unname.attack.infilling.keys import MASKED

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Codes = NDArray[np.int32]
    Row = NDArray[np.int32]

NOWHERE = -1

MOST_CELLS = 4_000_000
"""Tables are not larger than that; where ties leave more between them, nothing is laid there."""

_LOST = 300
_PASSED = 100
_EMPTY = 600
_TAKEN = 10
_OFF = 200
_NEVER = -(10**9)


@dataclass(frozen=True, eq=False)
class Laid:
    """Where each item of a text stands in a document.

    For what is visible, `first` is its place there and `after` the next one; for a mask, they are the range of what it
    hides, empty if that is nothing. `NOWHERE` stands for what has no counterpart.
    """

    first: "NDArray[np.int64]" = field(repr=False)
    after: "NDArray[np.int64]" = field(repr=False)


class Block(NamedTuple):
    """Items of a text and words of a document between two ties."""

    start: int
    end: int
    low: int
    high: int


def lay(items: "Codes", document: "Codes", bits: "NDArray[np.float64]", begins: "NDArray[np.bool_]") -> Laid:
    """Lay a text along a document; `bits` is what each code weighs.

    At the ends of the text, a mask reaches to where a sentence or line `begins`, or the document.
    """
    laid = Laid(np.full(len(items), NOWHERE, np.int64), np.full(len(items), NOWHERE, np.int64))
    weights = np.rint(100 * np.clip(bits, 1.0, 16.0)).astype(np.int32)
    off = np.where(begins, _OFF // 4, _OFF).astype(np.int32)
    off[[0, -1]] = 0
    for block in _blocks(items, document, Block(0, len(items), 0, len(document)), laid, 3):
        _lay_block(items, document, block, weights, off, laid)
    return laid


def _blocks(items: "Codes", document: "Codes", whole: Block, laid: Laid, size: int) -> Iterator[Block]:
    """What is left between n-grams of a size that tie the two together; those are laid at once."""
    ties = _ties(items[whole.start : whole.end], document[whole.low : whole.high], size)
    i, j = whole.start, whole.low
    for tie_i, tie_j in [*((a + whole.start, b + whole.low) for a, b in ties), (whole.end, whole.high)]:
        if tie_i < i or tie_j < j:
            if tie_i - i != tie_j - j:
                continue  # it overlaps the one before, and says another thing
        elif tie_i > i:
            block = Block(i, tie_i, j, tie_j)
            if (tie_i - i) * (tie_j - j + 1) <= MOST_CELLS:
                yield block
            elif size > 1:
                yield from _blocks(items, document, block, laid, size - 1)
        if tie_i < whole.end:
            laid.first[tie_i : tie_i + size] = np.arange(tie_j, tie_j + size)
            laid.after[tie_i : tie_i + size] = np.arange(tie_j, tie_j + size) + 1
            i, j = tie_i + size, tie_j + size


def _ties(items: "Codes", document: "Codes", size: int) -> list[tuple[int, int]]:
    """Places of n-grams that stand once in both: the longest row of them that is in the same order."""
    one, one_at = _once(items, size)
    two, two_at = _once(document, size)
    _, left, right = np.intersect1d(one, two, assume_unique=True, return_indices=True)
    pairs = sorted(zip(one_at[left].tolist(), two_at[right].tolist(), strict=True))
    return [pairs[number] for number in _longest([place for _, place in pairs])]


def _once(codes: "Codes", size: int) -> "tuple[NDArray[np.int64], NDArray[np.int64]]":
    """The n-grams of known words that stand once, as numbers, and their places."""
    n = max(len(codes) - size + 1, 0)
    packed = np.zeros(n, np.int64)
    known = np.ones(n, bool)
    for shift in range(size):
        part = codes[shift : shift + n]
        known &= part >= 0
        packed = (packed << 21) | part
    places = np.flatnonzero(known)
    values, first, counts = np.unique(packed[places], return_index=True, return_counts=True)
    return values[counts == 1], places[first[counts == 1]]


def _longest(places: list[int]) -> list[int]:
    """The numbers of a longest increasing part of a sequence."""
    heads: list[int] = []
    numbers: list[int] = []
    before: list[int] = []
    for number, place in enumerate(places):
        at = bisect_left(heads, place)
        before.append(numbers[at - 1] if at else NOWHERE)
        heads[at : at + 1] = [place]
        numbers[at : at + 1] = [number]
    row = []
    number = numbers[-1] if numbers else NOWHERE
    while number != NOWHERE:
        row.append(number)
        number = before[number]
    return row[::-1]


def _lay_block(items: "Codes", document: "Codes", block: Block, weights: "Row", off: "Row", laid: Laid) -> None:
    """Find the best way through one block and write it down."""
    own, other = items[block.start : block.end], document[block.low : block.high]
    places = np.arange(len(other) + 1, dtype=np.int32)
    table = np.empty((len(own) + 1, len(other) + 1), np.int32)
    # At the ends of the text the document may go on; between two ties, all of it has to be passed.
    table[0] = -off[block.low : block.high + 1] if block.start == 0 else -_PASSED * places
    hits = {code: np.flatnonzero(other == code) for code in set(own.tolist()) if code != MASKED}
    for number, code in enumerate(own.tolist()):
        if code == MASKED:
            _take(table[number], table[number + 1], places)
        else:
            _match(table[number], table[number + 1], places, hits[code], int(weights[code]))
    is_last = block.end == len(items)
    end = int(np.argmax(table[-1] - off[block.low : block.high + 1])) if is_last else len(other)
    _trace(table, own, other, end, block, weights, laid)


def _take(before: "Row", row: "Row", places: "Row") -> None:
    """What a mask adds: at least one word of the document, or nothing at a high price."""
    row[0] = _NEVER
    row[1:] = np.maximum.accumulate(before + _TAKEN * places)[:-1] - _TAKEN * places[1:]
    np.maximum(row, before - _EMPTY, out=row)


def _match(before: "Row", row: "Row", places: "Row", hits: "NDArray[np.int64]", weight: int) -> None:
    """What a visible word adds: it is found, or it is lost; words of the document in front of the next are passed."""
    np.subtract(before, _LOST, out=row)
    row[hits + 1] = np.maximum(row[hits + 1], before[hits] + weight)
    passed = _PASSED * places
    row += passed
    np.maximum.accumulate(row, out=row)
    row -= passed


def _trace(
    table: "NDArray[np.int32]", own: "Codes", other: "Codes", end: int, block: Block, weights: "Row", laid: Laid
) -> None:
    j = end
    for i in range(len(own), 0, -1):
        code, before, value = int(own[i - 1]), table[i - 1], int(table[i, j])
        place = block.start + i - 1
        if code == MASKED:
            k = j
            if value != before[j] - _EMPTY:
                sums = before[:j] + _TAKEN * np.arange(j, dtype=np.int32)
                k = int(np.flatnonzero(sums == value + _TAKEN * j)[-1])
            laid.first[place], laid.after[place] = block.low + k, block.low + j
            j = k
            continue
        while True:
            if value == before[j] - _LOST:
                break
            if j and other[j - 1] == code and value == before[j - 1] + weights[code]:
                j -= 1
                laid.first[place], laid.after[place] = block.low + j, block.low + j + 1
                break
            j -= 1
            value = int(table[i, j])
