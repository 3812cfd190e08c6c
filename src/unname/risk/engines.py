"""From what a user writes to a search engine: a folder, a file, an address, or an engine with settings."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from unname.core.document import Document, Profile
from unname.core.errors import ConfigError, InputError
from unname.core.registry import parse, spelled
from unname.corpora import read
from unname.corpora.files import load_json
from unname.corpora.populations import read_population
from unname.corpora.tab import is_cases
from unname.index.web import HttpSearch, LocalIndex, Recorded, SearchEngine

_HINT = (
    "queries need a search engine: engine='folder or file to search in', "
    "engine='http(url=..., kind=...)', or engine='recorded(answers=...)'"
)


def open_engine(engine: SearchEngine | str | None) -> SearchEngine:
    """The search engine that is meant.

    A text is the path of a folder of documents or of a file of texts or people (JSONL, JSON, CSV), to be searched here;
    or the address of a SearXNG endpoint; or `http(url=..., ...)`, `local(path=...)` or `recorded(answers=...)` with the
    settings of `HttpSearch`, `LocalIndex` or `Recorded`.
    """
    if engine is None:
        raise ConfigError(_HINT)
    if not isinstance(engine, str):
        return engine
    if re.match(r"https?://", engine):
        return HttpSearch(engine)
    if not re.match(r"\w+\(.*\)\s*$", engine, re.DOTALL):
        return open_local_index(engine)
    kind, settings = parse(engine)
    makers: Mapping[str, Any] = {"http": HttpSearch, "local": open_local_index, "recorded": Recorded}
    if kind not in makers:
        raise ConfigError(f"unknown search engine {kind!r}; known are {', '.join(makers)}")
    try:
        made: SearchEngine = makers[kind](**settings)
    except TypeError as error:
        raise ConfigError(f"search engine {kind!r}: {error}") from None
    return made


@dataclass(repr=False)
class AsksEngine:
    """A risk measure that asks a search engine, given as one or as what `open_engine` reads."""

    engine: SearchEngine | str | None = None

    @property
    def name(self) -> str:
        """The name with its settings; an engine goes by its own name."""
        named = self if self.engine is None or isinstance(self.engine, str) else replace(self, engine=self.engine.name)
        return spelled(type(self).__name__.lower(), named)

    def __repr__(self) -> str:
        """The name: an address as it was given may hold a password."""
        return self.name


def open_local_index(path: str | Path) -> LocalIndex:
    """An index over all texts of a folder, or of a file with texts by id, people or documents."""
    if not Path(path).exists():
        raise InputError(f"{path}: nothing there to search in")
    suffix = Path(str(path).removesuffix(".gz")).suffix.lower()
    if Path(path).is_dir() or suffix not in (".json", ".jsonl", ".ndjson", ".csv"):
        return LocalIndex(list(read(path)))
    return LocalIndex(_read_json(path) if suffix == ".json" else read_population(path))


def _read_json(path: str | Path) -> "Mapping[str, str] | list[Profile] | list[Document]":
    content = load_json(path)
    if isinstance(content, Mapping) and content and all(isinstance(text, str) for text in content.values()):
        return content
    return list(read(path)) if is_cases(content) else read_population(path)
