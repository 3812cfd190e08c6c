"""Populations of people an attacker may know, and TRI tables: people, background and anonymizations in one file.

Errors tell file and line, and never a name: what is known about people is content, too.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from unname.core.document import Document, Profile
from unname.core.errors import InputError
from unname.core.fold import fold
from unname.corpora.files import numbered_lines
from unname.corpora.rows import Row, cell, identity, read_rows
from unname.people.pairs import Pair

BACKGROUNDS = ("text", "background", "public_knowledge")
"""The keys that may hold the background text of a person, where none is named."""

DOCUMENTS = ("document", "profile_text", "biography", *BACKGROUNDS)
"""The keys that may hold the document about a person, where none is named."""

_IDS = ("id", "doc_id")
_TABLES = (".jsonl", ".json", ".csv")


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
    unseen = {*leave_out} if background is None else {background, *leave_out}
    for id, row in _each_once(read_rows(path, encoding), _person, "id"):
        profiles.append(_profile(id, row, background, leave_out))
        unseen -= row.values.keys()
    if not profiles:
        raise InputError(f"{path}: the population is empty")
    if unseen:
        raise InputError(f"{path}: nobody has the key {min(unseen)!r}")
    return profiles


def read_candidates(path: str | Path, encoding: str = "utf-8") -> tuple[list[Profile], int]:
    """Names to choose from: one a line, or a population; and how many names stood there before, and count once.

    Somebody of whom the name alone is known goes by it.
    """
    if Path(str(path).removesuffix(".gz")).suffix.lower() in _TABLES:
        return read_population(path, encoding=encoding), 0
    lines = [" ".join(line.split()) for _, line in numbered_lines(path, encoding)]
    names = [line for line in lines if line]
    once = {fold(name): name for name in reversed(names)}
    if not names:
        raise InputError(f"{path}: there are no names")
    return [Profile(name, name) for name in reversed(once.values())], len(names) - len(once)


def read_subjects(path: str | Path, encoding: str = "utf-8") -> dict[str, str]:
    """Who each document is about: person by document, from records with id and subject."""
    rows = _each_once(read_rows(path, encoding), _document, "id")
    return {id: subject for id, row in rows if (subject := identity(row, ("subject",)))}


def read_pairs(path: str | Path, document: str | None = None, encoding: str = "utf-8") -> list[Pair]:
    """People with a document each from a JSONL, JSON or CSV file, packed or not.

    The document stands under the key `document`, or else under the first of DOCUMENTS that a record has; what is left
    goes into the fields of the profile, whose text stays empty: a text that is the document, or beside it, would give
    the answer away. People without a document are an error.
    """
    pairs: dict[str, Pair] = {}
    for row in read_rows(path, encoding):
        key = document or next((key for key in DOCUMENTS if cell(row, key)), None)
        if key is None or not cell(row, key):
            raise InputError(f"{row.where}: the record has no document" + (f" under {document!r}" if document else ""))
        id = _person(row)
        if id in pairs:
            raise InputError(f"{row.where}: the id appears twice")
        profile = Profile(id, cell(row, "name"), _others(row, (*DOCUMENTS, key)))
        pairs[id] = Pair(Document(id, cell(row, key), person=id), profile)
    if not pairs:
        raise InputError(f"{path}: there are no people")
    return list(pairs.values())


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

    def named(row: Row) -> str:
        if name := cell(row, name_column):
            return name
        raise InputError(f"{row.where}: no name in column {name_column!r}")

    population: list[Profile] = []
    columns: dict[str, list[Document]] = {column: [] for column in chosen}
    for number, (name, row) in enumerate(_each_once(rows, named, "name"), start=1):
        if background := cell(row, background_column):
            population.append(Profile(str(number), name, text=background))
        for column, documents in columns.items():
            if text := cell(row, column):
                documents.append(Document(str(number), text, person=str(number)))
    if not population:
        raise InputError(f"{path}: the population is empty, column {background_column!r} holds no text")
    return Table(population, columns, n_without_background=len(rows) - len(population))


def _each_once(rows: Iterable[Row], known_by: Callable[[Row], str], what: str) -> Iterator[tuple[str, Row]]:
    """The rows with what each is known by, which no two may have in common."""
    seen: dict[str, str] = {}
    for row in rows:
        value = known_by(row)
        if value in seen:
            raise InputError(f"{row.where}: the {what} is the same as in {seen[value]}")
        seen[value] = row.where.rpartition(", ")[2]
        yield value, row


def _person(row: Row) -> str:
    if id := identity(row, _IDS) or cell(row, "name"):
        return id
    raise InputError(f"{row.where}: the record has neither an id nor a name")


def _document(row: Row) -> str:
    if id := identity(row, _IDS):
        return id
    raise InputError(f"{row.where}: the record has no id")


def _profile(id: str, row: Row, background: str | None, leave_out: Collection[str]) -> Profile:
    row = row._replace(values={key: value for key, value in row.values.items() if key not in leave_out})
    keys = (background,) if background is not None else tuple(key for key in BACKGROUNDS if cell(row, key))
    if len(keys) > 1:
        raise InputError(f"{row.where}: the record has {' and '.join(keys)}; say which one is the background")
    text = cell(row, keys[0]) if keys else ""
    return Profile(id, cell(row, "name"), _others(row, (*BACKGROUNDS, *keys)), text)


def _others(row: Row, texts: Collection[str]) -> dict[str, Any]:
    """What a row holds beside the id, the name and texts."""
    taken = {*_IDS, "name", *texts}
    return {key: value for key, value in row.values.items() if key not in taken and value is not None}


def _check_columns(
    path: str | Path, rows: Sequence[Row], name_column: str, background_column: str, chosen: Sequence[str] | None
) -> list[str]:
    known = dict.fromkeys(column for row in rows for column in row.values)
    for column in (name_column, background_column, *(chosen or ())):
        if column not in known:
            raise InputError(f"{path}: no column {column!r}; {_there_are(path, known)}")
    texts = [column for column in known if column not in (name_column, background_column)]
    if chosen is not None and not set(chosen) <= set(texts):
        raise InputError(f"{path}: the columns of names and of background are not anonymizations")
    if not texts:
        raise InputError(f"{path}: no column with an anonymization")
    return list(dict.fromkeys(texts if chosen is None else chosen))


def _there_are(path: str | Path, columns: Collection[str]) -> str:
    # The first line of a CSV file without a header is about a person: it must not be quoted.
    if str(path).removesuffix(".gz").lower().endswith(".csv"):
        return f"the first line should name the columns, and has {len(columns)} cells"
    return f"there are {', '.join(map(repr, columns))}"
