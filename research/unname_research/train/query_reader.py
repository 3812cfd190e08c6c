"""Trains the emulator of search queries that reads each entity in its context, as `risk2022` 3.2.2.

Where we differ: MiniLM in place of BERT, the mean over the pieces of an entity in place of an LSTM, how terms look and
how common they are beside what is read, and a local web of 35,000 pages in place of Google.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

from unname.core.errors import InputError, require
from unname.core.progress import Listener
from unname.risk.commonness import Commonness
from unname.risk.emulator import collect_clues
from unname.risk.entity_reader import EntityReader, Reading, prepare_reading
from unname.risk.query_reader import N_SIZES, Head, describe_looks, describe_sizes
from unname_research.train.entity_reading import Pace, ReadingNetwork, fit, in_batches, pool, read_lower, read_texts
from unname_research.train.searches import Lesson

torch = require("torch", "train")
nn = torch.nn


@dataclass(frozen=True)
class Schedule(Pace):
    """How to learn of searches.

    In each text `ways` of the ways in which entities were found in it are learned from at a time. `negatives` is how
    many pairs that find nobody are looked at for each; a pair counts `pairs` times as much as an entity.
    """

    epochs: int = 4
    pieces: int = 3000
    width: int = 64
    inner: int = 32
    ways: int = 2
    negatives: int = 64
    pairs: float = 0.5


@dataclass(frozen=True)
class Exercise:
    """One document with the entities of one recognizer, read and described, and the searches for them."""

    reading: Reading
    looks: Any = field(repr=False)
    groups: Sequence[Sequence[int]] = field(repr=False)
    risky: Any = field(repr=False)
    top: int
    text: str = field(repr=False)


class QueryNetwork(ReadingNetwork):
    """An encoder and, for what it says of entities, a head that judges groups of them."""

    def __init__(self, base: str | Path | None, looks: Any, schedule: Schedule):
        super().__init__(base, schedule.frozen)
        self.register_buffer("center", torch.from_numpy(looks.mean(0)))
        self.register_buffer("scale", torch.from_numpy(np.maximum(looks.std(0), 1e-3)))
        self.each = nn.Linear(self.width + looks.shape[1], schedule.width)
        self.group = nn.Linear(3 * schedule.width + N_SIZES + 1, schedule.inner)
        self.output = nn.Linear(schedule.inner, 1)
        self.drop = nn.Dropout(0.1)
        self.limits = np.zeros(N_SIZES, np.float32)

    def describe(self, hidden: Any, exercise: Exercise) -> Any:
        """What counts of each entity."""
        looks = (torch.from_numpy(exercise.looks) - self.center) / self.scale
        return torch.tanh(self.each(torch.cat([self.drop(pool(hidden, exercise.reading)), looks], dim=1)))

    def judge(self, told: Any, groups: Sequence[Sequence[int]], top: int) -> Any:
        """The log-odds of groups of one size."""
        members = told[torch.tensor(groups)]
        pooled = torch.cat([members.mean(1), members.amax(1), members.amin(1)], dim=1)
        sizes = torch.from_numpy(describe_sizes(groups, top))
        return self.output(torch.tanh(self.group(torch.cat([pooled, sizes], dim=1))))[:, 0]

    def as_head(self) -> Head:
        """The head as plain arrays; what is read is not centered."""
        arrays = [
            np.concatenate([np.zeros(self.width), self.center.numpy()]),
            np.concatenate([np.ones(self.width), self.scale.numpy()]),
        ]
        for layer in (self.each, self.group, self.output):
            arrays += [layer.weight.detach().numpy().T, layer.bias.detach().numpy()]
        arrays.append(self.limits)
        return Head(*(array.astype(np.float32) for array in arrays))


def keep_out(exercises: Iterable[Exercise]) -> tuple[list[Exercise], list[Exercise]]:
    """Those to learn from, and those of one in six texts, so that something is left to choose by."""
    parts: tuple[list[Exercise], list[Exercise]] = ([], [])
    for each in exercises:
        parts[not crc32(each.text.encode()) % 6].append(each)
    return parts


def prepare(lessons: Iterable[Lesson], common: Commonness) -> list[Exercise]:
    """Lessons in numbers; entities of the same document are read in the same windows."""
    tokenizer = EntityReader("").tokenizer
    pieces: dict[str, Any] = {}
    exercises = []
    for lesson in lessons:
        document = lesson.document
        if document.text not in pieces:
            pieces[document.text] = tokenizer(document.text)
        reading = prepare_reading(
            pieces[document.text], [[mention.span for mention in entity.mentions] for entity in document.entities]
        )
        clues = collect_clues(document)
        looks = describe_looks(clues.values(), common)
        places = {id: number for number, id in enumerate(clues)}
        groups = [[places[id] for id in group] for group in lesson.found]
        risky = np.array(list(lesson.found.values()), np.float32)
        exercises.append(Exercise(reading, looks, groups, risky, lesson.top, document.text))
    return exercises


def train(
    exercises: Sequence[Exercise],
    folder: Path,
    schedule: Schedule = Schedule(),  # noqa: B008 (frozen)
    base: str | Path | None = None,
    report: Listener | None = None,
) -> QueryNetwork:
    """Learn from the exercises; an interrupted run goes on where it was."""
    if not any(each.risky.any() for each in exercises):
        raise InputError("an emulator learns from searches that found the person and others that did not")
    torch.manual_seed(schedule.seed)
    network = QueryNetwork(base, np.concatenate([each.looks for each in exercises]), schedule)
    of_text: dict[str, list[Exercise]] = {}
    for each in exercises:
        of_text.setdefault(each.text, []).append(each)
    lower = read_lower(network, {text: some[0].reading for text, some in of_text.items()})

    def measure_loss(texts: Sequence[str], step: int) -> Any:
        dice, losses = random.Random(schedule.seed * 1_000_003 + step), list[Any]()
        for text, hidden in zip(texts, read_texts(network, lower, texts), strict=True):
            some = of_text[text]
            for exercise in dice.sample(some, min(schedule.ways, len(some))):
                told = network.describe(hidden, exercise)
                losses += [_loss(network, told, exercise, size, schedule, dice) for size in (1, 2)]
        return sum(loss for loss, _ in losses) / max(1.0, sum(weight for _, weight in losses))

    dice, steps = random.Random(schedule.seed), list[list[str]]()
    sizes = {text: sum(map(len, windows)) for text, windows in lower.items()}
    for _ in range(schedule.epochs):
        steps += in_batches(dice.sample(sorted(sizes.items()), len(sizes)), schedule.pieces)
    fit(network, steps, measure_loss, folder / "queries.pt", schedule, report)
    return network


def set_limits(network: QueryNetwork, exercises: Iterable[Exercise]) -> None:
    """Set what counts as even odds for groups of each size: where F1 is best on these texts, which were kept out."""
    said: dict[int, list[Any]] = {1: [], 2: []}
    exercises = [each for each in exercises if each.groups]
    lower = read_lower(network, {each.text: each.reading for each in exercises})
    with torch.inference_mode():
        read = {text: read_texts(network, lower, [text])[0] for text in lower}
        for each in exercises:
            told = network.describe(read[each.text], each)
            for size in said:
                numbers = [n for n, group in enumerate(each.groups) if len(group) == size]
                if numbers:
                    logits = network.judge(told, [each.groups[n] for n in numbers], each.top).numpy()
                    said[size].append(np.stack([logits, each.risky[numbers]]))
    found = [best_limit(*np.concatenate(rows, axis=1)) if rows else 0.0 for rows in said.values()]
    network.limits = np.array([*found, found[-1]], np.float32)


def best_limit(odds: Any, risky: Any) -> float:
    """The log-odds from which on to say that a search finds the person, for the best F1; 0 where none does.

    >>> best_limit(np.array([3.0, 1.0, -1.0, -3.0]), np.array([1.0, 0.0, 1.0, 0.0]))
    -2.0
    """
    if not risky.any():
        return 0.0
    order = np.argsort(-odds)
    f1 = 2 * np.cumsum(risky[order]) / (np.arange(1, len(order) + 1) + risky.sum())
    last = int(np.argmax(f1))
    return float(odds[order[[last, min(last + 1, len(order) - 1)]]].mean())


def _loss(
    network: QueryNetwork, told: Any, exercise: Exercise, size: int, schedule: Schedule, dice: random.Random
) -> tuple[Any, float]:
    """The sum over searches for groups of one size, and how many count."""
    numbers = [n for n, group in enumerate(exercise.groups) if len(group) == size]
    wrong = [n for n in numbers if not exercise.risky[n]]
    kept = wrong if size == 1 else dice.sample(wrong, min(schedule.negatives, len(wrong)))
    chosen = [n for n in numbers if exercise.risky[n]] + kept
    if not chosen:
        return told.sum() * 0.0, 0.0
    logits = network.judge(told, [exercise.groups[n] for n in chosen], exercise.top)
    # Of pairs that find nobody only some are looked at, so they are rarer here than they are.
    logits = logits - float(np.log(max(1, len(kept)) / max(1, len(wrong))))
    target = torch.from_numpy(exercise.risky[chosen])
    loss = nn.functional.binary_cross_entropy_with_logits(logits, target, reduction="sum")
    share = 1.0 if size == 1 else schedule.pairs
    return loss * share, share * len(chosen)
