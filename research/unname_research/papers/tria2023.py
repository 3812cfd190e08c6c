"""`tria2023`: the re-identification attack by a classifier over people, as published."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from unname.core.document import Document
from unname.core.redaction import Replacement, rewrite
from unname.core.registry import create
from unname.core.roles import Attack
from unname.models.packaged import packaged_spacy


def tria2023(**settings: Any) -> Attack:
    """The published re-identification attack: a classifier over people, trained on what is known about them.

    The settings are those of the attack `classifier`, with the published values as defaults; as published, the attacker
    anonymizes the background with spaCy. `anonymize=by_label()` takes our own detectors instead.
    """
    attack: Attack = create("attack", "classifier", **{"anonymize": by_spacy(), **settings})
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
