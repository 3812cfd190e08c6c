"""Learns which class a text has, by its words: logistic regression, or trees that are boosted."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from unname.core.errors import require
from unname.core.example import TARGET, Example
from unname.core.registry import Spelled

_WORD = re.compile(r"\w+")
_NEAR = 5
"""Words on both sides of what a class tells something of, which count once more as such."""


@dataclass(frozen=True)
class Logistic(Spelled):
    """Logistic regression over tf-idf of words and pairs of words; it knows no chance, so that seeds change nothing."""

    strength: float = 10.0
    balanced: bool = True

    tasks = ("classification",)
    is_drawn = False

    def fit(self, examples: Sequence[Example], seed: int = 0) -> "WordClasses":
        """Learn from the classes of the examples."""
        linear = require("sklearn.linear_model", "train")
        weight = "balanced" if self.balanced else None
        return _fit(linear.LogisticRegression(C=self.strength, class_weight=weight, max_iter=2000), examples, None)


@dataclass(frozen=True)
class Boosting(Spelled):
    """Boosted trees over tf-idf of the most frequent words, as the paper has for its classes of legal texts.

    A split looks at a share of the words, which the seed draws.
    """

    rounds: int = 60
    n_words: int = 1000
    share: float = 0.2

    tasks = ("classification",)
    is_drawn = True

    def fit(self, examples: Sequence[Example], seed: int = 0) -> "WordClasses":
        """Learn from the classes of the examples."""
        ensemble = require("sklearn.ensemble", "train")
        trees = ensemble.HistGradientBoostingClassifier(
            max_iter=self.rounds, max_features=self.share, early_stopping=False, random_state=seed
        )
        return _fit(trees, examples, self.n_words)


@dataclass(frozen=True)
class WordClasses:
    """What has been learned of words and classes; where there was one class alone, or no word, the class is `only`."""

    words: Any
    classes: Any
    is_dense: bool
    only: str = ""

    def predict(self, examples: Sequence[Example]) -> list[Example]:
        """The examples under the class that the model gives them."""
        if self.only or not examples:
            return [replace(example, label=self.only) for example in examples]
        table = self.words.transform(examples)
        labels = self.classes.predict(table.toarray() if self.is_dense else table)
        return [replace(example, label=str(label)) for example, label in zip(examples, labels, strict=True)]


def _fit(classifier: Any, examples: Sequence[Example], n_words: int | None) -> WordClasses:
    labels = [example.label for example in examples]
    most = max(sorted(set(labels)), key=labels.count)
    if len(set(labels)) == 1 or not any(map(read_words, examples)):
        return WordClasses(None, None, False, most)
    text = require("sklearn.feature_extraction.text", "train")
    words = text.TfidfVectorizer(analyzer=read_words, sublinear_tf=True, max_features=n_words)
    table = words.fit_transform(examples)
    classifier.fit(table.toarray() if n_words else table, labels)
    return WordClasses(words, classifier, n_words is not None)


def read_words(example: Example) -> list[str]:
    """The words and pairs of words of an example, and those near what its class tells something of."""
    found = list(_WORD.finditer(example.text.lower()))
    words = [each[0] for each in found]
    pairs = [f"{one} {other}" for one, other in pairwise(words)]
    near: list[str] = []
    for mark in example.marks:
        if mark.label == TARGET:
            before = [each[0] for each in found if each.end() <= mark.span.start][-_NEAR:]
            behind = [each[0] for each in found if each.start() >= mark.span.end][:_NEAR]
            near += [f"{word} <" for word in before] + [f"> {word}" for word in behind]
    return words + pairs + near
