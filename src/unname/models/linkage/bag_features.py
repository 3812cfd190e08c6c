"""What a bag of words is made of: tokens, n-grams of adjacent tokens and sub-words, as hashes."""

import re
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from unname.core.document import Profile
from unname.core.fold import fold
from unname.people.profiles import profile_facts
from unname.text.words import BARE_WORD, WORD, visible_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Hashes = NDArray[np.uint64]
    Numbers = NDArray[np.int32]

LONGEST = 3
"""Tokens of the longest n-gram."""

SHAPES = 4
"""Shapes of tokens: letters, one or two digits, four digits, other digits."""

N_KINDS = SHAPES + SHAPES**2 + SHAPES**3 + 3
"""Kinds of features: the shapes of an n-gram's tokens, stretches of years, pieces of words, and features with a key."""

_YEARS, PIECE, KEYED = N_KINDS - 3, N_KINDS - 2, N_KINDS - 1
_FIRST_KIND = {1: 0, 2: SHAPES, 3: SHAPES + SHAPES**2}
_STRETCHES = ((4, 0), (4, 2), (10, 0), (10, 5), (25, 0))
"""Length and offset of the stretches of years that a year falls into."""

_FORM = re.compile(r"[^/;\n]+")
_BREAK = 0
_MAX_CACHED = 1_000_000


class Features(NamedTuple):
    """Features of many texts; `first` and `last` are the numbers of the words that each is made of, in its text."""

    hashes: "Hashes"
    kinds: "NDArray[np.uint8]"
    rows: "Numbers"
    first: "Numbers"
    last: "Numbers"

    def taken(self, which: "NDArray[Any]") -> "Features":
        """Some of the features: those at these places, or those that are true."""
        return Features(self.hashes[which], self.kinds[which], self.rows[which], self.first[which], self.last[which])


class _Token(NamedTuple):
    hash: int
    shape: int
    inner: tuple[tuple[int, int], ...]
    """Hashes and kinds of what is read inside the token."""


class _Tokens(dict[str, _Token]):
    """Each token met so far, by how it is written; the cache has an end."""

    def __missing__(self, text: str) -> _Token:
        token = _token(fold(text))
        if len(self) < _MAX_CACHED:
            self[text] = token
        return token


_known = _Tokens()


def document_features(texts: Sequence[str]) -> Features:
    """The features of documents: n-grams never join across a mask."""
    sequence = _Sequence()
    for text in texts:
        word = 0
        for stretch in visible_words(text):
            for span in stretch:
                sequence.add(BARE_WORD.findall(text, *span), word)
                word += 1
            sequence.stop()
        sequence.end()
    return sequence.features()


def profile_features(profiles: Sequence[Profile]) -> Features:
    """The features of profiles, each once: those of every fact, with its key and without.

    What stands for words is the number of the fact, counted over all profiles.
    """
    sequence = _Sequence()
    keys: list[int] = []
    for profile in profiles:
        for fact in profile_facts(profile):
            for form in _FORM.findall(fact.text):
                for found in WORD.finditer(form):
                    sequence.add(BARE_WORD.findall(found[0]), len(keys))
                sequence.stop()
            keys.append(hash_of(f"key {fold(fact.key)}"))
        sequence.end()
    plain = sequence.features()
    key = np.array(keys, np.uint64)[plain.first] if keys else plain.hashes
    both = Features(
        np.concatenate([plain.hashes, mixed(stirred(key, plain.hashes))]),
        np.concatenate([plain.kinds, np.full(len(key), KEYED, np.uint8)]),
        np.tile(plain.rows, 2),
        np.tile(plain.first, 2),
        np.tile(plain.last, 2),
    )
    order = np.lexsort((both.hashes, both.rows))
    new = np.ones(len(order), bool)
    new[1:] = (np.diff(both.hashes[order]) != 0) | (np.diff(both.rows[order]) != 0)
    return both.taken(order[new])


def hash_of(text: str) -> int:
    """64 bits that are the same on every machine, and never the mark of a break."""
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little") | 1


def signs(hashes: "Hashes", width: int) -> "NDArray[np.float32]":
    """A vector of unit length for each hash, of random signs: those of two features are all but orthogonal."""
    n_words = -(-width // 64)
    seeds = hashes[:, None] + np.arange(1, n_words + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    bits = np.unpackbits(mixed(seeds).astype("<u8").view(np.uint8), axis=1)[:, :width]
    return (bits.astype(np.float32) * 2 - 1) / np.float32(np.sqrt(width))


def stirred(state: "Hashes", value: "Hashes") -> "Hashes":
    """Another value taken in; the multiplication before the sum makes the order count."""
    return (state + np.uint64(0x9E3779B97F4A7C15)) * np.uint64(0xD1342543DE82EF95) + value


def mixed(state: "Hashes") -> "Hashes":
    """The last step of splitmix64: every bit of the answer depends on every bit of the state."""
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return state ^ (state >> np.uint64(31))


class _Sequence:
    """Tokens of many texts one after another, with marks where no n-gram may join."""

    def __init__(self) -> None:
        self.hashes: list[int] = []
        self.shapes: list[int] = []
        self.words: list[int] = []
        self.sizes: list[int] = []
        self.inner: list[tuple[int, int, int, int]] = []

    def add(self, tokens: Iterable[str], word: int) -> None:
        """Take in the tokens of one word."""
        for text in tokens:
            token = _known[text]
            self.hashes.append(token.hash)
            self.shapes.append(token.shape)
            self.words.append(word)
            for hash, kind in token.inner:
                self.inner.append((hash, kind, len(self.sizes), word))

    def stop(self) -> None:
        """Let no n-gram join what comes to what was."""
        self.hashes.append(_BREAK)
        self.shapes.append(0)
        self.words.append(0)

    def end(self) -> None:
        """End the text."""
        self.stop()
        self.sizes.append(len(self.hashes))

    def features(self) -> Features:
        """The n-grams and sub-words of all texts."""
        hashes, shapes = np.array(self.hashes, np.uint64), np.array(self.shapes, np.int32)
        words = np.array(self.words, np.int32)
        rows = np.repeat(np.arange(len(self.sizes), dtype=np.int32), np.diff(self.sizes, prepend=0))
        found = [self._inner()]
        state, kind = np.zeros(len(hashes), np.uint64), np.zeros(len(hashes), np.int32)
        whole = np.ones(len(hashes), bool)
        for n in range(1, LONGEST + 1):
            size = max(len(hashes) - n + 1, 0)
            last = slice(n - 1, n - 1 + size)
            state = stirred(state[:size], hashes[last])
            kind = kind[:size] * SHAPES + shapes[last]
            whole = whole[:size] & (hashes[last] != _BREAK)
            kinds = (kind[whole] + _FIRST_KIND[n]).astype(np.uint8)
            found.append(
                Features(mixed(state[whole]), kinds, rows[:size][whole], words[:size][whole], words[last][whole])
            )
        return Features(*(np.concatenate(arrays) for arrays in zip(*found, strict=True)))

    def _inner(self) -> Features:
        hashes = np.array([each[0] for each in self.inner], np.uint64)
        kinds, rows, words = (np.array([each[i] for each in self.inner], np.int32) for i in (1, 2, 3))
        return Features(hashes, kinds.astype(np.uint8), rows, words, words)


def _token(text: str) -> _Token:
    if not text.isdecimal():
        return _Token(hash_of(text), 0, tuple((hash_of(piece), PIECE) for piece in _pieces(text)))
    if len(text) < 3:
        return _Token(hash_of(text), 1, ())
    if len(text) > 4 or text < "1000" or text > "2199" or len(text) == 3:
        return _Token(hash_of(text), 3, ())
    stretches = (f"years {size} {offset} {(int(text) + offset) // size}" for size, offset in _STRETCHES)
    return _Token(hash_of(text), 2, tuple((hash_of(stretch), _YEARS) for stretch in stretches))


def _pieces(text: str) -> list[str]:
    """The beginning of a long word, which its inflected forms share."""
    return [f"{text[:5]}*"] if len(text) > 6 else []
