"""Classifiers of people: which of the known persons is a window of text about?

Method of `tria2023` 3.3.2 to 3.3.5. The last layer of a BERT is computed for the opening token alone, as nothing else
of it is used, which gives the same in less time. Where we differ: windows of like length share a batch, so batches are
not drawn at random alone; and unless asked otherwise attention weights are not dropped, which saves a quarter of the
time and is less noise to learn with.
"""

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.core.errors import require
from unname.core.progress import Listener
from unname.training.checkpoints import load_network, save_network, save_state
from unname.training.encoder import layer_rates, without_attention_dropout
from unname.training.reading import batches, padded

if TYPE_CHECKING:
    from numpy.typing import NDArray

torch = require("torch", "train")
nn = torch.nn

Windows = Sequence["NDArray[np.int64]"]
"""Token ids of each window, without the opening and the closing token."""


@dataclass(frozen=True)
class Examples:
    """Windows to learn from with the number of the person each is about, and whole documents to check with."""

    windows: Windows
    people: Sequence[int]
    development: Sequence[Windows] = ()
    development_people: Sequence[int] = ()


@dataclass(frozen=True)
class Finetuning:
    """How to fine-tune; the published values, but for dropped attention.

    `layer_decay` lets lower layers learn slower (see `layer_rates`); `bfloat16` multiplies with fewer digits, in
    little more than half the time where the processor knows how.
    """

    epochs: int = 20
    batch: int = 16
    rate: float = 5e-5
    patience: int = 5
    freeze_embeddings: bool = False
    layer_decay: float = 1.0
    attention_dropout: bool = False
    bfloat16: bool = False
    seed: int = 0


@dataclass(frozen=True)
class Epoch:
    """What one pass over the examples brought: `accuracy` and `log_probability` are of the development set."""

    seconds: float
    loss: float
    accuracy: float
    log_probability: float


class Identity(nn.Module):  # type: ignore[name-defined, misc]
    """An encoder with a classifier over people at its opening token, built as BERT's for sequences."""

    def __init__(self, base: Any, n_people: int):
        super().__init__()
        self.base = base
        width = base.config.hidden_size
        self.dense = nn.Linear(width, width)
        self.drop = nn.Dropout(0.1)
        self.head = nn.Linear(width, n_people)
        nn.init.normal_(self.head.weight, std=0.02)
        nn.init.zeros_(self.head.bias)
        if getattr(base, "pooler", None) is not None:
            self.dense.load_state_dict(base.pooler.dense.state_dict())
            base.pooler = None
        self.last = None
        if base.config.model_type == "bert":
            layers = self.base.encoder.layer
            self.last, self.base.encoder.layer = layers[-1], layers[:-1]

    def forward(self, ids: Any, mask: Any) -> Any:
        """Logits of every person for every window."""
        hidden = self.base(input_ids=ids, attention_mask=mask).last_hidden_state
        opening = hidden[:, 0] if self.last is None else _opening_of(self.last, hidden, mask)
        return self.head(self.drop(torch.tanh(self.dense(opening))))


def _opening_of(layer: Any, hidden: Any, mask: Any) -> Any:
    """What a layer of BERT makes of the opening token, which looks at all tokens."""
    attention = layer.attention.self
    n, _, width = hidden.shape
    first = hidden[:, :1]

    def by_head(states: Any) -> Any:
        return states.view(n, -1, attention.num_attention_heads, attention.attention_head_size).transpose(1, 2)

    seen = nn.functional.scaled_dot_product_attention(
        by_head(attention.query(first)),
        by_head(attention.key(hidden)),
        by_head(attention.value(hidden)),
        attn_mask=mask[:, None, None, :].bool(),
        dropout_p=attention.dropout.p if layer.training else 0.0,
    )
    attended = layer.attention.output(seen.transpose(1, 2).reshape(n, 1, width), first)
    return layer.output(layer.intermediate(attended), attended)[:, 0]


def window_logits(network: Any, windows: Windows, special: tuple[int, int, int], batch: int = 64) -> Any:
    """Logits of every person for every window, as a float64 array."""
    network.eval()
    with torch.inference_mode():
        parts = [network(*padded(windows[i : i + batch], special)) for i in range(0, len(windows), batch)]
    return torch.cat(parts).double().numpy() if parts else np.zeros((0, network.head.out_features))


def document_logits(network: Any, documents: Sequence[Windows], special: tuple[int, int, int]) -> Any:
    """The sum of the logits over the windows of each document.

    No batch holds windows of two documents: what one gets never depends on the others, to the last digit.
    """
    rows = [window_logits(network, windows, special).sum(axis=0) for windows in documents]
    return np.stack(rows) if rows else np.zeros((0, network.head.out_features))


def judged(logits: Any, people: Sequence[int]) -> tuple[float, float]:
    """The share of documents whose person comes first, and the mean log-probability of the right person."""
    if not len(people):
        return 0.0, 0.0
    right = np.arange(len(people)), np.asarray(people)
    best = logits.max(axis=1)
    log_probability = logits[right] - best - np.log(np.exp(logits - best[:, None]).sum(axis=1))
    n_best = (logits == best[:, None]).sum(axis=1)
    return float(((logits[right] == best) / n_best).mean()), float(log_probability.mean())


def new_identity(base: Any, n_people: int, seed: int = 0) -> Identity:
    """The encoder with a new layer of classification, drawn by the seed."""
    torch.manual_seed(seed)
    return Identity(base, n_people)


class Fit:
    """A fine-tuning run that can be interrupted after any epoch and goes on to the same result.

    The best epoch is the last of those with the highest accuracy on the development set; without such a set,
    the last. With a folder, `last.pt` holds the state to go on from and `best.safetensors` the best network.
    """

    def __init__(self, network: Any, examples: Examples, schedule: Finetuning, special: tuple[int, int, int]):
        self.network, self.examples, self.schedule, self.special = network, examples, schedule, special
        if not schedule.attention_dropout:
            without_attention_dropout(network)
        network.requires_grad_(True)
        if schedule.freeze_embeddings:
            network.base.get_input_embeddings().weight.requires_grad_(False)
        groups = layer_rates(network, schedule.rate, schedule.layer_decay)
        self.optimizer = torch.optim.AdamW(groups, betas=(0.9, 0.999), eps=1e-6, weight_decay=0.0, fused=True)
        self.history: list[Epoch] = []
        self.best: dict[str, Any] = {}

    @property
    def best_epoch(self) -> int:
        """The number of the best epoch so far, from 0; -1 before the first."""
        if not self.examples.development:
            return len(self.history) - 1
        return max(range(len(self.history)), key=lambda epoch: (self.history[epoch].accuracy, epoch), default=-1)

    @property
    def finished(self) -> bool:
        """Whether all epochs are done, or none of the last `patience` ones was as good as the best."""
        done = len(self.history)
        return done >= self.schedule.epochs or done - 1 - self.best_epoch >= self.schedule.patience

    def run(
        self,
        folder: Path | None = None,
        keep_epochs: bool = False,
        minutes: float | None = None,
        report: Listener | None = None,
    ) -> Any:
        """Train until finished or out of time, at least one epoch; gives the network of the best epoch."""
        started = time.monotonic()
        if folder:
            self.resume(folder)
        while not self.finished:
            self._epoch(report)
            if folder:
                self._save(folder, keep_epochs)
            if minutes is not None and time.monotonic() - started > 60 * minutes:
                break
        self.network.load_state_dict(self.best)
        self.network.eval()
        return self.network

    def resume(self, folder: Path) -> None:
        """Take up the state of an interrupted run, if the folder holds one."""
        if not (folder / "last.pt").exists():
            return
        state = torch.load(folder / "last.pt", weights_only=True)
        self.network.load_state_dict(state["network"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.history = [Epoch(**epoch) for epoch in state["history"]]
        self.best = load_network(folder / "best.safetensors")

    def _epoch(self, report: Listener | None) -> None:
        started = time.monotonic()
        loss = self._pass(report)
        said = document_logits(self.network, self.examples.development, self.special)
        accuracy, log_probability = judged(said, self.examples.development_people)
        self.history.append(Epoch(time.monotonic() - started, loss, accuracy, log_probability))
        if self.best_epoch == len(self.history) - 1:
            self.best = {name: value.clone() for name, value in self.network.state_dict().items()}
        if report:
            report("development", len(self.history), self.schedule.epochs, accuracy)

    def _pass(self, report: Listener | None) -> float:
        examples, done = self.examples, len(self.history)
        seed = self.schedule.seed * 1_000_003 + done
        order = batches([len(window) for window in examples.windows], self.schedule.batch, seed)
        self.network.train()
        total = 0.0
        for step, chosen in enumerate(order):
            torch.manual_seed(seed * 100_003 + step)  # so that a resumed run draws what a whole one would
            with torch.autocast("cpu", torch.bfloat16, enabled=self.schedule.bfloat16):
                logits = self.network(*padded([examples.windows[i] for i in chosen], self.special)).float()
            loss = nn.functional.cross_entropy(logits, torch.tensor([examples.people[i] for i in chosen]))
            loss.backward()
            self.optimizer.step()
            self.optimizer.zero_grad()
            total += loss.item() * len(chosen)
            if report:
                report("fine-tuning", done * len(order) + step + 1, self.schedule.epochs * len(order), loss.item())
        return total / max(1, len(examples.windows))

    def _save(self, folder: Path, keep_epochs: bool) -> None:
        if self.best_epoch == len(self.history) - 1:
            save_network(folder / "best.safetensors", self.best)
        if keep_epochs:
            save_network(folder / f"epoch_{len(self.history):02}.safetensors", self.network.state_dict())
        state = {
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "history": [asdict(epoch) for epoch in self.history],
        }
        save_state(folder / "last.pt", state)
