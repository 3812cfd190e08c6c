"""What each part of the training of a linkage model brings: Table 3 of `morris2022` again, with any of our models."""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from unname.core.progress import Listener
from unname.corpora.populations import read_pairs
from unname.models.linkage import open_biencoder
from unname.people.pairs import Pair, split
from unname.text.words import words
from unname.training.linkage import train_linkage
from unname.training.linkage_views import hidden_text
from unname_research.bench.rounding import rounded
from unname_research.papers.morris2022 import PUBLISHED

FAST: dict[str, Any] = {"share": 0.03, "epochs": 3, "steered_by": 100}
"""Three in a hundred people and three passes (of a transformer: one of the sum alone, two with its layers)."""

PEOPLE = "bioguide_profiles.jsonl.gz"

PLAIN: dict[str, Any] = {
    "dropout": "none",
    "smoothing": 0.0,
    "width": 128,
    "train_profiles": False,
    "redactions": False,
}
"""The baseline: no word dropout, no label smoothing, a quarter of the numbers, and profiles as they are."""

BIGGER = 512

VARIANTS: dict[str, dict[str, Any]] = {
    "baseline": {},
    "word dropout": {"dropout": "uniform"},
    "word dropout by idf": {"dropout": "idf"},
    "label smoothing": {"smoothing": 0.1},
    "bigger embedding": {"width": BIGGER},
    "profile encoder optimization": {"train_profiles": True},
    "combined": {"dropout": "uniform", "smoothing": 0.1, "width": BIGGER, "train_profiles": True},
    "combined, in turns": {
        "dropout": "uniform",
        "smoothing": 0.1,
        "width": BIGGER,
        "train_profiles": True,
        "together": False,
    },
    "combined, with redactions": {
        "dropout": "uniform",
        "smoothing": 0.1,
        "width": BIGGER,
        "train_profiles": True,
        "redactions": True,
    },
}

ROWS = {
    "baseline": "baseline",
    "word dropout": "word_dropout",
    "word dropout by idf": "dropout_by_idf",
    "label smoothing": "label_smoothing",
    "bigger embedding": "bigger",
    "profile encoder optimization": "table_encoder",
    "combined": "combined",
}
"""The row of the published table that stands beside a variant: whole documents, and with 30 % of words masked."""


def run(
    data: str | Path,
    share: float = 0.1,
    masked: float = 0.3,
    epochs: int | None = None,
    seed: int = 0,
    model: str = "bag",
    fast: bool = False,
    steered_by: int | None = None,
    report: Listener | None = None,
) -> dict[str, Any]:
    """Train every variant on a `share` of the training people, and look for held-out people among these and them.

    `data` is the folder of congress biographies, or a file of people with a document each. The people that are looked
    for are those that steer the training (`steered_by` of them); test people are not touched. `model` is any that
    `unname train linkage` knows. `fast` takes fewer people and epochs, for what takes hours.
    """
    if fast:
        share, epochs, steered_by = FAST.values()
    path = Path(data)
    parts = split(read_pairs(path / PEOPLE if path.is_dir() else path))
    few = parts.train[:: max(1, round(1 / share))]
    held_out = parts.validation[:steered_by]
    views = {"original": [pair.document.text for pair in held_out]}
    views["masked"] = [_masked(text, masked, [seed, number]) for number, text in enumerate(views["original"])]
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, changes) in enumerate(VARIANTS.items()):
            settings = {**PLAIN, **changes, "epochs": epochs, "seed": seed, "model": model}
            out = train_linkage([*few, *held_out], Path(folder, str(number)), **settings)
            found[name] = _found(out, views, held_out, few)
            if report:
                report(name, number + 1, len(VARIANTS), found[name]["original"])
    return {
        "model": model,
        "epochs": epochs,
        "people": len(few) + len(held_out),
        "documents": len(held_out),
        "found": found,
        "paper": published(),
    }


def published() -> dict[str, dict[str, float]]:
    """The rows of the paper, by our names."""
    rows = {name: PUBLISHED["table3"][row] for name, row in ROWS.items()}
    return {name: {"original": row["0"], "masked": row["0.3"]} for name, row in rows.items()}


def _found(out: Path, views: dict[str, list[str]], people: Sequence[Pair], others: Sequence[Pair]) -> dict[str, float]:
    """The share of documents of each view whose person comes first."""
    model = open_biencoder(out)
    profiles = model.profiles([pair.profile for pair in (*people, *others)])
    right = np.arange(len(people))
    result = {}
    for view, texts in views.items():
        scores = model.documents(texts) @ profiles.T
        ranks = (scores >= scores[right, right][:, None]).sum(axis=1)
        result[view] = rounded(float((ranks == 1).mean()))
    return result


def _masked(text: str, share: float, seed: Sequence[int]) -> str:
    spans = words(text)
    visible = np.ones(len(spans), bool)
    visible[np.random.default_rng(seed).permutation(len(spans))[: round(share * len(spans))]] = False
    return hidden_text(text, spans, visible)
