"""Train the recognizer of a language: a network over hashed features of words; minutes on one core."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import torch

from unname.core.document import LABELS, Document, Role
from unname.core.progress import Listener
from unname.detect.rules import Rules
from unname.detect.word_features import N_FEATURES, features_of, read_words, with_hints
from unname.models.word_network import REACH, WordNetwork
from unname.text.spans import Spans
from unname_research.train.language_sources import learned_from

if TYPE_CHECKING:
    from numpy.typing import NDArray

COUNTS = {Role.DIRECT: 4.0, Role.QUASI: 1.5, Role.NONE: 2.0}
NEUTRAL = 0.7
"""How much a word counts by its role; what is neutral may be hidden without harm, but should not."""

DROPPED = 0.25
"""The share of features that are left out of each step."""


@dataclass(frozen=True)
class Schedule:
    """How long and how fast to learn."""

    epochs: int = 7
    rate: float = 4e-3
    width: int = 24
    hidden: int = 48
    dropout: float = 0.3
    longest: int = 400
    batch: int = 4000
    seed: int = 0


@cache
def _rules(language: str) -> Rules:
    return Rules(language=language)


Row = tuple[tuple[int, ...], float, int, float, float]
"""What an example says of one word."""


class Example(NamedTuple):
    """A stretch of a text: features of its words one after the other and how many each has, what to say of each word,
    and how much that counts; blank words at its end keep it apart from the next."""

    ids: "NDArray[np.int64]"
    lengths: "NDArray[np.int64]"
    hide: "NDArray[np.float32]"
    kind: "NDArray[np.int64]"
    starts: "NDArray[np.float32]"
    counts: "NDArray[np.float32]"


class Network(torch.nn.Module):
    """The network of `models/word_network.py` as it learns."""

    def __init__(self, schedule: Schedule):
        super().__init__()
        self.vectors = torch.nn.EmbeddingBag(N_FEATURES, schedule.width, mode="sum")
        torch.nn.init.normal_(self.vectors.weight, std=0.05)
        windows = 2 * REACH + 1
        self.layers = torch.nn.ModuleList(
            [
                torch.nn.Linear(windows * schedule.width, schedule.hidden),
                torch.nn.Linear(windows * schedule.hidden, schedule.hidden),
                torch.nn.Linear(schedule.hidden, 2 + len(LABELS)),
            ]
        )
        self.dropout = torch.nn.Dropout(schedule.dropout)

    def forward(self, ids: torch.Tensor, offsets: torch.Tensor) -> torch.Tensor:
        """The log-odds for every word; stretches are kept apart by words without features."""
        words = self.vectors(ids, offsets)
        for layer in self.layers[:-1]:
            padded = torch.nn.functional.pad(self.dropout(words), (0, 0, REACH, REACH))
            n_words = len(words)
            words = torch.relu(layer(torch.cat([padded[at : at + n_words] for at in range(2 * REACH + 1)], dim=1)))
        answer: torch.Tensor = self.layers[-1](words)
        return answer

    def packed(self) -> WordNetwork:
        """The network as it is shipped."""
        layers = tuple((layer.weight.detach().numpy().T.copy(), layer.bias.detach().numpy()) for layer in self.layers)
        return WordNetwork(self.vectors.weight.detach().numpy(), layers)


def train_language(
    language: str,
    data: str | Path,
    out: str | Path,
    schedule: Schedule = Schedule(),  # noqa: B008 (frozen)
    leave_out: Iterable[str] = (),
    report: Listener | None = None,
) -> Path:
    """Train the recognizer of a language; gives the file of its weights."""
    sources = learned_from(language, Path(data), schedule.seed, leave_out)
    examples = [each for source in sources for each in make_examples(*source, longest=schedule.longest)]
    return fit(examples, schedule, report).packed().save(Path(out) / "model.npz")


def make_examples(document: Document, language: str, weight: float = 1.0, longest: int = 400) -> list[Example]:
    """A marked document as stretches of words to learn from."""
    known = with_hints(read_words(document.text), _rules(language).detect(document))
    marks = sorted(document.mentions, key=lambda mention: mention.span)
    places = Spans(mention.span for mention in marks)
    rows: list[Row] = []
    previous = -1
    for span, word, place in zip(known.spans, known.words, known.places, strict=True):
        number = next(iter(places.numbers(span)), -1)
        mark = marks[number] if number >= 0 else None
        is_hidden = mark is not None and mark.role is not Role.NONE
        kind = LABELS.index(mark.label) if mark is not None and is_hidden else -1
        count = COUNTS[mark.role] if mark is not None else NEUTRAL
        starts = float(is_hidden and number != previous)
        previous = number
        features = (*features_of(word, language), *place)
        rows.append((features, float(is_hidden), kind, starts, count * weight))
    return [_pack(rows[at : at + longest]) for at in range(0, len(rows), longest)]


_BLANK: Row = ((), 0.0, -1, 0.0, 0.0)


def _pack(rows: list[Row]) -> Example:
    features, hide, kind, starts, counts = zip(*rows, *[_BLANK] * (2 * REACH), strict=True)
    return Example(
        np.array([number for each in features for number in each], np.int64),
        np.array([len(each) for each in features], np.int64),
        np.array(hide, np.float32),
        np.array(kind, np.int64),
        np.array(starts, np.float32),
        np.array(counts, np.float32),
    )


def fit(examples: Sequence[Example], schedule: Schedule, report: Listener | None = None) -> Network:
    """The network that has learned the examples; the same seed gives the same one."""
    torch.manual_seed(schedule.seed)
    torch.set_num_threads(1)
    dice = random.Random(schedule.seed)
    network = Network(schedule)
    optimizer = torch.optim.AdamW(network.parameters(), lr=schedule.rate, weight_decay=0.02)
    batches = _batches(examples, schedule.batch, dice)
    n_steps = schedule.epochs * len(batches)
    pace = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: max(0.02, 1.0 - step / n_steps))
    mean = torch.optim.swa_utils.AveragedModel(network)
    network.train()
    for epoch in range(schedule.epochs):
        total = 0.0
        for batch in _batches(examples, schedule.batch, dice):
            loss = _loss(network, batch, dice)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            pace.step()
            total += float(loss.detach())
        if epoch >= schedule.epochs // 2:
            mean.update_parameters(network)
        if report:
            report("epochs", epoch + 1, schedule.epochs, total / len(batches))
    averaged: Network = mean.module  # steadier than the last one
    averaged.eval()
    return averaged


def _batches(examples: Sequence[Example], size: int, dice: random.Random) -> list[list[Example]]:
    order = list(examples)
    dice.shuffle(order)
    batches: list[list[Example]] = [[]]
    length = 0
    for example in order:
        if length > size:
            batches.append([])
            length = 0
        batches[-1].append(example)
        length += len(example.hide)
    return batches


def _loss(network: Network, batch: Sequence[Example], dice: random.Random) -> torch.Tensor:
    ids, lengths, *targets = (np.concatenate(arrays) for arrays in zip(*batch, strict=True))
    hide, kind, starts, counts = map(torch.from_numpy, targets)
    # Some features are dropped, so that no word has to be known to be judged.
    kept = np.random.default_rng(dice.randrange(1 << 30)).random(len(ids)) > DROPPED
    owner = np.repeat(np.arange(len(lengths)), lengths)[kept]
    offsets = np.searchsorted(owner, np.arange(len(lengths)))
    answers = network(torch.from_numpy(ids[kept]), torch.from_numpy(offsets))
    binary = torch.nn.functional.binary_cross_entropy_with_logits
    hiding = binary(answers[:, 0], hide, weight=counts, reduction="sum")
    starting = binary(answers[:, -1], starts, weight=counts * hide, reduction="sum")
    is_kind = kind >= 0
    kinds = torch.nn.functional.cross_entropy(answers[is_kind, 1:-1], kind[is_kind], reduction="none")
    return (hiding + 0.5 * starting + 0.5 * (kinds * counts[is_kind]).sum()) / counts.sum()
