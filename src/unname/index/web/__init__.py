"""Search engines: which documents of a collection, or of the web, contain all of some terms?"""

from unname.index.web.http import HttpSearch
from unname.index.web.local import LocalIndex
from unname.index.web.protocol import KnowsPages, SearchEngine, SearchFailed, query_key
from unname.index.web.recorded import Recorded, Recorder

__all__ = [
    "HttpSearch",
    "KnowsPages",
    "LocalIndex",
    "Recorded",
    "Recorder",
    "SearchEngine",
    "SearchFailed",
    "query_key",
]
