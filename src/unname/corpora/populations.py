"""Populations of people an attacker may know, and TRI tables: people, background and anonymizations in one file.

Errors tell file and line, and never a name: what is known about people is content, too.
"""

import math
import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from unname.core.document import Document, Profile
from unname.core.errors import ConfigError, InputError
from unname.corpora.rows import Row, cell, read_rows
from unname.people.pairs import Pair

BACKGROUNDS = ("text", "background", "public_knowledge")
"""The keys that may hold the background text of a person, where none is named."""

DOCUMENTS = ("document", "profile_text", "biography", *BACKGROUNDS)
"""The keys that may hold the document about a person, where none is named."""

_IDS = ("id", "doc_id")


@dataclass(frozen=True)
class Table:
    """A TRI table: the people with a background, and the documents of each anonymization by its column.

    Every row is a person, the subject of its documents; `n_without_background` counts those who are not in the
    population and so can never be found.
    """

    population: list[Profile] = field(repr=False)
    columns: Mapping[str, list[Document]] = field(repr=False)
    n_without_background: int = 0


def read_population(
    path: str | Path, background: str | None = None, encoding: str = "utf-8", leave_out: Collection[str] = ()
) -> list[Profile]:
    """The people in a JSONL, JSON or CSV file, packed or not.

    A record has an id (or else its name is the id), a name and a text, under the key `background` or else one of
    BACKGROUNDS; all that is left goes into the fields. Where `background` is given, the other keys of
    BACKGROUNDS are left out: a text beside it is a document about the person, not what an attacker knows. The keys of
    `leave_out` are read as if they were not there, but for ids.
    """
    profiles: list[Profile] = []
    seen: dict[str, str] = {}
    unseen = {*leave_out} if background is None else {background, *leave_out}
    for row in read_rows(path, encoding):
        profile = _profile(row, background, leave_out)
        _refuse_double(profile.id, row.where, seen, "id")
        unseen -= row.values.keys()
        profiles.append(profile)
    if not profiles:
        raise InputError(f"{path}: the population is empty")
    if unseen:
        raise InputError(f"{path}: nobody has the key {min(unseen)!r}")
    return profiles


def read_table(
    path: str | Path,
    name_column: str,
    background_column: str,
    text_columns: Sequence[str] | None = None,
    encoding: str = "utf-8",
) -> Table:
    """A table in the layout of TRI (`tria2023`): JSON records, JSONL or CSV without an index, packed or not.

    One row per person; every column beside the two named is an anonymization, or those in `text_columns`. A
    cell that is empty, null or NaN is absent. People and documents have the number of their row as id.
    """
    rows = list(read_rows(path, encoding))
    if not rows:
        raise InputError(f"{path}: the table is empty")
    chosen = _check_columns(path, rows, name_column, background_column, text_columns)
    population, seen = [], dict[str, str]()
    columns: dict[str, list[Document]] = {column: [] for column in chosen}
    for number, row in enumerate(rows, start=1):
        name = cell(row, name_column)
        if not name:
            raise InputError(f"{row.where}: no name in column {name_column!r}")
        _refuse_double(name, row.where, seen, "name")
        background = cell(row, background_column)
        if background:
            population.append(Profile(str(number), name, text=background))
        for column, documents in columns.items():
            text = cell(row, column)
            if text:
                documents.append(Document(str(number), text, person=str(number)))
    if not population:
        raise InputError(f"{path}: the population is empty, column {background_column!r} holds no text")
    return Table(population, columns, n_without_background=len(rows) - len(population))


def read_subjects(path: str | Path, encoding: str = "utf-8") -> dict[str, str]:
    """Who each document is about: person by document, from records with id and subject."""
    subjects: dict[str, str] = {}
    seen: dict[str, str] = {}
    for row in read_rows(path, encoding):
        id, subject = _identity(row), _identity(row, ("subject",))
        if not id:
            raise InputError(f"{row.where}: the record has no id")
        _refuse_double(id, row.where, seen, "id")
        if subject:
            subjects[id] = subject
    return subjects


def with_subjects(
    documents: Iterable[Document],
    population: Iterable[Profile],
    given: Mapping[str, str],
    originals: Mapping[str, str] | None = None,
) -> list[Document]:
    """The documents with the people they are about: as given, else as they say, else the person of the same id.

    The id that counts is that of a document's original, where `originals` names one.
    """
    ids = {profile.id for profile in population}
    placed = []
    for document in documents:
        own = (originals or {}).get(document.id, document.id)
        person = given.get(own) or document.person or (own if own in ids else None)
        placed.append(replace(document, person=person))
    return placed


def cut(population: Sequence[Profile], share: float) -> list[Profile]:
    """The people with the first `share` of the words of each background text; names and fields stay.

    >>> [profile.text for profile in cut([Profile("a", text="one two  three four")], 0.5)]
    ['one two']
    """
    _check_share(share)
    return [replace(profile, text=_first_words(profile.text, share)) for profile in population]


def only(population: Sequence[Profile], ids: Collection[str]) -> list[Profile]:
    """The people with these ids, in their order; all of them must be there."""
    _refuse_unknown(population, ids)
    return [profile for profile in population if profile.id in ids]


def without(population: Sequence[Profile], ids: Collection[str]) -> list[Profile]:
    """The people but for those with these ids, all of whom must be there."""
    _refuse_unknown(population, ids)
    return [profile for profile in population if profile.id not in ids]


def sample(population: Sequence[Profile], share: float, seed: int = 0) -> list[Profile]:
    """A random share of the people, at least one, in their order; with the same seed, less is part of more."""
    _check_share(share)
    order = list(range(len(population)))
    random.Random(seed).shuffle(order)
    kept = set(order[: max(1, round(share * len(population)))])
    return [profile for number, profile in enumerate(population) if number in kept]


def joined(population: Sequence[Profile], more: Sequence[Profile]) -> list[Profile]:
    """The population with those of `more` whose id and name are not in it yet.

    Somebody of the same name is taken for the same person: counting them twice would hide them.
    """
    ids = {profile.id for profile in population}
    names = {profile.name.casefold() for profile in population if profile.name}
    return [*population, *(p for p in more if p.id not in ids and p.name.casefold() not in names)]


def _profile(row: Row, background: str | None, leave_out: Collection[str]) -> Profile:
    id = person_id(row)
    if not id:
        raise InputError(f"{row.where}: the record has neither an id nor a name")
    row = row._replace(values={key: value for key, value in row.values.items() if key not in leave_out})
    name = cell(row, "name")
    keys = (background,) if background is not None else tuple(key for key in BACKGROUNDS if cell(row, key))
    if len(keys) > 1:
        raise InputError(f"{row.where}: the record has {' and '.join(keys)}; say which one is the background")
    taken = {*_IDS, "name", *BACKGROUNDS, *keys}
    rest = {key: value for key, value in row.values.items() if key not in taken and value is not None}
    return Profile(id, name, rest, cell(row, keys[0]) if keys else "")


def person_id(row: Row) -> str:
    """The id of a record, or else its name."""
    return _identity(row) or cell(row, "name")


def _identity(row: Row, keys: Sequence[str] = _IDS) -> str:
    for key in keys:
        value = row.values.get(key)
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        if found := cell(row, key):
            return found
    return ""


def _refuse_double(value: str, where: str, seen: dict[str, str], what: str) -> None:
    if value in seen:
        raise InputError(f"{where}: the {what} is the same as in {seen[value]}")
    seen[value] = where.rpartition(", ")[2]


def _check_columns(
    path: str | Path, rows: Sequence[Row], name_column: str, background_column: str, chosen: Sequence[str] | None
) -> list[str]:
    known: dict[str, Any] = {}
    for row in rows:
        known.update(dict.fromkeys(row.values))
    for column in (name_column, background_column, *(chosen or ())):
        if column not in known:
            raise InputError(f"{path}: no column {column!r}; {_told(path, known)}")
    texts = [column for column in known if column not in (name_column, background_column)]
    if chosen is not None and not set(chosen) <= set(texts):
        raise InputError(f"{path}: the columns of names and of background are not anonymizations")
    if not texts:
        raise InputError(f"{path}: no column with an anonymization")
    return list(dict.fromkeys(texts if chosen is None else chosen))


def _told(path: str | Path, columns: Collection[str]) -> str:
    # The first line of a CSV file without a header is about a person: it must not be quoted.
    if str(path).removesuffix(".gz").lower().endswith(".csv"):
        return f"the first line should name the columns, and has {len(columns)} cells"
    return f"there are {', '.join(map(repr, columns))}"


def _first_words(text: str, share: float) -> str:
    words = text.split()
    end = 0
    for word in words[: math.ceil(share * len(words) - 1e-9)]:  # by position, so that what is kept keeps its spaces
        end = text.index(word, end) + len(word)
    return text[:end]


def _check_share(share: float) -> None:
    if not 0 < share <= 1:
        raise ConfigError(f"a share lies above 0 and is at most 1, got {share}")


def _refuse_unknown(population: Sequence[Profile], ids: Collection[str]) -> None:
    n_unknown = len(set(ids) - {profile.id for profile in population})
    if n_unknown:
        raise InputError(f"{n_unknown} of {len(set(ids))} ids are not in the population")


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


def _pair(row: Row, key: str) -> Pair:
    id, name = person_id(row), cell(row, "name")
    if not id:
        raise InputError(f"{row.where}: the record has neither an id nor a name")
    taken = {"id", "doc_id", "name", *DOCUMENTS, key}
    fields = {each: value for each, value in row.values.items() if each not in taken and value is not None}
    return Pair(Document(id, cell(row, key), person=id), Profile(id, name, fields))
