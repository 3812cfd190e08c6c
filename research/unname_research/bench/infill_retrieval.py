"""Whether what masks hide stands in the documents that are found for a text, and in which of their passages."""

from collections import OrderedDict
from collections.abc import Collection, Sequence
from functools import lru_cache, partial
from statistics import fmean
from typing import Any

from unname.attack.infilling.documents import Documents
from unname.attack.infilling.passages import Passages
from unname.core.document import Document
from unname.core.redaction import Redaction
from unname.pipeline.infill import HiddenParts
from unname.pipeline.knowledge import Knowledge
from unname.text.words import words_of
from unname_research.bench.parallel import each

N_DOCUMENTS, N_PASSAGES = 100, 100
"""How many documents and passages are looked at, as in `infill2025`."""

Ranks = list[tuple[bool, int]]
"""For each hidden part: whether the documents have it, and which passage is the first to have it; 0 if none has."""


def retrieve(
    redactions: Sequence[Redaction],
    hidden: Sequence[HiddenParts],
    known: Knowledge,
    processes: int = 2,
    vectors: "OrderedDict[str, Any] | None" = None,
) -> dict[str, Any]:
    """The share of masks whose words stand in the documents, and over those the rank of the first passage with them.

    `mrr` is the mean reciprocal rank, `acc1`, `acc5` and `acc10` are the shares whose words are in one of the first so
    many passages. `vectors` are those of passages that were read before.
    """
    documents, passages = Documents(N_DOCUMENTS).fit(known.background), Passages(N_PASSAGES)
    if vectors is not None:
        passages.kept_ = vectors
    work = partial(_ranks, documents=documents, passages=passages)
    items = list(zip(redactions, hidden, known.without, strict=True))
    rows = [row for rows in each(work, items, processes) for row in rows]
    found = [rank for is_there, rank in rows if is_there]
    result = {"sparse": fmean(is_there for is_there, _ in rows) if rows else 0.0, "masks": len(rows), "n": len(found)}
    if not found:
        return result
    return {
        **result,
        "mrr": fmean(1 / rank if rank else 0.0 for rank in found),
        **{f"acc{n}": fmean(0 < rank <= n for rank in found) for n in (1, 5, 10)},
    }


def _ranks(item: tuple[Redaction, HiddenParts, Collection[str]], documents: Documents, passages: Passages) -> Ranks:
    redaction, hidden, without = item
    wanted = [_words(part.text) for part in hidden.parts]
    found: Sequence[Document] = documents.find(redaction.text, without)
    texts = [_words(document.text) for document in found]
    there = [any(words in text for text in texts) for words in wanted]
    by_mask = passages.find(redaction.text, [part.mask for part in hidden.parts], found) if found and wanted else ()
    ranks = [
        next((place for place, passage in enumerate(of, start=1) if words in _words(passage.text)), 0)
        for words, of in zip(wanted, by_mask or [[]] * len(wanted), strict=True)
    ]
    return list(zip(there, ranks, strict=True))


@lru_cache(maxsize=200_000)
def _words(text: str) -> str:
    """The words of a text as they are compared, with a blank on each side, so that only whole words are found."""
    return f" {' '.join(words_of(text))} "
