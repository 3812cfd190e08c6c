"""Learns to answer questions from a passage: ranks all short runs of words by how well they fit the question."""

import random
import re
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import log
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from unname.core.document import Span
from unname.core.example import ANSWER, PASSAGE, QUESTION, Example, Mark
from unname.core.registry import Spelled
from unname.text.sentences import sentences

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

_TOKEN = re.compile(r"\w+|[^\w\s]")
_WIDTH = 2**16
_STEM = 5
"""Letters by which words of question and passage are compared: endings differ, in Russian above all."""

_FORM = re.compile(r"(.)\1+")


class Question(NamedTuple):
    """A question in an example, and where its answers stand."""

    id: str
    words: str
    answers: tuple[Span, ...]


class Candidates(NamedTuple):
    """All runs of words that may answer one question, a row of features for each."""

    spans: list[Span]
    table: csr_matrix


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

    longest: int = 8
    others: int = 150
    penalty: float = 0.002
    iterations: int = 60

    tasks = ("qa",)
    is_drawn = True

    def fit(self, examples: Sequence[Example], seed: int = 0) -> "SpanRanks":
        """Learn from the answers of the examples."""
        model = SpanRanks(self.longest, _rarity(examples), np.zeros(_WIDTH))
        lots = random.Random(seed)
        tables, truth, starts = [], [], [0]
        for example in examples:
            passage, questions = read_questions(example)
            reading = _Reading(example.text, passage, model)
            for question in questions:
                chosen = self._choose(reading, question, lots)
                if chosen is not None:
                    tables.append(reading.candidates(question, chosen).table)
                    truth.append(starts[-1])
                    starts.append(starts[-1] + len(chosen))
        if tables:
            weights = _ascend(tables, np.array(truth), np.array(starts), self.penalty, self.iterations)
            return replace(model, weights=weights)
        return model

    def _choose(self, reading: "_Reading", question: Question, lots: random.Random) -> list[int] | None:
        """The candidate that is the answer, then others by lot; nothing if no candidate is nearly the answer."""
        if not question.answers or not reading.spans:
            return None
        answer = question.answers[0]
        best = max(range(len(reading.spans)), key=lambda number: _common(reading.spans[number], answer))
        if _common(reading.spans[best], answer) < 0.5:
            return None
        others = [number for number in range(len(reading.spans)) if number != best]
        return [best, *lots.sample(others, min(self.others, len(others)))]


@dataclass(frozen=True)
class SpanRanks:
    """What has been learned: how rare words are, and a weight for each feature."""

    longest: int
    rarity: dict[str, float]
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
                spans, table = reading.candidates(question, list(range(len(reading.spans))))
                marks.append(Mark(spans[int(np.argmax(table @ self.weights))], f"{ANSWER} {question.id}"))
        return replace(example, marks=tuple(marks))


class _Run(NamedTuple):
    """A candidate by the numbers of its tokens and of its sentence."""

    first: int
    last: int
    sentence: int


class _Reading:
    """A passage as it is read for all of its questions."""

    def __init__(self, text: str, passage: Span, model: SpanRanks):
        self.model = model
        self.spans: list[Span] = []
        self.runs: list[_Run] = []
        self.tokens: list[str] = []
        self.sentence_of: list[int] = []
        inside = text[slice(*passage)]
        for number, (start, end) in enumerate(sentences(inside)):
            found = list(_TOKEN.finditer(inside, start, end))
            offset = len(self.tokens)
            self.tokens += [each[0] for each in found]
            self.sentence_of += [number] * len(found)
            for first in range(len(found)):
                for last in range(first, min(first + model.longest, len(found))):
                    if _is_word(found[first][0]) and _is_end(found[last][0]):
                        self.runs.append(_Run(offset + first, offset + last, number))
                        bounds = passage.start + found[first].start(), passage.start + found[last].end()
                        self.spans.append(Span(*bounds))
        self.stems = [_stem(token) for token in self.tokens]

    def candidates(self, question: Question, chosen: Sequence[int]) -> Candidates:
        """The features of some candidates for one question."""
        asked = _Asked(question.words, self)
        columns: list[int] = []
        values: list[float] = []
        rows = [0]
        for number in chosen:
            for name, value in asked.describe(self.runs[number]):
                columns.append(zlib.crc32(name.encode()) % _WIDTH)
                values.append(value)
            rows.append(len(columns))
        table = csr_matrix((values, columns, rows), shape=(len(chosen), _WIDTH))
        return Candidates([self.spans[number] for number in chosen], table)

    def form(self, run: _Run) -> str:
        """Capitals, small words, figures and signs of a candidate, runs of the same once."""
        signs = [_sign(token) for token in self.tokens[run.first : run.last + 1]]
        return _FORM.sub(r"\1", "".join(signs))


class _Asked:
    """One question as it is held against the candidates of a passage."""

    def __init__(self, words: str, reading: _Reading):
        self.reading = reading
        asked = [token.lower() for token in _TOKEN.findall(words) if _is_word(token)]
        self.kind = " ".join(asked[:2]), *asked[:1]
        self.stems = {_stem(token) for token in asked}
        rarity = reading.model.rarity
        self.weights = {stem: rarity.get(stem, max(rarity.values(), default=1.0)) for stem in self.stems}
        self.total = sum(self.weights.values()) or 1.0
        self.hits = [self.weights.get(stem, 0.0) / self.total for stem in reading.stems]
        n_sentences = max(reading.sentence_of, default=-1) + 1
        common: list[set[str]] = [set() for _ in range(n_sentences)]
        for stem, number in zip(reading.stems, reading.sentence_of, strict=True):
            if stem in self.stems:
                common[number].add(stem)
        self.common = [sum(self.weights[stem] for stem in stems) / self.total for stems in common]
        self.best = max(self.common, default=0.0)

    def describe(self, run: _Run) -> Iterator[tuple[str, float]]:
        """The features of a candidate by name."""
        reading = self.reading
        first, last, number = run
        form = reading.form(run)
        yield "sentence", self.common[number]
        yield "behind the best", self.best - self.common[number]
        yield "repeats", sum(self.hits[first : last + 1])
        before, behind = self.hits[max(0, first - 6) : first], self.hits[last + 1 : last + 7]
        yield "before", sum(before)
        yield "behind", sum(behind)
        yield f"near {min(_nearest(before[::-1]), _nearest(behind))}", 1.0
        yield f"words {last - first + 1}", 1.0
        yield f"form {form}", 1.0
        left = reading.stems[first - 1] if first and reading.sentence_of[first - 1] == number else "<"
        is_last = last + 1 == len(reading.stems) or reading.sentence_of[last + 1] != number
        right = ">" if is_last else reading.stems[last + 1]
        yield f"left {left}", 1.0
        yield f"right {right}", 1.0
        yield f"first {reading.stems[first]}", 1.0
        yield f"last {reading.stems[last][-3:]}", 1.0
        for kind in self.kind:
            yield f"{kind}|{form}", 1.0
            yield f"{kind}|{left}", 1.0
            yield f"{kind}|{last - first + 1}", 1.0
            yield f"{kind}|{reading.stems[first]}", 1.0


def _rarity(examples: Sequence[Example]) -> dict[str, float]:
    counts: Counter[str] = Counter()
    for example in examples:
        counts.update({_stem(token) for token in _TOKEN.findall(example.text) if _is_word(token)})
    return {stem: log((1 + len(examples)) / count) for stem, count in counts.items()}


def _ascend(
    tables: Sequence[csr_matrix], truth: "NDArray[np.int64]", starts: "NDArray[np.int64]", penalty: float, steps: int
) -> "Numbers":
    """Weights that give the true candidate of each question the greatest share of its softmax."""
    from scipy.sparse import vstack

    table = vstack(tables).tocsr()
    across = table.T.tocsr()
    n_questions = len(truth)
    lengths = np.diff(starts)

    def loss(weights: "Numbers") -> tuple[float, "Numbers"]:
        scores = table @ weights
        most = np.maximum.reduceat(scores, starts[:-1])
        powers = np.exp(scores - np.repeat(most, lengths))
        sums = np.add.reduceat(powers, starts[:-1])
        shares = powers / np.repeat(sums, lengths)
        value = -(scores[truth] - most - np.log(sums)).mean() + penalty * float(weights @ weights)
        shares[truth] -= 1.0
        return float(value), across @ shares / n_questions + 2 * penalty * weights

    found = minimize(loss, np.zeros(table.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": steps})
    weights: Numbers = found.x
    return weights


def _common(one: Span, other: Span) -> float:
    both = max(0, min(one.end, other.end) - max(one.start, other.start))
    return 2 * both / (one.end - one.start + other.end - other.start)


def _nearest(hits: Sequence[float]) -> int:
    return next((distance for distance, hit in enumerate(hits) if hit > 0), 6)


def _is_word(token: str) -> bool:
    return token[0].isalnum()


def _is_end(token: str) -> bool:
    return token[0].isalnum() or token in "%°€$£)"


def _sign(token: str) -> str:
    if token[0].isdigit():
        return "9" if len(token) != 4 else "Y"
    return "-" if not token[0].isalpha() else "X" if token[0].isupper() else "x"


def _stem(token: str) -> str:
    return token.lower()[:_STEM]
