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
from unname.core.errors import ConfigError, MissingModel
from unname.core.registry import Spelled
from unname.core.whole_file import whole_file
from unname.models.linkage.bag import Table, parted, summed
from unname.models.linkage.bag_features import N_KINDS, hash_of
from unname.models.linkage.folder import read_settings, weights_folder, write_settings
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
        return summed(self.loaded_[0], texts)

    def profiles(self, profiles: Sequence[Profile]) -> "Vectors":
        """One row for each profile."""
        made: Vectors = np.zeros((len(profiles), self.width), np.float32)
        for row, profile in enumerate(profiles):
            made[row] = self.loaded_[1].vector(profile)
        return made

    def parts(self, text: str) -> Parts:
        """The vector of one text, taken apart."""
        return parted(self.loaded_[0], text)


def value_hash(trait: tuple[str, str], value: int | str | None) -> int:
    """64 bits for one value of a trait, or for its absence."""
    return hash_of(f"{trait[0]}\n{trait[1]}\n{'' if value is None else value}")


def load_facts(weights: str | Path) -> tuple[Table, Values]:
    """The model in a folder that `save_facts` wrote."""
    settings = read_settings(weights)
    if settings.get("version") != VERSION:
        raise ConfigError(f"the weights at {str(weights)!r} are of another version; train them anew")
    path = weights_folder(weights) / FILE
    if not path.exists():
        raise MissingModel(f"the folder {str(weights)!r} lacks {FILE}; train it anew")
    with np.load(path, allow_pickle=False) as file:
        rows = file["words"].astype(np.float32) * file["steps"][:, None]
        bias = np.zeros(rows.shape[1], np.float32)
        table = Table(file["features"], np.zeros(len(rows), np.float32), rows, np.zeros(N_KINDS, np.float32), bias)
        known = tuple((str(key), str(part)) for key, part in settings["traits"])
        return table, Values(known, file["values"], file["rows"].astype(np.float32))


def save_facts(
    folder: str | Path,
    features: "NDArray[np.uint64]",
    words: "Vectors",
    values: Values,
    settings: dict[str, Any],
) -> Path:
    """Write the vectors of words, with 8 bits a number, and those of values; gives the folder."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    steps = np.maximum(np.abs(words).max(axis=1, initial=0), 1e-12).astype(np.float32) / 127
    with whole_file(folder / FILE) as partial:
        np.savez_compressed(
            partial,
            features=features,
            words=np.rint(words / steps[:, None]).astype(np.int8),
            steps=steps,
            values=values.hashes,
            rows=values.rows.astype(np.float16),
        )
    write_settings(folder, "facts", {"version": VERSION, "traits": values.traits, **settings})
    return folder
