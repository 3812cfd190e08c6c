"""Texts as sequences of keys, one for each word and each sign, so that whole documents are compared as arrays."""

import re
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from unname.core.document import Document, Span
from unname.core.fold import fold
from unname.text.vocabulary import STOP_WORDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Keys = NDArray[np.int64]

_TOKEN = re.compile(r"\w+|[^\w\s]")
_BREAK = np.int64(-1)

UNKNOWN = -2
"""The code of what the text does not have."""

MASKED = -1
"""The code of a mask."""

EXPECTED_WORDS, EXPECTED_COMMON, EXPECTED = 10_000, 0.02, 0.00005
"""How often words are expected, common ones and others, and in how many words of text: few documents tell little."""

MAX_KEPT = 20_000_000
"""Words of documents that are remembered, 8 bytes each, and as much again where their places were asked for."""


@dataclass(frozen=True, eq=False)
class Tokens:
    """The words and signs of a text: a key for each, which is equal where they are, whatever their case or accents."""

    text: str = field(repr=False)
    keys: "Keys" = field(repr=False)

    @cached_property
    def spans(self) -> "NDArray[np.int32]":
        """Where each of them stands: two columns, start and end."""
        flat = [place for found in _TOKEN.finditer(fold(self.text)) for place in found.span()]
        return np.array(flat, np.int32).reshape(-1, 2)

    def cut(self, first: int, after: int) -> Span:
        """The characters from one of them up to another, of which the second does not belong to them."""
        return Span(int(self.spans[first, 0]), int(self.spans[after - 1, 1]))

    @cached_property
    def begins(self) -> "NDArray[np.bool_]":
        """Whether a sentence or line begins at each, and at the end of the text."""
        signs = np.isin(self.keys, _ENDS)
        starts, ends = np.append(self.spans[:, 0], len(self.text)), np.append(0, self.spans[:, 1])
        lines = np.array([found.start() for found in re.finditer("[\r\n]", self.text)], np.int64)
        breaks = np.searchsorted(lines, ends) < np.searchsorted(lines, starts)
        begins: NDArray[np.bool_] = np.append(True, signs) | breaks
        begins[-1] = True
        return begins


def tokens_of(text: str) -> Tokens:
    """The words and signs of a text."""
    found = _TOKEN.findall(fold(text))
    return Tokens(text, np.fromiter(map(hash, found), np.int64, len(found)))


_ENDS = np.array([hash(sign) for sign in ".!?"], np.int64)


class _Remembered:
    """The tokens of documents, kept from one text to the next as long as they are not too many."""

    def __init__(self) -> None:
        self._tokens: OrderedDict[str, Tokens] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def of(self, text: str) -> Tokens:
        """The tokens of a text."""
        with self._lock:
            found = self._tokens.get(text)
            if found is not None:
                self._tokens.move_to_end(text)
                return found
        found = tokens_of(text)
        with self._lock:
            if text not in self._tokens:
                self._tokens[text] = found
                self._size += len(found.keys)
            while self._size > MAX_KEPT and len(self._tokens) > 1:
                self._size -= len(self._tokens.popitem(last=False)[1].keys)
        return found


_REMEMBERED = _Remembered()  # one for the process: those who align and those who cut passages read the same documents


def tokens_of_document(document: Document) -> Tokens:
    """The tokens of a document, remembered from one time to the next."""
    return _REMEMBERED.of(document.text)


@dataclass(frozen=True, eq=False)
class Group:
    """Masks of a text with nothing but blanks between them; `place` is where the items have them."""

    masks: tuple[int, ...]
    place: int


@dataclass(frozen=True, eq=False)
class Items:
    """A text with masks: the keys of what is visible, and one item for each group of masks.

    `keys` counts for visible items alone, where `is_mask` is false; `common` says that they are signs, or words that
    every text has. `spans` are the places of all.
    """

    text: str = field(repr=False)
    keys: "Keys" = field(repr=False)
    is_mask: "NDArray[np.bool_]" = field(repr=False)
    common: "NDArray[np.bool_]" = field(repr=False)
    spans: "NDArray[np.int32]" = field(repr=False)
    groups: Sequence[Group]


def items_of(text: str, masks: Sequence[Span]) -> Items:
    """The items of a text whose masks are known, in order; they do not overlap."""
    folded = fold(text)
    keys: list[int] = []
    places: list[int] = []
    common: list[bool] = []
    joined: list[tuple[int, list[int]]] = []
    at = 0
    for number, mask in enumerate([*masks, Span(len(text), len(text))]):
        n_before = len(keys)
        for found in _TOKEN.finditer(folded, at, mask.start):
            keys.append(hash(found[0]))
            common.append(found[0] in STOP_WORDS or not found[0].isalnum())
            places += found.span()
        at = mask.end
        if number == len(masks):
            break
        if joined and joined[-1][0] == len(keys) - 1 and n_before == len(keys):
            joined[-1][1].append(number)
            places[-1] = mask.end
        else:
            joined.append((len(keys), [number]))
            keys.append(0)
            common.append(False)
            places += mask
    is_mask = np.zeros(len(keys), bool)
    is_mask[[place for place, _ in joined]] = True
    groups = [Group(tuple(numbers), place) for place, numbers in joined]
    spans = np.array(places, np.int32).reshape(-1, 2)
    return Items(text, np.array(keys, np.int64), is_mask, np.array(common, bool), spans, groups)


@dataclass(frozen=True, eq=False)
class Library:
    """Several documents side by side, in the codes of one text: `MASKED`, `UNKNOWN`, or a number from 0.

    `codes` are those of all documents, one after another with `UNKNOWN` between; `starts` is where each begins.
    `items` are the codes of the text. `bits` is the information of each code: what is rare tells more.
    """

    tokens: Sequence[Tokens] = field(repr=False)
    codes: "NDArray[np.int32]" = field(repr=False)
    starts: "NDArray[np.int64]" = field(repr=False)
    items: "NDArray[np.int32]" = field(repr=False)
    bits: "NDArray[np.float64]" = field(repr=False)

    def document(self, number: int) -> "NDArray[np.int32]":
        """The codes of one document."""
        start = int(self.starts[number])
        return self.codes[start : start + len(self.tokens[number].keys)]


def library_of(items: Items, tokens: Sequence[Tokens]) -> Library:
    """The documents in the codes of a text."""
    pieces: list[Keys] = []
    for each in tokens:
        pieces += [each.keys, np.array([_BREAK])]
    keys = np.concatenate(pieces) if pieces else np.zeros(0, np.int64)
    sizes = np.array([len(each.keys) + 1 for each in tokens], np.int64)
    starts = np.cumsum(sizes) - sizes
    vocabulary, first, own = np.unique(items.keys[~items.is_mask], return_index=True, return_inverse=True)
    codes = np.full(len(items.keys), MASKED, np.int32)
    codes[~items.is_mask] = own
    if not len(vocabulary):
        return Library(tokens, np.full(len(keys), UNKNOWN, np.int32), starts, codes, np.zeros(0))
    found = np.searchsorted(vocabulary, keys)
    np.minimum(found, len(vocabulary) - 1, out=found)
    known = vocabulary[found] == keys
    shared = np.where(known, found, UNKNOWN).astype(np.int32)
    counts = np.bincount(found[known], minlength=len(vocabulary))
    expected = np.where(items.common[~items.is_mask][first], EXPECTED_COMMON, EXPECTED)
    bits = -np.log2((counts + EXPECTED_WORDS * expected) / (len(keys) + EXPECTED_WORDS))
    return Library(tokens, shared, starts, codes, bits)
