"""Trains the emulator of search queries that goes by how terms look and how common they are, as boosted trees."""

import random
from collections.abc import Iterable, Sequence
from typing import Any
from zlib import crc32

import numpy as np

from unname.core.errors import InputError, require
from unname.risk.commonness import Commonness
from unname.risk.entity_judge import Forest
from unname.risk.query_forest import QueryForest, pool_groups
from unname_research.train.query_reader import Exercise, best_limit
from unname_research.train.risk import as_forest

NEGATIVES = 40
"""How many pairs that find nobody are learned from in each text; they count for all of them."""

N_FOLDS = 5
"""What counts as even odds is set on texts that the trees did not see, a fifth of them at a time."""


def train(exercises: Iterable[Exercise], common: Commonness, seed: int = 0) -> QueryForest:
    """Learn from searches; what counts as even odds is set where F1 was best on texts that were left out."""
    exercises = list(exercises)
    if not any(each.risky.any() for each in exercises):
        raise InputError("an emulator learns from searches that found the person and others that did not")
    limits = [_limit(exercises, size, seed) for size in (1, 2)]
    return QueryForest(_grow(exercises, 1, seed), _grow(exercises, 2, seed), (limits[0], limits[1]), common)


def _grow(exercises: Sequence[Exercise], size: int, seed: int) -> Forest:
    boosting = require("sklearn.ensemble", "train").HistGradientBoostingClassifier
    rows, risky, weight = _tabulate(exercises, size, NEGATIVES if size > 1 else None, seed)
    learner = boosting(
        max_iter=150,
        learning_rate=0.05,
        l2_regularization=5.0,
        min_samples_leaf=30,
        max_features=0.5,
        early_stopping=False,
        random_state=seed,
    )
    return as_forest([learner.fit(rows, risky, sample_weight=weight)])


def _limit(exercises: Sequence[Exercise], size: int, seed: int) -> float:
    odds, risky = [np.zeros(0)], [np.zeros(0)]
    folds = [crc32(each.text.encode()) % N_FOLDS for each in exercises]
    for fold in range(N_FOLDS):
        learned = [each for each, own in zip(exercises, folds, strict=True) if own != fold]
        rows, found, _ = _tabulate([each for each, own in zip(exercises, folds, strict=True) if own == fold], size)
        if len(rows) and any(each.risky.any() for each in learned):
            odds.append(_grow(learned, size, seed)(rows))
            risky.append(found)
    return best_limit(np.concatenate(odds), np.concatenate(risky)) if len(odds) > 1 else 0.0


def _tabulate(exercises: Iterable[Exercise], size: int, most: int | None = None, seed: int = 0) -> tuple[Any, Any, Any]:
    """Rows for the groups of one size, whether they find the person, and how much each counts."""
    dice, rows, risky, weights = random.Random(seed), list[Any](), list[Any](), list[Any]()
    for each in exercises:
        numbers = [n for n, group in enumerate(each.groups) if len(group) == size]
        wrong = [n for n in numbers if not each.risky[n]]
        kept = wrong if most is None or len(wrong) <= most else dice.sample(wrong, most)
        if chosen := [n for n in numbers if each.risky[n]] + kept:
            rows.append(pool_groups(each.looks, [each.groups[n] for n in chosen], each.top))
            risky.append(each.risky[chosen])
            weights.append(np.where(risky[-1] > 0, 1.0, len(wrong) / max(1, len(kept))))
    if not rows:
        return np.zeros((0, 1)), np.zeros(0), np.zeros(0)
    return np.concatenate(rows), np.concatenate(risky), np.concatenate(weights)
