"""Texts as windows of token ids, and windows as batches: the same for every network over whole documents."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.core.errors import ConfigError, require
from unname.models.packaged import packaged_minilm
from unname.models.pieces import chunks
from unname.text.sentences import sentences

if TYPE_CHECKING:
    from numpy.typing import NDArray

torch = require("torch", "train")

LONGEST = 512
"""Tokens of the longest sentence that is read as one; BERT and its kin take no more."""


@dataclass(frozen=True)
class Tokens:
    """One text as token ids, with the position in the text where each begins."""

    ids: "NDArray[np.int64]"
    starts: "NDArray[np.int64]"

    def __len__(self) -> int:
        return len(self.ids)


class Reader:
    """The tokenizer of a Hugging Face encoder, for texts of any length."""

    def __init__(self, base: str | Path | None = None):
        self.base = base

    @cached_property
    def tokenizer(self) -> Any:
        """The tokenizer itself."""
        transformers = require("transformers", "train")
        tokenizer = transformers.AutoTokenizer.from_pretrained(str(self.base or packaged_minilm()))
        if not tokenizer.is_fast:
            raise ConfigError(
                f"the tokenizer of {str(self.base)!r} cannot tell positions; take a model with a fast one"
            )
        return tokenizer

    @cached_property
    def longest(self) -> int:
        """How many tokens the encoder reads at once, the opening and the closing one among them."""
        transformers = require("transformers", "train")
        config = transformers.AutoConfig.from_pretrained(str(self.base or packaged_minilm()))
        return int(getattr(config, "max_position_embeddings", LONGEST))

    @property
    def special(self) -> tuple[int, int, int]:
        """Ids of the padding, the opening and the closing token."""
        tokenizer = self.tokenizer
        return tokenizer.pad_token_id, tokenizer.cls_token_id, tokenizer.sep_token_id

    def __call__(self, text: str) -> Tokens:
        """The tokens of the whole text; nothing is cut off."""
        ids, starts = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
        for begin, end in chunks(text):
            said = self.tokenizer(text[begin:end], add_special_tokens=False, return_offsets_mapping=True, verbose=False)
            ids.append(np.array(said["input_ids"], dtype=np.int64))
            starts.append(np.array(said["offset_mapping"], dtype=np.int64).reshape(-1, 2)[:, 0] + begin)
        return Tokens(np.concatenate(ids), np.concatenate(starts))


def cut(n_tokens: int, length: int, overlap: int) -> list[tuple[int, int]]:
    """Ranges of tokens that cover a text; `length` counts the opening and the closing token.

    A range begins `length - overlap - 2` tokens after the one before, as in the released code of `tria2023`,
    so neighbors share `overlap` tokens.

    >>> cut(10, length=6, overlap=1)
    [(0, 4), (3, 7), (6, 10)]
    """
    content = length - 2
    step = content - overlap
    if overlap < 0 or step < 1:
        raise ConfigError(f"a window of {length} tokens cannot overlap by {overlap}; at least one token must be new")
    if not n_tokens:
        return []
    starts = range(0, max(n_tokens - overlap, 1), step)
    return [(start, min(start + content, n_tokens)) for start in starts]


def ranges(text: str, tokens: Tokens, window: int | str, overlap: int) -> list[tuple[int, int]]:
    """Ranges of tokens of a text: sliding windows, or one for each sentence where `window` is "sentence"."""
    if isinstance(window, int):
        return cut(len(tokens), window, overlap)
    if window != "sentence":
        raise ConfigError(f"unknown window {window!r}; give a number of tokens, or 'sentence'")
    bounds = np.searchsorted(tokens.starts, [start for start, _ in sentences(text)])
    result = []
    for start, end in pairwise([*bounds, len(tokens)]):
        result += [(int(start + a), int(start + b)) for a, b in cut(int(end - start), LONGEST, 0)]
    return result


def batches(lengths: Sequence[int], size: int, seed: int) -> list[list[int]]:
    """Indices in random batches of `size`, of like length within every stretch of fifty batches."""
    dice = random.Random(seed)
    order = list(range(len(lengths)))
    dice.shuffle(order)
    made: list[list[int]] = []
    stretch = 50 * size
    for start in range(0, len(order), stretch):
        near = sorted(order[start : start + stretch], key=lambda i: lengths[i])
        made += [near[i : i + size] for i in range(0, len(near), size)]
    dice.shuffle(made)
    return made


def padded(windows: Sequence["NDArray[np.int64]"], special: tuple[int, int, int]) -> tuple[Any, Any]:
    """Token ids and attention mask of a batch, with the opening and closing tokens put around every window."""
    padding, opening, closing = special
    width = max(len(window) for window in windows) + 2
    ids = np.full((len(windows), width), padding, dtype=np.int64)
    mask = np.zeros_like(ids)
    for row, window in enumerate(windows):
        n = len(window)
        ids[row, 0], ids[row, n + 1] = opening, closing
        ids[row, 1 : n + 1] = window
        mask[row, : n + 2] = 1
    return torch.from_numpy(ids), torch.from_numpy(mask)
