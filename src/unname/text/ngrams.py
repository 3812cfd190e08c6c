"""From texts to n-grams of words or characters, as strings to read or as hashes to count."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np

from unname.core.errors import ConfigError
from unname.core.fold import fold
from unname.text.masks import split_at_masks
from unname.text.vocabulary import STOP_WORDS
from unname.text.words import UNHYPHENATED

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Hashes = NDArray[np.uint64]

_POSSESSIVE = re.compile(r"'s\b")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")
_BREAK, _STOPPED = 0, 1
_MAX_CACHED = 1_000_000
_MAX_REMEMBERED = 50_000
_SPACE = ord(" ")


@dataclass(frozen=True)
class NGrams:
    """How a text becomes terms: n-grams of words, or of characters inside words padded by a space.

    Lengths are pairs, shortest and longest; where `characters` is given, `words` is not used. Text is folded to lower
    case without accents; the possessive 's is no part of a word. With `stop_words=False`, English function words are
    left out before n-grams are made. With `remove_masks`, placeholders are left out and break the sequence. With
    `stem`, words that differ only in an English ending count as one; strings still show them as they are written.
    """

    words: tuple[int, int] = (1, 2)
    characters: tuple[int, int] | None = None
    stop_words: bool = False
    remove_masks: bool = True
    stem: bool = False

    def __post_init__(self) -> None:
        for name in ("words", "characters"):
            value = getattr(self, name)
            if value is not None or name == "words":
                object.__setattr__(self, name, _lengths(name, value))

    def terms(self, text: str) -> list[str]:
        """The n-grams of a text, shorter ones first, repeated as often as they occur.

        >>> NGrams(words=(1, 2)).terms("The judge of [LOC] plays chess")
        ['judge', 'plays', 'chess', 'plays chess']
        """
        sequences = [self._kept(words) for words in self._sequences(text)]
        if self.characters:
            padded = [f" {word} " for words in sequences for word in words]
            low, high = self.characters
            short = [word for n in range(3, low) for word in padded if len(word) == n]
            windows = (w[i : i + n] for n in range(low, high + 1) for w in padded for i in range(len(w) - n + 1))
            return short + [window for window in windows if window.strip()]
        low, high = self.words
        return [
            " ".join(words[i : i + n])
            for n in range(low, high + 1)
            for words in sequences
            for i in range(len(words) - n + 1)
        ]

    def hashes(self, text: str) -> "Hashes":
        """A hash for each of `terms(text)`, in the same order; the same on every machine."""
        return self.batch([text])[0]

    def batch(self, texts: Sequence[str], known: "WordHashes | None" = None) -> "tuple[Hashes, NDArray[np.uint32]]":
        """The hashes of all n-grams of many texts, and for each the number of its text.

        `known` keeps the hashes of words from one call to the next.
        """
        if self.characters:
            return self._of_characters(texts)
        return self._of_words(texts, self.word_hashes() if known is None else known)

    def word_hashes(self) -> "WordHashes":
        """The cache for `batch` of all n-grams with the same settings of words."""
        return _word_hashes(self.stop_words, self.stem)

    def _of_words(self, texts: Sequence[str], known: "WordHashes") -> "tuple[Hashes, NDArray[np.uint32]]":
        found: list[int] = []
        sizes = []
        for text in texts:
            before = len(found)
            for words in self._sequences(text):
                found.extend(map(known.__getitem__, words))
                found.append(_BREAK)
            sizes.append(len(found) - before)
        hashes = np.fromiter(found, np.uint64, len(found))
        numbers = np.repeat(np.arange(len(texts), dtype=np.uint32), np.array(sizes, np.int64))
        if not self.stop_words:
            kept = hashes != _STOPPED
            hashes, numbers = hashes[kept], numbers[kept]
        return _windows(hashes, numbers, *self.words)

    def _of_characters(self, texts: Sequence[str]) -> "tuple[Hashes, NDArray[np.uint32]]":
        padded = [f" {' '.join(word for words in self._sequences(t) for word in self._kept(words))} " for t in texts]
        codes = np.frombuffer("".join(padded).encode("utf-32-le"), np.uint32)
        numbers = np.repeat(np.arange(len(texts), dtype=np.uint32), np.array([len(text) for text in padded], np.int64))
        assert self.characters
        return _character_windows(codes, numbers, *self.characters)

    def _sequences(self, text: str) -> Sequence[list[str]]:
        return (_remembered if len(text) < _MAX_REMEMBERED else _words)(text, self.remove_masks)

    def _kept(self, words: list[str]) -> list[str]:
        return words if self.stop_words else [word for word in words if word not in STOP_WORDS]


class WordHashes(dict[str, int]):
    """The 64-bit hash of each word met so far; words to leave out share one mark, and the cache has an end."""

    def __init__(self, left_out: frozenset[str] = frozenset(), stem: Callable[[str], str] | None = None):
        super().__init__(dict.fromkeys(left_out, _STOPPED))
        self.stem = stem

    def __missing__(self, word: str) -> int:
        hashed = self.stem(word) if self.stem else word
        # Never one of the two marks: the second bit is always set.
        value = int.from_bytes(blake2b(hashed.encode(), digest_size=8).digest(), "little") | 2
        if len(self) < _MAX_CACHED:
            self[word] = value
        return value


def _words(text: str, remove_masks: bool) -> Sequence[list[str]]:
    """The words of every piece of a text between its masks."""
    pieces = split_at_masks(text) if remove_masks else [text]
    return [words for piece in pieces if (words := UNHYPHENATED.findall(_plain(piece)))]


_remembered = lru_cache(maxsize=1024)(_words)  # the members of a suite read the same texts one after another


@lru_cache(maxsize=4)
def _word_hashes(stop_words: bool, stem: bool) -> WordHashes:
    """One cache for the whole process: words come back in every population, and stemming is slow."""
    return WordHashes(frozenset() if stop_words else STOP_WORDS, _stemmer() if stem else None)


@lru_cache(maxsize=1)
def _stemmer() -> Callable[[str], str]:
    import snowballstemmer

    return lru_cache(maxsize=_MAX_CACHED)(snowballstemmer.stemmer("english").stemWord)


def _lengths(name: str, value: object) -> tuple[int, int]:
    pair = tuple(value) if isinstance(value, list | tuple) else ()
    if (
        len(pair) != 2
        or any(isinstance(n, bool) or not isinstance(n, int) for n in pair)
        or not 1 <= pair[0] <= pair[1]
    ):
        raise ConfigError(f"{name}: two whole numbers are needed, shortest and longest from 1, got {value!r}")
    return pair


def _plain(text: str) -> str:
    if not text.isascii():
        text = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))
    text = fold(text)
    return _POSSESSIVE.sub("", text) if "'" in text else text


def _windows(
    words: "Hashes", numbers: "NDArray[np.uint32]", low: int, high: int
) -> "tuple[Hashes, NDArray[np.uint32]]":
    """Windows of `low` to `high` words that hold no break, as one hash each."""
    state = np.zeros_like(words)
    whole = np.ones(len(words), bool)
    found, where = [], []
    for n in range(1, high + 1):
        size = max(len(words) - n + 1, 0)
        last = words[n - 1 :]
        state = _stirred(state[:size], last)
        whole = whole[:size] & (last != _BREAK)
        if n >= low:
            found.append(_mixed(state[whole]))
            where.append(numbers[:size][whole])
    return np.concatenate(found), np.concatenate(where)


def _character_windows(
    codes: "NDArray[np.uint32]", numbers: "NDArray[np.uint32]", low: int, high: int
) -> "tuple[Hashes, NDArray[np.uint32]]":
    """Windows inside padded words, as one hash each; words too short for any window come first, whole."""
    spaces = codes == _SPACE
    state = np.zeros(len(codes), np.uint64)
    inside = np.ones(len(codes), bool)  # no space between the first character and the last
    found, where = [], []
    for n in range(1, high + 1):
        size = max(len(codes) - n + 1, 0)
        state = _stirred(state[:size], codes[n - 1 :].astype(np.uint64))
        if n > 2:
            inside = inside[:size] & ~spaces[n - 2 : n - 2 + size]
        first, last = spaces[:size], spaces[n - 1 :]
        if n >= low:
            # One or two characters have nothing between them; they must not be spaces alone.
            wanted = inside[:size] if n > 2 else ~(first & last)
        else:
            wanted = inside[:size] & first & last if n > 2 else np.zeros(size, bool)
        found.append(_mixed(state[wanted]))
        where.append(numbers[:size][wanted])
    return np.concatenate(found), np.concatenate(where)


def _stirred(state: "Hashes", value: "Hashes") -> "Hashes":
    # The multiplication before the sum makes the order count.
    return (state + np.uint64(0x9E3779B97F4A7C15)) * np.uint64(0xD1342543DE82EF95) + value


def _mixed(state: "Hashes") -> "Hashes":
    """The last step of splitmix64: every bit of the answer depends on every bit of the state."""
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return state ^ (state >> np.uint64(31))
