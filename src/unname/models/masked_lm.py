"""How probable the words of a text are in their surroundings, by a masked language model."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from unname.core.errors import InputError, require
from unname.models.loading import Opened
from unname.models.packaged import WEIGHTS
from unname.models.pieces import Pieces, Tokenizer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

MODEL = WEIGHTS / "words"
"""The shipped model: all-MiniLM-L6-v2 with a head that learned which words to expect."""


class _Row(NamedTuple):
    """One window of the text as one round masks it; `targets` are the masked pieces whose answer is taken here."""

    round: int
    start: int
    end: int
    masked: "Numbers"
    targets: "Numbers"


@dataclass
class MaskedLM:
    """The probability of each piece of a text, given all that is not masked.

    `model` is a folder with `model.onnx`, or a Hugging Face name or folder of a masked language model with a
    word-piece vocabulary (extra "hf"); by default the shipped one. Long texts are read in windows of `length`
    pieces; a masked piece is judged in a window that shows its surroundings on both sides, so nothing is cut off.
    """

    model: str | Path | None = None
    length: int = 126
    batch: int = 16
    threads: int = 1

    @property
    def fingerprint(self) -> str:
        """What tells the model from others across runs: its file and settings."""
        file = Path(self.model or MODEL) / "model.onnx"
        stamp = (file.stat().st_size, file.stat().st_mtime_ns) if file.exists() else ()
        # 8-bit networks scale what they read by the whole batch, so its size changes the answers a little.
        return repr((str(self.model), self.length, self.batch, stamp))

    def tokenize(self, text: str) -> Pieces:
        """The word pieces of the whole text."""
        return self.tokenizer(text)

    def log_probabilities(
        self, pieces: Pieces, rounds: "Sequence[Numbers]", hidden: "Sequence[Numbers] | None" = None
    ) -> "list[NDArray[np.float32]]":
        """The log probability of the true piece at every masked place, for each round of masking.

        A round is an array of places (numbers of pieces) that are masked at the same time; `hidden` has, for each
        round, further places that are masked and not asked about. Rounds share forward passes, and a window without
        a piece that is asked about is not read.
        """
        rounds = [np.asarray(places, dtype=np.int64) for places in rounds]
        hidden = [np.asarray(places, dtype=np.int64) for places in hidden or [np.zeros(0, np.int64)] * len(rounds)]
        if any(len(places) and (places.min() < 0 or places.max() >= len(pieces)) for places in (*rounds, *hidden)):
            raise InputError(f"a masked place lies outside the text of {len(pieces)} pieces")
        answers = [np.zeros(len(places), dtype=np.float32) for places in rounds]
        order = [np.argsort(places, kind="stable") for places in rounds]
        asked = [places[at] for places, at in zip(rounds, order, strict=True)]
        masked = [np.union1d(*both) for both in zip(asked, hidden, strict=True)]
        rows = sorted(self._rows(len(pieces), asked, masked), key=_size)
        filled = [0] * len(rounds)
        said: dict[tuple[int, int], NDArray[np.float32]] = {}
        for at in range(0, len(rows), self.batch):
            batch = rows[at : at + self.batch]
            values = self._run(*self._inputs(pieces, batch))
            cuts = np.cumsum([len(row.targets) for row in batch])[:-1]
            for row, part in zip(batch, np.split(values, cuts), strict=True):
                said[row.round, int(row.targets[0])] = part
        for (number, _), part in sorted(said.items()):
            answers[number][order[number][filled[number] : filled[number] + len(part)]] = part
            filled[number] += len(part)
        return answers

    def _rows(self, n_pieces: int, asked: "Sequence[Numbers]", masked: "Sequence[Numbers]") -> Iterator[_Row]:
        for number, (places, closed) in enumerate(zip(asked, masked, strict=True)):
            for start, end, targets in _placed(places, n_pieces, self.length):
                inside = closed[np.searchsorted(closed, start) : np.searchsorted(closed, end)]
                yield _Row(number, start, end, inside, targets)

    def _inputs(self, pieces: Pieces, rows: Sequence[_Row]) -> "tuple[Numbers, ...]":
        padding, opening, closing = self.tokenizer.special
        width = max(row.end - row.start for row in rows) + 2
        ids = np.full((len(rows), width), padding, dtype=np.int64)
        mask = np.zeros_like(ids)
        for number, row in enumerate(rows):
            n = row.end - row.start
            ids[number, 0], ids[number, n + 1] = opening, closing
            ids[number, 1 : n + 1] = pieces.ids[row.start : row.end]
            ids[number, 1 + row.masked - row.start] = self.tokenizer.mask
            mask[number, : n + 2] = 1
        line = np.repeat(np.arange(len(rows)), [len(row.targets) for row in rows])
        column = np.concatenate([1 + row.targets - row.start for row in rows])
        true = pieces.ids[np.concatenate([row.targets for row in rows])]
        return ids, mask, line, column, true

    def _run(self, ids: "Numbers", mask: "Numbers", line: "Numbers", column: "Numbers", true: "Numbers") -> Any:
        if self._opened.folder is not None:
            inputs = {"ids": ids, "mask": mask, "line": line, "column": column, "true": true}
            return self._opened.session.run(["log_probabilities"], inputs)[0]
        torch = require("torch", "hf")
        with torch.inference_mode():
            given = {"input_ids": torch.from_numpy(ids), "attention_mask": torch.from_numpy(mask)}
            logits = self._opened.network(**given).logits[torch.from_numpy(line), torch.from_numpy(column)]
            return torch.log_softmax(logits, dim=-1)[torch.arange(len(true)), torch.from_numpy(true)].numpy()

    @property
    def tokenizer(self) -> Tokenizer:
        """The tokenizer of the model."""
        return self._opened.tokenizer

    @cached_property
    def _opened(self) -> Opened:
        return Opened(self.model, MODEL, "AutoModelForMaskedLM", "language model", self.threads)


def _size(row: _Row) -> tuple[int, int, int]:
    # Windows of like length share a batch, so that little padding is computed.
    return row.end - row.start, row.round, row.start


def _placed(places: "Numbers", n_pieces: int, length: int) -> "Iterator[tuple[int, int, Numbers]]":
    """Windows that show each of the places (sorted) with its surroundings: start, end, and the places judged there.

    A window is laid so that the first place left stands an eighth inside, and judges all up to its last eighth.
    """
    at, margin = 0, length // 8
    while at < len(places):
        start = max(0, min(int(places[at]) - margin, n_pieces - length))
        end = min(n_pieces, start + length)
        until = end if end == n_pieces else end - margin
        last = max(at + 1, int(np.searchsorted(places, until)))
        yield start, end, places[at:last]
        at = last
