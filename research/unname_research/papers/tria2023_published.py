"""What `tria2023` and the page of its released code say in numbers."""

from collections.abc import Mapping
from typing import Any

TRIR: Mapping[str, float] = {
    "original_abstract": 1.00,
    "ner3_abstract": 0.70,
    "ner4_abstract": 0.60,
    "ner7_abstract": 0.88,
    "presidio_abstract": 0.74,
    "spacy_abstract": 0.70,
    "word2vec_t=0.5_abstract": 0.48,
    "word2vec_t=0.25_abstract": 0.26,
    "manual_abstract": 0.10,
}
"""The share of the fifty actors that is found (50_eval); by the page of the released code, which may vary."""

MEAN = sum(rate for column, rate in TRIR.items() if column != "original_abstract") / 8

PAPER: Mapping[str, Any] = {
    "whole": {"DistilBERT": {"columns": TRIR, "mean": MEAN, "minutes": 30, "epochs": 20}},
    "figure_4": {
        "50_eval": {"people": 50, "upper_bound": 1.0, "columns": TRIR, "mean": MEAN, "minutes": 30},
        "500_random": {"people": 543, "upper_bound": 1.0, "minutes": 100},
        "500_filtered": {"people": 581, "upper_bound": 0.80, "minutes": 250},
        "2000_filtered": {"people": 1952, "upper_bound": 0.82, "minutes": 300},
    },
    "figure_5": {"pearson": 0.68},
    "figure_7": {
        "sentence": {"windows": 14_265, "minutes": 150},
        "100/25": {"windows": 4_217, "minutes": 30},
        "200/50": {"windows": 2_088, "minutes": 15},
    },
    "figure_8": {"BD and BD'": {"minutes": 50}, "one of them": {"minutes": 30}},
    "figure_9": {"DistilBERT": {"minutes": 30}, "BERT": {"minutes": 60}, "RoBERTa": {"minutes": 75}},
    "figure_10": {"pearson": {"precision": 0.862, "weighted_precision": 0.945}},
    "figure_11": {
        "strategies": {
            "2-TA": {"seconds": 5, "largest_difference": 0.30},
            "4-TA": {"seconds": 8},
            "6-TA": {"seconds": 12, "largest_difference": 0.06},
            "S-TA by sentence": {"seconds": 137},
        },
        "pearson": {"least": -0.94, "most": -0.99},
    },
    "figure_13": {"pearson": 0.25},
}
"""The published figures; most are drawn, not printed. Differences of TPI are shares of it, as the text has them."""
