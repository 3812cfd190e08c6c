"""Where documents have the words that stand on both sides of a mask, close together: what is between may be hidden."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from unname.attack.infilling.keys import MASKED, Group, Items, Library

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Codes = NDArray[np.int32]
    Floats = NDArray[np.float64]
    Places = NDArray[np.int64]

REACH = 8
"""Words on either side that are compared."""

LONGEST = 12
"""Words that a mask is taken to hide at most."""

FEWEST_BITS = 10.0
"""Context that tells less is found by chance everywhere."""

MOST_FOUND = 8
"""Places that are kept for a mask."""


class Found(NamedTuple):
    """Words of a document between the same words as a mask: a range of its tokens, and how much agrees on each side."""

    document: int
    first: int
    after: int
    left: float
    right: float


def find_contexts(items: Items, library: Library, group: Group) -> list[Found]:
    """Where documents say what stands on both sides of a group of masks, most agreement first."""
    left, right = _context(library.items, group.place, -1), _context(library.items, group.place, 1)
    if not left or not right:
        return []
    ends, left_bits = _places(library, left, -1)
    starts, right_bits = _places(library, right, 1)
    if not len(ends) or not len(starts):
        return []
    kept = left_bits + right_bits.max() >= FEWEST_BITS
    ends, left_bits = ends[kept], left_bits[kept]
    kept = right_bits + left_bits.max(initial=0.0) >= FEWEST_BITS
    starts, right_bits = starts[kept], right_bits[kept]
    return list(_pairs(library, ends, left_bits, starts, right_bits))


def _context(items: "Codes", place: int, step: int) -> list[int]:
    """The codes beside a mask, nearest first, up to the next mask."""
    end = place + step * (REACH + 1)
    beside = items[place + 1 : end] if step > 0 else items[max(0, end + 1) : place][::-1]
    masks = np.flatnonzero(beside == MASKED)
    return beside[: masks[0] if len(masks) else None].tolist()  # type: ignore[no-any-return]


def _places(library: Library, context: list[int], step: int) -> "tuple[Places, Floats]":
    """Where the nearest word of a context stands, and the information of all that agree from there on."""
    codes = library.codes
    places = np.flatnonzero(codes == context[0])
    bits = np.full(len(places), library.bits[context[0]])
    alive = np.arange(len(places))
    for distance, code in enumerate(context[1:], start=1):
        at = places[alive] + step * distance
        inside = (at >= 0) & (at < len(codes))
        alive = alive[inside][codes[at[inside]] == code]
        if not len(alive):
            break
        bits[alive] += library.bits[code]
    return places, bits


def _pairs(library: Library, ends: "Places", left: "Floats", starts: "Places", right: "Floats") -> Iterator[Found]:
    """Ends of left contexts with starts of right ones a few words on, in one document."""
    lowest, highest = np.searchsorted(starts, ends + 2), np.searchsorted(starts, ends + LONGEST + 2)
    one: list[Places] = []
    two: list[Places] = []
    for step in range(int((highest - lowest).max(initial=0))):
        some = np.flatnonzero(lowest + step < highest)
        one.append(some)
        two.append(lowest[some] + step)
    if not one:
        return
    a, b = np.concatenate(one), np.concatenate(two)
    # Of several ends, the near one is likelier: each word between costs a little.
    sums = left[a] + right[b] - 0.5 * (starts[b] - ends[a])
    documents = np.searchsorted(library.starts, ends[a], side="right") - 1
    whole = documents == np.searchsorted(library.starts, starts[b], side="right") - 1
    whole &= left[a] + right[b] >= FEWEST_BITS
    a, b, sums, documents = a[whole], b[whole], sums[whole], documents[whole]
    order = np.lexsort((starts[b], ends[a], -sums))
    seen: set[int] = set()
    for number in order.tolist():
        end = int(ends[a[number]])
        if end in seen:
            continue
        seen.add(end)
        base = int(library.starts[documents[number]])
        place = int(starts[b[number]])
        yield Found(
            int(documents[number]), end + 1 - base, place - base, float(left[a[number]]), float(right[b[number]])
        )
        if len(seen) == MOST_FOUND:
            return
