"""Search engines: which documents of a collection, or of the web, contain all of some terms?"""

from unname.models.search.http import HttpSearch
from unname.models.search.local import LocalIndex
from unname.models.search.protocol import SearchEngine, SearchFailed, query_key, words_of
from unname.models.search.recorded import Recorded, Recorder

__all__ = [
    "HttpSearch",
    "LocalIndex",
    "Recorded",
    "Recorder",
    "SearchEngine",
    "SearchFailed",
    "query_key",
    "words_of",
]
