"""Trains the emulator of search queries on searches that were made.

As `risk2022` 3.2.2 with a far smaller network: see `unname.risk.emulator` for where we differ.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from unname.core.errors import InputError
from unname.risk.query_network import Clue, ClueNetwork, Example, describe_clues, describe_groups

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Schedule:
    """How to train: the size of the hidden layer, the penalty on large weights, and the steps of L-BFGS."""

    width: int = 8
    penalty: float = 1e-4
    steps: int = 150
    seed: int = 0


def train_emulator(examples: Sequence[Example], schedule: Schedule | None = None) -> ClueNetwork:
    """The network that foretells the examples best; the same for the same examples and seed."""
    from scipy.optimize import minimize

    schedule = schedule or Schedule()
    risky = np.array([example.risky for example in examples], dtype=np.float64)
    if not 0 < risky.sum() < len(risky):
        raise InputError("an emulator learns from searches that found the person and others that did not")
    rows = described_examples(examples)
    center, scale = rows.mean(axis=0), np.maximum(rows.std(axis=0), 1e-6)
    inputs = (rows - center) / scale
    dice = np.random.default_rng(schedule.seed)
    shapes = [(inputs.shape[1], schedule.width), (schedule.width,), (schedule.width,), (1,)]
    start = np.concatenate([(dice.normal(size=shape) / np.sqrt(inputs.shape[1])).ravel() for shape in shapes])
    start[-1] = np.log(risky.mean() / (1 - risky.mean()))
    found = minimize(
        _loss,
        start,
        args=(inputs, risky, shapes, schedule.penalty),
        jac=True,
        method="L-BFGS-B",
        options={"maxiter": schedule.steps},
    )
    return ClueNetwork(center, scale, *_unpacked(found.x, shapes))


def described_examples(examples: Sequence[Example]) -> "Matrix":
    """The rows of all examples; each clue is described once."""
    numbers: dict[Clue, int] = {}
    groups = [[numbers.setdefault(clue, len(numbers)) for clue in example.clues] for example in examples]
    return describe_groups(describe_clues(numbers), groups, [example.top for example in examples])


def _unpacked(weights: "Matrix", shapes: "Sequence[tuple[int, ...]]") -> "list[Matrix]":
    cuts = np.cumsum([int(np.prod(shape)) for shape in shapes])[:-1]
    return [part.reshape(shape) for part, shape in zip(np.split(weights, cuts), shapes, strict=True)]


def _loss(
    weights: "Matrix", inputs: "Matrix", risky: "Matrix", shapes: "Sequence[tuple[int, ...]]", penalty: float
) -> "tuple[float, Matrix]":
    """The mean negative log-likelihood with a penalty, and its slope."""
    hidden, hidden_bias, output, output_bias = _unpacked(weights, shapes)
    inner = np.tanh(inputs @ hidden + hidden_bias)
    logits = inner @ output + output_bias
    loss = float(np.mean(np.logaddexp(0.0, logits) - risky * logits))
    slope = (1 / (1 + np.exp(-np.clip(logits, -60, 60))) - risky) / len(risky)
    back = np.outer(slope, output) * (1 - inner**2)
    slopes = [inputs.T @ back, back.sum(axis=0), inner.T @ slope, np.array([slope.sum()])]
    shrink = [2 * penalty * hidden, 0 * hidden_bias, 2 * penalty * output, 0 * output_bias]
    loss += penalty * float((hidden**2).sum() + (output**2).sum())
    return loss, np.concatenate([(one + other).ravel() for one, other in zip(slopes, shrink, strict=True)])
