"""The published figures of `morris2022`, to stand beside ours: WikiBio, 728,321 people, 1,000 documents."""

from collections.abc import Mapping
from typing import Any

PAPER: Mapping[str, Any] = {
    "population": 728321,
    "table1": {
        "none": {"masked": 0.0, "sparse": 0.749, "neural": 0.996},
        "named_entities": {"masked": 0.24, "sparse": 0.043, "neural": 0.797},
        "lexical": {"masked": 0.28, "sparse": 0.0, "neural": 0.319},
    },
    "table2": {
        "none": {"reid": 0.996, "masked": 0.0, "info_loss": 0.0},
        "lexical": {"reid": 0.319, "masked": 0.321, "info_loss": 0.208},
        "named_entities": {"reid": 0.797, "masked": 0.273, "info_loss": 0.273},
    },
    "levels": {
        "0.25": {
            "idf": {"reid": 0.242, "masked": 0.585, "info_loss": 0.663},
            "idf_table_aware": {"reid": 0.212, "masked": 0.296, "info_loss": 0.29},
            "ours": {"reid": 0.228, "masked": 0.242, "info_loss": 0.202},
        },
        "0.05": {
            "idf": {"reid": 0.038, "masked": 0.714, "info_loss": 0.786},
            "idf_table_aware": {"reid": 0.05, "masked": 0.673, "info_loss": 0.704},
            "ours": {"reid": 0.044, "masked": 0.359, "info_loss": 0.295},
        },
        "0.01": {
            "idf": {"reid": 0.0, "masked": 0.822, "info_loss": 0.811},
            "idf_table_aware": {"reid": 0.001, "masked": 0.747, "info_loss": 0.802},
            "ours": {"reid": 0.0, "masked": 0.435, "info_loss": 0.4},
        },
    },
    "table3": {
        "baseline": {"0": 0.529, "0.3": 0.106},
        "word_dropout": {"0": 0.554, "0.3": 0.205},
        "dropout_by_idf": {"0": 0.486, "0.3": 0.202},
        "label_smoothing": {"0": 0.563, "0.3": 0.108},
        "bigger": {"0": 0.618, "0.3": 0.222},
        "table_encoder": {"0": 0.981, "0.3": 0.14},
        "combined": {"0": 0.964, "0.3": 0.383},
    },
    "beam": {"width": 4, "masked": 0.1496, "reid": 0.781, "greedy_masked": 0.1546, "greedy_reid": 0.789, "times": 3.39},
}
"""Tables 1 to 3 and appendix B; "ours" is NN DeID. The shares masked in Tables 1 and 2 differ there, too."""
