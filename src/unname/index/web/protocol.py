"""What a search engine is, how its failure is told, and how a query is named without being spelled out."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Protocol, runtime_checkable

from unname.core.errors import UnnameError
from unname.text.words import words_of


class SearchFailed(UnnameError):
    """A search engine that is down, slow or answers rubbish; the message never holds the query."""


@runtime_checkable
class SearchEngine(Protocol):
    """Answers a query with ids of documents (pages, people), the best first.

    A query is a sequence of terms. Each term is a phrase, and a document has to contain all of them. Whatever goes
    wrong is raised as an error of ours that does not quote the query.
    """

    @property
    def name(self) -> str:
        """The name with its settings."""
        ...

    def search(self, query: Sequence[str], n: int) -> Sequence[str]:
        """Ids of at most `n` documents that contain all terms, the best first."""
        ...


@runtime_checkable
class KnowsPages(Protocol):
    """A search engine that can tell whether it holds a document, by its id; others can only be searched."""

    def __contains__(self, id: object) -> bool: ...


def query_key(query: Sequence[str]) -> str:
    """A hash that is the same for the same terms in any order and spelling; it tells nothing by itself.

    >>> query_key(["Zenda", "the  judge"]) == query_key(["The judge", "ZENDA"])
    True
    """
    terms = sorted(" ".join(words_of(term)) for term in query)
    return blake2b("\n".join(terms).encode(), digest_size=16).hexdigest()
