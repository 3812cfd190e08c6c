"""Which features of texts and profiles are frequent, and who has which."""

from typing import TYPE_CHECKING

import numpy as np
from scipy.sparse import csr_matrix

from unname.models.linkage.bag_features import Features

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Hashes = NDArray[np.uint64]


def frequent(features: Features, n_examples: int, least: int) -> "tuple[Hashes, NDArray[np.float64]]":
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


def counts(features: Features, hashes: "Hashes", n_rows: int) -> csr_matrix:
    """Which of these features each row has, once."""
    at, known = found_in(hashes, features.hashes)
    ones = np.ones(int(known.sum()), np.float32)
    matrix = csr_matrix((ones, (features.rows[known], at[known])), shape=(n_rows, len(hashes)))
    matrix.data[:] = 1
    return matrix
