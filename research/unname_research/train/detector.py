"""The stages in which the shipped tagger is trained: machine labels, teachers, and the network that they teach."""

import random
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from unname.core.errors import require
from unname.core.progress import Listener
from unname.models.packaged import packaged_minilm
from unname.models.pieces import Tokenizer
from unname.training.checkpoints import load_network, save_network
from unname.training.encoder import load_base
from unname_research.train.fit import Schedule, fit
from unname_research.train.networks import Encoder, Small, export
from unname_research.train.opinions import Opinion, Reader
from unname_research.train.targets import OUTPUTS, Labeled, Window, cut
from unname_research.train.variation import Variation

torch = require("torch", "train")

LENGTH = 190
"""Word pieces in a window, without the two that enclose it."""

N_FOLDS = 3
"""How many teachers there are; the k-th never sees the court cases and the kinds of everyday text k, k + 3, k + 6..."""

EPOCHS = {"cases": 3, "kinds": 5}
"""How often a teacher reads what people annotated."""

CUTS = {"cases": 4, "kinds": 3}
"""In how many forms the small network gets it, each as often as its schedule says."""

GOLD = 0.5
"""The share of the annotators in what the small network learns of annotated text; the rest is what the teachers say."""

SMALL_SCHEDULE = Schedule(epochs=6, head_rate=1.2e-3, hidden_pieces=0.08, recased=0.1, average_from=0.8, save_every=400)
"""How the small network learns."""

SILVER_STEP = 3
"""Of the machine-labeled windows, the small network reads every third, as the teachers label them."""


@dataclass(frozen=True)
class Sources:
    """What the stages learn from: court cases and everyday text by kind, annotated by people; other annotated text,
    read once; and texts of courts and of all sorts with labels made by machine, which the teachers label anew.
    """

    cases: Sequence[Labeled]
    kinds: Mapping[str, Sequence[Labeled]]
    general: Sequence[Labeled]
    silver: Sequence[Labeled]
    court: Sequence[Labeled] = ()


def train_stages(
    out: Path, sources: Sources, seed: int = 0, report: Listener | None = None, jurist: Path | None = None
) -> Path:
    """Train `silver`, from it `N_FOLDS` teachers, and from what they say `default`; each is a folder below `out`.

    A `jurist` is one more teacher, who is asked about court text alone and whose word counts as much there as that of
    all others: the folder of a tagger that learned nothing else.
    """
    out.mkdir(parents=True, exist_ok=True)
    tokenizer = Tokenizer(packaged_minilm() / "tokenizer.json")
    shutil.copy(packaged_minilm() / "tokenizer.json", out / "tokenizer.json")
    network = Encoder(load_base(), len(OUTPUTS))
    network.set_dropout(0.0)
    once = cut([*sources.court, *sources.silver], tokenizer, LENGTH, LENGTH)
    _stage("silver", network, once, Schedule(epochs=1, recased=0.05, seed=seed), out, report)
    train_folds(out, sources, seed, report)
    small = Small(small_embeddings(network), len(OUTPUTS))
    taught = [] if _is_done(out, "default") else taught_windows(out, sources, tokenizer, seed, report, jurist)
    _stage("default", small, taught, replace(SMALL_SCHEDULE, seed=seed), out, report)
    return out / "default"


def taught_windows(
    out: Path,
    sources: Sources,
    tokenizer: Tokenizer,
    seed: int = 0,
    report: Listener | None = None,
    jurist: Path | None = None,
) -> list[Window]:
    """What the small network learns from: all there is, as the teachers in `out` see it."""
    teachers = [Reader(out / f"teacher{fold}", report) for fold in range(N_FOLDS)]
    lawyer = Reader(jurist, report) if jurist else None
    cases = annotated_windows(replace(sources, kinds={}, general=()), tokenizer, seed, CUTS)
    others = annotated_windows(replace(sources, cases=()), tokenizer, seed, CUTS)
    court, silver = (cut(texts, tokenizer, LENGTH, LENGTH)[::SILVER_STEP] for texts in (sources.court, sources.silver))
    return [
        *distill(teachers, cases, GOLD, lawyer),
        *distill(teachers, others, GOLD),
        *distill(teachers, court, 0.0, lawyer),
        *distill(teachers, silver),
    ]


def train_folds(out: Path, sources: Sources, seed: int = 0, report: Listener | None = None) -> None:
    """Train the teachers, from the silver weights in `out`.

    What is learned on top of a tagger must not see it at its best: on what it was trained on. So each teacher
    lacks a part, and judges it.
    """
    tokenizer = Tokenizer(packaged_minilm() / "tokenizer.json")
    for fold in range(N_FOLDS):
        network = Encoder(load_base(), len(OUTPUTS))
        network.load_state_dict(load_network(out / "silver.safetensors"))
        # No hidden values are dropped, which takes as long as all else: pieces that are hidden do the same.
        network.set_dropout(0.0)
        windows = annotated_windows(without_fold(sources, fold), tokenizer, seed + fold)
        schedule = Schedule(epochs=1, hidden_pieces=0.15, recased=0.1, seed=seed + fold)
        _stage(f"teacher{fold}", network, windows, schedule, out, report)


def without_fold(sources: Sources, fold: int) -> Sources:
    """The sources without the annotated cases and kinds of one fold."""
    cases = [case for number, case in enumerate(sources.cases) if number % N_FOLDS != fold]
    kinds = {kind: sources.kinds[kind] for number, kind in enumerate(sources.kinds) if number % N_FOLDS != fold}
    return replace(sources, cases=cases, kinds=kinds)


def annotated_windows(
    sources: Sources, tokenizer: Tokenizer, seed: int, epochs: Mapping[str, int] = EPOCHS
) -> list[Window]:
    """Court cases and everyday text several times, cut at other places each time, and the rest once.

    Everyday text is read as it was written once, and then with other people in it.
    """
    dice = random.Random(seed)
    everyday = [text for kind in sources.kinds.values() for text in kind]
    result = cut(sources.general, tokenizer, LENGTH, LENGTH)
    vary = Variation(seed)
    for texts, times in ((sources.cases, epochs["cases"]), (everyday, epochs["kinds"])):
        for epoch in range(times):
            length = dice.randrange(100, LENGTH + 1)
            varied = list(map(vary, texts)) if texts is everyday and epoch else texts
            result += cut(varied, tokenizer, length, length * 4 // 5)
    return result


def distill(
    teachers: Sequence[Opinion], windows: Sequence[Window], gold: float = 0.0, jurist: Opinion | None = None
) -> list[Window]:
    """The same windows with what the teachers say of them on average as targets, and a share of what they were."""
    said = [np.mean(opinions, axis=0) for opinions in zip(*(ask(windows) for ask in teachers), strict=True)]
    if jurist:
        said = [(one + other) / 2 for one, other in zip(said, jurist(windows), strict=True)]
    return [
        Window(
            window.ids, window.shapes, window.gaps, gold * window.targets + (1 - gold) * opinion, _known(window, gold)
        )
        for window, opinion in zip(windows, said, strict=True)
    ]


def _known(window: Window, gold: float) -> Any:
    """The weights of a window; what the annotators do not speak about, the teachers do."""
    return window.weights if gold else np.ones_like(window.weights)


def _is_done(out: Path, name: str) -> bool:
    return (out / f"{name}.safetensors").exists()


def _stage(
    name: str, network: Any, windows: Sequence[Window], schedule: Schedule, out: Path, report: Listener | None
) -> None:
    """Train unless it was done before, then write the weights and the ONNX file."""
    done = out / f"{name}.safetensors"
    if _is_done(out, name):
        network.load_state_dict(load_network(done))
    else:
        progress = (lambda step, n_steps, loss: report(name, step, n_steps, loss)) if report else None
        fit(network, windows, schedule, checkpoint=out / f"{name}.checkpoint", progress=progress)
        save_network(done, network.state_dict())
        (out / f"{name}.checkpoint").unlink(missing_ok=True)
    export(network, out / name)


def small_embeddings(network: Any, width: int = 256) -> Any:
    """The piece embeddings of an encoder, reduced to their main directions."""
    table = network.base.embeddings.word_embeddings.weight.detach()
    centered = table - table.mean(dim=0)
    _, _, directions = torch.linalg.svd(centered[:: max(1, len(centered) // 4000)], full_matrices=False)
    reduced = centered @ directions[:width].T
    return reduced / reduced.std()
