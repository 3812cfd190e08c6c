"""`tria2023`: the re-identification attack by a classifier over people, as published.

In the order of the thesis: what is known about people is anonymized as the documents are (3.2), reduced and cut into
windows (3.3.3), used to pre-train a language model and to fine-tune it into a classifier (3.3.4), and the logits of all
windows of a document are summed (3.3.5). The parts are those of the attack `classifier`. `bench/wikiactors.py` and
`bench/wiki553.py` measure it, `bench/tpi.py` the measure of utility (4).
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from unname.core.document import Document
from unname.core.redaction import Replacement, rewrite
from unname.core.registry import create
from unname.core.roles import Attack
from unname.models.packaged import packaged_spacy

PUBLISHED: Mapping[str, Any] = {
    "background": "both",
    "remove_masks": False,
    "pretraining_epochs": 3,
    "pretraining_batch": 8,
    "pretraining_rate": 5e-5,
    "pretraining_window": 512,
    "pretraining_overlap": 128,
    "masking": 0.15,
    "window": 100,
    "overlap": 25,
    "epochs": 20,
    "batch": 16,
    "rate": 5e-5,
    "patience": 5,
    "attention_dropout": True,
}
"""The settings of 5.2.2."""

OURS: Mapping[str, Any] = {**PUBLISHED, "attention_dropout": False, "bfloat16": True, "start": "frozen"}
"""The same, fine-tuned from the layer that is learned over the frozen encoder, and faster."""


def tria2023(**settings: Any) -> Attack:
    """The published re-identification attack: a classifier over people, trained on what is known about them.

    The settings are those of the attack `classifier`, by default the published ones; as published, the attacker
    anonymizes the background with spaCy (3.2). `anonymize=by_label()` takes our own detectors instead.

    Where we differ: the encoder is the packaged all-MiniLM-L6-v2, where the thesis has DistilBERT; for the rest see the
    attack.
    """
    attack: Attack = create("attack", "classifier", **{"anonymize": by_spacy(), **PUBLISHED, **settings})
    return attack


def by_spacy(model: str | Path | None = None) -> Callable[[Sequence[str]], list[str]]:
    """A function that puts the bare name of its type in place of every entity that a spaCy pipeline finds.

    Where we differ from `tria2023`: the packaged en_core_web_md, where the paper has the large model.
    """
    detector = lru_cache(maxsize=1)(lambda: create("detector", "spacy", model=str(model or packaged_spacy())))

    def anonymize(texts: Sequence[str]) -> list[str]:
        documents = [Document(str(number), text) for number, text in enumerate(texts)]
        return [
            rewrite(document, [Replacement(span, label) for span, label in detector().entities(document)]).text
            for document in documents
        ]

    return anonymize
