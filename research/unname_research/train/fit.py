"""The training loop: batches by size, checkpoints, resume, progress."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from unname.core.errors import require
from unname.training.checkpoints import save_state
from unname_research.train.targets import Window

torch = require("torch", "train")

MASK_ID = 103
"""The mask token in the vocabulary of the base model; every id above it is an ordinary piece."""

SMALL, CAPITALIZED, CAPITALS, ONE_CAPITAL, MIXED = 1, 2, 3, 4, 5
"""Shapes of words: see `unname.models.pieces`."""

Progress = Callable[[int, int, float], None]
"""Told the step, the number of steps and the smoothed loss."""


@dataclass(frozen=True)
class Schedule:
    """How long and how fast to train; rates warm up over a tenth of the steps and fall linearly.

    `hidden_pieces` is the share of word pieces that the network does not get to see, so that it learns to
    read the surroundings and the word shape rather than to remember names; `recased` is the share of windows
    that it sees in small letters (and half as many in capitals).
    """

    epochs: float = 8
    encoder_rate: float = 1e-4
    head_rate: float = 1e-3
    batch_pieces: int = 3000
    average_from: float = 0.6
    hidden_pieces: float = 0.0
    recased: float = 0.0
    save_every: int = 200
    seed: int = 0


def fit(
    network: Any,
    windows: Sequence[Window],
    schedule: Schedule,
    checkpoint: Path | None = None,
    progress: Progress | None = None,
    special: tuple[int, int, int] = (0, 101, 102),
) -> Any:
    """Train the network on the windows; returns it with the mean of its later weights.

    With a checkpoint path, an interrupted run goes on where it was last saved. The same seed gives the
    same order of batches, resumed or not.
    """
    batches = _batches(windows, schedule)
    optimizer = _optimizer(network, schedule)
    average, n_averaged, smooth, first = None, 0, 0.0, 0
    if checkpoint and checkpoint.exists():
        state = torch.load(checkpoint, weights_only=True)
        network.load_state_dict(state["network"])
        optimizer.load_state_dict(state["optimizer"])
        average, n_averaged, first = state["average"], state["n_averaged"], state["step"]
    network.train()
    for step in range(first, len(batches)):
        torch.manual_seed(schedule.seed * 1_000_003 + step)  # so that a resumed run draws what a whole one would
        _set_rates(optimizer, step / len(batches))
        batch = _tensors([windows[i] for i in batches[step]], special)
        _hide(batch["ids"], schedule.hidden_pieces)
        _recase(batch["shapes"], schedule.recased)
        loss = _loss(network, batch)
        loss.backward()
        torch.nn.utils.clip_grad_norm_([p for p in network.parameters() if p.requires_grad], 1.0)
        optimizer.step()
        optimizer.zero_grad()
        smooth = 0.98 * smooth + 0.02 * loss.item() if smooth else loss.item()
        if step >= schedule.average_from * len(batches) and step % 5 == 0:
            average, n_averaged = _averaged(average, network, n_averaged)
        if checkpoint and (step + 1) % schedule.save_every == 0:
            _save(checkpoint, network, optimizer, average, n_averaged, step + 1)
        if progress:
            progress(step + 1, len(batches), smooth)
    if average:
        network.load_state_dict({**network.state_dict(), **average})
    return network.eval()


def predict(network: Any, windows: Sequence[Window], special: tuple[int, int, int] = (0, 101, 102)) -> list[Any]:
    """The probability of every output for every piece of every window."""
    network.eval()
    order = sorted(range(len(windows)), key=lambda i: len(windows[i]))
    result: list[Any] = [None] * len(windows)
    with torch.inference_mode():
        for start in range(0, len(order), 32):
            chosen = order[start : start + 32]
            batch = _tensors([windows[i] for i in chosen], special)
            said = torch.sigmoid(_logits(network, batch)).numpy()
            for row, i in zip(said, chosen, strict=True):
                result[i] = row[1 : 1 + len(windows[i])].copy()
    return result


def _batches(windows: Sequence[Window], schedule: Schedule) -> list[list[int]]:
    """Indices of windows of like length, shuffled anew in every epoch."""
    dice = random.Random(schedule.seed)
    result: list[list[int]] = []
    for epoch in range(int(np.ceil(schedule.epochs))):
        order = sorted(range(len(windows)), key=lambda i: (len(windows[i]) // 16, dice.random()))
        made: list[list[int]] = []
        batch: list[int] = []
        for i in order:
            if batch and (len(batch) + 1) * (len(windows[i]) + 2) > schedule.batch_pieces:
                made.append(batch)
                batch = []
            batch.append(i)
        made += [batch] if batch else []
        dice.shuffle(made)
        share = min(1.0, schedule.epochs - epoch)
        result += made[: max(1, round(share * len(made)))]
    return result


def _optimizer(network: Any, schedule: Schedule) -> Any:
    slow = [p for name, p in network.named_parameters() if p.requires_grad and name.startswith("base.")]
    fast = [p for name, p in network.named_parameters() if p.requires_grad and not name.startswith("base.")]
    groups = [{"params": fast, "rate": schedule.head_rate}]
    groups += [{"params": slow, "rate": schedule.encoder_rate}] if slow else []
    return torch.optim.AdamW(groups, lr=schedule.head_rate, weight_decay=0.01, fused=True)


def _set_rates(optimizer: Any, done: float) -> None:
    factor = min(done / 0.1, (1.0 - done) / 0.9) if done < 1 else 0.0
    for group in optimizer.param_groups:
        group["lr"] = group["rate"] * max(factor, 0.01)


def _tensors(batch: Sequence[Window], special: tuple[int, int, int]) -> dict[str, Any]:
    return {name: torch.from_numpy(array) for name, array in arrays(batch, special).items()}


def arrays(batch: Sequence[Window], special: tuple[int, int, int] = (0, 101, 102)) -> dict[str, Any]:
    """Windows side by side, filled up to the longest and enclosed in the `special` pieces."""
    padding, opening, closing = special
    width = max(len(window) for window in batch) + 2
    n_outputs = batch[0].targets.shape[1]
    ids = np.full((len(batch), width), padding, dtype=np.int64)
    shapes, gaps, mask = np.zeros_like(ids), np.zeros_like(ids), np.zeros_like(ids)
    targets = np.zeros((len(batch), width, n_outputs), dtype=np.float32)
    weights = np.zeros_like(targets)
    for row, window in enumerate(batch):
        n = len(window)
        ids[row, 0], ids[row, n + 1] = opening, closing
        ids[row, 1 : n + 1], shapes[row, 1 : n + 1], gaps[row, 1 : n + 1] = window.ids, window.shapes, window.gaps
        targets[row, 1 : n + 1], weights[row, 1 : n + 1] = window.targets, window.weights
        mask[row, : n + 2] = 1
    return {"ids": ids, "shapes": shapes, "gaps": gaps, "mask": mask, "targets": targets, "weights": weights}


def _hide(ids: Any, share: float) -> None:
    """Put the mask token in place of some pieces."""
    if share:
        ids[(torch.rand(ids.shape) < share) & (ids > MASK_ID)] = MASK_ID


def _recase(shapes: Any, share: float) -> None:
    """Write that share of the windows in small letters, and half as many in capitals, as people in a hurry do."""
    if not share:
        return
    dice = torch.rand(len(shapes), 1)
    small = (dice < share) & (shapes >= CAPITALIZED) & (shapes <= MIXED)
    large = (dice > 1 - share / 2) & (shapes >= SMALL) & (shapes <= MIXED) & (shapes != ONE_CAPITAL)
    shapes[small] = SMALL
    shapes[large] = CAPITALS


def _logits(network: Any, batch: dict[str, Any]) -> Any:
    return network(batch["ids"], batch["shapes"], batch["gaps"], batch["mask"])


def _loss(network: Any, batch: dict[str, Any]) -> Any:
    logits = _logits(network, batch)
    loss = torch.nn.functional.binary_cross_entropy_with_logits(logits, batch["targets"], reduction="none")
    return (loss * batch["weights"]).sum() / batch["weights"].sum().clamp(min=1.0)


def _averaged(average: dict[str, Any] | None, network: Any, n: int) -> tuple[dict[str, Any], int]:
    """The running mean of the trained weights, which is a better model than any of its members."""
    current = {name: p.detach() for name, p in network.named_parameters() if p.requires_grad}
    if average is None:
        return {name: value.clone() for name, value in current.items()}, 1
    for name, value in current.items():
        average[name].lerp_(value, 1.0 / (n + 1))
    return average, n + 1


def _save(path: Path, network: Any, optimizer: Any, average: Any, n_averaged: int, step: int) -> None:
    state = {
        "network": network.state_dict(),
        "optimizer": optimizer.state_dict(),
        "average": average,
        "n_averaged": n_averaged,
        "step": step,
    }
    save_state(path, state)
