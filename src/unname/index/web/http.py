"""A search engine behind HTTP: SearXNG, or OpenSearch and what speaks like it.

Queries leak what is searched for, so there is no default address. The standard library is all that is used.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit
from urllib.request import Request

from unname.core.answer_cache import AnswerCache
from unname.core.errors import ConfigError
from unname.core.registry import spelled
from unname.core.transport import Transport
from unname.index.web.protocol import SearchFailed, query_key
from unname.text.words import words_of

KINDS = ("searxng", "opensearch")


@dataclass(repr=False)
class HttpSearch:
    """Asks an endpoint at `url`: SearXNG (`/search?format=json`) or an index of OpenSearch (`/_search`).

    `timeout` (seconds) holds for each answer as a whole; what fails and may pass is tried again `retries` times with
    pauses from `backoff` seconds on, doubled each time; at most `per_second` requests are sent (0: no limit). `cache`
    is a file that keeps answers (hashed queries, ids in clear) from one run to the next. `in_field` is the field of
    OpenSearch to search, `*` for all. `headers` are sent along, for a key of access; they are not shown.
    No redirect is followed. Any failure is a `SearchFailed` that does not quote the query.
    """

    url: str
    kind: str = "searxng"
    timeout: float = 10.0
    retries: int = 2
    backoff: float = 0.5
    per_second: float = 2.0
    cache: str | Path | None = None
    in_field: str = "*"
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def name(self) -> str:
        """The name with its settings, but for passwords."""
        return spelled("http", self)

    def __repr__(self) -> str:
        """The name: an address as it was given may hold a password."""
        return self.name

    def search(self, query: Sequence[str], n: int) -> Sequence[str]:
        """Ids of at most `n` documents: addresses of pages from SearXNG, ids from OpenSearch.

        A term without a letter or digit is found nowhere: engines would pass over it and answer for the others.
        """
        base = self._base()
        if not query or n < 1 or not all(map(words_of, query)):
            return []
        key = blake2b(
            f"{base}\n{self.kind}\n{self.in_field}\n{n}\n{query_key(query)}".encode(), digest_size=16
        ).hexdigest()
        if self.cache is not None and (kept := AnswerCache(self.cache).get(key)) is not None:
            return kept
        found = self._from_searxng(base, query, n) if self.kind == "searxng" else self._from_opensearch(base, query, n)
        if self.cache is not None:
            AnswerCache(self.cache).put(key, found)
        return found

    def _base(self) -> str:
        try:
            parts = urlsplit(self.url)
            is_readable = self.url.isascii() and parts.port != 0
        except ValueError:
            is_readable = False
        if not is_readable:
            raise ConfigError("the address of a search endpoint cannot be read; write it in ASCII, as in a request")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ConfigError("the address of a search endpoint starts with http:// or https:// and names a host")
        if parts.username or parts.password or parts.query or parts.fragment:
            raise ConfigError("the address of a search endpoint holds no password and no query; use `headers`")
        if self.kind not in KINDS:
            raise ConfigError(f"unknown kind of search endpoint {self.kind!r}; known are {', '.join(KINDS)}")
        if not self.timeout > 0 or self.retries < 0:
            raise ConfigError(f"a search needs time and an attempt, got {self.timeout} s and {self.retries} retries")
        return self.url.rstrip("/")

    @cached_property
    def _transport(self) -> Transport:
        return Transport("the search endpoint", SearchFailed, self.timeout, self.retries, self.backoff, self.per_second)

    def _from_searxng(self, base: str, query: Sequence[str], n: int) -> list[str]:
        """Page after page until there are enough results, or a page that brings nothing new."""
        words = " AND ".join(f'"{_unquoted(term)}"' for term in query)
        found: dict[str, None] = {}
        page = 1
        while len(found) < n:
            asked = urlencode({"q": words, "format": "json", "pageno": page}, errors="replace")
            request = Request(f"{base}/search?{asked}", headers={"Accept": "application/json", **self.headers})
            before = len(found)
            found.update(dict.fromkeys(_ids(self._transport.fetch(request), _searxng_ids)))
            if len(found) == before:
                break
            page += 1
        return list(found)[:n]

    def _from_opensearch(self, base: str, query: Sequence[str], n: int) -> list[str]:
        phrases = [
            {"multi_match": {"query": term, "type": "phrase", "fields": [self.in_field]}}
            if "*" in self.in_field
            else {"match_phrase": {self.in_field: term}}
            for term in query
        ]
        asked = {"size": n, "_source": False, "query": {"bool": {"must": phrases}}}
        headers = {"Content-Type": "application/json", "Accept": "application/json", **self.headers}
        request = Request(f"{base}/_search", data=json.dumps(asked).encode(), headers=headers, method="POST")
        return list(dict.fromkeys(_ids(self._transport.fetch(request), _opensearch_ids)))[:n]


def _unquoted(term: str) -> str:
    return " ".join(term.replace('"', " ").split())


def _searxng_ids(answer: Any) -> list[Any]:
    if not answer["results"] and answer.get("unresponsive_engines"):
        raise SearchFailed("the search endpoint reached none of its own sources")
    return [result["url"] for result in answer["results"]]


def _opensearch_ids(answer: Any) -> list[Any]:
    if answer.get("timed_out"):
        raise SearchFailed("the search endpoint ran out of time and answers in part")
    return [hit["_id"] for hit in answer["hits"]["hits"]]


def _ids(answer: Any, read: Callable[[Any], list[Any]]) -> list[str]:
    try:
        ids = read(answer)
    except (KeyError, TypeError, AttributeError):
        ids = [None]
    if not all(isinstance(id, str) for id in ids):
        raise SearchFailed("the search endpoint answers in a shape that is not known")
    return ids
