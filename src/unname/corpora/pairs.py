"""Documents aligned with profiles: what a model that links the two learns from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from unname.core.document import Document, Profile
from unname.core.errors import InputError
from unname.corpora.people import BACKGROUNDS, person_id
from unname.corpora.rows import Row, cell, read_rows

DOCUMENTS = ("document", "profile_text", "biography", *BACKGROUNDS)
"""The keys that may hold the document about a person, where none is named."""

TEST, VALIDATION = 0.09, 0.04
"""The shares of people that a model is judged by, and by which its training is steered."""


@dataclass(frozen=True)
class Pair:
    """A document, and what is known otherwise about the person it is about."""

    document: Document = field(repr=False)
    profile: Profile = field(repr=False)


@dataclass(frozen=True)
class Parts:
    """Pairs to learn from, to steer by and to be judged by; the last in an order that says nothing about them."""

    train: Sequence[Pair] = field(repr=False)
    validation: Sequence[Pair] = field(repr=False)
    test: Sequence[Pair] = field(repr=False)


def read_pairs(path: str | Path, document: str | None = None, encoding: str = "utf-8") -> list[Pair]:
    """People with a document each from a JSONL, JSON or CSV file, packed or not.

    The document stands under the key `document`, or else under the first of DOCUMENTS that a record has; what is left
    goes into the fields of the profile, whose text stays empty: a text that is the document, or beside it, would give
    the answer away. People without a document are an error.
    """
    pairs: list[Pair] = []
    seen: set[str] = set()
    for row in read_rows(path, encoding):
        key = document or next((key for key in DOCUMENTS if cell(row, key)), None)
        if key is None or not cell(row, key):
            raise InputError(f"{row.where}: the record has no document" + (f" under {document!r}" if document else ""))
        pair = _pair(row, key)
        if pair.profile.id in seen:
            raise InputError(f"{row.where}: the id appears twice")
        seen.add(pair.profile.id)
        pairs.append(pair)
    if not pairs:
        raise InputError(f"{path}: there are no people")
    return pairs


def split(pairs: Iterable[Pair], test: float = TEST, validation: float = VALIDATION) -> Parts:
    """Parts by person: by a hash of the id, so that nobody changes sides when others come or go."""
    placed = sorted((place(pair.profile.id), number, pair) for number, pair in enumerate(pairs))
    return Parts(
        [pair for at, _, pair in placed if at >= test + validation],
        [pair for at, _, pair in placed if test <= at < test + validation],
        [pair for at, _, pair in placed if at < test],
    )


def place(id: str) -> float:
    """Where a person falls between 0 and 1, always the same."""
    return int.from_bytes(blake2b(id.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big") / 2**64


def _pair(row: Row, key: str) -> Pair:
    id, name = person_id(row), cell(row, "name")
    if not id:
        raise InputError(f"{row.where}: the record has neither an id nor a name")
    taken = {"id", "doc_id", "name", *DOCUMENTS, key}
    fields = {each: value for each, value in row.values.items() if each not in taken and value is not None}
    return Pair(Document(id, cell(row, key), subject=id), Profile(id, name, fields))
