"""Detectors small enough to be judged at a glance, for tests of what stands around them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from unname.core.document import Document, Mention, Role, Span


@dataclass(frozen=True)
class Capitals:
    """Finds every word that begins with a capital letter, and takes it for a person."""

    name: str = "capitals"

    def detect(self, document: Document) -> Sequence[Mention]:
        return [
            Mention(Span(*found.span()), "PERSON", role=Role.QUASI, confidence=1.0, source="capitals")
            for found in re.finditer(r"\b[A-Z]\w*", document.text)
        ]


@dataclass(frozen=True)
class Broken:
    """Fails on a text that holds `word`, and says all of the text in doing so; finds nothing else."""

    word: str = "Xanthippe"
    name: str = "broken"

    def detect(self, document: Document) -> Sequence[Mention]:
        if self.word in document.text:
            raise ValueError(f"cannot work on {document.text}")
        return []


@dataclass(frozen=True)
class Outside:
    """Promises what is not there: a mention beyond the end of the text."""

    name: str = "outside"

    def detect(self, document: Document) -> Sequence[Mention]:
        return [Mention(Span(0, len(document.text) + 5), "PERSON", source="outside")]
