"""A neural token classifier as a detector."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from unname.core.document import LABELS, Document, Mention, Origin, Role, Span
from unname.core.registry import spelled
from unname.detect.runs import find_runs
from unname.models.encoder import TokenClassifier
from unname.models.packaged import find_weights

if TYPE_CHECKING:
    from numpy.typing import NDArray

MASK, STARTS = 0, 1 + len(LABELS)
"""Columns of the classifier's output around the eight categories: see `training.targets.OUTPUTS`."""

PERSONAL = 0.35
"""From here on, what may be a person's name counts as one, whatever else it may be: some policies let the rest stay."""

_PERSON = LABELS.index("PERSON")


@dataclass(frozen=True)
class Tagger:
    """Finds all eight categories with a shipped network, or with one in a folder of yours.

    `weights` is `default`, `silver` (comes with unname-research, never saw a TAB label) or a folder with
    `model.onnx`. A mention's confidence is the probability that an annotator would hide it;
    what is recognized but rarely hidden comes with a low one. After the privacy-oriented recognizer of
    `risk2022` 3.1; where we differ: one network says category, boundary and masking at once.
    """

    weights: str = "default"
    floor: float = 0.05
    length: int = 126
    stride: int = 108
    threads: int = 1

    @property
    def name(self) -> str:
        """The name with its settings."""
        return spelled("tagger", self)

    def detect(self, document: Document) -> Sequence[Mention]:
        """Mentions in order; runs of words that belong together make one."""
        if not document.text.strip():
            return ()
        classifier = _classifier(self.weights, self.length, self.stride, self.threads)
        pieces, probabilities = classifier(document.text)
        words = _by_word(probabilities, pieces.word, len(pieces.words))
        return tuple(_mentions(words, pieces.words, self.floor))


@lru_cache(maxsize=4)
def _classifier(weights: str, length: int, stride: int, threads: int) -> TokenClassifier:
    return TokenClassifier(find_weights(weights), length=length, stride=stride, threads=threads)


def _by_word(probabilities: "NDArray[np.float32]", word: "NDArray[np.int64]", n_words: int) -> "NDArray[np.float32]":
    """The strongest opinion among the pieces of each word: a word is hidden whole or not at all."""
    result = np.zeros((n_words, probabilities.shape[1]), dtype=np.float32)
    np.maximum.at(result, word, probabilities)
    return result


def _mentions(words: "NDArray[np.float32]", spans: "NDArray[np.int64]", floor: float) -> Iterator[Mention]:
    hide = words[:, MASK]
    kinds = words[:, 1:STARTS]
    label = kinds.argmax(axis=1)
    inside = (hide >= floor) | (kinds.max(axis=1) >= 0.5)
    for first, last in find_runs(inside, label, words[:, STARTS], hide):
        rows = slice(first, last + 1)
        confidence = float(median(hide[rows].tolist()))
        said = kinds[rows].mean(axis=0)
        kind = "PERSON" if said[_PERSON] >= PERSONAL else LABELS[int(said.argmax())]
        role = Role.DIRECT if kind == "CODE" else Role.QUASI
        span = Span(int(spans[first, 0]), int(spans[last, 1]))
        yield Mention(span, kind, "", role, min(confidence, 1.0), "tagger", Origin.OPINION)
