"""Two anonymizations of the same documents: is one harder to see through than the other?"""

import math
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from unname.core.errors import InputError
from unname.core.results import Sighting
from unname.measure.reidentification import share


@dataclass(frozen=True, slots=True)
class Comparison:
    """How one anonymization differs from the other under one attack.

    `difference` is the rate of `one` less that of `other`, with an interval of 95 %. `only_one` and `only_other`
    count documents whose person was found more surely in the one or the other; `p_found` is McNemar's exact test on
    them, and `p_rank` is the Wilcoxon signed-rank test on the ranks. Both tests are two-sided.
    """

    n_documents: int
    one: float
    other: float
    difference: float
    low: float
    high: float
    only_one: int
    only_other: int
    p_found: float
    p_rank: float


def compare(one: Mapping[str, Sighting], other: Mapping[str, Sighting]) -> Comparison:
    """Compare what one attack achieved on two anonymizations of the same documents, by their ids.

    The interval is Newcombe's for paired shares: the Wilson limits of both, joined with their correlation. Where we
    differ: the correlation is that of the chances of being found, without correction for continuity, as ties
    make them fractions. A person whose rank is unknown in both does not count in the test of ranks; one whose rank
    is unknown in one of them stands behind everybody there.
    """
    if one.keys() != other.keys():
        n_alone = len(one.keys() ^ other.keys())
        raise InputError(f"a paired comparison needs the same people in both; {n_alone} are in one alone")
    if not one:
        raise InputError("no document to compare")
    pairs = [(sighting, other[document]) for document, sighting in one.items()]
    found = np.array([(a.found, b.found) for a, b in pairs])
    first, second = share(found[:, 0].tolist()), share(found[:, 1].tolist())
    correlation = _correlation(found)
    difference = first.value - second.value
    below = _joined(first.value - first.low, second.high - second.value, correlation)
    above = _joined(first.high - first.value, second.value - second.low, correlation)
    only_one, only_other = int((found[:, 0] > found[:, 1]).sum()), int((found[:, 0] < found[:, 1]).sum())
    return Comparison(
        len(pairs),
        first.value,
        second.value,
        difference,
        max(-1.0, difference - below),
        min(1.0, difference + above),
        only_one,
        only_other,
        _mcnemar(only_one, only_other),
        _wilcoxon(pairs),
    )


def _correlation(found: "np.ndarray[tuple[int, ...], np.dtype[np.float64]]") -> float:
    # Without spread in one of them there is nothing to correlate, and a rounded spread of zero must not pass for one.
    if any(np.ptp(column) == 0 for column in found.T):
        return 0.0
    return float(np.atleast_2d(np.corrcoef(found.T))[0, 1])


def _joined(one: float, other: float, correlation: float) -> float:
    return math.sqrt(max(0.0, one**2 - 2 * correlation * one * other + other**2))


def _mcnemar(only_one: int, only_other: int) -> float:
    from scipy.stats import binomtest

    n = only_one + only_other
    return float(binomtest(only_one, n).pvalue) if n else 1.0


def _wilcoxon(pairs: Sequence[tuple[Sighting, Sighting]]) -> float:
    from scipy.stats import wilcoxon

    last = 1 + max((p.rank for pair in pairs for p in pair if p.rank is not None), default=0.0)
    ranks = [(a.rank or last, b.rank or last) for a, b in pairs if a.rank or b.rank]
    differences = np.array([a - b for a, b in ranks if a != b])
    if not differences.size:
        return 1.0
    has_ties = len(np.unique(np.abs(differences))) < differences.size
    method = "approx" if has_ties or differences.size > 50 else "exact"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # few differences with ties: the approximation is all there is
        return float(wilcoxon(differences, method=method).pvalue)
