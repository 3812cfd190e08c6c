"""What `risk2022` published beside Table 3: the recognizers of Table 2, word by word on the test part of TAB."""

from collections.abc import Mapping

from unname.core.document import LABELS

_ROWS: Mapping[str, tuple[tuple[float, float, float], ...]] = {
    "generic NER": (
        *((0.98, 0.79, 0.88), (0.62, 0.91, 0.74), (0.97, 0.64, 0.77), (0.90, 0.99, 0.94)),
        *((0.34, 0.92, 0.50), (0.39, 0.75, 0.51), (0.77, 0.42, 0.54), (0.03, 0.26, 0.05)),
    ),
    "generic NER and gazetteer": (
        *((0.97, 0.93, 0.95), (0.78, 0.95, 0.86), (0.98, 0.95, 0.96), (0.93, 0.94, 0.94)),
        *((0.72, 0.90, 0.80), (0.95, 0.72, 0.81), (0.28, 0.73, 0.40), (0.10, 0.36, 0.15)),
    ),
    "silver": (
        *((0.98, 0.97, 0.97), (0.76, 0.96, 0.87), (0.98, 0.98, 0.98), (0.92, 0.99, 0.95)),
        *((0.53, 0.89, 0.66), (0.42, 0.84, 0.56), (0.27, 0.76, 0.40), (0.10, 0.32, 0.15)),
    ),
}
"""Precision, recall and F1 for CODE, ORG, PERSON, DATETIME, LOC, QUANTITY, DEM and MISC, in this order."""

TABLE_2 = {
    name: {
        label: dict(zip(("precision", "recall", "f1"), figures, strict=True))
        for label, figures in zip(LABELS, row, strict=True)
    }
    for name, row in _ROWS.items()
}
"""Table 2; "silver" is the paper's privacy-enhanced recognizer."""
