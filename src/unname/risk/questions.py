"""The queries about one document: each is asked once, and a failure names the document and nothing of the query."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from unname.core.errors import ConfigError, UnnameError
from unname.index.web import SearchEngine, SearchFailed


@dataclass
class Questions:
    """What an engine is asked on behalf of a document, with the answers; `n_asked` counts queries that were sent."""

    engine: SearchEngine = field(repr=False)
    document: str
    top: int
    n_asked: int = 0
    answers: dict[frozenset[str], frozenset[str]] = field(default_factory=dict, repr=False)

    def ask(self, terms: Iterable[str]) -> frozenset[str]:
        """The pages that contain all terms."""
        terms = tuple(dict.fromkeys(terms))
        key = frozenset(terms)
        if key not in self.answers:
            self.n_asked += 1
            self.answers[key] = frozenset(self._search(terms))
        return self.answers[key]

    def is_empty(self, terms: Iterable[str]) -> bool:
        """Whether the terms are known to be found nowhere; asks nothing."""
        return self.answers.get(frozenset(terms)) == frozenset()

    def _search(self, terms: tuple[str, ...]) -> Iterable[str]:
        try:
            return self.engine.search(terms, self.top)
        except ConfigError:
            raise
        except UnnameError as error:
            raise SearchFailed(f"document {self.document!r}: {error}") from None
        except Exception as error:
            # Whatever a foreign engine says may quote the query.
            raise SearchFailed(f"document {self.document!r}: the search failed ({type(error).__name__})") from None
