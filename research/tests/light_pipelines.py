"""Parts of a sanitization that need no weights."""

from dataclasses import dataclass
from types import ModuleType

import pytest

from unname.core.errors import InputError
from unname.core.results import Risk
from unname.pipeline.document import Pipeline
from unname_research.papers import risk2022


def use_rules_alone(monkeypatch: pytest.MonkeyPatch, *modules: ModuleType) -> None:
    """Let pipelines that modules make have rules alone, and every mention the same information."""
    detectors = ("rules",)
    monkeypatch.setattr(risk2022, "RECOGNIZER", detectors)
    for module in modules:
        monkeypatch.setattr(module, "Pipeline", lambda **settings: Pipeline(**{"detectors": detectors, **settings}))
    monkeypatch.setattr(
        "unname.models.information.entity_information",
        lambda document, *_, **__: {entity.id: 1.0 for entity in document.entities},
    )


@dataclass(frozen=True)
class Chosen:
    """A risk for what has a digit; fails on documents of which it is told."""

    failing: str = ""
    name: str = "chosen"

    def assess(self, document, views):
        if document.id == self.failing:
            raise InputError(f"document {document.id!r} cannot be judged")
        risky = {
            e.id: float(any(map(str.isdigit, document.text[slice(*e.mentions[0].span)]))) for e in document.entities
        }
        return [
            Risk(max([0.0, *seen.values()]), by_entity=seen)
            for seen in ({id: value for id, value in risky.items() if id not in view} for view in views)
        ]
