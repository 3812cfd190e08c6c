"""People with published anonymizations of texts about them, for benchmarks that anonymize the same texts anew."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from unname.core.document import Document, Profile, Span
from unname.core.errors import InputError
from unname.core.redaction import Redaction, Replacement, rewrite
from unname.corpora.populations import read_table
from unname.measure.utility import find_changes
from unname.text.words import words
from unname_research.bench.tpi import MASKS
from unname_research.bench.wiki553 import LIVES, masked, published_masks, read_lives
from unname_research.bench.wikiactors import BACKGROUND, DEVELOPMENT, NAME, ORIGINAL, table_file


@dataclass(frozen=True)
class Version:
    """One document and what became of it; None where it is withheld."""

    document: Document = field(repr=False)
    redaction: Redaction | None = field(repr=False)

    @classmethod
    def of(cls, document: Document, text: str) -> "Version":
        """What somebody else made of a document; the changes are found by alignment."""
        plain = Redaction(document.id, text)
        return cls(document, replace(plain, edits=tuple(find_changes(document, plain, MASKS))))

    @property
    def text(self) -> str:
        """What an attacker gets."""
        return "" if self.redaction is None else self.redaction.text

    @property
    def masked(self) -> float:
        """The share of the words of the original that are not in the release as they were."""
        if self.redaction is None:
            return 1.0
        gone = np.zeros(len(self.document.text), bool)
        for edit in self.redaction.edits:
            gone[slice(*edit.old)] = True
        found = [bool(gone[slice(*span)].any()) for span in words(self.document.text)]
        return sum(found) / len(found) if found else 0.0


Column = Sequence[Version]


@dataclass(frozen=True)
class Cast:
    """Everybody who may be meant, the texts as they were, and what others made of them."""

    population: Sequence[Profile] = field(repr=False)
    originals: Sequence[Document] = field(repr=False)
    others: Mapping[str, Column] = field(repr=False)


def read_cast(data: str | Path) -> Cast:
    """The people of a TRI file, of a folder with one, or of the folder of Wiki553."""
    path = Path(data)
    return _lives(path) if (path / LIVES).exists() else _table(path)


def _table(path: Path) -> Cast:
    table = read_table(table_file(path), NAME, BACKGROUND)
    originals = {document.id: document for document in table.columns.get(ORIGINAL, ())}
    if not originals:
        raise InputError(f"{path}: no column {ORIGINAL!r}")
    known = {profile.id for profile in table.population}
    if unknown := originals.keys() - known:
        raise InputError(f"{path}: {len(unknown)} of its people have no text in column {BACKGROUND!r}")
    others = {
        column: [Version.of(originals[each.id], each.text) for each in documents if each.id in originals]
        for column, documents in table.columns.items()
        if column not in (ORIGINAL, DEVELOPMENT) and documents
    }
    return Cast(table.population, list(originals.values()), others)


def _lives(folder: Path) -> Cast:
    texts, population = read_lives(folder)
    others = {
        system: [Version(text, masked(text, spans.get(id, []))) for id, text in texts.items()]
        for system, spans in published_masks(folder)
    }
    return Cast(population, list(texts.values()), others)


def packed(redaction: Redaction | None) -> Any:
    """What is needed to write a redaction again."""
    if redaction is None:
        return None
    return [[*edit.old, redaction.text[slice(*edit.new)]] for edit in redaction.edits]


def unpacked(document: Document, kept: Any) -> Redaction | None:
    """The redaction of a document that was packed."""
    if kept is None:
        return None
    return rewrite(document, [Replacement(Span(start, end), new) for start, end, new in kept])
