"""From which confidence on something is hidden: by setting, by label, and by what sort of text it is."""

import re
from collections.abc import Mapping

from unname.core.document import LABELS, Document

Thresholds = Mapping[str, float]
"""The least confidence that hides a mention, by label."""

EVERYDAY: Mapping[str, Thresholds] = {
    "recall": {
        **dict.fromkeys(LABELS, 0.2),
        **{"PERSON": 0.12, "CODE": 0.12, "DEM": 0.18, "DATETIME": 0.28, "QUANTITY": 0.28},
    },
    "f1": {**dict.fromkeys(LABELS, 0.45), **{"PERSON": 0.4, "CODE": 0.4, "DATETIME": 0.5, "QUANTITY": 0.5}},
}
"""For ordinary text. Set by hand after a look at kinds of everyday text that the tagger had not seen yet."""

COURT: Mapping[str, Thresholds] = {
    "recall": {**dict.fromkeys(LABELS, 0.13), **{"ORG": 0.18, "PERSON": 0.1, "LOC": 0.18}},
    "f1": {
        **dict.fromkeys(LABELS, 0.56),
        **{"CODE": 0.45, "DATETIME": 0.23, "QUANTITY": 0.7, "DEM": 0.32},
    },
}
"""For judgments: they are published and searched by machines, so that what is doubtful elsewhere identifies there.

Chosen on the development part of TAB.
"""

FOREIGN: Mapping[str, Thresholds] = {
    "recall": {
        **dict.fromkeys(LABELS, 0.12),
        **{"ORG": 0.16, "DATETIME": 0.08, "LOC": 0.3, "DEM": 0.1, "MISC": 0.16},
    },
    "f1": {**dict.fromkeys(LABELS, 0.5), **{"ORG": 0.6, "PERSON": 0.6, "DATETIME": 0.4, "MISC": 0.6}},
}
"""For other languages, whose recognizers are less sure."""

RUSSIAN: Mapping[str, Thresholds] = {
    "recall": {**FOREIGN["recall"], **{"PERSON": 0.06, "ORG": 0.1, "LOC": 0.1, "DATETIME": 0.35}},
    "f1": {**FOREIGN["f1"], **{"PERSON": 0.5, "ORG": 0.5, "LOC": 0.5}},
}
"""For Russian, whose network tells how sure it is. Chosen on the development part of FactRuEval."""

BALANCES = tuple(EVERYDAY)
"""The settings."""

_LEGAL = re.compile(
    r"\b(?:[Cc]ourts?|[Aa]pplicants?|[Jj]udg(?:e?ments?|es?)|[Pp]roceedings|[Aa]ppeal(?:ed|s)?|[Aa]rticles?|[Pp]rosecut\w+|"
    r"[Dd]efendants?|[Pp]laintiffs?|[Tt]ribunals?|[Cc]onvict\w+|[Hh]earings?|[Cc]omplain(?:ts?|ed)|[Cc]onvention|"
    r"[Rr]emand\w*|[Dd]ismiss(?:ed|al)|[Ll]odged|[Pp]aragraph)\b"
)
_LOOK = 20_000
"""How many characters tell what sort of text it is."""

_DENSITY, _LEAST = 1 / 250, 8
"""A judgment has at least a legal term in so many characters, and so many of them."""


def thresholds_of(document: Document, balance: str) -> Thresholds:
    """The thresholds for a document, by its language and by whether it is a judgment."""
    if document.language == "ru":
        return RUSSIAN[balance]
    if document.language not in ("", "en"):
        return FOREIGN[balance]
    return (COURT if is_judgment(document.text) else EVERYDAY)[balance]


def is_judgment(text: str) -> bool:
    """Whether a text is written as courts write.

    >>> is_judgment("Dear Anna, the court was closed today.")
    False
    """
    text = text[:_LOOK]
    terms = sum(1 for _ in _LEGAL.finditer(text))
    return terms >= max(_LEAST, len(text) * _DENSITY)
