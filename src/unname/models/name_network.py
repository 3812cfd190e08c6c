"""What a name tells: how well it fits the words of a text that does not name anybody.

A name tells a country and often a gender; a judgment against Poland and a life of "her" ask for names of that kind.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np

from unname.core.errors import InputError
from unname.core.fold import fold
from unname.people.name_forms import name_forms
from unname.text.masks import remove_masks
from unname.text.words import LETTERS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]
    Keys = NDArray[np.uint32]

FILE = "ranker.npz"

ARRAYS = (
    *("name_keys", "name_vectors", "name_scales", "word_keys", "word_vectors", "word_scales", "parts"),
    *("weights", "standing", "sharpness"),
)
"""What the file holds."""


CALLED = {"#he": ("he", "his", "him", "himself", "mr"), "#she": ("she", "her", "hers", "herself", "mrs", "ms", "miss")}
"""Which of them a text says more often; it mentions others, too, and so nearly all long texts have both."""


@dataclass(frozen=True)
class Table:
    """Vectors of features by the hash of each, in order; of a feature that is not in it nothing is known."""

    keys: "Keys" = field(repr=False)
    vectors: "Vectors" = field(repr=False)

    def rows(self, features: Sequence[str]) -> "NDArray[np.int64]":
        """The row of each feature, or -1."""
        wanted = np.array([crc32(each.encode()) for each in features], np.uint32)
        if not len(self.keys) or not len(wanted):
            return np.full(len(wanted), -1, np.int64)
        places = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        return np.where(self.keys[places] == wanted, places, -1)

    def total(self, features: Sequence[str]) -> "Vectors":
        """The sum of the vectors of the features that are known."""
        rows = self.rows(features)
        result: Vectors = self.vectors[rows[rows >= 0]].sum(axis=0)
        return result


@dataclass(frozen=True)
class NameNetwork:
    """Vectors of names and of texts; the product of two says how well the name fits the text.

    A name is the sum of its pieces (letters in a row, whole given and family names, letters with marks), a text is the
    sum of its different words. Vectors have some `parts`, learned one after another from other beginnings; each part
    of a name is made 1 long.
    """

    names: Table
    words: Table
    parts: int = 1

    @classmethod
    def load(cls, folder: Path) -> "NameNetwork":
        """The network in a folder of weights."""
        return cls.of(read_arrays(folder))

    @classmethod
    def of(cls, arrays: "Mapping[str, NDArray[Any]]") -> "NameNetwork":
        """The network whose arrays are among those of a file of weights."""
        return cls(
            Table(arrays["name_keys"], arrays["name_vectors"] * arrays["name_scales"].astype(np.float32)),
            Table(arrays["word_keys"], arrays["word_vectors"] * arrays["word_scales"].astype(np.float32)),
            int(arrays["parts"]),
        )

    def name_vectors(self, names: Sequence[Sequence[str]]) -> "Vectors":
        """The vectors of people, each with one name or several, as rows."""
        rows = [self.names.total(sorted(set(name_pieces(tuple(each))))) for each in names]
        width = self.names.vectors.shape[1]
        vectors = np.array(rows, np.float32).reshape(len(names), self.parts, width // self.parts)
        lengths = np.linalg.norm(vectors, axis=2, keepdims=True)
        result: Vectors = (vectors / np.maximum(lengths, np.float32(1e-9))).reshape(len(names), width)
        return result

    def fit(self, text: str, names: "Vectors") -> "Vectors":
        """How well each of the names, given as vectors, fits the text; 0 if nothing is known of its words."""
        # One product after another: what a name gets must not depend on how many there are.
        fits: Vectors = (names * self.words.total(text_words(text))).sum(axis=1)
        return fits

    def contributions(self, text: str, names: Sequence[str]) -> dict[str, float]:
        """What each word of the text adds to the fit of one person."""
        words = text_words(text)
        rows = self.words.rows(words)
        known = [(word, row) for word, row in zip(words, rows, strict=True) if row >= 0]
        if not known:
            return {}
        values = self.words.vectors[[row for _, row in known]] @ self.name_vectors([names])[0]
        sums: dict[str, float] = {}
        for (word, _), value in zip(known, values, strict=True):
            sums[word.removeprefix("#")] = sums.get(word.removeprefix("#"), 0.0) + float(value)
        return sums


def read_arrays(folder: Path) -> "dict[str, NDArray[Any]]":
    """The arrays of the file of weights: those of the network, and what counts how much."""
    try:
        with np.load(folder / FILE) as file:
            return {name: file[name] for name in ARRAYS}
    except (OSError, ValueError, KeyError) as error:
        raise InputError(f"{folder / FILE}: cannot be read as the weights of a ranker") from error


def in_8_bits(vectors: "NDArray[np.floating[Any]]") -> "tuple[NDArray[np.int8], NDArray[np.float16]]":
    """Vectors as whole numbers up to 127, and what each row of them is to be multiplied by."""
    most = np.abs(vectors).max(axis=1, keepdims=True, initial=0.0)
    scales = np.maximum(most / 127.0, 1e-6).astype(np.float16)
    return np.clip(np.round(vectors / scales.astype(np.float32)), -127, 127).astype(np.int8), scales


def text_words(text: str) -> list[str]:
    """The different words of a text between its masks, folded, in order of the alphabet, and whom most of it calls.

    >>> text_words("She sued [ORG] in Ruritania, and she won.")
    ['#she', 'and', 'in', 'ruritania', 'she', 'sued', 'won']
    """
    found = LETTERS.findall(fold(remove_masks(text)))
    counts = {name: sum(map(found.count, words)) for name, words in CALLED.items()}
    most = max(counts.values())
    called = [name for name, count in counts.items() if count == most > 0]
    return sorted({*found, *(called if len(called) == 1 else ())})


@lru_cache(maxsize=65536)
def name_pieces(names: tuple[str, ...]) -> tuple[str, ...]:
    """What somebody's names are made of: words by their side, two to four letters in a row, letters with marks.

    >>> name_pieces(("Jo Wå",))
    ('g:jo', 'f:wa', 'f:waa', '^j', 'jo', 'o$', '^jo', 'jo$', '^jo$', '^w', 'wa', 'a$', '^wa', 'wa$', '^wa$', '*å')
    """
    forms = name_forms(names)
    pieces = [f"g:{word}" for word in sorted(forms.given)] + [f"f:{word}" for word in sorted(forms.family)]
    text = " ".join(names)
    for word in dict.fromkeys(LETTERS.findall(fold(text))):
        pieces += _letters(word)
    # A name in capitals is written with marks all the same.
    marks = dict.fromkeys(letter for letter in text.lower() if letter.isalpha() and not letter.isascii())
    return (*pieces, *(f"*{letter}" for letter in marks))


def _letters(word: str) -> Iterator[str]:
    if len(word) > 1:
        closed = f"^{word}$"
        for length in (2, 3, 4):
            yield from (closed[start : start + length] for start in range(len(closed) - length + 1))
