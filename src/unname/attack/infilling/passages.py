"""Which passages of the documents found may say what a mask hides: the dense retrieval of `infill2025`."""

from collections.abc import Sequence

from unname.attack.infilling.situation import Passage
from unname.core.document import Document, Span


class Passages:
    """Placeholder."""

    def __init__(self, n_passages: int = 3):
        self.n_passages = n_passages

    def find(self, text: str, masks: Sequence[Span], documents: Sequence[Document]) -> list[list[Passage]]:
        """The best passages for each mask."""
        return [[] for _ in masks]
