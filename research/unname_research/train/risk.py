"""How the risk measure `classifier` learns what annotators hide."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.core.document import Document, Entity, Role
from unname.core.errors import InputError, require
from unname.core.progress import Listener
from unname.risk.commonness import Commonness, count_phrases, find_phrases, hash_phrase
from unname.risk.entity_features import BUCKETS, Features, count_words, describe_entities
from unname.risk.entity_judge import EntityJudge, Forest

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Example:
    """A detected document, and the same text as each annotator marked it.

    The detector must not have been trained on this document, or its confidences would promise too much.
    """

    detected: Document
    annotators: tuple[Document, ...]


@dataclass(frozen=True)
class Boosting:
    """Settings of the learner; `bags` forests with other seeds are averaged."""

    n_trees: int = 200
    rate: float = 0.03
    leaves: int = 6
    least_samples: int = 30
    shrinkage: float = 5.0
    columns: float = 0.4
    bags: int = 3
    linear_strength: float = 0.05
    folds: int = 5
    words_per_unit: float = 5.0
    most_words: int = 40
    seed: int = 0


@dataclass(frozen=True)
class _Table:
    """All entities of all examples: features, targets, weights, and the number of the document."""

    dense: "NDArray[np.float32]"
    hashed: Any
    target: "Numbers"
    weight: "Numbers"
    document: "NDArray[np.int64]"


def train_judge(
    examples: Sequence[Example],
    texts: Iterable[tuple[str, str]] = (),
    settings: Boosting = Boosting(),  # noqa: B008 (frozen)
    report: Listener | None = None,
) -> EntityJudge:
    """Learn the share of annotators that hide each entity, as a calibrated probability.

    `texts` are (id, text) of more documents to count common phrases in; an example with the same id is described
    without what its own text adds to the counts. The linear part is fitted first; the forest sees its out-of-fold
    answers, and the scale of the log-odds is set on out-of-fold answers of the forest.
    """
    if len(examples) < settings.folds:
        raise InputError(f"train risk needs at least {settings.folds} documents, got {len(examples)}")
    common, table = _prepared(examples, texts, settings)
    fold = table.document % settings.folds
    linear = _linear(table, np.ones(len(fold), bool), settings)
    said, held_out = np.zeros(len(fold)), np.zeros(len(fold))
    for number in range(settings.folds):
        outside = fold != number
        said[~outside] = _linear(table, outside, settings).decision_function(table.hashed[~outside])
    rows = np.column_stack([table.dense, said]).astype(np.float32)
    for number in range(settings.folds):
        outside = fold != number
        held_out[~outside] = _forest(rows, table, outside, settings, bags=1)(rows[~outside])
        if report:
            report("risk", number + 1, settings.folds + 1, _loss(held_out[~outside], table.target[~outside]))
    forest = _forest(rows, table, np.ones(len(fold), bool), settings, settings.bags)
    slope, shift = _scale(held_out, table)
    return EntityJudge(forest, linear.coef_[0].astype(np.float32), float(linear.intercept_[0]), slope, shift, common)


def shares(detected: Document, annotators: Sequence[Document]) -> "Numbers":
    """For each entity of a detected document, the share of its characters and annotators that is hidden."""
    votes = np.zeros((len(annotators), len(detected.text) + 1))
    for row, document in enumerate(annotators):
        for mention in document.mentions:
            if mention.role is not Role.NONE:
                votes[row, mention.span.start : mention.span.end] = 1.0
    vote = votes.mean(axis=0)
    return np.array([_share(detected.text, entity, vote) for entity in detected.entities])


def _share(text: str, entity: Entity, vote: "Numbers") -> float:
    places = [
        place
        for mention in entity.mentions
        for place in range(mention.span.start, mention.span.end)
        if text[place].isalnum()
    ]
    return float(vote[places].mean()) if places else 0.0


def _prepared(
    examples: Sequence[Example], texts: Iterable[tuple[str, str]], settings: Boosting
) -> tuple[Commonness, _Table]:
    whole: dict[str, str] = {}
    for id, text in [*texts, *((example.detected.id, example.detected.text) for example in examples)]:
        whole[id] = f"{whole[id]}\n{text}" if id in whole else text
    common = count_phrases([whole[id] for id in sorted(whole)])
    described = []
    for example in examples:
        own = frozenset(hash_phrase(phrase) for phrase in set(find_phrases(whole[example.detected.id])))
        described.append(describe_entities(example.detected, common, own))
    return common, _table(examples, described, settings)


def _table(examples: Sequence[Example], described: Sequence[Features], settings: Boosting) -> _Table:
    from scipy import sparse

    sizes = [len(features.ids) for features in described]
    starts = np.cumsum([0, *sizes])
    rows = np.concatenate([features.rows + start for features, start in zip(described, starts[:-1], strict=True)])
    buckets = np.concatenate([features.buckets for features in described])
    weights = np.concatenate([features.weights for features in described])
    return _Table(
        np.concatenate([features.dense for features in described]),
        sparse.csr_matrix((weights, (rows, buckets)), shape=(int(starts[-1]), BUCKETS)),
        np.concatenate([shares(example.detected, example.annotators) for example in examples]),
        np.concatenate([_weights(example, settings) for example in examples]),
        np.repeat(np.arange(len(examples)), sizes),
    )


def _weights(example: Example, settings: Boosting) -> "Numbers":
    """Recall counts entities and precision words, so an entity counts as one and by its words."""
    words = [count_words(example.detected, entity) for entity in example.detected.entities]
    capped = np.minimum(np.array(words, float), settings.most_words)
    weights: Numbers = (1.0 + capped / settings.words_per_unit) * np.sqrt(len(example.annotators))
    return weights


def _twice(table: _Table, chosen: "NDArray[np.bool_]") -> tuple["NDArray[np.int64]", "Numbers", "Numbers"]:
    """Each row as hidden and as kept, weighted by the share of annotators: how a yes-or-no learner takes shares."""
    index = np.flatnonzero(chosen)
    rows = np.concatenate([index, index])
    target, weight = table.target[index], table.weight[index]
    answers = np.concatenate([np.ones(len(index)), np.zeros(len(index))])
    weights = np.concatenate([target * weight, (1 - target) * weight])
    used = weights > 0
    return rows[used], answers[used], weights[used]


def _linear(table: _Table, chosen: "NDArray[np.bool_]", settings: Boosting) -> Any:
    models = require("sklearn.linear_model", "train")
    rows, answers, weights = _twice(table, chosen)
    learner = models.LogisticRegression(
        C=settings.linear_strength, solver="liblinear", max_iter=100, random_state=settings.seed
    )
    return learner.fit(table.hashed[rows], answers, sample_weight=weights)


def _forest(
    rows: "NDArray[np.float32]", table: _Table, chosen: "NDArray[np.bool_]", settings: Boosting, bags: int
) -> Forest:
    ensemble = require("sklearn.ensemble", "train")
    index, answers, weights = _twice(table, chosen)
    learners = [
        ensemble.HistGradientBoostingClassifier(
            learning_rate=settings.rate,
            max_iter=settings.n_trees,
            max_leaf_nodes=settings.leaves,
            min_samples_leaf=settings.least_samples,
            l2_regularization=settings.shrinkage,
            max_features=settings.columns,
            max_bins=64,
            early_stopping=False,
            random_state=settings.seed + bag,
        ).fit(rows[index], answers, sample_weight=weights)
        for bag in range(bags)
    ]
    return as_forest(learners)


def as_forest(learners: Sequence[Any]) -> Forest:
    """The mean of fitted histogram boosters of scikit-learn as plain arrays."""
    tables = [tree.nodes for learner in learners for (tree,) in learner._predictors]
    starts = np.cumsum([0, *(len(nodes) for nodes in tables)])[:-1]
    nodes = np.concatenate(tables)
    offset = np.repeat(starts, [len(table) for table in tables])
    itself, leaf = np.arange(len(nodes)), nodes["is_leaf"].astype(bool)
    return Forest(
        np.where(leaf, 0, nodes["feature_idx"]).astype(np.int32),
        np.where(leaf, 0.0, nodes["num_threshold"]),
        np.where(leaf, itself, nodes["left"] + offset).astype(np.int32),
        np.where(leaf, itself, nodes["right"] + offset).astype(np.int32),
        np.where(leaf, nodes["value"], 0.0) / len(learners),
        starts.astype(np.int32),
        int(nodes["depth"].max()),
        float(np.mean([learner._baseline_prediction for learner in learners])),
    )


def _scale(odds: "Numbers", table: _Table) -> tuple[float, float]:
    """Slope and shift of the log-odds (Platt) that fit held-out answers; each entity counts once."""
    models = require("sklearn.linear_model", "train")
    answers = np.concatenate([np.ones(len(odds)), np.zeros(len(odds))])
    weights = np.concatenate([table.target, 1 - table.target])
    learner = models.LogisticRegression(C=1e6).fit(np.concatenate([odds, odds])[:, None], answers, weights)
    return float(learner.coef_[0, 0]), float(learner.intercept_[0])


def _loss(odds: "Numbers", target: "Numbers") -> float:
    return float(np.mean(np.logaddexp(0.0, odds) - target * odds))
