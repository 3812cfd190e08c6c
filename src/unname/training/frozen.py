"""The same classifier of people with the encoder left as it is: a linear layer, learned in seconds.

It can be the end, or the start that the encoder is fine-tuned from (`Fit`).
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from unname.core.errors import require
from unname.core.progress import Listener
from unname.training.identity import Examples, Windows, judged
from unname.training.reading import padded

torch = require("torch", "train")
nn = torch.nn


DECAYS = (1e-4, 1e-3, 1e-2)
"""How much squared weights may count; the development set chooses."""


class PooledIdentity(nn.Module):  # type: ignore[name-defined, misc]
    """An encoder with a linear classifier over people on its standardized window vectors."""

    def __init__(self, base: Any, n_people: int, pooling: str = "mean"):
        super().__init__()
        self.base = base
        self.pooling = pooling
        width = base.config.hidden_size
        self.register_buffer("center", torch.zeros(width))
        self.register_buffer("spread", torch.ones(width))
        self.drop = nn.Dropout(0.1)
        self.head = nn.Linear(width, n_people)

    def forward(self, ids: Any, mask: Any) -> Any:
        """Logits of every person for every window."""
        return self.head(self.drop((self.vectors(ids, mask)[self.pooling] - self.center) / self.spread))

    def vectors(self, ids: Any, mask: Any) -> dict[str, Any]:
        """One vector for each window, pooled in every way there is."""
        hidden = self.base(input_ids=ids, attention_mask=mask).last_hidden_state.float()
        seen = mask.unsqueeze(-1).to(hidden.dtype)
        return {"mean": (hidden * seen).sum(1) / seen.sum(1), "first": hidden[:, 0]}


def fit_frozen(
    base: Any,
    n_people: int,
    examples: Examples,
    special: tuple[int, int, int],
    report: Listener | None = None,
    bfloat16: bool = False,
) -> PooledIdentity:
    """A linear classifier over the vectors of a frozen encoder; the development set chooses pooling and strength.

    `bfloat16` computes the vectors with fewer digits, in less time.
    """
    network = PooledIdentity(base, n_people)
    windows = [*examples.windows, *(window for document in examples.development for window in document)]
    return fit_vectors(network, pooled_vectors(network, windows, special, report, bfloat16), examples)


def fit_vectors(
    network: PooledIdentity,
    pooled: Mapping[str, Any],
    examples: Examples,
    decays: Sequence[float] = DECAYS,
) -> PooledIdentity:
    """The network with the layer that the development set prefers, over vectors of all windows pooled in several ways.

    Vectors of the windows to learn from come first, then those of the development windows. Without a development set,
    the first way and the first of the `decays`, which weigh the squared weights, are taken.
    """
    people, n_people = torch.tensor(examples.people), network.head.out_features
    found = []
    for pooling, vectors in pooled.items():
        center, spread = vectors[: len(people)].mean(0), vectors[: len(people)].std(0, correction=0) + 1e-6
        scaled = (vectors - center) / spread
        for decay in decays:
            weight, bias = _logistic(scaled[: len(people)], people, n_people, decay)
            quality = _quality(scaled[len(people) :] @ weight.T + bias, examples)
            found.append((quality, pooling, center, spread, weight, bias))
    _, network.pooling, center, spread, weight, bias = max(found, key=lambda candidate: candidate[0])
    learned = {"center": center, "spread": spread, "head.weight": weight, "head.bias": bias}
    network.load_state_dict({**network.state_dict(), **learned})
    return network


def _quality(logits: Any, examples: Examples) -> tuple[float, float]:
    """How well the logits of all development windows, one after the other, tell their people."""
    if not examples.development:
        return 0.0, 0.0
    documents = logits.double().split([len(document) for document in examples.development])
    return judged(torch.stack([document.sum(0) for document in documents]).numpy(), examples.development_people)


def pooled_vectors(
    network: PooledIdentity,
    windows: Windows,
    special: tuple[int, int, int],
    report: Listener | None = None,
    bfloat16: bool = False,
) -> dict[str, Any]:
    """The vectors of all windows in order, pooled in every way there is."""
    network.eval()
    order = sorted(range(len(windows)), key=lambda i: len(windows[i]))
    back = torch.tensor(np.argsort(order))
    parts: dict[str, list[Any]] = {}
    with torch.inference_mode(), torch.autocast("cpu", torch.bfloat16, enabled=bfloat16):
        for start in range(0, len(order), 64):
            pooled = network.vectors(*padded([windows[i] for i in order[start : start + 64]], special))
            for name, value in pooled.items():
                parts.setdefault(name, []).append(value)
            if report:
                report("vectors", min(start + 64, len(order)), len(order), 0.0)
    return {name: torch.cat(values)[back].clone() for name, values in parts.items()}


def _logistic(vectors: Any, people: Any, n_people: int, decay: float) -> tuple[Any, Any]:
    """Multinomial logistic regression by full-batch L-BFGS; `decay` weighs the squared weights."""
    weight = torch.zeros(n_people, vectors.shape[1], requires_grad=True)
    bias = torch.zeros(n_people, requires_grad=True)
    solver = torch.optim.LBFGS([weight, bias], max_iter=100, line_search_fn="strong_wolfe")

    def loss() -> Any:
        solver.zero_grad()
        value = nn.functional.cross_entropy(vectors @ weight.T + bias, people) + decay * weight.square().sum()
        value.backward()
        return value

    solver.step(loss)
    return weight.detach(), bias.detach()
