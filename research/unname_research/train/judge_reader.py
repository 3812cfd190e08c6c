"""Trains a judge that reads each entity in its context: would annotators hide it? As `risk2022` 3.2.3.

It sees what the encoder makes of the mentions in their context, the category, how the term looks, its surprisal, and
what is said beside it: the mean over the entities of the document. Where we differ: MiniLM in place of RoBERTa, all
entities of a document at once, and the share of annotators as the target in place of one decision.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from unname.core.document import Document
from unname.core.errors import require
from unname.core.progress import Listener
from unname.risk.emulator import collect_clues
from unname.risk.entity_reader import EntityReader, Reading, prepare_reading
from unname.risk.query_network import describe_clues
from unname_research.train.entity_reading import Pace, ReadingNetwork, fit, in_batches, pool, read_lower, read_texts

torch = require("torch", "train")
nn = torch.nn


@dataclass(frozen=True)
class Decided:
    """One document in numbers: how its entities are read, what else is known of each, and the share that hid it."""

    reading: Reading
    looks: Any = field(repr=False)
    target: Any = field(repr=False)
    weight: Any = field(repr=False)


class JudgeNetwork(ReadingNetwork):
    """An encoder and, for what it says of entities, a head that judges each among the others."""

    def __init__(self, base: str | Path | None, looks: Any, frozen: int, beside: bool = True, width: int = 64):
        super().__init__(base, frozen)
        self.beside = beside
        self.register_buffer("center", torch.from_numpy(looks.mean(0)))
        self.register_buffer("scale", torch.from_numpy(np.maximum(looks.std(0), 1e-3)))
        self.each = nn.Linear(self.width + looks.shape[1], width)
        self.among = nn.Linear(2 * width, 32)
        self.output = nn.Linear(32, 1)
        self.drop = nn.Dropout(0.2)

    def judge(self, hidden: Any, decided: Decided) -> Any:
        """The log-odds of each entity of a document."""
        looks = (torch.from_numpy(decided.looks) - self.center) / self.scale
        told = torch.tanh(self.each(torch.cat([self.drop(pool(hidden, decided.reading)), looks], dim=1)))
        beside = told.mean(0, keepdim=True).expand_as(told) if self.beside else torch.zeros_like(told)
        return self.output(torch.tanh(self.among(torch.cat([told, beside], dim=1))))[:, 0]


def decide(document: Document, target: Any, weight: Any, nats: Mapping[str, float] | None = None) -> Decided:
    """A detected document in numbers; `nats` are the surprisals of its entities, where they are to be known."""
    pieces = EntityReader("").tokenizer(document.text)
    spans = [[mention.span for mention in entity.mentions] for entity in document.entities]
    looks = describe_clues(collect_clues(document).values())
    if nats is not None:
        surprise = np.log1p([nats[entity.id] for entity in document.entities])
        looks = np.column_stack([looks, surprise, surprise**2])
    return Decided(prepare_reading(pieces, spans), looks.astype(np.float32), target, weight)


def train(
    cases: Mapping[str, Decided],
    checkpoint: Path,
    pace: Pace = Pace(),  # noqa: B008 (frozen)
    base: str | Path | None = None,
    report: Listener | None = None,
    beside: bool = True,
) -> JudgeNetwork:
    """Learn from documents by their ids; an interrupted run goes on where it was.

    Without `beside`, each entity is judged as if it were the only one.
    """
    torch.manual_seed(pace.seed)
    network = JudgeNetwork(base, np.concatenate([each.looks for each in cases.values()]), pace.frozen, beside)
    lower = read_lower(network, {id: each.reading for id, each in cases.items()})

    def measure_loss(ids: Sequence[str], _: int) -> Any:
        logits = torch.cat(
            [network.judge(rows, cases[id]) for id, rows in zip(ids, read_texts(network, lower, ids), strict=True)]
        )
        target, weight = (
            torch.from_numpy(np.concatenate([getattr(cases[id], name) for id in ids]).astype(np.float32))
            for name in ("target", "weight")
        )
        loss = nn.functional.binary_cross_entropy_with_logits(logits, target, weight=weight, reduction="sum")
        return loss / weight.sum()

    dice, steps = random.Random(pace.seed), list[list[str]]()
    sizes = {id: sum(map(len, windows)) for id, windows in lower.items()}
    for _ in range(pace.epochs):
        steps += in_batches(dice.sample(sorted(sizes.items()), len(sizes)), pace.pieces)
    fit(network, steps, measure_loss, checkpoint, pace, report)
    return network


def judge_all(network: JudgeNetwork, cases: Mapping[str, Decided]) -> dict[str, Any]:
    """The log-odds of all entities of each document."""
    result = {}
    with torch.inference_mode():
        for id, each in cases.items():
            lower = read_lower(network, {id: each.reading})
            result[id] = network.judge(read_texts(network, lower, [id])[0], each).numpy()
    return result
