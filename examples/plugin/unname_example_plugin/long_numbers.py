"""A risk measure: numbers of many digits identify."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from unname import Document
from unname.core.results import Risk
from unname.core.roles import is_hidden


@dataclass(frozen=True)
class LongNumbers:
    """Says of every entity with at least `digits` digits that it gives the person away, and of no other."""

    digits: int = 4

    @property
    def name(self) -> str:
        """The name with the settings."""
        return f"long-numbers(digits={self.digits})"

    def assess(self, document: Document, views: Sequence[Mapping[str, str]]) -> Sequence[Risk]:
        """One answer for each view: what a reader would see in place of entities, by their ids."""
        return [self._judge(document, view) for view in views]

    def _judge(self, document: Document, view: Mapping[str, str]) -> Risk:
        risks = {}
        for entity in document.entities:
            if not is_hidden(entity.id, view):
                seen = view.get(entity.id, document.text[slice(*entity.mentions[0].span)])
                risks[entity.id] = float(sum(map(str.isdigit, seen)) >= self.digits)
        return Risk(max(risks.values(), default=0.0), by_entity=risks)
