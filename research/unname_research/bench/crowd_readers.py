"""Whether a language model names those whose texts leave a small crowd (`../shared/data/reader`, the lives)."""

import gzip
import json
import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.stats import rankdata

from unname.core.document import Document
from unname.core.errors import require
from unname.pipeline.document import Pipeline
from unname.risk.crowd import Crowd
from unname.text.masks import MASK
from unname_research.train.crowd import fold_words, read_sources

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Values = NDArray[np.float64]
    Flags = NDArray[np.bool_]

READINGS = "reader/readings.jsonl.gz"
OUTCOMES = {"open": "named", "closed": "named_from_list"}
"""Named from what the reader knows, and from the list of all names."""

N_FOLDS, N_DRAWS = 5, 2000
SPLIT = f"{N_FOLDS} folds by person; the crowd itself is fitted to no reading"

STEPS = (-10, -6, -2, 0, 1, 2, 3, 4, 5, 6, 7)
"""Borders of the bins of the reliability plot, as powers of ten."""


def judge_readers(data: Path) -> dict[str, Any]:
    """AUC of the crowd and of simpler counts, the gain over them, and how often people are named by size of crowd."""
    with gzip.open(data / READINGS, "rt", encoding="utf-8") as lines:
        readings = [each for each in map(json.loads, lines) if each["corpus"] == "wiki553"]
    people = [each["person"] for each in readings]
    pipeline, crowd = Pipeline(), Crowd()
    documents = [pipeline.detect(Document(str(n), each["text"])) for n, each in enumerate(readings)]
    sizes = np.array([crowd.estimate(document).log10 for document in documents])
    kinds = [crowd.crowd_terms(document).kind for document in documents]
    visible = [set(fold_words(MASK.sub(" ", each["text"]))) for each in readings]
    idf = _idf(data)
    most = max(idf.values())
    signs = {
        "crowd": -sizes,
        "visible_words": np.array([float(len(MASK.sub(" ", each["text"]).split())) for each in readings]),
        "idf": np.array([math.fsum(idf.get(word, most) for word in words) for words in visible]),
    }
    result: dict[str, Any] = {"n": len(readings), "people": len(set(people)), "split": SPLIT, "reliability": {}}
    for name, key in OUTCOMES.items():
        named = np.array([bool(each[key]) for each in readings])
        fitted = _fit_by_kind(-sizes, kinds, named, people)
        result[f"{name}_auc"] = auc(-sizes, named)
        result[f"{name}_auc_by_kind"] = auc(fitted, named)
        result[f"{name}_baselines"] = {sign: auc(values, named) for sign, values in signs.items() if sign != "crowd"}
        result[f"{name}_interval"] = _interval(lambda at, y=named: auc(-sizes[at], y[at]), people)
        result[f"{name}_gain_over_idf"] = {
            "gain": auc(-sizes, named) - auc(signs["idf"], named),
            "interval": _interval(lambda at, y=named: auc(-sizes[at], y[at]) - auc(signs["idf"][at], y[at]), people),
        }
        result["reliability"][name] = _reliability(sizes, named)
    return result


def auc(sign: "Values", happened: "Flags") -> float:
    """How often the sign is larger where it happened than where it did not."""
    ranks = rankdata(sign)
    n, others = int(happened.sum()), int((~happened).sum())
    return float((ranks[happened].sum() - n * (n + 1) / 2) / (n * others)) if n and others else math.nan


def _idf(data: Path) -> dict[str, float]:
    """-ln of the share of reference lives that say a word; those of db_bio alone, as in the baseline of the issue."""
    texts = read_sources(data)[0].texts
    counts = Counter(word for text in texts for word in set(fold_words(text)))
    return {word: math.log(len(texts) / count) for word, count in counts.items()} | {"": math.log(len(texts))}


def _fit_by_kind(sign: "Values", kinds: Sequence[int], named: "Flags", people: Sequence[str]) -> "Values":
    """Log-odds of being named by crowd and kind of life, each fold judged by what the others say."""
    regression = require("sklearn.linear_model", "train").LogisticRegression(C=0.3, max_iter=1000)
    table = np.hstack([sign[:, None] / sign.std(), np.eye(max(kinds) + 1)[list(kinds)]])
    order = sorted(set(people))
    random.Random(0).shuffle(order)
    fold = np.array([order.index(person) % N_FOLDS for person in people])
    found = np.zeros(len(sign))
    for each in range(N_FOLDS):
        found[fold == each] = regression.fit(table[fold != each], named[fold != each]).decision_function(
            table[fold == each]
        )
    return found


def _interval(figure: Any, people: Sequence[str]) -> list[float]:
    """95 % by drawing people, with all their readings."""
    by_person: dict[str, list[int]] = {}
    for number, person in enumerate(people):
        by_person.setdefault(person, []).append(number)
    groups = list(by_person.values())
    dice = random.Random(0)
    drawn = [
        figure(np.array([number for group in dice.choices(groups, k=len(groups)) for number in group]))
        for _ in range(N_DRAWS)
    ]
    return [float(end) for end in np.nanquantile(drawn, (0.025, 0.975))]


def _reliability(sizes: "Values", named: "Flags") -> list[Mapping[str, float]]:
    """By size of crowd: how many readings, and the share that names the person."""
    bins = np.digitize(sizes, STEPS)
    return [
        {"log10": float(np.median(sizes[bins == each])), "n": int((bins == each).sum()), "named": float(hit)}
        for each in sorted(set(bins.tolist()))
        for hit in [named[bins == each].mean()]
    ]
