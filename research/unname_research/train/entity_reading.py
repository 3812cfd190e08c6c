"""Networks that read entities in their context, and how they learn: upper layers of an encoder, and a head.

The lower layers stay as they are, so that every text goes through them once.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from unname.core.errors import InputError, require
from unname.core.progress import Listener
from unname.risk.entity_reader import LENGTH, EntityReader, Reading, fill_table
from unname.training.checkpoints import save_state
from unname.training.encoder import load_base
from unname_research.train.networks import write_onnx

torch = require("torch", "train")
nn = torch.nn


@dataclass(frozen=True)
class Pace:
    """How long and how fast to learn: passes over all texts, layers that stay, rates of encoder and head, and pieces
    that are read in a step; the result is the mean of the weights from the share `average_from` of the steps on.
    """

    epochs: int = 10
    frozen: int = 4
    rate: float = 1e-4
    head_rate: float = 1e-3
    pieces: int = 6000
    average_from: float = 0.5
    save_every: int = 50
    seed: int = 0


class ReadingNetwork(nn.Module):  # type: ignore[name-defined, misc]
    """An encoder of which the upper layers learn; it alone becomes the file that reads."""

    def __init__(self, base: str | Path | None, frozen: int):
        super().__init__()
        self.base = load_base(base)
        # The backward pass of the fused kernel is slow with 16 bits.
        self.base.set_attn_implementation("eager")
        self.base.pooler = None
        self.base.requires_grad_(False)
        self.base.encoder.layer[frozen:].requires_grad_(True)
        self.frozen = frozen
        for module in self.base.modules():
            if isinstance(module, nn.Dropout):
                module.p = 0.0

    @property
    def width(self) -> int:
        """How many numbers a vector has."""
        return int(self.base.config.hidden_size)

    def forward(self, ids: Any, mask: Any) -> Any:
        """The vector of each piece."""
        return self.base(input_ids=ids, attention_mask=mask).last_hidden_state

    def read_lower(self, ids: Any, mask: Any) -> Any:
        """What the layers that stay as they are make of pieces."""
        with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
            return self._pass(self.base.embeddings(ids), mask, self.base.encoder.layer[: self.frozen])

    def read_upper(self, hidden: Any, mask: Any) -> Any:
        """What the layers that learn make of that."""
        with torch.autocast("cpu", dtype=torch.bfloat16):
            return self._pass(hidden, mask, self.base.encoder.layer[self.frozen :]).float()

    def _pass(self, hidden: Any, mask: Any, layers: Any) -> Any:
        bias = (1.0 - mask[:, None, None, :].to(hidden.dtype)) * -1e4
        for layer in layers:
            hidden = layer(hidden, bias)
        return hidden


def pool(hidden: Any, reading: Reading) -> Any:
    """The vector of each entity from those of the pieces of all windows side by side."""
    read = hidden[torch.from_numpy(reading.places)] * torch.from_numpy(reading.shares)[:, None]
    return torch.zeros(reading.n_entities, hidden.shape[1]).index_add(0, torch.from_numpy(reading.owners), read)


def read_lower(network: ReadingNetwork, readings: Mapping[str, Reading]) -> dict[str, list[Any]]:
    """The windows of each text, by its name, as they leave the layers that stay."""
    special = EntityReader("").tokenizer.special
    found: dict[str, list[Any]] = {}
    for text, reading in readings.items():
        if reading.ids:
            table, mask = (torch.from_numpy(array) for array in fill_table(reading.ids, special))
            rows = network.read_lower(table, mask)
            found[text] = [row[: len(ids) + 2].bfloat16() for row, ids in zip(rows, reading.ids, strict=True)]
    return found


def read_upper(network: ReadingNetwork, windows: Sequence[Any]) -> Any:
    """Vectors of windows, each as wide as `LENGTH`; windows of like length are read together."""
    order = sorted(range(len(windows)), key=lambda n: len(windows[n]))
    parts = []
    for start in range(0, len(order), 32):
        some = [windows[n] for n in order[start : start + 32]]
        filled = nn.utils.rnn.pad_sequence(some, batch_first=True)
        mask = torch.arange(filled.shape[1])[None, :] < torch.tensor([len(window) for window in some])[:, None]
        said = network.read_upper(filled, mask)[:, 1:-1]
        parts.append(nn.functional.pad(said, (0, 0, 0, LENGTH - said.shape[1])))
    return torch.cat(parts)[torch.tensor(np.argsort(order))]


def read_texts(network: ReadingNetwork, lower: Mapping[str, list[Any]], texts: Sequence[str]) -> list[Any]:
    """The vectors of all pieces of each text."""
    hidden = read_upper(network, [window for text in texts for window in lower[text]])
    parts = torch.split(hidden, [len(lower[text]) for text in texts])
    return [part.reshape(-1, hidden.shape[-1]) for part in parts]


def fit(
    network: ReadingNetwork,
    steps: Sequence[Any],
    measure_loss: Callable[[Any, int], Any],
    checkpoint: Path,
    pace: Pace,
    report: Listener | None = None,
) -> ReadingNetwork:
    """Learn step by step; an interrupted run goes on from its last checkpoint."""
    checkpoint.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    slow = [p for p in network.base.parameters() if p.requires_grad]
    fast = [p for name, p in network.named_parameters() if not name.startswith("base.")]
    groups = [{"params": slow, "rate": pace.rate}, {"params": fast, "rate": pace.head_rate}]
    optimizer = torch.optim.AdamW(groups, lr=pace.rate, weight_decay=0.01, fused=True)
    state: dict[str, Any] = {"average": {}, "n_averaged": 0, "step": 0}
    if checkpoint.exists():
        state = torch.load(checkpoint, weights_only=True)
        if state["pace"] != asdict(pace):
            raise InputError(f"{checkpoint} is of a run with other settings; name another folder")
        network.load_state_dict(state["network"])
        optimizer.load_state_dict(state["optimizer"])
    average, n_averaged, recent = state["average"], state["n_averaged"], 0.0
    network.train()
    for step in range(state["step"], len(steps)):
        torch.manual_seed(pace.seed * 1_000_003 + step)
        done = step / len(steps)
        for group in optimizer.param_groups:
            group["lr"] = group["rate"] * max(min(done / 0.1, (1 - done) / 0.9), 0.01)
        loss = measure_loss(steps[step], step)
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        recent = 0.98 * recent + 0.02 * loss.item() if recent else loss.item()
        if done >= pace.average_from and step % 5 == 0:
            n_averaged = _average(average, network, n_averaged)
        if (step + 1) % pace.save_every == 0:
            kept = {"network": network.state_dict(), "optimizer": optimizer.state_dict(), "average": average}
            save_state(checkpoint, {**kept, "n_averaged": n_averaged, "step": step + 1, "pace": asdict(pace)})
        if report:
            report(checkpoint.stem, step + 1, len(steps), recent)
    network.load_state_dict({**network.state_dict(), **average})
    network.eval()
    return network


def export_reader(network: ReadingNetwork, folder: Path, quantize: bool = True) -> Path:
    """Write the encoder as `model.onnx`, as `EntityReader` reads it."""
    table = torch.ones((2, 16), dtype=torch.int64)
    axes = {name: {0: "batch", 1: "pieces"} for name in ("ids", "mask", "vectors")}
    folder.mkdir(parents=True, exist_ok=True)
    return write_onnx(network, folder, {"ids": table, "mask": table}, "vectors", axes, quantize)


def _average(average: dict[str, Any], network: ReadingNetwork, n: int) -> int:
    for name, parameter in network.named_parameters():
        if parameter.requires_grad:
            now = parameter.detach()
            average[name] = average[name].lerp_(now, 1 / (n + 1)) if n else now.clone()
    return n + 1


def in_batches(sizes: Iterable[tuple[str, int]], most: int) -> list[list[str]]:
    """Texts by their names in the order given, as many together as have about `most` pieces."""
    batches, batch, size = list[list[str]](), list[str](), 0
    for text, pieces in sizes:
        batch.append(text)
        size += pieces
        if size >= most:
            batches.append(batch)
            batch, size = [], 0
    return batches + ([batch] if batch else [])
