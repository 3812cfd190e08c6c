"""Hashed words, n-grams and sub-words, summed: a bi-encoder for which masking a word is exact algebra.

A linear relative of the bi-encoder of `morris2022` 5. Where we differ: the document encoder is a sum over what the
text is made of and knows no order beyond three tokens, so that no search needs a forward pass; and features that were
too rare to learn keep a random direction that both sides share, so that a date or a name that nobody in training had
still finds its profile.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.sparse import csr_matrix

from unname.core.document import Profile, Span
from unname.core.errors import ConfigError
from unname.core.registry import Spelled
from unname.models.linkage.bag_features import N_KINDS, Features, document_features, profile_features, signs
from unname.models.linkage.folder import read_arrays, read_settings, round_rows, write_arrays, write_settings
from unname.models.linkage.protocol import MEMBERS, Parts
from unname.text.words import visible_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

FILE = "bag.npz"
VERSION = 1
"""Goes up when features or the rendering of profiles change, since weights depend on them."""

_BATCH = 500


@dataclass(frozen=True)
class Table:
    """One side of the bag.

    Every feature has a direction, made of random signs that both sides share. One that was learned has a scale for it
    and a soft vector beside it; others have the scale of their kind, and no more.
    """

    hashes: "NDArray[np.uint64]"
    """Of the learned features, sorted."""
    scales: "NDArray[np.float32]"
    soft: "Vectors"
    kinds: "NDArray[np.float32]"
    bias: "Vectors"
    unit: bool = False
    """Whether the soft part of a sum is brought to unit length."""

    @property
    def match(self) -> int:
        """How many of the numbers of a vector are for directions; the others are soft."""
        return len(self.bias) - int(self.soft.shape[1])

    @cached_property
    def rows(self) -> "Vectors":
        """The vectors of the learned features."""
        return np.concatenate([signs(self.hashes, self.match) * self.scales[:, None], self.soft], axis=1)

    def vectors(self, features: Features, n_rows: int) -> "Vectors":
        """The vectors of texts or profiles, given all their features."""
        total = self.sums(features, features.rows.astype(np.int64), n_rows) + self.bias
        if self.unit:
            soft = total[:, self.match :]
            soft /= np.maximum(np.linalg.norm(soft, axis=1, keepdims=True), 1e-9)
        return total

    def sums(self, features: Features, rows: "NDArray[np.int64]", n_rows: int) -> "Vectors":
        """The sum of the vectors of all features that go to each row; without the bias."""
        at = np.searchsorted(self.hashes, features.hashes)
        at = np.minimum(at, max(len(self.hashes) - 1, 0))
        known = self.hashes[at] == features.hashes if len(self.hashes) else np.zeros(len(at), bool)
        total: Vectors = np.zeros((n_rows, len(self.bias)), np.float32)
        if known.any():
            total += (
                _gather(rows[known], at[known], np.ones(int(known.sum()), np.float32), n_rows, len(self.hashes))
                @ self.rows
            )
        weights = np.where(known, np.float32(0), self.kinds[features.kinds])
        shared = np.flatnonzero(weights)
        if len(shared):
            distinct, inverse = np.unique(features.hashes[shared], return_inverse=True)
            vectors = signs(distinct, self.match)
            total[:, : self.match] += _gather(rows[shared], inverse, weights[shared], n_rows, len(distinct)) @ vectors
        return total


@dataclass
class Bag(Spelled):
    """Links documents with profiles by a sum over words, n-grams and sub-words.

    `weights` is the folder that training wrote; by default the shipped one. Parts are exact: the vector of a
    text with any words masked is the sum of the parts that are left.
    """

    weights: str | Path = "bag"

    exact = True

    @property
    def width(self) -> int:
        """How many numbers a vector has."""
        return len(self.tables_[0].bias)

    @cached_property
    def tables_(self) -> tuple[Table, Table]:
        """The table of documents and that of profiles."""
        return load_tables(self.weights)

    def documents(self, texts: Sequence[str]) -> "Vectors":
        """One row for each text."""
        return encode_texts(self.tables_[0], texts)

    def profiles(self, profiles: Sequence[Profile]) -> "Vectors":
        """One row for each profile."""
        table = self.tables_[1]
        made = [np.zeros((0, self.width), np.float32)]
        for start in range(0, len(profiles), _BATCH):
            batch = profiles[start : start + _BATCH]
            features = profile_features(batch)
            made.append(table.vectors(features, len(batch)))
        return np.concatenate(made)

    def parts(self, text: str) -> Parts:
        """The vector of one text, taken apart: one part for every one, two or three adjacent words."""
        return take_apart(self.tables_[0], text)


def encode_texts(table: Table, texts: Sequence[str]) -> "Vectors":
    """The vectors of texts in the words of a table, one row for each."""
    made = [np.zeros((0, len(table.bias)), np.float32)]
    for start in range(0, len(texts), _BATCH):
        batch = texts[start : start + _BATCH]
        features = document_features(batch)
        made.append(table.sums(features, features.rows.astype(np.int64), len(batch)) + table.bias)
    return np.concatenate(made)


def take_apart(table: Table, text: str) -> Parts:
    """The vector of one text, taken apart."""
    features = document_features([text])
    spans: list[Span] = [span for stretch in visible_words(text) for span in stretch]
    first, last = features.first.astype(np.int64), features.last.astype(np.int64)
    codes, rows = np.unique(first * MEMBERS + (last - first), return_inverse=True)
    members = (codes // MEMBERS)[:, None] + np.arange(MEMBERS)
    members[np.arange(MEMBERS) > (codes % MEMBERS)[:, None]] = -1
    return Parts(spans, members.astype(np.int32), table.sums(features, rows, len(codes)), table.bias)


def load_tables(weights: str | Path) -> tuple[Table, Table]:
    """The two tables in a folder that `save_tables` wrote."""
    read_settings(weights, VERSION)
    arrays = read_arrays(weights, FILE)
    return _read_table(arrays, "document"), _read_table(arrays, "profile")


def save_tables(folder: str | Path, tables: tuple[Table, Table], settings: dict[str, Any]) -> Path:
    """Write both tables, soft vectors with 8 bits a number, and what they are; gives the folder."""
    arrays: dict[str, Any] = {}
    for side, table in zip(("document", "profile"), tables, strict=True):
        arrays[f"{side}_soft"], arrays[f"{side}_steps"] = round_rows(table.soft)
        for name in ("hashes", "scales", "kinds", "bias", "unit"):
            arrays[f"{side}_{name}"] = getattr(table, name)
    write_arrays(folder, FILE, arrays)
    write_settings(folder, "bag", {"version": VERSION, "width": len(tables[0].bias), **settings})
    return Path(folder)


def _read_table(arrays: "dict[str, NDArray[Any]]", side: str) -> Table:
    soft = arrays[f"{side}_soft"].astype(np.float32) * arrays[f"{side}_steps"][:, None]
    hashes, scales, kinds, bias = (arrays[f"{side}_{name}"] for name in ("hashes", "scales", "kinds", "bias"))
    table = Table(hashes, scales, soft, kinds, bias, bool(arrays[f"{side}_unit"]))
    if len(table.kinds) != N_KINDS or not len(table.hashes) == len(table.scales) == len(table.soft):
        raise ConfigError("the weights of the bag of words do not fit together; train them anew")
    return table


def _gather(rows: Any, columns: Any, weights: Any, n_rows: int, n_columns: int) -> Any:
    return csr_matrix((weights, (rows, columns)), shape=(n_rows, n_columns))
