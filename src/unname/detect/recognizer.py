"""A small recognizer for German, French and Spanish."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from unname.core.document import LABELS, Document, Mention, Origin, Role, Span
from unname.core.errors import ConfigError
from unname.core.registry import spelled
from unname.detect.rules import Rules
from unname.detect.runs import find_runs
from unname.detect.word_features import Known, features_of, read_words, with_hints
from unname.models.packaged import find_weights
from unname.models.word_network import WordNetwork

if TYPE_CHECKING:
    from numpy.typing import NDArray

HIDE, STARTS = 0, 1 + len(LABELS)
"""Columns of the network's answer around the eight categories: whether to hide, and whether a mention begins."""

BLOCK, OVERLAP = 20_000, 4
"""How many words are read at once, and how many more on either side: as far as the network sees."""


@dataclass(frozen=True)
class Recognizer:
    """Finds all eight categories in a text of the language, by words and their neighbors.

    `weights` is a folder of yours with `model.npz`, instead of the shipped one. A mention's confidence is the
    probability that a careful annotator would hide it.
    """

    language: str = "de"
    weights: str = ""
    floor: float = 0.05

    @property
    def name(self) -> str:
        """The name with its settings."""
        return spelled("recognizer", self)

    @cached_property
    def rules_(self) -> Rules:
        """The rules of the language: what they find is a feature of words."""
        return Rules(language=self.language)

    def detect(self, document: Document) -> Sequence[Mention]:
        """Mentions in order; runs of words that belong together make one."""
        known = read_words(document.text)
        if not known.spans:
            return ()
        known = with_hints(known, self.rules_.detect(document))
        reader = _reader(self.weights or f"language/{self.language}", self.language)
        return tuple(_mentions(reader.read(known), known, document.text, self.floor))


class Reader:
    """A network with the vectors of words and places that it has met."""

    def __init__(self, network: WordNetwork, language: str):
        self.network, self.language = network, language
        self._word = lru_cache(maxsize=50_000)(self._word_vector)
        self._place = lru_cache(maxsize=10_000)(self._place_vector)

    def read(self, known: Known) -> "NDArray[np.float32]":
        """The probabilities for each word: to hide, of each category, and that a mention begins."""
        answers = []
        for start in range(0, len(known.words), BLOCK):
            low, high = max(0, start - OVERLAP), min(len(known.words), start + BLOCK + OVERLAP)
            vectors = [
                self._word(word) + self._place(place)
                for word, place in zip(known.words[low:high], known.places[low:high], strict=True)
            ]
            answers.append(self.network(np.stack(vectors))[start - low : start - low + BLOCK])
        return _probabilities(np.concatenate(answers))

    def _word_vector(self, word: str) -> "NDArray[np.float32]":
        return self.network.sum_vectors(np.array(features_of(word, self.language), dtype=np.int64))

    def _place_vector(self, place: tuple[int, ...]) -> "NDArray[np.float32]":
        return self.network.sum_vectors(np.array(place, dtype=np.int64))


@lru_cache(maxsize=4)
def _reader(weights: str, language: str) -> Reader:
    file = find_weights(weights) / "model.npz"
    if not file.is_file():
        raise ConfigError(f"recognizer: there is none for the language {language!r}")
    return Reader(WordNetwork.load(file), language)


def _probabilities(answers: "NDArray[np.float32]") -> "NDArray[np.float32]":
    result = (1.0 / (1.0 + np.exp(-np.clip(answers, -60.0, 60.0)))).astype(np.float32)
    kinds = np.exp(answers[:, 1:STARTS] - answers[:, 1:STARTS].max(axis=1, keepdims=True))
    result[:, 1:STARTS] = kinds / kinds.sum(axis=1, keepdims=True)
    return result


def _mentions(words: "NDArray[np.float32]", known: Known, text: str, floor: float) -> Iterator[Mention]:
    words = _by_compound(words, known)
    is_word = np.array([word.isalnum() for word in known.words])
    for first, last in _runs(words, known, text, floor):
        while first < last and not is_word[first]:
            first += 1
        while last > first and not is_word[last] and known.words[last] != ".":
            last -= 1
        rows = np.arange(first, last + 1)[is_word[first : last + 1]]
        if not len(rows):
            continue
        kind = LABELS[int(words[rows, 1:STARTS].sum(axis=0).argmax())]
        role = Role.DIRECT if kind in ("CODE", "PERSON") else Role.QUASI
        confidence = float(np.median(words[rows, HIDE]))
        span = Span(known.spans[first].start, known.spans[last].end)
        yield Mention(span, kind, "", role, min(confidence, 1.0), "recognizer", Origin.OPINION)


def _by_compound(words: "NDArray[np.float32]", known: Known) -> "NDArray[np.float32]":
    """The same, where parts of one name that a hyphen, an apostrophe or a low line joins share one fate."""
    joined = words.copy()
    for at in range(1, len(known.words) - 1):
        before, here, after = known.spans[at - 1 : at + 2]
        if known.words[at] not in _JOINTS or before.end != here.start or here.end != after.start:
            continue
        if known.words[at - 1].isalpha() and known.words[at + 1].isalpha():
            best = at - 1 if joined[at - 1, HIDE] >= joined[at + 1, HIDE] else at + 1
            if joined[best, 1 : 1 + len(LABELS)].argmax() == _PERSON:
                joined[at - 1 : at + 2, :STARTS] = joined[best, :STARTS]
                joined[at : at + 2, STARTS] = 0.0
    return joined


_JOINTS = frozenset("-'’_‑")
_PERSON = LABELS.index("PERSON")


def _runs(words: "NDArray[np.float32]", known: Known, text: str, floor: float) -> Iterator[tuple[int, int]]:
    """First and last word of each mention; a line break always begins another."""
    starts = words[:, STARTS].copy()
    for word in range(1, len(known.spans)):
        if "\n" in text[known.spans[word - 1].end : known.spans[word].start]:
            starts[word] = 1.0
    hide = words[:, HIDE]
    return find_runs(hide >= floor, words[:, 1:STARTS].argmax(axis=1), starts, hide, steepest=0.3)
