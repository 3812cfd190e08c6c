"""The attacks that look for people by their words, rehearsed on background that our own detectors anonymized."""

from collections.abc import Callable, Sequence
from typing import Any

from unname.core.document import Document
from unname.core.registry import create
from unname.core.roles import Attack
from unname.pipeline.document import Pipeline


def suite(**settings: Any) -> Attack:
    """The attacks that judge a text by its words, weighed on background that our own detectors anonymized.

    The settings are those of the attack `ensemble`.
    """
    attack: Attack = create("attack", "ensemble", **{"anonymize": by_label(fast=True), **settings})
    return attack


def by_label(**settings: Any) -> Callable[[Sequence[str]], list[str]]:
    """A function that puts the name of its type in place of everything that identifies; settings as of `Pipeline`."""
    pipeline = Pipeline(**{"replacer": "label", **settings})

    def anonymize(text: str) -> str:
        # Whoever looks for people practices on this and releases none of it, so nothing is withheld.
        detected = pipeline.detect(Document("text", text))
        return pipeline.apply(detected, pipeline.plan(detected)).text

    return lambda texts: [anonymize(text) for text in texts]
