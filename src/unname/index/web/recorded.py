"""A search engine that answers from a record, and one that keeps such a record."""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from unname.core.errors import ConfigError, InputError
from unname.index.web.protocol import SearchEngine, SearchFailed, query_key

UNKNOWN = ("error", "nothing")
"""What a query that was never recorded may bring."""


@dataclass
class Recorded:
    """Answers each query as it was answered before.

    `answers` maps queries to ids, or is the JSON file of such a map. A query is named by its `query_key`, or in clear
    with " AND " between its terms. One that was never recorded is an error, or finds nothing with
    `unknown="nothing"`. No answer has more ids than were recorded, however many are asked for.
    """

    answers: Mapping[str, Sequence[str]] | str | Path = field(repr=False)
    unknown: str = "error"

    @property
    def name(self) -> str:
        """The name with its setting."""
        return "recorded" if self.unknown == "error" else f"recorded(unknown={self.unknown!r})"

    def search(self, query: Sequence[str], n: int) -> Sequence[str]:
        """The first `n` ids of the recorded answer."""
        if self.unknown not in UNKNOWN:
            raise ConfigError(f"recorded: unknown must be one of {', '.join(UNKNOWN)}, got {self.unknown!r}")
        found = self._by_key.get(query_key(query))
        if found is None and self.unknown == "error":
            raise SearchFailed(f"no answer was recorded for a query of {len(query)} terms")
        return list(found or ())[:n]

    @cached_property
    def _by_key(self) -> Mapping[str, Sequence[str]]:
        answers = self.answers if isinstance(self.answers, Mapping) else _read(Path(self.answers))
        in_clear = {query_key(query.split(" AND ")): found for query, found in answers.items()}
        return {**in_clear, **answers}


@dataclass
class Recorder:
    """Passes queries on to an engine and keeps the answers; the queries are kept as hashes alone."""

    engine: SearchEngine
    answers_: dict[str, list[str]] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The name of the engine that answers."""
        return self.engine.name

    def search(self, query: Sequence[str], n: int) -> Sequence[str]:
        """What the engine answers; a shorter answer never takes the place of a longer one."""
        found = list(self.engine.search(query, n))
        key = query_key(query)
        if len(found) >= len(self.answers_.get(key, ())):
            self.answers_[key] = found
        return found

    def save(self, path: str | Path) -> None:
        """Write the record as JSON that its owner alone can read."""
        partial = Path(path).with_name(f"{Path(path).name}.partial")
        descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
            json.dump(self.answers_, stream, sort_keys=True, indent=0)
        partial.replace(path)


def _read(path: Path) -> Mapping[str, Sequence[str]]:
    try:
        answers = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or 'cannot be read'}") from None
    except ValueError:
        raise InputError(f"{path}: not valid JSON") from None
    if not isinstance(answers, dict) or not all(_is_answer(found) for found in answers.values()):
        raise InputError(f"{path}: not an object of lists of ids by query")
    return answers


def _is_answer(found: object) -> bool:
    return isinstance(found, list) and all(isinstance(id, str) for id in found)
