"""Learns to answer questions from a passage: ranks all short runs of words by how well they fit the question."""

import random
import re
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import log
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix, hstack

from unname.core.document import Span
from unname.core.example import ANSWER, PASSAGE, QUESTION, Example, Mark
from unname.core.registry import Spelled
from unname.text.sentences import sentences

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
    Codes = NDArray[np.int64]

_TOKEN = re.compile(r"\w+|[^\w\s]")
_WIDTH = 2**16
"""Features that are known by their hash; the counts of common words come behind them."""

_N_OWN, _N_COUNTS = 8, 5
_SCALE = 3.0
"""How much larger counts are than features by hash, so that the penalty weighs less on them."""

_STEM = 5
"""Letters by which words of question and passage are compared: endings differ, in Russian above all."""

_FREQUENT = 120
"""Words of the passages that are taken for function words: so many of the most frequent."""

_AROUND = 6
"""Words on both sides of a candidate in which words of the question count."""

_FORM = re.compile(r"(.)\1+")


class Question(NamedTuple):
    """A question in an example, and where its answers stand."""

    id: str
    words: str
    answers: tuple[Span, ...]


def read_questions(example: Example) -> tuple[Span, list[Question]]:
    """Where the passage of an example stands, and its questions; one whose answer is gone has none."""
    passage = next((mark.span for mark in example.marks if mark.label == PASSAGE), Span(0, 0))
    answers: dict[str, list[Span]] = {}
    for mark in example.marks:
        kind, _, id = mark.label.partition(" ")
        if kind == ANSWER:
            answers.setdefault(id, []).append(mark.span)
    asked = ((mark.label.partition(" "), mark.span) for mark in example.marks)
    found = [
        Question(id, example.text[slice(*span)], tuple(answers.get(id, ())))
        for (kind, _, id), span in asked
        if kind == QUESTION
    ]
    return passage, found


@dataclass(frozen=True)
class SpanRanker(Spelled):
    """A linear model over what is common to question and surroundings, and what answers of its kind look like.

    Trained to give the true answer more than the others, of which each question is shown so many, drawn by the seed.
    """

    longest: int = 6
    others: int = 150
    penalty: float = 0.005
    iterations: int = 60

    tasks = ("qa",)
    is_drawn = True

    def fit(self, examples: Sequence[Example], seed: int = 0) -> "SpanRanks":
        """Learn from the answers of the examples."""
        model = SpanRanks(self.longest, *_count_words(examples), np.zeros(_WIDTH + _N_COUNTS))
        lots = random.Random(seed)
        tables: list[csr_matrix] = []
        for example in examples:
            passage, questions = read_questions(example)
            reading = _Reading(example.text, passage, model)
            for question in questions:
                if chosen := self._choose(reading, question, lots):
                    tables.append(_table(*reading.describe(question.words, np.array(chosen))))
        return replace(model, weights=_ascend(tables, self.penalty, self.iterations)) if tables else model

    def _choose(self, reading: "_Reading", question: Question, lots: random.Random) -> list[int]:
        """The candidate that is the answer, then others by lot; none if no candidate is nearly the answer."""
        if not question.answers or not reading.spans:
            return []
        answer = question.answers[0]
        best = max(range(len(reading.spans)), key=lambda number: _common(reading.spans[number], answer))
        if _common(reading.spans[best], answer) < 0.5:
            return []
        others = [number for number in range(len(reading.spans)) if number != best]
        return [best, *lots.sample(others, min(self.others, len(others)))]


@dataclass(frozen=True)
class SpanRanks:
    """What has been learned: how rare words are, which are frequent, and a weight for each feature."""

    longest: int
    rarity: dict[str, float]
    frequent: frozenset[str]
    weights: "Numbers"

    def predict(self, examples: Sequence[Example]) -> list[Example]:
        """The examples with the answer that the model gives to each question; none where there is nothing to say."""
        return [self._answer(example) for example in examples]

    def _answer(self, example: Example) -> Example:
        passage, questions = read_questions(example)
        reading = _Reading(example.text, passage, self)
        marks = [mark for mark in example.marks if not mark.label.startswith(f"{ANSWER} ")]
        for question in questions:
            if reading.spans:
                codes, counts = reading.describe(question.words, np.arange(len(reading.spans)))
                scores = self.weights[codes].sum(axis=1) + counts @ self.weights[_WIDTH:]
                marks.append(Mark(reading.spans[int(np.argmax(scores))], f"{ANSWER} {question.id}"))
        return replace(example, marks=tuple(marks))


class _Reading:
    """A passage as it is read for all of its questions: candidates are runs of tokens within a sentence."""

    def __init__(self, text: str, passage: Span, model: SpanRanks):
        self.model = model
        self.tokens: list[str] = []
        self.spans: list[Span] = []
        runs: list[tuple[int, int, int]] = []
        sentence_of: list[int] = []
        inside = text[slice(*passage)]
        for number, (start, end) in enumerate(sentences(inside)):
            found = list(_TOKEN.finditer(inside, start, end))
            offset = len(self.tokens)
            self.tokens += [each[0] for each in found]
            sentence_of += [number] * len(found)
            for first, one in enumerate(found):
                for last in range(first, min(first + model.longest, len(found))):
                    if one[0][0].isalnum() and _is_end(found[last][0]):
                        runs.append((offset + first, offset + last, number))
                        self.spans.append(Span(passage.start + one.start(), passage.start + found[last].end()))
        self.stems = [_stem(token) for token in self.tokens]
        self.signs = ["f" if s in model.frequent else _sign(t) for t, s in zip(self.tokens, self.stems, strict=True)]
        self.sentence_of = np.array(sentence_of, dtype=np.int64)
        self.first, self.last, self.sentence = np.array(runs, dtype=np.int64).reshape(-1, 3).T
        own = [[_code(name) for name in self._describe(*run)] for run in runs]
        self.own: Codes = np.array(own, dtype=np.int64).reshape(len(runs), _N_OWN)

    def _describe(self, first: int, last: int, sentence: int) -> list[str]:
        """What is told of a candidate, whatever the question is."""
        is_first = not first or self.sentence_of[first - 1] != sentence
        is_last = last + 1 == len(self.stems) or self.sentence_of[last + 1] != sentence
        left, left_sign = ("<", "<") if is_first else (self.stems[first - 1], self.signs[first - 1])
        right, right_sign = (">", ">") if is_last else (self.stems[last + 1], self.signs[last + 1])
        form = _FORM.sub(r"\1", "".join(self.signs[first : last + 1]))
        return [
            f"form {form}",
            f"words {last - first + 1}",
            f"left {left}",
            f"right {right}",
            f"first {self.stems[first]}",
            f"last {self.stems[last][-3:]}",
            f"begins {left_sign}{self.signs[first]}",
            f"ends {self.signs[last]}{right_sign}",
        ]

    def describe(self, words: str, chosen: "Codes") -> "tuple[Codes, Numbers]":
        """The features of some candidates for one question: those known by their hash, and counts of common words."""
        asked = [token.lower() for token in _TOKEN.findall(words) if token[0].isalnum()]
        known = self.model.rarity
        rarest = max(known.values(), default=1.0)
        weights = {stem: known.get(stem, rarest) for stem in map(_stem, asked)}
        total = sum(weights.values()) or 1.0
        hits = np.array([weights.get(stem, 0.0) / total for stem in self.stems])
        sums = np.concatenate([[0.0], np.cumsum(hits)])
        first, last, n_tokens = self.first[chosen], self.last[chosen], len(self.stems)
        before = sums[first] - sums[np.maximum(first - _AROUND, 0)]
        behind = sums[np.minimum(last + 1 + _AROUND, n_tokens)] - sums[last + 1]
        common = self._common(weights, total)
        in_sentence = common[self.sentence[chosen]]
        counts = [in_sentence, in_sentence - common.max(initial=0.0), sums[last + 1] - sums[first], before, behind]
        near = np.minimum(*_distances(hits > 0, first, last))
        # Who asks, and of what, by the first words: "how many", "in which year".
        kinds = [_code(f"kind {number} {word}") for number, word in enumerate(asked[:3])]
        kinds += [_code(f"kinds {' '.join(asked[:2])}")] + [_code("none")] * (3 - len(kinds))
        own = self.own[chosen]
        codes = [own, _code("near") + near[:, None], *((own * 31 + kind) % _WIDTH for kind in kinds)]
        return np.concatenate(codes, axis=1) % _WIDTH, _SCALE * np.stack(counts, axis=1)

    def _common(self, weights: dict[str, float], total: float) -> "Numbers":
        """The share of the words of a question that each sentence has, by how rare they are."""
        common: list[set[str]] = [set() for _ in range(int(self.sentence_of.max(initial=-1)) + 1)]
        for stem, number in zip(self.stems, self.sentence_of, strict=True):
            if stem in weights:
                common[number].add(stem)
        return np.array([sum(weights[stem] for stem in stems) / total for stems in common])


def _distances(hits: "NDArray[np.bool_]", first: "Codes", last: "Codes") -> "tuple[Codes, Codes]":
    """How far the nearest word of a question stands before and behind each candidate, at most as far as is looked."""
    places = np.flatnonzero(hits)
    if not len(places):
        far = np.full(len(first), _AROUND)
        return far, far
    earlier, later = np.searchsorted(places, first) - 1, np.searchsorted(places, last, side="right")
    before = np.where(earlier >= 0, first - places[earlier] - 1, _AROUND)
    behind = np.where(later < len(places), places[np.minimum(later, len(places) - 1)] - last - 1, _AROUND)
    return np.minimum(before, _AROUND), np.minimum(behind, _AROUND)


def _count_words(examples: Sequence[Example]) -> tuple[dict[str, float], frozenset[str]]:
    """How rare each word of the examples is, and the most frequent ones."""
    counts: Counter[str] = Counter()
    for example in examples:
        counts.update({_stem(token) for token in _TOKEN.findall(example.text) if token[0].isalpha()})
    rarity = {stem: log((1 + len(examples)) / count) for stem, count in counts.items()}
    return rarity, frozenset(sorted(counts, key=lambda stem: (-counts[stem], stem))[:_FREQUENT])


def _table(codes: "Codes", counts: "Numbers") -> csr_matrix:
    n_rows, n_codes = codes.shape
    ones = np.ones(codes.size)
    hashed = csr_matrix((ones, codes.ravel(), np.arange(0, codes.size + 1, n_codes)), shape=(n_rows, _WIDTH))
    return hstack([hashed, csr_matrix(counts)]).tocsr()


def _ascend(tables: Sequence[csr_matrix], penalty: float, steps: int) -> "Numbers":
    """Weights that give the first candidate of each question, the true one, the greatest share of its softmax."""
    from scipy.sparse import vstack

    table = vstack(tables).tocsr()
    across = table.T.tocsr()
    lengths = np.array([each.shape[0] for each in tables])
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])

    def loss(weights: "Numbers") -> "tuple[float, Numbers]":
        scores = table @ weights
        most = np.maximum.reduceat(scores, starts)
        powers = np.exp(scores - np.repeat(most, lengths))
        sums = np.add.reduceat(powers, starts)
        shares = powers / np.repeat(sums, lengths)
        value = -(scores[starts] - most - np.log(sums)).mean() + penalty * float(weights @ weights)
        shares[starts] -= 1.0
        return float(value), across @ shares / len(tables) + 2 * penalty * weights

    found = minimize(loss, np.zeros(table.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": steps})
    weights: Numbers = found.x
    return weights


def _common(one: Span, other: Span) -> float:
    both = max(0, min(one.end, other.end) - max(one.start, other.start))
    return 2 * both / (one.end - one.start + other.end - other.start)


def _is_end(token: str) -> bool:
    return token[0].isalnum() or token in "%°€$£)"


def _sign(token: str) -> str:
    if token[0].isdigit():
        return "9" if len(token) != 4 else "Y"
    return "-" if not token[0].isalpha() else "X" if token[0].isupper() else "x"


def _stem(token: str) -> str:
    return token.lower()[:_STEM]


def _code(name: str) -> int:
    return zlib.crc32(name.encode()) % _WIDTH
