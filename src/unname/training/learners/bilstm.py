"""Learns to find names by a recurrent network over fixed word vectors and the letters of each word."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.core.errors import ConfigError, require
from unname.core.example import Example, Mark
from unname.core.registry import Spelled
from unname.training.learners.tagged_lines import OUTSIDE, Line, mark_tags, read_lines, tag_lines

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

_LETTERS = 509
"""Letters are known by their number modulo this prime, which tells those of a few scripts apart."""

_LONGEST = 24
"""Letters of a word that are read: its first and last twelve."""

_IGNORED = -100


@dataclass(frozen=True)
class BiLstm(Spelled):
    """The w2v-CNN-BiLSTM of `replace2021`: fixed vectors of words, a convolution over letters, an LSTM both ways.

    `vectors` is a file of navec, by default the one of Russian news that comes with natasha. Where we differ: one layer
    is recurrent, whether a word is capitalized is told beside its vector, and the softmax is of each word by itself.
    """

    vectors: str | None = None
    epochs: int = 12
    width: int = 128
    rate: float = 2e-3
    batch: int = 16

    tasks = ("ner",)
    is_drawn = True

    def fit(self, examples: Sequence[Example], seed: int = 0) -> "BiLstmModel":
        """Learn from the marks of the examples."""
        torch = require("torch", "train")
        lines = [each for example in examples for each in tag_lines(example)]
        tags = tuple(sorted({OUTSIDE} | {tag for _, given in lines for tag in given}))
        with torch.random.fork_rng():
            torch.manual_seed(seed)
            words = read_vectors(self.vectors)
            model = BiLstmModel(words, make_network(words.width, len(tags), self.width), tags)
            if len(tags) > 1:
                self._train(model, lines, seed)
        model.network.eval()
        return model

    def _train(self, model: "BiLstmModel", lines: Sequence[tuple[Line, list[str]]], seed: int) -> None:
        torch = require("torch", "train")
        from unname.training.reading import batches

        code = {tag: number for number, tag in enumerate(model.tags)}
        given = [model.encode(line) for line, _ in lines]
        right = [torch.tensor([code[tag] for tag in tags]) for _, tags in lines]
        optimizer = torch.optim.Adam([each for each in model.network.parameters() if each.requires_grad], self.rate)
        schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.05, self.epochs)
        model.network.train()
        for epoch in range(self.epochs):
            for numbers in batches([len(tags) for tags in right], self.batch, seed * 1000 + epoch):
                logits = model.read([given[number] for number in numbers])
                answers = torch.nn.utils.rnn.pad_sequence([right[n] for n in numbers], True, _IGNORED)
                loss = torch.nn.functional.cross_entropy(logits.flatten(0, 1), answers.flatten(), ignore_index=_IGNORED)
                optimizer.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(model.network.parameters(), 5.0)
                optimizer.step()
            schedule.step()


@dataclass(frozen=True)
class BiLstmModel:
    """The network that has learned, the vectors that it reads, and what its outputs are called."""

    words: "WordVectors"
    network: Any
    tags: tuple[str, ...]

    def predict(self, examples: Sequence[Example]) -> list[Example]:
        """The examples with the marks that the network finds in them."""
        return [replace(example, marks=tuple(self._find(example))) for example in examples]

    def _find(self, example: Example) -> Iterator[Mark]:
        torch = require("torch", "train")
        for line in read_lines(example.text):
            with torch.inference_mode():
                best = self.read([self.encode(line)])[0].argmax(-1).tolist()
            yield from mark_tags(line, [self.tags[tag] for tag in best])

    def encode(self, line: Line) -> tuple[Any, Any]:
        """What the network reads of a line: what is known of each word, and its letters."""
        torch = require("torch", "train")
        letters = np.zeros((len(line.tokens), _LONGEST), dtype=np.int64)
        for at, token in enumerate(line.tokens):
            read = token if len(token) <= _LONGEST else token[: _LONGEST // 2] + token[-_LONGEST // 2 :]
            letters[at, : len(read)] = [1 + ord(letter) % _LETTERS for letter in read]
        return torch.from_numpy(np.stack([self.words(token) for token in line.tokens])), torch.from_numpy(letters)

    def read(self, lines: Sequence[tuple[Any, Any]]) -> Any:
        """What the network says of every word of some lines."""
        torch = require("torch", "train")
        vectors, letters = (torch.nn.utils.rnn.pad_sequence(part, True) for part in zip(*lines, strict=True))
        return self.network(vectors, letters, torch.tensor([len(read) for read, _ in lines]))


@dataclass(frozen=True)
class WordVectors:
    """The vector of each word, in small letters, with how it is written; nothing where it is not known."""

    table: Any = field(repr=False)
    size: int = 0

    @property
    def width(self) -> int:
        """Numbers for a word: its vector, whether there is one, and three for its form."""
        return self.size + 4

    def __call__(self, token: str) -> "Vectors":
        """What is known of a word."""
        known = self.table.get(token.lower())
        vector = np.zeros(self.width, dtype=np.float32)
        if known is not None:
            vector[: self.size] = known
        form = (known is not None, token[:1].isupper(), token.isupper() and len(token) > 1, token.isdigit())
        vector[self.size :] = form
        return vector


@cache
def read_vectors(path: str | None = None) -> WordVectors:
    """The vectors of a file, read once."""
    navec = require("navec", "ru")
    file = Path(path) if path else _packaged_vectors()
    try:
        table = navec.Navec.load(str(file))
    except Exception as error:
        raise ConfigError(f"{str(file)!r} holds no vectors of navec ({type(error).__name__})") from error
    return WordVectors(table, int(table.pq.dim))


def _packaged_vectors() -> Path:
    folder = Path(str(require("natasha", "ru").__file__)).parent / "data" / "emb"
    return next(iter(sorted(folder.glob("*.tar"))), folder)


def make_network(n_inputs: int, n_outputs: int, width: int) -> Any:
    """A convolution over the letters of each word, beside its vector, under an LSTM that reads both ways."""
    torch = require("torch", "train")

    class Network(torch.nn.Module):  # type: ignore[name-defined, misc]
        """Scores of every tag for every word."""

        def __init__(self) -> None:
            super().__init__()
            self.letters = torch.nn.Embedding(_LETTERS + 1, 24, padding_idx=0)
            self.form = torch.nn.Conv1d(24, 48, 3, padding=1)
            self.drop = torch.nn.Dropout(0.4)
            self.both = torch.nn.LSTM(n_inputs + 48, width, batch_first=True, bidirectional=True)
            self.head = torch.nn.Linear(2 * width, n_outputs)

        def forward(self, vectors: Any, letters: Any, lengths: Any) -> Any:
            n_lines, longest, _ = letters.shape
            read = self.letters(letters.flatten(0, 1)).transpose(1, 2)
            form = torch.relu(self.form(read)).amax(-1).view(n_lines, longest, -1)
            given = self.drop(torch.cat([vectors, form], -1))
            packed = torch.nn.utils.rnn.pack_padded_sequence(given, lengths, True, False)
            states, _ = torch.nn.utils.rnn.pad_packed_sequence(self.both(packed)[0], True, total_length=longest)
            return self.head(self.drop(states))

    return Network()
