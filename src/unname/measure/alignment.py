"""Which words of a text are left in its released version, where no tool told what it changed.

The tokens of the two texts are aligned by a longest common subsequence, computed for whole rows of the table at
once in the bits of a number (Hyyrö 2004), and divided as by Hirschberg (1975) where the table would not fit into
memory: exact for texts of any length.
"""

import re
from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np

from unname.core.document import Span
from unname.core.redaction import Edit
from unname.text.masks import MASK, has_masks, remove_masks
from unname.text.words import WORD

_TOKEN = re.compile(r"\w+|[^\w\s]")

FEW_WORDS = 8
"""Below so many words nothing can be said about where they come from."""

MOST_BITS = 1 << 29
"""How large a table may be (64 MB) before it is divided."""


class Token(NamedTuple):
    """A word, a sign or a whole mask; `key` is what must be equal in both texts."""

    span: Span
    key: str


def find_edits(original: str, released: str, masks: Sequence[str] = ()) -> tuple[Edit, ...]:
    """What was changed from one text to the other, as edits of whole tokens; letter case and blanks do not matter.

    A mask is one token, unless the original has the same characters: it is never aligned with a word inside.
    `masks` are further words that some tool writes for one; they are found also where they stick to other words.

    >>> [edit] = find_edits("Ada Grey , a judge", "[NAME] , a judge")
    >>> edit.old, edit.new
    (Span(start=0, end=8), Span(start=0, end=6))
    """
    old, new = _tokens(original), _tokens(released, _masks(original, released, masks))
    pairs = find_common([token.key for token in old], [token.key for token in new])
    edits = []
    a = b = 0
    for i, j in [*pairs, (len(old), len(new))]:
        if i > a or j > b:
            edits.append(Edit(_cover(old, a, i, len(original)), _cover(new, b, j, len(released)), ""))
        a, b = i + 1, j + 1
    return tuple(edits)


def fits(original: str, released: str, edits: Sequence[Edit]) -> bool:
    """Whether the edits, in order, turn the one text into the other: all that they leave is the same in both.

    >>> fits("Dear Ada.", "Dear ***.", [Edit(Span(5, 8), Span(5, 8), "")])
    True
    """
    end = Edit(Span(len(original), len(original)), Span(len(released), len(released)), "")
    a = b = 0
    for edit in (*edits, end):
        in_order = a <= edit.old.start <= edit.old.end and b <= edit.new.start <= edit.new.end
        if not in_order or original[a : edit.old.start] != released[b : edit.new.start]:
            return False
        a, b = edit.old.end, edit.new.end
    return True


def share_kept(released: str, edits: Sequence[Edit]) -> float:
    """The share of the words of a release, without its masks, that no edit put there; 1 where it has hardly any.

    >>> share_kept("a judge from [LOC]", [Edit(Span(15, 24), Span(13, 18), "")])
    1.0
    """
    kept, at = [], 0
    for edit in edits:
        kept.append(released[at : edit.new.start])
        at = edit.new.end
    n_kept = sum(len(WORD.findall(piece)) for piece in (*kept, released[at:]))
    n_words = len(WORD.findall(remove_masks(released)))
    return min(1.0, n_kept / n_words) if n_words >= FEW_WORDS else 1.0


def find_common(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[tuple[int, int]]:
    """The places of a longest common subsequence in both sequences, in order.

    >>> find_common("abcd", "xbd")
    [(1, 1), (3, 2)]
    """
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    inner = _inner(old[head : len(old) - tail], new[head : len(new) - tail])
    return [
        *((place, place) for place in range(head)),
        *((head + i, head + j) for i, j in inner),
        *((len(old) - k, len(new) - k) for k in range(tail, 0, -1)),
    ]


def _inner(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[tuple[int, int]]:
    if not old or not new:
        return []
    if len(old) * len(new) <= MOST_BITS or len(new) == 1:
        return _traced(_rows(old, new), len(old))
    middle = len(new) // 2
    before = _lengths(_rows(old, new[:middle], keep=False)[-1], len(old))
    after = _lengths(_rows(old[::-1], new[middle:][::-1], keep=False)[-1], len(old))[::-1]
    cut = int(np.argmax(before + after))
    later = find_common(old[cut:], new[middle:])
    return [*find_common(old[:cut], new[:middle]), *((cut + i, middle + j) for i, j in later)]


def _rows(old: Sequence[Hashable], new: Sequence[Hashable], keep: bool = True) -> list[int]:
    """The rows of the table as numbers: bit i is 0 where old[i] makes the common part longer."""
    places: dict[Hashable, int] = {}
    for place, key in enumerate(old):
        places[key] = places.get(key, 0) | 1 << place
    everything = (1 << len(old)) - 1
    row = everything
    rows = []
    for key in new:
        found = row & places.get(key, 0)
        row = ((row + found) | (row - found)) & everything
        if keep:
            rows.append(row)
    return rows or [row]


def _lengths(row: int, n: int) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """How long the common part is for every beginning of the old sequence, the empty one first."""
    raw = np.frombuffer(row.to_bytes(n // 8 + 1, "little"), dtype=np.uint8)
    steps = 1 - np.unpackbits(raw, bitorder="little")[:n].astype(np.int64)
    return np.concatenate([[0], np.cumsum(steps)])


def _traced(rows: Sequence[int], n: int) -> list[tuple[int, int]]:
    pairs = []
    column, row = n, len(rows)
    while row and column:
        if rows[row - 1] >> (column - 1) & 1:
            column -= 1
        elif row > 1 and not rows[row - 2] >> (column - 1) & 1:
            row -= 1
        else:
            row, column = row - 1, column - 1
            pairs.append((column, row))
    return pairs[::-1]


def _masks(original: str, released: str, masks: Sequence[str]) -> list[tuple[int, int]]:
    if not masks and not has_masks(released):
        return []
    # Own masks first, since the pattern of the others may take in the word that one sticks to.
    pattern = re.compile("|".join([*map(re.escape, sorted(masks, key=len, reverse=True)), MASK.pattern]))
    return [found.span() for found in pattern.finditer(released) if found[0] not in original]


def _tokens(text: str, masks: Sequence[tuple[int, int]] = ()) -> list[Token]:
    tokens: list[Token] = []
    at = 0
    for start, end in [*masks, (len(text), len(text))]:
        tokens += (Token(Span(*found.span()), found[0].casefold()) for found in _TOKEN.finditer(text, at, start))
        if end > start:
            # A blank is in no other token, so nothing is equal to this one.
            tokens.append(Token(Span(start, end), " "))
        at = end
    return tokens


def _cover(tokens: Sequence[Token], first: int, after: int, end: int) -> Span:
    """The characters of some tokens; of none, the empty place where they would stand."""
    if first < after:
        return Span(tokens[first].span.start, tokens[after - 1].span.end)
    place = tokens[first].span.start if first < len(tokens) else end
    return Span(place, place)
