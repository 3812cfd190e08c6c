"""The tables of the bag of words in training: features as matrices, and where learning starts."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.sparse import csr_matrix

from unname.core.errors import require
from unname.models.biencoder.bag import Table
from unname.models.biencoder.bag_features import KEYED, N_KINDS, Features, mixed, signs
from unname.training.bag_soft import Soft

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Hashes = NDArray[np.uint64]

torch = require("torch", "train")

_LEAST_MATCHES = 0.01
"""The share of a kind's rare features that must be in the right profile for the kind to be of use."""

_BRISK = 10.0
"""How much faster scales learn than vectors: there is one for each feature, and it is of the order of 1."""


@dataclass(frozen=True)
class BagSettings:
    """What a bag of words learns.

    Features that at least `n_documents` documents (or `n_profiles` profiles) have get a scale of their own, and from
    `n_soft_documents` (or `n_soft_profiles`) on a soft vector of `soft` of the `width` numbers, held small by `ridge`.
    Features in more than `common` of the examples learn more slowly, since they move everybody.
    """

    width: int = 512
    soft: int = 128
    n_documents: int = 8
    n_profiles: int = 8
    n_soft_documents: int = 20
    n_soft_profiles: int = 60
    common: float = 0.003
    ridge: float = 30.0

    @property
    def match(self) -> int:
        """How many of the numbers are for matches."""
        return self.width - self.soft


class _Product(torch.autograd.Function):  # type: ignore[name-defined, misc]
    """A sparse matrix that is not trained times a dense one that is."""

    @staticmethod
    def forward(context: Any, matrix: Any, rows: Any) -> Any:
        context.matrix = matrix
        return torch.from_numpy(matrix @ rows.detach().numpy())

    @staticmethod
    def backward(context: Any, gradient: Any) -> Any:
        return None, torch.from_numpy(context.matrix.T @ gradient.numpy())


class Packed:
    """The features of all examples that have a row (`at` is its number) or share a direction, sorted by example."""

    def __init__(self, features: Features, n_examples: int, known: "Hashes", shared: "Hashes"):
        rows, is_known = found_in(known, features.hashes)
        directions, is_shared = found_in(shared, features.hashes)
        kept = np.flatnonzero(is_known | is_shared)
        kept = kept[np.argsort(features.rows[kept], kind="stable")]
        self.features, self.is_known = features.taken(kept), is_known[kept]
        self.at = np.where(is_known, rows, directions)[kept]
        self.starts = np.searchsorted(self.features.rows, np.arange(n_examples + 1))

    def places(self, numbers: "NDArray[np.int64]") -> "tuple[NDArray[np.int64], NDArray[np.int64]]":
        """Where the features of some examples are, and to which of them each belongs."""
        sizes = self.starts[numbers + 1] - self.starts[numbers]
        rows = np.repeat(np.arange(len(numbers)), sizes)
        first = np.repeat(self.starts[numbers] - np.cumsum(sizes) + sizes, sizes)
        return first + np.arange(len(rows)), rows


@dataclass(frozen=True)
class Prepared:
    """Sums over features with all that training does not change done: a matrix for the rows, a sum for each kind."""

    columns: "NDArray[np.int64]"
    """The rows that the columns of the matrix are."""
    matrix: Any
    by_kind: dict[int, Any]

    def taken(self, numbers: "NDArray[np.int64]") -> "Prepared":
        """Some of the sums."""
        by_kind = {kind: sums[numbers] for kind, sums in self.by_kind.items()}
        return Prepared(self.columns, self.matrix[numbers], by_kind)


class Side:
    """One table in training; what is trained is each number divided by its pace, which is how fast it learns.

    Soft vectors stay what they are, up to one common factor on the side that is not brought to unit length.
    """

    def __init__(self, table: Table, pace: "NDArray[np.float32]"):
        self.hashes, self.pace, self.unit = table.hashes, torch.from_numpy(pace), table.unit
        # Where the soft part is brought to unit length, its center stays: a small move would turn everybody.
        self.center = torch.from_numpy(table.bias[table.match :] if table.unit else np.zeros(0, np.float32))
        self.signs, self.soft = torch.from_numpy(signs(table.hashes, table.match)), torch.from_numpy(table.soft)
        starts = {
            "scales": table.scales / pace / _BRISK,
            "kinds": table.kinds / _BRISK,
            "bias": table.bias[: table.match] if table.unit else table.bias,
            "gain": np.full(1, 1 / _BRISK, np.float32),
        }
        self.trained = {name: torch.from_numpy(start.copy()).requires_grad_() for name, start in starts.items()}

    def prepare(
        self, packed: Packed, places: "NDArray[np.int64]", rows: "NDArray[np.int64]", n_rows: int, directions: Any
    ) -> Prepared:
        """The sums of the features at these places, up to what is learned."""
        known = packed.is_known[places]
        columns, at = np.unique(packed.at[places[known]], return_inverse=True)
        ones = np.ones(len(at), np.float32)
        matrix = csr_matrix((ones, (rows[known], at)), shape=(n_rows, len(columns)))
        others, rows = places[~known], rows[~known]
        kinds, by_kind = packed.features.kinds[others], {}
        for kind in np.unique(kinds):
            of_kind = kinds == kind
            ones = np.ones(int(of_kind.sum()), np.float32)
            shape = (n_rows, len(directions))
            sums = csr_matrix((ones, (rows[of_kind], packed.at[others[of_kind]])), shape=shape) @ directions
            by_kind[int(kind)] = torch.from_numpy(sums)
        return Prepared(columns, matrix, by_kind)

    def __call__(self, prepared: Prepared) -> Any:
        """The vectors, with gradients."""
        columns = torch.from_numpy(prepared.columns)
        scales = self.trained["scales"][columns] * self.pace[columns] * _BRISK
        gain = 1.0 if self.unit else self.trained["gain"] * _BRISK
        rows = torch.cat([self.signs[columns] * scales[:, None], self.soft[columns] * gain], dim=1)
        total = _Product.apply(prepared.matrix, rows) + torch.cat([self.trained["bias"], self.center])
        match = self.signs.shape[1]
        for kind, sums in prepared.by_kind.items():
            shared = self.trained["kinds"][kind] * _BRISK * sums
            total = total + torch.nn.functional.pad(shared, (0, total.shape[1] - match))
        if self.unit:
            soft = torch.nn.functional.normalize(total[:, match:], eps=1e-9)
            total = torch.cat([total[:, :match], soft], dim=1)
        return total

    def table(self) -> Table:
        """What has been learned."""
        trained = {name: value.detach().numpy() for name, value in self.trained.items()}
        gain = np.float32(1) if self.unit else trained["gain"] * _BRISK
        scales, kinds = trained["scales"] * self.pace.numpy() * _BRISK, trained["kinds"] * _BRISK
        bias = np.concatenate([trained["bias"], self.center.numpy()])
        return Table(self.hashes, scales, self.soft.numpy() * gain, kinds, bias, self.unit)


def starting_sides(
    documents: Features, profiles: Features, n_examples: int, settings: BagSettings, soft: "SoftOf"
) -> tuple[Side, Side]:
    """Tables that match what documents and profiles share, the rarer the better; `soft` makes the soft vectors."""
    document_hashes, document_shares = _frequent(documents, n_examples, settings.n_documents)
    profile_hashes, profile_shares = _frequent(profiles, n_examples, settings.n_profiles)
    said = np.unique(profiles.hashes[profiles.kinds != KEYED])
    keyed = np.isin(profile_hashes, profiles.hashes[profiles.kinds == KEYED])
    rare = np.where(np.isin(document_hashes, said), -np.log(document_shares) * _START, 0).astype(np.float32)
    found = np.isin(profile_hashes, document_hashes).astype(np.float32)
    kinds = _kind_weights(documents, profiles, document_hashes, n_examples)
    of_documents = np.flatnonzero(document_shares * n_examples >= settings.n_soft_documents - 0.5)
    of_profiles = np.flatnonzero(keyed & (profile_shares * n_examples >= settings.n_soft_profiles - 0.5))
    vectors = soft(document_hashes[of_documents], profile_hashes[of_profiles])
    spread = (
        _spread(vectors.documents * _GAIN, of_documents, len(document_hashes), settings.soft),
        _spread(vectors.profiles, of_profiles, len(profile_hashes), settings.soft),
    )
    bias = np.zeros((2, settings.width), np.float32)
    bias[1, settings.match : settings.match + len(vectors.center)] = vectors.center
    document = Table(document_hashes, rare, spread[0], kinds, bias[0])
    profile = Table(profile_hashes, found, spread[1], kinds, bias[1], unit=True)
    paces = [
        np.minimum(1, np.sqrt(settings.common / shares)).astype(np.float32)
        for shares in (document_shares, profile_shares)
    ]
    return Side(document, paces[0]), Side(profile, paces[1])


def _spread(vectors: "NDArray[np.float32]", at: "NDArray[np.int64]", n_rows: int, width: int) -> "NDArray[np.float32]":
    whole = np.zeros((n_rows, width), np.float32)
    whole[at, : vectors.shape[1]] = vectors
    return whole


SoftOf = Callable[["Hashes", "Hashes"], Soft]
"""Makes soft vectors for these features of documents and these of profiles."""

_START = 0.15
"""What a learned match is worth at the start, for each unit of the log of how rare it is."""

_GAIN = 40.0
"""What it is worth at the start to be the one whom the soft vectors point at."""


def counts(features: Features, hashes: "Hashes", n_rows: int) -> csr_matrix:
    """Which of these features each row has, once."""
    at, known = found_in(hashes, features.hashes)
    ones = np.ones(int(known.sum()), np.float32)
    matrix = csr_matrix((ones, (features.rows[known], at[known])), shape=(n_rows, len(hashes)))
    matrix.data[:] = 1
    return matrix


def _kind_weights(documents: Features, profiles: Features, known: "Hashes", n_examples: int) -> "NDArray[np.float32]":
    """What a match of a rare feature is worth, by kind, shared between both sides.

    A quarter of the log of how much more often the right profile has it than any; nothing for kinds that hardly match.
    """
    rare = documents.taken(~np.isin(documents.hashes, known))
    plain = profiles.taken(profiles.kinds != KEYED)
    found = np.isin(_with_row(rare), _with_row(plain))
    said, counts = np.unique(plain.hashes, return_counts=True)
    at, is_said = found_in(said, rare.hashes)
    by_chance = np.where(is_said, counts[at], 0) / n_examples if len(said) else np.zeros(len(at))
    n_rare, n_found = np.bincount(rare.kinds, minlength=N_KINDS), np.bincount(rare.kinds[found], minlength=N_KINDS)
    n_expected = np.bincount(rare.kinds, by_chance, minlength=N_KINDS)
    worth = np.log(np.maximum(n_found, 1) / np.maximum(n_expected, 1 / n_examples)) / 4
    useful = (n_found >= _LEAST_MATCHES * n_rare) & (n_found > 0) & (worth > 0)
    return np.where(useful, np.sqrt(np.maximum(worth, 0)), 0).astype(np.float32)


def _with_row(features: Features) -> "Hashes":
    return mixed(features.hashes + features.rows.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15))


def _frequent(features: Features, n_examples: int, least: int) -> "tuple[Hashes, NDArray[np.float64]]":
    """The features that enough examples have, sorted, and the share of the examples that have them."""
    order = np.lexsort((features.rows, features.hashes))
    hashes, rows = features.hashes[order], features.rows[order]
    new = np.ones(len(order), bool)
    new[1:] = (np.diff(hashes) != 0) | (np.diff(rows) != 0)
    distinct, counts = np.unique(hashes[new], return_counts=True)
    enough = counts >= least
    return distinct[enough], counts[enough] / n_examples


def found_in(hashes: "Hashes", wanted: "Hashes") -> "tuple[NDArray[np.int64], NDArray[np.bool_]]":
    """Where each wanted hash is among sorted ones, and whether it is."""
    if not len(hashes):
        return np.zeros(len(wanted), np.int64), np.zeros(len(wanted), bool)
    at = np.minimum(np.searchsorted(hashes, wanted), len(hashes) - 1)
    return at, hashes[at] == wanted
