"""Any spaCy pipeline as a detector."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any

from unname.core.document import LABELS, Document, Mention, Origin, Role, Span
from unname.core.errors import MissingModel, require
from unname.core.registry import spelled

SPACY_LABELS: Mapping[str, str] = MappingProxyType(
    {
        **{label: label for label in LABELS},
        "PER": "PERSON",
        "NORP": "DEM",
        "FAC": "LOC",
        "GPE": "LOC",
        "LOCATION": "LOC",
        "ORGANIZATION": "ORG",
        "DATE": "DATETIME",
        "TIME": "DATETIME",
        "CARDINAL": "QUANTITY",
        "ORDINAL": "QUANTITY",
        "MONEY": "QUANTITY",
        "PERCENT": "QUANTITY",
        "LANGUAGE": "DEM",
    }
)
"""From the labels of spaCy's own models to ours; whatever is absent is MISC."""

_BREAK = re.compile(r"\s")


@dataclass(frozen=True)
class Spacy:
    """Finds the entities of a spaCy pipeline, given by package name or path.

    spaCy gives no probability, so every mention has the same `confidence`. Texts longer than the pipeline
    accepts are read in windows that overlap by `overlap` characters and are cut at blanks. `skip` names labels
    of the pipeline that are not taken over.
    """

    model: str = "en_core_web_md"
    confidence: float = 0.8
    overlap: int = 2000
    skip: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name with its settings."""
        return spelled("spacy", self)

    def detect(self, document: Document) -> Sequence[Mention]:
        """One mention for each entity that the pipeline finds."""
        found = {(span, SPACY_LABELS.get(label, "MISC")) for span, label in self.entities(document)}
        return [
            Mention(span, label, "", Role.QUASI, self.confidence, "spacy", Origin.PRIOR)
            for span, label in sorted(found)
        ]

    def entities(self, document: Document) -> list[tuple[Span, str]]:
        """The entities under the labels of the pipeline itself, in order of the text."""
        found = {
            (Span(start + entity.start_char, start + entity.end_char), entity.label_)
            for start, end in self._windows(document.text)
            for entity in self.pipeline_(document.text[start:end]).ents
            if entity.label_ not in self.skip
        }
        return sorted((span, label) for span, label in found if span.start < span.end)

    @cached_property
    def pipeline_(self) -> Any:
        """The pipeline, loaded when first asked for."""
        spacy = require("spacy", "spacy")
        try:
            return spacy.load(self.model)
        except OSError:
            raise MissingModel(
                f"spaCy pipeline {self.model!r} is not installed; run: python -m spacy download {self.model}"
            ) from None

    def _windows(self, text: str) -> Iterator[Span]:
        if not text.strip():
            return
        size = int(self.pipeline_.max_length)
        overlap = min(self.overlap, size // 2)
        start = 0
        while start + size < len(text):
            yield Span(start, _cut(text, start + size - overlap // 2, start + size))
            start = _cut(text, start + size - overlap, start + size - overlap // 2)
        yield Span(start, len(text))


def _cut(text: str, low: int, high: int) -> int:
    """A place between `low` and `high` where a word begins or ends, else `high`."""
    found = _BREAK.search(text, low, high)
    return found.start() if found else high
