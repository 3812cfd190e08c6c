"""Trains the emulator of search queries that goes by how terms look and how common they are, as boosted trees."""

import random
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from unname.core.errors import InputError, require
from unname.risk.commonness import Commonness
from unname.risk.entity_judge import Forest
from unname.risk.query_forest import QueryForest, pool_groups
from unname_research.train.query_reader import Exercise, best_limit, keep_out
from unname_research.train.risk import as_forest

NEGATIVES = 40
"""How many pairs that find nobody are learned from in each text; they count for all of them."""

BAGS = 1


def train(exercises: Iterable[Exercise], common: Commonness, seed: int = 0) -> QueryForest:
    """Learn from searches; on one text in six is set what counts as even odds."""
    learned, kept_out = keep_out(exercises)
    if not any(each.risky.any() for each in learned):
        raise InputError("an emulator learns from searches that found the person and others that did not")
    alone, together = (_grow(learned, size, seed) for size in (1, 2))
    limits = [_limit(forest, kept_out, size) for forest, size in ((alone, 1), (together, 2))]
    return QueryForest(alone, together, (limits[0], limits[1]), common)


def _grow(exercises: Sequence[Exercise], size: int, seed: int) -> Forest:
    boosting = require("sklearn.ensemble", "train").HistGradientBoostingClassifier
    rows, risky, weight = _tabulate(exercises, size, NEGATIVES if size > 1 else None, seed)
    learners = [
        boosting(
            max_iter=150,
            learning_rate=0.05,
            l2_regularization=5.0,
            min_samples_leaf=30,
            max_features=0.5,
            early_stopping=False,
            random_state=seed + bag,
        ).fit(rows, risky, sample_weight=weight)
        for bag in range(BAGS)
    ]
    return as_forest(learners)


def _limit(forest: Forest, exercises: Sequence[Exercise], size: int) -> float:
    rows, risky, _ = _tabulate(exercises, size)
    return best_limit(forest(rows), risky) if len(rows) else 0.0


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
