"""The stages in which the shipped tagger is trained."""

import random
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from unname.core.errors import require
from unname.core.progress import Listener
from unname.models.packaged import packaged_minilm
from unname.models.pieces import Tokenizer
from unname.training.checkpoints import load_network, save_network
from unname.training.encoder import load_base
from unname_research.train.fit import Schedule, fit, predict
from unname_research.train.networks import Encoder, Small, export
from unname_research.train.targets import OUTPUTS, Labeled, Window, cut

torch = require("torch", "train")

LENGTH = 190
"""Word pieces in a window, without the two that enclose it."""


def train_stages(
    out: Path,
    silver: Sequence[Labeled],
    annotated: Sequence[Labeled],
    everyday: Sequence[Labeled],
    seed: int = 0,
    report: Listener | None = None,
) -> dict[str, Path]:
    """Train `silver`, `default` from it, and `light` from what `default` says; each is a folder below `out`."""
    out.mkdir(parents=True, exist_ok=True)
    tokenizer = Tokenizer(packaged_minilm() / "tokenizer.json")
    shutil.copy(packaged_minilm() / "tokenizer.json", out / "tokenizer.json")
    network = Encoder(load_base(), len(OUTPUTS))
    network.set_dropout(0.0)
    once = cut(silver, tokenizer, LENGTH, LENGTH)
    _stage("silver", network, once, Schedule(epochs=1, seed=seed), out, report)
    network.set_dropout(0.1)  # the annotated cases are few and read eight times; the silver corpus is read once
    often = annotated_windows(annotated, everyday, tokenizer, seed)
    _stage("default", network, often, Schedule(epochs=1, hidden_pieces=0.1, seed=seed), out, report)
    taught = [*distilled(network, once[::2]), *often]
    light = Convolution(_small_embeddings(network), len(OUTPUTS))
    _stage("light", light, taught, Schedule(epochs=3, head_rate=2e-3, seed=seed), out, report, quantize=False)
    return {name: out / name for name in ("silver", "default", "light")}


def train_folds(
    out: Path,
    silver: Path,
    annotated: Sequence[Labeled],
    everyday: Sequence[Labeled],
    seed: int = 0,
    n_folds: int = 2,
    report: Listener | None = None,
) -> list[Path]:
    """Taggers from the given silver weights, of which the k-th never sees the cases k, k + n_folds, k + 2 n_folds...

    What is learned on top of a tagger must not see it at its best: on the cases it was trained on.
    """
    tokenizer = Tokenizer(packaged_minilm() / "tokenizer.json")
    folders = []
    for fold in range(n_folds):
        folder = out / f"fold{fold}"
        folder.mkdir(parents=True, exist_ok=True)
        network = Encoder(load_base(), len(OUTPUTS))
        network.load_state_dict(load_network(silver))
        network.set_dropout(0.1)
        others = [case for number, case in enumerate(annotated) if number % n_folds != fold]
        windows = annotated_windows(others, everyday[fold::n_folds], tokenizer, seed)
        _stage("default", network, windows, Schedule(epochs=1, hidden_pieces=0.1, seed=seed), folder, report)
        folders.append(folder / "default")
    return folders


def annotated_windows(
    annotated: Sequence[Labeled], everyday: Sequence[Labeled], tokenizer: Tokenizer, seed: int, epochs: int = 8
) -> list[Window]:
    """Every annotated case in each epoch, cut at another place each time, and the everyday texts once in all."""
    dice = random.Random(seed)
    result = cut(everyday, tokenizer, LENGTH, LENGTH)
    for _ in range(epochs):
        length = dice.randrange(100, LENGTH + 1)
        result += cut(annotated, tokenizer, length, length * 4 // 5)
    return result


def distilled(network: Any, windows: Sequence[Window]) -> list[Window]:
    """The same windows with what the network says of them as targets."""
    return [
        Window(window.ids, window.shapes, window.gaps, said, window.weights * 0 + 1)
        for window, said in zip(windows, predict(network, windows), strict=True)
    ]


def _stage(
    name: str,
    network: Any,
    windows: list[Window],
    schedule: Schedule,
    out: Path,
    report: Listener | None,
    quantize: bool = True,
) -> None:
    """Train unless it was done before, then write the weights and the ONNX file."""
    done = out / f"{name}.safetensors"
    if done.exists():
        network.load_state_dict(load_network(done))
    else:
        progress = (lambda step, n_steps, loss: report(name, step, n_steps, loss)) if report else None
        fit(network, windows, schedule, checkpoint=out / f"{name}.checkpoint", progress=progress)
        save_network(done, network.state_dict())
        (out / f"{name}.checkpoint").unlink(missing_ok=True)
    export(network, out / name, quantize)


def _small_embeddings(network: Any, width: int = 64) -> Any:
    """The piece embeddings of the encoder, reduced to their main directions."""
    table = network.base.embeddings.word_embeddings.weight.detach()
    centered = table - table.mean(dim=0)
    _, _, directions = torch.linalg.svd(centered[:: max(1, len(centered) // 4000)], full_matrices=False)
    reduced = centered @ directions[:width].T
    return reduced / reduced.std()
