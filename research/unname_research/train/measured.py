"""Whoever is measured on, so that nothing learns from texts about them, whatever they are called there."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from unname.corpora.rows import read_rows

COPIED = 30
"""Of eight words in a row, so many do two texts share only where they are about the same person."""


def slug(name: str) -> str:
    """A name as addresses of pages write it.

    >>> slug("José_A. Núñez")
    'jose-a-nunez'
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


@dataclass(frozen=True)
class Measured:
    """Whoever is measured on: nobody learns from texts about them, even where a table has them under another name.

    `pages` are their names as the measured sets write them, `names` these in all ways, and `runs` says of eight words
    in a row the number of the person whose text has them.
    """

    pages: frozenset[str] = field(repr=False)
    names: frozenset[str] = field(repr=False)
    runs: Mapping[str, int] = field(repr=False)

    @classmethod
    def read(cls, data: Path) -> "Measured":
        """Those of the 553 lives and of the 50 actors."""
        lives = [row.values for row in read_rows(data / "wiki553" / "wiki553.jsonl.gz")]
        actors = [row.values for row in read_rows(data / "wikiactors" / "WikiActors_50_eval.json.gz")]
        ids, names = [str(life["doc_id"]) for life in lives], [str(actor["name"]) for actor in actors]
        parts = ("text", "original_abstract", "public_knowledge")
        people = enumerate([*lives, *actors])
        return cls(
            frozenset(ids + [slug(name) for name in names]),
            frozenset(way for name in ids + names for way in _ways(name)),
            {run: number for number, row in people for part in parts for run in _runs(str(row.get(part)))},
        )

    def is_about(self, names: Iterable[str], text: str) -> bool:
        """Whether a text is about one of them, by a name of its person or by its words."""
        if any(way in self.names for name in names for way in _ways(name)):
            return True
        shared = Counter(self.runs[run] for run in _runs(text) if run in self.runs)
        return any(n >= COPIED for n in shared.values())


def _ways(name: str) -> tuple[str, str]:
    """A name without accents, and as `wiki553` has it, without the letters that have accents."""
    name = re.sub(r"\(.*?\)", "", name.replace("_", " "))
    return slug(name), re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _runs(text: str) -> set[str]:
    words = re.findall(r"\w+", text.lower())
    return {" ".join(words[at : at + 8]) for at in range(len(words) - 7)}
