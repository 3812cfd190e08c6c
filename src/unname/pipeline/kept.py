"""What is left to read in a release, on some of its documents: TPI, by the shipped masked language model."""

from statistics import fmean
from typing import TYPE_CHECKING, Any

from unname.core.redaction import Redaction

if TYPE_CHECKING:
    from unname.pipeline.corpus import Corpus

N_DOCUMENTS = 50
"""How many documents are measured: each takes a good part of a second."""


def tell_kept(corpus: "Corpus") -> dict[str, Any] | None:
    """The mean share of information that is kept of the first documents; nothing of one that is withheld.

    To whole percents: of few documents, an exact one tells something of the originals. None where no texts were kept
    for comparison.
    """
    from unname.measure.utility import Utility

    if not corpus.compared:
        return None
    utility, shares = Utility(), []
    for document, text in corpus.compared:
        if text is None:
            shares.append(0.0)
            continue
        account = utility.account(document, Redaction(document.id, text))
        shares.append(account.released / account.original if account.original else 1.0)
    return {"tpi": round(fmean(shares), 2), "documents": len(shares)}
