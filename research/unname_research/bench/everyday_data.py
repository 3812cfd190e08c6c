"""The everyday corpus: invented documents of many kinds, in which is marked what must go and what must stay."""

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from unname.core.document import Document
from unname.core.errors import ConfigError, InputError
from unname.corpora.marked import Marked
from unname.corpora.reading import File

CORPUS = Path(__file__).parents[1] / "everyday"
"""Where the corpus is."""

SPLITS = ("dev", "train", "de", "fr", "es", "ru")
LANGUAGES = ("de", "fr", "es", "ru")
"""The splits that are in another language than English, which they are called by."""

OTHER = "other"
"""The group of a kind that the table does not name."""


class Sample(NamedTuple):
    """One marked document, its kind, and the group of kinds that it belongs to."""

    kind: str
    group: str
    gold: Document

    @property
    def plain(self) -> Document:
        """The document as a pipeline gets it."""
        return replace(self.gold, mentions=())


def read_everyday(data: str | Path | None = None, split: str = "dev") -> list[Sample]:
    """The documents of one split, or of a folder (its sub-folder of that name, if it has one) or file of one's own."""
    if split not in SPLITS:
        raise ConfigError(f"unknown split {split!r}; known are {', '.join(SPLITS)}")
    place = Path(data) if data is not None else CORPUS
    place = place / split if data is None or (place / split).is_dir() else place
    files = sorted(place.rglob("*.marked")) if place.is_dir() else [place]
    language = split if split in LANGUAGES else "en"
    samples, seen = [], set()
    for file in files:
        for gold in Marked().read(File(file)):
            if gold.id in seen:
                raise InputError(f"{file}: another document has the id {gold.id!r}")
            seen.add(gold.id)
            samples.append(Sample(file.stem, group_of(file.stem), replace(gold, language=language)))
    if not samples:
        raise InputError(f"{place}: no .marked files")
    return samples


def group_of(kind: str) -> str:
    """The group that a kind of document belongs to."""
    return _groups().get(kind, OTHER)


@cache
def _groups() -> Mapping[str, str]:
    file = CORPUS / "groups.toml"
    table = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return {kind: group for group, kinds in table.items() for kind in kinds}
