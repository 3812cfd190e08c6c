"""What pieces, and pairs of neighbors, say of people who are never named by them: ties, for networks that link.

A town tells the state, a college the generation. As for the bag of words (`bag_soft`), a regression finds such ties in
closed form; the network then learns how far to trust each. Where we differ from `morris2022`: it has gradient descent
alone, over sixty times as many people.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.sparse import csr_matrix, diags, vstack

from unname.core.errors import require
from unname.training.bag_soft import directions, paces, regression, unit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from unname.models.linkage.windows import Reading

    Numbers = NDArray[np.int64]

torch = require("torch", "train")
nn = torch.nn

_N_SLOTS = 1 << 18
_STRIDE = 7919
"""Where a pair is looked for: the odds that two frequent ones want the same slot are small, and the keys tell."""

_KINDS = 2
"""Pieces alone, and pairs."""


@dataclass(frozen=True)
class Rows:
    """The row of every frequent piece and of every frequent pair of neighbors; row 0 is for all the others."""

    pieces: "Numbers"
    """The row of each piece, by its id."""
    slots: "NDArray[np.int32]"
    """The row that a pair may have, by its slot."""
    keys: "Numbers"
    """The pair that a row is for, or -1."""

    @classmethod
    def of(cls, readings: "Iterable[Reading]", n_types: int, least: int, pairs_too: bool = True) -> "Rows":
        """The rows of what at least so many of the texts have: of pieces, and of pairs if these are wanted."""
        texts = [(_counted(each), _pairs(each, n_types)) for each in readings]
        pieces, _ = _frequent([ids for ids, _ in texts], least)
        pairs, times = _frequent([keys for _, keys in texts if pairs_too], least)
        # Of two pairs that want one slot, the one that more texts have gets it.
        pairs = pairs[np.argsort(-times, kind="stable")]
        pairs = pairs[np.unique(_slot(pairs, n_types), return_index=True)[1]]
        by_piece, by_slot = np.zeros(n_types, np.int64), np.zeros(_N_SLOTS, np.int32)
        by_piece[pieces] = 1 + np.arange(len(pieces))
        by_slot[_slot(pairs, n_types)] = 1 + len(pieces) + np.arange(len(pairs))
        return cls(by_piece, by_slot, np.concatenate([np.full(1 + len(pieces), -1), pairs]).astype(np.int64))

    def __len__(self) -> int:
        return len(self.keys)

    def counts(self, readings: "Sequence[Reading]", once: bool = False) -> csr_matrix:
        """How often each text has what each row is for, or whether it has."""
        n_types = len(self.pieces)
        columns = []
        for each in readings:
            pairs = _pairs(each, n_types)
            rows = self.slots[_slot(pairs, n_types)]
            columns.append(np.concatenate([self.pieces[_counted(each)], rows[self.keys[rows] == pairs]]))
        starts = np.concatenate([[0], np.cumsum([len(each) for each in columns])])
        found = np.concatenate([np.zeros(0, np.int64), *columns])
        matrix = csr_matrix((np.ones(len(found), np.float32), found, starts), shape=(len(readings), len(self)))
        matrix.sum_duplicates()
        if once:
            matrix.data[:] = 1
        return matrix @ diags((np.arange(len(self)) > 0).astype(np.float32))


class Ties(nn.Module):  # type: ignore[name-defined, misc]
    """A vector for every row, found beforehand, and what it is trusted, which is trained.

    Where people are trained on whom a vector has been found from, it looks better than it is: for these, `folds` holds
    what the other half of them says. With `once`, what a text repeats counts once: a profile that names a state thrice
    says no more of it.
    """

    def __init__(self, rows: Rows, width: int, once: bool = False):
        super().__init__()
        self.once = once
        self.register_buffer("pieces", torch.from_numpy(rows.pieces))
        self.register_buffer("slots", torch.from_numpy(rows.slots))
        self.register_buffer("keys", torch.from_numpy(rows.keys))
        self.register_buffer("vectors", torch.zeros(len(rows), width))
        self.folds: Any = None
        self.trust = nn.Parameter(torch.ones(len(rows)))
        self.gain = nn.Parameter(torch.ones(_KINDS))

    def forward(self, pieces: Any, seen: Any, joined: Any, fold: Any = None) -> Any:
        """What each piece adds, alone and with the one before: (2, pieces, width); all but `fold` are of windows."""
        again = self._repeated(pieces, seen) if self.once else None
        pieces, joined = pieces.reshape(-1), joined.reshape(-1)
        n_types = self.pieces.shape[0]
        before = torch.cat([pieces[:1], pieces[:-1]])
        pairs = before * n_types + pieces
        row = self.slots[pairs * _STRIDE % _N_SLOTS].long()
        row = torch.where((self.keys[row] == pairs) & (joined > 0), row, torch.zeros_like(row))
        rows = torch.stack([self.pieces[pieces], row])
        vectors = self.vectors[rows] if fold is None or self.folds is None else self.folds[fold, rows]
        weights = self.trust[rows] * self.gain[:, None] * (rows > 0)
        if again is not None:
            weights = weights / again
        return vectors * weights.unsqueeze(-1)

    @staticmethod
    def _repeated(pieces: Any, seen: Any) -> Any:
        """How often each piece stands in its window."""
        same = (pieces.unsqueeze(2) == pieces.unsqueeze(1)).to(seen.dtype)
        return (same * seen.unsqueeze(1)).sum(2).clamp(min=1).reshape(-1)


def fit(
    ties: tuple[Ties, Ties],
    rows: tuple[Rows, Rows],
    documents: "Sequence[Reading]",
    profiles: "Sequence[Reading]",
    views: "Sequence[Sequence[Reading]]",
    seed: int = 0,
) -> None:
    """Find the ties of documents with their profiles, from the documents as several redactions show them."""
    whole, keyed = rows[0].counts(documents), rows[1].counts(profiles, once=True)
    width = ties[0].vectors.shape[1]
    to = directions(whole, keyed, width, np.random.default_rng([seed, 3]))
    points = keyed @ to
    points = np.tile(unit(points - points.mean(axis=0)).astype(np.float32), (len(views), 1))
    pace = paces(whole)
    seen = (vstack([rows[0].counts(view) for view in views]) @ diags(pace)).astype(np.float32).tocsr()
    odd = np.tile(np.arange(len(documents)) % 2 == 1, len(views))
    found = [regression(seen[those], points[those], _RIDGE) * pace[:, None] for those in (odd | ~odd, odd, ~odd)]
    with torch.no_grad():
        for vectors, each in ((ties[0].vectors, found[0]), (ties[1].vectors, to)):
            vectors[:, : each.shape[1]] = torch.from_numpy(each)
    # Even people are told what odd ones say, and the other way round.
    ties[0].folds = torch.stack([torch.zeros_like(ties[0].vectors)] * 2)
    ties[0].folds[:, :, : to.shape[1]] = torch.from_numpy(np.stack(found[1:]))


_RIDGE = 40.0
"""How small the vectors are held."""


def _counted(reading: "Reading") -> "Numbers":
    return reading.ids[reading.counted]


def _pairs(reading: "Reading", n_types: int) -> "Numbers":
    """Every counted piece with the one before that is its neighbor, as one number."""
    ids, stretch = _counted(reading), reading.stretch[reading.counted]
    second = np.flatnonzero(np.diff(stretch) == 0) + 1
    return ids[second - 1] * n_types + ids[second]


def _slot(pairs: "Numbers", n_types: int) -> "Numbers":
    return pairs * _STRIDE % _N_SLOTS


def _frequent(texts: "Sequence[Numbers]", least: int) -> "tuple[Numbers, Numbers]":
    """What at least so many texts have, and how many do."""
    found, times = np.unique(np.concatenate([np.zeros(0, np.int64), *map(np.unique, texts)]), return_counts=True)
    return found[times >= least], times[times >= least]
