"""Learns names or classes by a pretrained encoder that is trained on, with one linear layer above it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from unname.core.errors import require
from unname.core.example import TARGET, Example, Mark
from unname.core.registry import Spelled
from unname.training.learners.tagged_lines import OUTSIDE, mark_tags, read_lines, tag_lines

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Codes = NDArray[np.int64]

_NOT_ASKED = -100
"""The answer for pieces that begin no word: the loss passes over it."""

_KINDS = 5
_TARGET = 4
"""How words are written is told beside the pieces, since many encoders read small letters alone; so is the target."""


@dataclass(frozen=True)
class Transformer(Spelled):
    """A Hugging Face model, by default the packaged all-MiniLM-L6-v2 (English, in small letters), that is trained on.

    Each word has the tag of its first piece, a text the class that its windows say together. Long texts are read in
    windows that share a quarter; nothing is cut off. Where we differ from the BERT-FC of `replace2021`: the embeddings
    of pieces stay as they are, which halves the time, how words are written is told beside them, and small sets are
    gone through until there were `least` steps.
    """

    model: str | None = None
    epochs: int = 4
    rate: float = 1e-4
    batch: int = 16
    window: int = 128
    least: int = 100
    bfloat16: bool = False

    tasks = ("ner", "classification")
    is_drawn = True

    def fit(self, examples: Sequence[Example], seed: int = 0) -> "TransformerModel":
        """Learn from the marks of the examples, or from their classes if they have one."""
        torch = require("torch", "train")
        from unname.training.encoder import load_base
        from unname.training.reading import Reader

        is_class = any(example.label for example in examples)
        outputs = sorted({example.label for example in examples} if is_class else _tags(examples))
        with torch.random.fork_rng():
            torch.manual_seed(seed)
            network = make_network(load_base(self.model), len(outputs))
            model = TransformerModel(Reader(self.model), network, tuple(outputs), is_class, self.window, self.bfloat16)
            windows = [window for example in examples for window in model.windows(example)]
            if windows and len(outputs) > 1:
                self._train(model, windows, seed)
        network.eval()
        return model

    def _train(self, model: "TransformerModel", windows: "Sequence[Window]", seed: int) -> None:
        torch = require("torch", "train")
        from unname.training.reading import batches

        per_epoch = ceil(len(windows) / self.batch)
        n_epochs = max(self.epochs, ceil(self.least / per_epoch))
        network, n_steps = model.network, per_epoch * n_epochs
        network.base.get_input_embeddings().requires_grad_(False)
        groups = [{"params": [each for each in network.base.parameters() if each.requires_grad], "lr": self.rate}]
        groups += [{"params": [*network.kinds.parameters(), *network.head.parameters()], "lr": 10 * self.rate}]
        optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
        # A tenth of the steps to warm up, then down to nothing.
        schedule = torch.optim.lr_scheduler.LambdaLR(
            optimizer, lambda step: min((step + 1) / (0.1 * n_steps + 1), (n_steps - step) / (0.9 * n_steps))
        )
        network.train()
        for epoch in range(n_epochs):
            for numbers in batches([len(each.ids) for each in windows], self.batch, seed * 1000 + epoch):
                logits, answers = model.read([windows[number] for number in numbers])
                loss = torch.nn.functional.cross_entropy(logits, answers, ignore_index=_NOT_ASKED)
                optimizer.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
                optimizer.step()
                schedule.step()


class Window(NamedTuple):
    """A part of a text: pieces, how their words are written, what is right of each, and which it is asked about."""

    ids: "Codes"
    kinds: "Codes"
    answers: "Codes"
    owned: "Codes"


@dataclass(frozen=True)
class TransformerModel:
    """The network that has learned, and what its outputs are called."""

    reader: Any
    network: Any
    outputs: tuple[str, ...]
    is_class: bool
    window: int
    bfloat16: bool

    def predict(self, examples: Sequence[Example]) -> list[Example]:
        """The examples with the marks that the network finds in them, or the class that it gives them."""
        return [self._predict(example) for example in examples]

    def _predict(self, example: Example) -> Example:
        torch = require("torch", "train")
        windows = list(self.windows(example))
        said: list[Codes] = []
        with torch.inference_mode():
            for start in range(0, len(windows), 32):
                some = windows[start : start + 32]
                logits, _ = self.read(some)
                said.append(logits.float().numpy())
        if self.is_class:
            best = int(sum(each.sum(axis=0) for each in said).argmax()) if said else 0  # type: ignore[union-attr]
            return replace(example, label=self.outputs[best])
        return replace(example, marks=tuple(self._marks(example, windows, said)))

    def _marks(self, example: Example, windows: Sequence[Window], said: "Sequence[Codes]") -> Iterator[Mark]:
        best = np.concatenate([np.zeros(0, np.int64), *(each.argmax(axis=1) for each in said)])
        asked = np.concatenate([np.zeros(0, np.int64), *(each.owned for each in windows)])
        # A word that has no piece of its own, or whose first piece begins no word, is outside.
        tag_of = {int(word): self.outputs[tag] for word, tag in zip(asked, best, strict=True) if word >= 0}
        number = 0
        for line in read_lines(example.text):
            tags = [tag_of.get(number + at, OUTSIDE) for at in range(len(line.tokens))]
            yield from mark_tags(line, tags)
            number += len(line.tokens)

    def windows(self, example: Example) -> Iterator[Window]:
        """The windows of a text; each word is asked about in the one that has the most around it."""
        from unname.training.reading import cut

        tokens = self.reader(example.text)
        if not len(tokens):
            return
        words = [span for line in read_lines(example.text) for span in line.spans]
        tags = [OUTSIDE] * len(words) if self.is_class else [tag for _, line in tag_lines(example) for tag in line]
        word_of = np.full(len(tokens), -1, dtype=np.int64)
        starts = {span.start: number for number, span in enumerate(words)}
        for piece, start in enumerate(tokens.starts.tolist()):
            number = starts.get(start, -1)
            if number >= 0 and (piece == 0 or tokens.starts[piece - 1] != start):
                word_of[piece] = number
        kinds = _describe(example, tokens.starts)
        code = {tag: number for number, tag in enumerate(self.outputs)}
        ranges = cut(len(tokens), self.window, self.window // 4)
        for at, (start, end) in enumerate(ranges):
            first = start if at == 0 else (start + ranges[at - 1][1]) // 2
            last = end if at + 1 == len(ranges) else (ranges[at + 1][0] + end) // 2
            owned = np.where((np.arange(start, end) >= first) & (np.arange(start, end) < last), word_of[start:end], -1)
            if self.is_class:
                right = np.array([code.get(example.label, _NOT_ASKED)])
            else:
                right = np.array([code.get(tags[word], _NOT_ASKED) if word >= 0 else _NOT_ASKED for word in owned])
            yield Window(tokens.ids[start:end], kinds[start:end], right, owned)

    def read(self, windows: Sequence[Window]) -> tuple[Any, Any]:
        """What the network says of the pieces of some windows, or of each window as a whole, and what is right."""
        torch = require("torch", "train")
        from unname.training.reading import padded

        ids, mask = padded([window.ids for window in windows], self.reader.special)
        kinds = torch.zeros_like(ids)
        for row, window in enumerate(windows):
            kinds[row, 1 : 1 + len(window.kinds)] = torch.from_numpy(window.kinds)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.bfloat16):
            hidden = self.network.states(ids, kinds, mask)
            if self.is_class:
                seen = mask[..., None]
                logits = self.network.head((hidden * seen).sum(1) / seen.sum(1))
            else:
                pieces = [hidden[row, 1 : 1 + len(window.ids)] for row, window in enumerate(windows)]
                logits = self.network.head(torch.cat(pieces))
        return logits.float(), torch.from_numpy(np.concatenate([window.answers for window in windows]))


def make_network(base: Any, n_outputs: int) -> Any:
    """An encoder with what tells it how words are written, which begins with nothing, and a layer above it."""
    torch = require("torch", "train")

    class Network(torch.nn.Module):  # type: ignore[name-defined, misc]
        """States of all pieces, and what they say."""

        def __init__(self) -> None:
            super().__init__()
            self.base = base
            width = base.config.hidden_size
            self.kinds = torch.nn.Embedding(_KINDS, width)
            torch.nn.init.zeros_(self.kinds.weight)
            self.drop = torch.nn.Dropout(0.1)
            self.head = torch.nn.Linear(width, n_outputs)

        def states(self, ids: Any, kinds: Any, mask: Any) -> Any:
            """The states of the highest layer."""
            embedded = self.base.get_input_embeddings()(ids) + self.kinds(kinds)
            return self.drop(self.base(inputs_embeds=embedded, attention_mask=mask).last_hidden_state)

    return Network()


def _tags(examples: Sequence[Example]) -> set[str]:
    return {OUTSIDE} | {tag for example in examples for _, tags in tag_lines(example) for tag in tags}


def _describe(example: Example, starts: "Codes") -> "Codes":
    """How the word of each piece is written: 0 otherwise, small, capitalized, in capitals; or that it is the target."""
    kinds = np.zeros(len(starts), dtype=np.int64)
    checks: tuple[Callable[[str], bool], ...] = (str.islower, str.istitle, str.isupper)
    for line in read_lines(example.text):
        for word, span in zip(line.tokens, line.spans, strict=True):
            first, last = np.searchsorted(starts, (span.start, span.end))
            kinds[first:last] = next((n for n, check in enumerate(checks, start=1) if check(word)), 0)
    for mark in example.marks:
        if mark.label == TARGET:
            first, last = np.searchsorted(starts, (mark.span.start, mark.span.end))
            kinds[first:last] = _TARGET
    return kinds
