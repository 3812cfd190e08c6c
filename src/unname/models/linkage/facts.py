"""A bi-encoder that guesses from the words of a document what the profile says, fact by fact.

A document has a score for each value that many profiles share (`traits`), learned as a logistic model; the score of a
person is the sum over what that person's profile says. It knows no exact dates, and so is at its best when these
are hidden: it infers a state from towns, and years in office from other years.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.core.document import Profile
from unname.core.registry import Spelled
from unname.models.linkage.bag import Table, encode_texts, take_apart
from unname.models.linkage.bag_features import N_KINDS, hash_of
from unname.models.linkage.folder import read_arrays, read_settings, round_rows, write_arrays, write_settings
from unname.models.linkage.protocol import Parts
from unname.models.linkage.traits import traits

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

FILE = "facts.npz"
VERSION = 1


@dataclass(frozen=True)
class Values:
    """The vectors of all values, and of having none, by the hash of their trait and of themselves."""

    traits: tuple[tuple[str, str], ...]
    hashes: "NDArray[np.uint64]"
    """Of the values, sorted."""
    rows: "Vectors"

    def vector(self, profile: Profile) -> "Vectors":
        """The sum of the vectors of what a profile says."""
        found = traits(profile)
        wanted = np.array([value_hash(trait, found.get(trait)) for trait in self.traits], np.uint64)
        at = np.minimum(np.searchsorted(self.hashes, wanted), len(self.hashes) - 1)
        total: Vectors = self.rows[at[self.hashes[at] == wanted]].sum(axis=0, dtype=np.float32)
        return total


@dataclass
class Facts(Spelled):
    """Links documents with profiles by what the words of the one say about the facts of the other.

    `weights` is the folder that training wrote; by default the shipped one. Parts are exact.
    """

    weights: str | Path = "facts"

    exact = True

    @property
    def width(self) -> int:
        """How many numbers a vector has."""
        return int(self.loaded_[1].rows.shape[1])

    @cached_property
    def loaded_(self) -> tuple[Table, Values]:
        """The table of words and the vectors of values."""
        return load_facts(self.weights)

    def documents(self, texts: Sequence[str]) -> "Vectors":
        """One row for each text."""
        return encode_texts(self.loaded_[0], texts)

    def profiles(self, profiles: Sequence[Profile]) -> "Vectors":
        """One row for each profile."""
        made: Vectors = np.zeros((len(profiles), self.width), np.float32)
        for row, profile in enumerate(profiles):
            made[row] = self.loaded_[1].vector(profile)
        return made

    def parts(self, text: str) -> Parts:
        """The vector of one text, taken apart."""
        return take_apart(self.loaded_[0], text)


def value_hash(trait: tuple[str, str], value: int | str | None) -> int:
    """64 bits for one value of a trait, or for its absence."""
    return hash_of(f"{trait[0]}\n{trait[1]}\n{'' if value is None else value}")


def load_facts(weights: str | Path) -> tuple[Table, Values]:
    """The model in a folder that `save_facts` wrote."""
    settings, arrays = read_settings(weights, VERSION), read_arrays(weights, FILE)
    rows = arrays["words"].astype(np.float32) * arrays["steps"][:, None]
    bias = np.zeros(rows.shape[1], np.float32)
    table = Table(arrays["features"], np.zeros(len(rows), np.float32), rows, np.zeros(N_KINDS, np.float32), bias)
    known = tuple((str(key), str(part)) for key, part in settings["traits"])
    return table, Values(known, arrays["values"], arrays["rows"].astype(np.float32))


def save_facts(
    folder: str | Path,
    features: "NDArray[np.uint64]",
    words: "Vectors",
    values: Values,
    settings: dict[str, Any],
) -> Path:
    """Write the vectors of words, with 8 bits a number, and those of values; gives the folder."""
    rounded, steps = round_rows(words)
    kept = {"values": values.hashes, "rows": values.rows.astype(np.float16)}
    write_arrays(folder, FILE, {"features": features, "words": rounded, "steps": steps, **kept})
    write_settings(folder, "facts", {"version": VERSION, "traits": values.traits, **settings})
    return Path(folder)
