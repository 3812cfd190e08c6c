"""`replace2021`: find and replace, and what models lose that learn from the result; with its published figures.

What identifies is found by a recognizer of names (3.1) and replaced in one of two ways (3.2): sanitized, which is our
label, or pseudonymized, each instance by itself and the same everywhere in it. Then a model learns the user's task from
the originals and another from the release, and both are tried on the same originals (4.1). The measuring is the
product's own (`measure/downstream`); `bench/utility.py` has the data.
"""

from collections.abc import Mapping
from typing import Any

from unname.pipeline.document import Pipeline, build_pipeline

STRATEGIES: Mapping[str, str] = {"sanitized": "label", "pseudonymized": "pseudonym(across='document', apart=False)"}
"""The two strategies by the replacers that come nearest to them: each instance is drawn by itself (3.2)."""


def replace2021(strategy: str, language: str = "ru", **settings: Any) -> Pipeline:
    """The published method: names that a network finds, sanitized or pseudonymized.

    Where we differ: the network is that of natasha, where the paper trains a BERT on Collection3 for Russian; a text in
    another language is read by the product's own detectors. Surrogates are as common as the originals, of the same
    gender and in the same case, where the paper draws each word by itself from a dictionary; numbers and dates are
    moved by an offset and codes keep their check digits, where the paper draws digits.
    """
    detectors = {"detectors": ("natasha",)} if language == "ru" else {}
    return build_pipeline(**{**detectors, "replace": STRATEGIES[strategy], "language": language, **settings})


KEYS = ("train", "valid_anonymized", "valid", "std", "delta", "delta_std")
"""The columns of Tables 3 and 4: M'(T'), M'(V'), M'(V) and delta, with what is behind the sign."""


def _rows(
    original: tuple[float, ...], pseudonym: tuple[float | None, ...], label: tuple[float | None, ...]
) -> dict[str, dict[str, float | None]]:
    rows = {"original": original, "pseudonym": pseudonym, "label": label}
    return {name: dict(zip(KEYS, row, strict=False)) for name, row in rows.items()}


TABLE_3: Mapping[str, Mapping[str, Any]] = {
    "FactRuEval": _rows(
        (0.99, 0.85, 0.850, 0.003),
        (0.99, 0.81, 0.757, 0.032, -0.093, 0.035),
        (0.98, 0.82, 0.401, 0.047, -0.449, 0.050),
    ),
    "RuReBus": _rows(
        (0.737, 0.540, 0.540, 0.005),
        (0.727, 0.527, 0.530, 0.003, -0.010, 0.008),
        (0.925, 0.526, 0.528, 0.002, -0.012, 0.007),
    ),
    "SberQuAD": _rows(
        (0.891, 0.825, 0.825, 0.002),
        (0.851, 0.815, 0.821, 0.002, -0.004, 0.004),
        (0.872, 0.784, 0.793, 0.002, -0.032, 0.004),
    ),
    "legal documents": _rows(
        (0.988, 0.942, 0.942, 0.001),
        (0.981, 0.942, 0.937, 0.003, -0.005, 0.004),
        (0.931, 0.925, 0.905, 0.001, -0.037, 0.002),
    ),
}
"""Table 3 as published: micro F1 of BERT, for the legal documents of gradient boosting; the mean of three runs."""

TABLE_4: Mapping[str, Mapping[str, Any]] = {
    "BERT-FC": _rows((0.99, 0.85, 0.85), (0.99, 0.81, 0.76, None, -0.09), (0.98, 0.82, 0.40, None, -0.45)),
    "BERT-BiLSTM": _rows((0.96, 0.75, 0.77), (0.95, 0.70, 0.61, None, -0.16), (0.93, 0.77, 0.15, None, -0.62)),
    "w2v-CNN-BiLSTM": _rows((0.89, 0.70, 0.69), (0.77, 0.55, 0.46, None, -0.23), (0.83, 0.72, 0.12, None, -0.57)),
}
"""Table 4 as published: architectures on FactRuEval."""

ALL_OR_NOTHING = {"SberQuAD, 200 documents": 0.93, "legal documents": 0.95}
"""The share of those mentioned of whom every mention was found (4.2)."""
