"""Who looks for people in the benchmark of releases."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from unname.core.errors import MissingModel, require
from unname.core.registry import create
from unname.models.packaged import packaged_minilm
from unname_research.bench.attack_contest import SPARSE
from unname_research.bench.word_vectors import NAME as VECTORS
from unname_research.bench.word_vectors import word_vectors
from unname_research.papers.tria2023 import tria2023

ENSEMBLE, DENSE, CLASSIFIER = "ensemble", "dense", "classifier(frozen=True)"


@dataclass(frozen=True)
class Attackers:
    """All attacks by name, made once, so that nobody reads the background twice."""

    fast: bool = False
    out: Path | None = None

    @cached_property
    def by_name(self) -> dict[str, Any]:
        """Those that count words, word vectors, and unless `fast` the neural ones."""
        found = counting()
        if not self.fast:
            found[DENSE] = create("attack", DENSE)
            with suppress(MissingModel):
                require("torch", "train")
                packaged_minilm()
                folder = self.out / "classifier" if self.out else None
                found[CLASSIFIER] = tria2023(frozen=True, folder=folder)
        return found

    def of(self, names: Sequence[str]) -> tuple[Any, ...]:
        """Those of the named ones that take part."""
        return tuple(self.by_name[name] for name in names if name in self.by_name)


def counting() -> dict[str, Any]:
    """The suite, its members, further sparse attacks and word vectors: what needs no neural network."""
    suite: Any = create("attack", ENSEMBLE)
    found = {ENSEMBLE: suite, **{member.name: member for member in suite.members_}}
    found |= {spec: create("attack", spec) for spec in SPARSE}
    # As in `attack_contest`, some take part where their libraries are installed.
    with suppress(MissingModel):
        found[VECTORS] = word_vectors()
    return found
