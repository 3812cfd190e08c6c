"""The tables of the bag of words in training: features as matrices, and where learning starts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.sparse import csr_matrix

from unname.core.errors import require
from unname.models.linkage.bag import Table
from unname.models.linkage.bag_features import KEYED, N_KINDS, Features, mixed, signs
from unname.training.bag_soft import Soft
from unname.training.feature_counts import found_in, frequent

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Hashes = NDArray[np.uint64]

torch = require("torch", "train")

_LEAST = 0.05
"""How often a feature must be in both for a match to count; others would only add noise, as directions are random."""

_START = 0.15
"""What a match is worth at the start, for each unit of the log of how much it says."""

_GAIN = 40.0
"""What it is worth at the start to be the one whom the soft vectors point at."""

_GAIN_PACE = 50.0
"""How much faster the gains learn than vectors."""

_BRISK = 10.0
"""How much faster scales learn than vectors: there is one for each feature, and it is of the order of 1."""


@dataclass(frozen=True)
class BagSettings:
    """What a bag of words learns.

    Features that at least `n_documents` documents (or `n_profiles` profiles) have get a scale of their own, and from
    `n_soft_documents` (or `n_soft_profiles`) on a soft vector of `soft` of the `width` numbers, held small by `ridge`.
    Features in more than `common` of the examples learn more slowly, since they move everybody.
    """

    width: int = 640
    soft: int = 256
    n_documents: int = 8
    n_profiles: int = 8
    n_soft_documents: int = 10
    n_soft_profiles: int = 60
    common: float = 0.003
    ridge: float = 40.0

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
    odd: Any = None
    """Of people that are trained on, whether each has an odd number."""

    def taken(self, numbers: "NDArray[np.int64]") -> "Prepared":
        """Some of the sums."""
        by_kind = {kind: sums[numbers] for kind, sums in self.by_kind.items()}
        return Prepared(self.columns, self.matrix[numbers], by_kind)


class Side:
    """One table in training; what is trained is each number divided by its pace, which is how fast it learns.

    Soft vectors are a sum of given ones with a trained gain each; on a side whose soft part is brought to unit length,
    there is one, and it stays what it is. `folds` take their place for people that are trained on.
    """

    def __init__(
        self,
        table: Table,
        pace: "NDArray[np.float32]",
        soft: "Sequence[NDArray[np.float32]]" = (),
        folds: "Sequence[tuple[NDArray[np.float32], NDArray[np.float32]]]" = (),
    ):
        self.hashes, self.pace, self.unit = table.hashes, torch.from_numpy(pace), table.unit
        self.signs = torch.from_numpy(signs(table.hashes, table.match))
        self.soft = [torch.from_numpy(each) for each in (soft or [table.soft])]
        self.folds = [[torch.from_numpy(fold[odd]) for fold in folds] for odd in (0, 1)]
        # Where the soft part is brought to unit length, its center stays: a small move would turn everybody.
        self.center = torch.from_numpy(table.bias[table.match :] if table.unit else np.zeros(0, np.float32))
        starts = {
            "scales": np.divide(table.scales, pace * _BRISK, out=np.zeros_like(table.scales), where=pace > 0),
            "kinds": table.kinds / _BRISK,
            "bias": table.bias[: table.match] if table.unit else table.bias,
            "gains": np.full(len(self.soft), _GAIN / len(self.soft) / _GAIN_PACE, np.float32),
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
        directed = self.signs[columns] * scales[:, None]
        match, width = self.signs.shape[1], self.soft[0].shape[1]
        soft = [self._soft(each, columns) for each in (self.folds if prepared.odd is not None else [self.soft])]
        total = _Product.apply(prepared.matrix, torch.cat([directed, *soft], dim=1))
        if prepared.odd is not None:
            chosen = torch.where(prepared.odd[:, None], total[:, match + width :], total[:, match : match + width])
            total = torch.cat([total[:, :match], chosen], dim=1)
        total = total + torch.cat([self.trained["bias"], self.center])
        for kind, sums in prepared.by_kind.items():
            shared = self.trained["kinds"][kind] * _BRISK * sums
            total = total + torch.nn.functional.pad(shared, (0, total.shape[1] - match))
        if self.unit:
            total = torch.cat([total[:, :match], torch.nn.functional.normalize(total[:, match:], eps=1e-9)], dim=1)
        return total

    def _soft(self, vectors: Sequence[Any], columns: Any) -> Any:
        if self.unit:
            return vectors[0][columns]
        return sum(self.trained["gains"][i] * _GAIN_PACE * each[columns] for i, each in enumerate(vectors))

    def table(self) -> Table:
        """What has been learned."""
        trained = {name: value.detach().numpy() for name, value in self.trained.items()}
        scales, kinds = trained["scales"] * self.pace.numpy() * _BRISK, trained["kinds"] * _BRISK
        bias = np.concatenate([trained["bias"], self.center.numpy()])
        soft = self._soft(self.soft, slice(None)).detach().numpy()
        return Table(self.hashes, scales, soft, kinds, bias, self.unit)


def starting_sides(
    documents: Features, profiles: Features, n_examples: int, settings: BagSettings, soft: "SoftOf"
) -> tuple[Side, Side]:
    """Tables that match what a document and its profile are likely to share; `soft` makes the soft vectors.

    What seldom stands in both is no part of a match: it has no scale, and gets none.
    """
    document_hashes, document_shares = frequent(documents, n_examples, settings.n_documents)
    profile_hashes, profile_shares = frequent(profiles, n_examples, settings.n_profiles)
    keyed = np.isin(profile_hashes, profiles.hashes[profiles.kinds == KEYED])
    in_documents, in_profiles = _matched(documents, profiles, document_hashes, profile_hashes, n_examples)
    at, said = found_in(profile_hashes, document_hashes)
    chance = np.where(said, profile_shares[at], 1 / n_examples) if len(profile_hashes) else np.ones(len(at))
    lift = np.log(np.maximum(in_documents / document_shares / chance, 1))
    rare = np.where(in_documents >= _LEAST * document_shares, lift * _START, 0).astype(np.float32)
    found = (in_profiles >= _LEAST * profile_shares).astype(np.float32)
    kinds = _kind_weights(documents, profiles, document_hashes, n_examples)
    of_documents = np.flatnonzero(document_shares * n_examples >= settings.n_soft_documents - 0.5)
    of_profiles = np.flatnonzero(keyed & (profile_shares * n_examples >= settings.n_soft_profiles - 0.5))
    vectors = soft(document_hashes[of_documents], profile_hashes[of_profiles])
    spread = partial(_spread, at=of_documents, n_rows=len(document_hashes), width=settings.soft)
    soft_documents = [spread(each) for each in vectors.documents]
    folds = [(spread(even), spread(odd)) for even, odd in vectors.folds]
    soft_profiles = _spread(vectors.profiles, of_profiles, len(profile_hashes), settings.soft)
    bias = np.zeros((2, settings.width), np.float32)
    bias[1, settings.match : settings.match + len(vectors.center)] = vectors.center
    document = Table(document_hashes, rare, soft_documents[0], kinds, bias[0])
    profile = Table(profile_hashes, found, soft_profiles, kinds, bias[1], unit=True)
    paces = [
        np.where(scales > 0, np.minimum(1, np.sqrt(settings.common / shares)), 0).astype(np.float32)
        for scales, shares in ((rare, document_shares), (found, profile_shares))
    ]
    return Side(document, paces[0], soft_documents, folds), Side(profile, paces[1])


def _matched(
    documents: Features, profiles: Features, of_documents: "Hashes", of_profiles: "Hashes", n_examples: int
) -> "tuple[NDArray[np.float64], NDArray[np.float64]]":
    """The share of people whose document and profile both have a feature, for features of either."""
    plain = profiles.taken(profiles.kinds != KEYED)
    shared, shares = frequent(documents.taken(np.isin(_with_row(documents), _with_row(plain))), n_examples, 1)
    result = []
    for hashes in (of_documents, of_profiles):
        at, found = found_in(shared, hashes)
        result.append(np.where(found, shares[at], 0.0) if len(shares) else np.zeros(len(at)))
    return result[0], result[1]


def _spread(vectors: "NDArray[np.float32]", at: "NDArray[np.int64]", n_rows: int, width: int) -> "NDArray[np.float32]":
    whole = np.zeros((n_rows, width), np.float32)
    whole[at, : vectors.shape[1]] = vectors
    return whole


SoftOf = Callable[["Hashes", "Hashes"], Soft]
"""Makes soft vectors for these features of documents and these of profiles."""


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
    useful = (n_found >= _LEAST * n_rare) & (n_found > 0) & (worth > 0)
    return np.where(useful, np.sqrt(np.maximum(worth, 0)), 0).astype(np.float32)


def _with_row(features: Features) -> "Hashes":
    return mixed(features.hashes + features.rows.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15))
