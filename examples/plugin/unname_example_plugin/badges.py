"""A detector: badge numbers."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from unname import Document, Mention, Role, Span


@dataclass(frozen=True)
class Badges:
    """Finds badge numbers such as B-1234."""

    prefix: str = "B"

    @property
    def name(self) -> str:
        """The name with the settings."""
        return f"badges(prefix={self.prefix!r})"

    def detect(self, document: Document) -> Sequence[Mention]:
        """A mention for each number; `confidence` is the chance that a careful annotator would hide it."""
        return [
            Mention(Span(*found.span()), "CODE", role=Role.DIRECT, confidence=0.95, source="badges")
            for found in re.finditer(rf"\b{re.escape(self.prefix)}-\d{{4}}\b", document.text)
        ]
