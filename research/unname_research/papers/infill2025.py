"""`infill2025`: de-identified documents filled in again from what is known, and its published figures.

In the order of the paper: the best 100 documents by BMX for the whole text, the best passage of them for each mask by
late interaction, and a model that writes what stands behind the mask, one mask after another in random order, each
being context for the next. The parts are those of the filler `infilling`; levels of knowledge are those of
`unname.pipeline.knowledge`. `bench/infill.py` measures it.
"""

from collections.abc import Mapping
from typing import Any

from unname.core.policy import LEVELS
from unname.core.registry import create
from unname.core.roles import Filler

SETTINGS: Mapping[str, Any] = {
    "readers": ("generate",),
    "n_documents": 100,
    "n_passages": 1,
    "order": "random",
    "n_best": 1,
}
"""The settings of the infilling model (GLM) of the paper; Mistral reads ten passages."""

INFILLING: Mapping[str, Mapping[str, tuple[float | None, ...]]] = {
    "wiki553": {
        "exact": (0.0626, 0.0763, 0.0956, 0.8008),
        "token_recall": (0.1222, 0.1380, 0.1584, 0.8256),
    },
    "tab": {
        "exact": (0.0084, 0.1127, 0.1432, 0.6604),
        "token_recall": (0.0626, 0.2135, 0.2908, 0.7513),
        "exact_direct": (0.0, 0.0082, 0.0081, 0.2860),
        "token_recall_direct": (0.0661, 0.0712, 0.1523, 0.4763),
        "exact_quasi": (0.0090, 0.1208, 0.1540, 0.6893),
        "token_recall_quasi": (0.0623, 0.2263, 0.3054, 0.7782),
    },
}
"""Published shares for L1 to L4 with GLM and one passage: of 298 Wikipedia lives, and of the 127 cases of the TEST part
of TAB. Ours are of other lives of the same kind, and of the development part."""

SPARSE: Mapping[str, tuple[float | None, ...]] = {
    "wiki553": (None, 0.534, 0.602, 0.982),
    "tab": (None, 0.645, 0.751, 1.0),
}
"""Published: the share of masked spans that stand in the best 100 documents."""

PASSAGES: Mapping[str, Mapping[str, tuple[float | None, ...]]] = {
    "wiki553": {
        "mrr": (None, 0.175, 0.229, 0.895),
        "acc1": (None, 0.106, 0.140, 0.878),
        "acc5": (None, 0.221, 0.305, 0.915),
        "acc10": (None, 0.273, 0.404, 0.940),
    },
    "tab": {
        "mrr": (None, 0.454, 0.449, 0.910),
        "acc1": (None, 0.370, 0.380, 0.863),
        "acc5": (None, 0.534, 0.503, 0.947),
        "acc10": (None, 0.643, 0.590, 0.988),
    },
}
"""Published: the rank of the first passage that has what is hidden, over the spans that can be found at all."""

IDENTITY: Mapping[str, tuple[float, ...]] = {"tab": (0.283, 0.323, 0.315, 0.291, 0.614)}
"""Published: how often the name is among the ten best of 127; of masked texts, and after filling at L1 to L4."""


def infill2025(**settings: Any) -> Filler:
    """The published attack on masks: one passage for each, one generating reader, masks in random order.

    The settings are those of the filler `infilling`, by default the published ones.

    Where we differ: the networks are small and were trained here (the paper has GLM-RoBERTa-large with 335 million
    parameters, and ColBERT of two BERT-base encoders); the general knowledge about court cases is the openings of the
    judgments, where the paper has 28,569 summaries, reports and communicated cases, and three generated articles for
    each case.
    """
    filler: Filler = create("filler", "infilling", **{**SETTINGS, **settings})
    return filler


def published(corpus: str) -> dict[str, Any]:
    """The published figures about a corpus by level, as the benchmark tells ours; empty where there are none.

    >>> published("tab")["infilling"]["L4"]["exact"], published("tab")["identity"]["masked"]
    (0.6604, 0.283)
    """
    if corpus not in INFILLING:
        return {}
    levels = {
        "infilling": _by_level(INFILLING[corpus]),
        "sparse": {level: share for level, share in zip(LEVELS, SPARSE[corpus], strict=True) if share is not None},
        "retrieval": _by_level(PASSAGES[corpus]),
    }
    if corpus in IDENTITY:
        levels["identity"] = dict(zip(("masked", *LEVELS), IDENTITY[corpus], strict=True))
    return levels


def _by_level(table: Mapping[str, tuple[float | None, ...]]) -> dict[str, dict[str, float]]:
    rows: dict[str, dict[str, float]] = {}
    for figure, shares in table.items():
        for level, share in zip(LEVELS, shares, strict=True):
            if share is not None:
                rows.setdefault(level, {})[figure] = share
    return rows
