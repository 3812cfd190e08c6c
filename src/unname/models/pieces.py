"""Texts as word pieces: ids, positions in the text, words, and the letter case that the model would not see."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.core.errors import ConfigError, MissingModel, require

if TYPE_CHECKING:
    from numpy.typing import NDArray

CHUNK = 20_000
"""Characters that are tokenized at once; cuts fall on blanks, so they change nothing."""

SHAPES = 8
"""How many word shapes there are: see `_shapes`."""

GAPS = 5
"""How many kinds of blanks before a piece there are: see `_gaps`."""


@dataclass(frozen=True)
class Pieces:
    """One text as arrays, one row per word piece; `word` numbers the words of the text."""

    ids: "NDArray[np.int64]"
    starts: "NDArray[np.int64]"
    ends: "NDArray[np.int64]"
    word: "NDArray[np.int64]"
    shapes: "NDArray[np.int64]"
    gaps: "NDArray[np.int64]"

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def words(self) -> "NDArray[np.int64]":
        """Start and end of every word in the text, as rows."""
        if not len(self.ids):
            return np.zeros((0, 2), dtype=np.int64)
        first = np.flatnonzero(np.diff(self.word, prepend=-1))
        last = np.append(first[1:], len(self.ids)) - 1
        return np.stack([self.starts[first], self.ends[last]], axis=1)


class Tokenizer:
    """The word-piece tokenizer of an encoder, for texts of any length."""

    def __init__(self, path: str | Path):
        self.path = path

    @cached_property
    def _tokenizer(self) -> Any:
        from tokenizers import Tokenizer as Fast

        if not Path(self.path).exists():
            raise MissingModel(f"no tokenizer at {self.path!s}; reinstall with: pip install --force-reinstall unname")
        tokenizer = Fast.from_file(str(self.path))
        tokenizer.no_truncation()
        tokenizer.no_padding()
        return tokenizer

    @cached_property
    def special(self) -> tuple[int, int, int]:
        """Ids of the padding, the opening and the closing token."""
        return tuple(self._tokenizer.token_to_id(token) for token in ("[PAD]", "[CLS]", "[SEP]"))  # type: ignore[return-value]

    @cached_property
    def mask(self) -> int:
        """The id of the token that hides a piece."""
        return int(self._tokenizer.token_to_id("[MASK]"))

    def decode(self, ids: Sequence[int]) -> str:
        """The text that pieces are of, as far as they tell: in small letters, with blanks where words meet."""
        return str(self._tokenizer.decode(list(ids), skip_special_tokens=True))

    @cached_property
    def continues(self) -> "NDArray[np.bool_]":
        """For every id of the vocabulary, whether it continues a word."""
        vocabulary = self._tokenizer.get_vocab()
        continues = np.zeros(max(vocabulary.values()) + 1, dtype=bool)
        continues[[number for token, number in vocabulary.items() if token.startswith("##")]] = True
        return continues

    def __call__(self, text: str) -> Pieces:
        """The pieces of the whole text; nothing is cut off."""
        ids, spans = [], []
        parts = list(chunks(text))
        encodings = self._tokenizer.encode_batch([text[a:b] for a, b in parts], add_special_tokens=False)
        for (start, _), encoding in zip(parts, encodings, strict=True):
            ids.append(np.array(encoding.ids, dtype=np.int64))
            spans.append(np.array(encoding.offsets, dtype=np.int64).reshape(-1, 2) + start)
        all_ids = np.concatenate([np.zeros(0, np.int64), *ids])
        all_spans = np.concatenate([np.zeros((0, 2), np.int64), *spans])
        starts, ends = all_spans[:, 0], all_spans[:, 1]
        joins = np.zeros(len(all_ids), dtype=bool)
        joins[1:] = self.continues[all_ids[1:]] & (starts[1:] == ends[:-1])
        word = np.cumsum(~joins) - 1
        kinds = _kinds(text)
        return Pieces(all_ids, starts, ends, word, _shapes(kinds, starts, ends, word), _gaps(kinds, starts, ends))


def tokenizer_file(model: str) -> Path:
    """The tokenizer of a Hugging Face model, in its folder or where Hugging Face keeps it.

    Loading it there is what naming the model asked for.
    """
    own = Path(model) / "tokenizer.json"
    if own.exists():
        return own
    transformers = require("transformers", "hf")
    try:
        return Path(transformers.utils.cached_file(model, "tokenizer.json"))
    except (OSError, ValueError) as error:
        raise ConfigError(f"cannot load the tokenizer of {model!r} ({type(error).__name__})") from error


def chunks(text: str) -> Iterator[tuple[int, int]]:
    """Ranges of at most `CHUNK` characters that cover a text, cut at blanks where there are any."""
    start = 0
    while start < len(text):
        end = start + CHUNK
        if end < len(text):
            blank = max(text.rfind(" ", start, end), text.rfind("\n", start, end))
            end = blank if blank > start else end
        yield start, min(end, len(text))
        start = end


def _shapes(
    kinds: "NDArray[np.uint8]", starts: "NDArray[np.int64]", ends: "NDArray[np.int64]", word: "NDArray[np.int64]"
) -> "NDArray[np.int64]":
    """The shape of the word around each piece.

    0 other, 1 lower case, 2 capitalized, 3 capitals only (two letters or more), 4 one capital letter,
    5 mixed case, 6 digits only, 7 digits with letters. The encoder reads lower-cased text, so this is
    all it knows of letter case.
    """
    if not len(starts):
        return np.zeros(0, dtype=np.int64)
    upper, lower, digit = (_counts(kinds == kind) for kind in (1, 2, 3))
    first = np.flatnonzero(np.diff(word, prepend=-1))
    last = np.append(first[1:], len(word)) - 1
    begin, end = starts[first], ends[last]
    n_upper, n_lower, n_digit = upper[end] - upper[begin], lower[end] - lower[begin], digit[end] - digit[begin]
    leads = upper[np.minimum(begin + 1, len(kinds))] - upper[begin] > 0
    shape = np.zeros(len(first), dtype=np.int64)
    shape[(n_lower > 0) & (n_upper == 0)] = 1
    shape[(n_upper > 0) & (n_lower > 0)] = 5
    shape[leads & (n_upper == 1) & (n_lower > 0)] = 2
    shape[(n_upper > 1) & (n_lower == 0)] = 3
    shape[(n_upper == 1) & (n_lower == 0)] = 4
    shape[(n_digit > 0) & (n_upper + n_lower > 0)] = 7
    shape[(n_digit > 0) & (n_upper + n_lower == 0)] = 6
    return shape[word]


def _gaps(kinds: "NDArray[np.uint8]", starts: "NDArray[np.int64]", ends: "NDArray[np.int64]") -> "NDArray[np.int64]":
    """What stands before each piece, which the encoder would not see.

    0 nothing, 1 a blank, 2 several or a tab, 3 a line break, 4 an empty line or the beginning.
    """
    before = np.concatenate([np.zeros(min(1, len(ends)), np.int64), ends[:-1]])
    width = starts - before
    breaks, tabs = _counts(kinds == 4), _counts(kinds == 5)
    n_breaks, n_tabs = breaks[starts] - breaks[before], tabs[starts] - tabs[before]
    gap = (width > 0).astype(np.int64)
    gap[(width > 1) | (n_tabs > 0)] = 2
    gap[n_breaks > 0] = 3
    gap[n_breaks > 1] = 4
    gap[:1] = 4
    return np.asarray(gap, np.int64)


def _counts(flags: "NDArray[np.bool_]") -> "NDArray[np.int64]":
    """How many there are before each position."""
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(flags)])


def _kinds(text: str) -> "NDArray[np.uint8]":
    """1 upper case, 2 lower case, 3 digit, 4 line break, 5 tab, 0 other, for every character."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    table = _case_table()
    return table[np.minimum(codes, len(table) - 1)]


@lru_cache(maxsize=1)
def _case_table() -> "NDArray[np.uint8]":
    """The kinds of all characters up to the end of the first plane; those of other planes count as other."""
    table = np.zeros(0x10000 + 1, dtype=np.uint8)
    for code in range(0x3000):
        character = chr(code)
        table[code] = 1 if character.isupper() else 2 if character.islower() else 3 if character.isdigit() else 0
    table[ord("\n")], table[ord("\t")] = 4, 5
    return table
