"""`morris2022`: K-anonymity for text by masking words until others fit as well.

In the order of the paper: the search for words to mask (4), the models that link documents with profiles (5), and the
published figures (7), which `bench/kanon.py` measures again, and `bench/ablations.py` those of the training.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from unname.core.document import Profile
from unname.core.policy import Policy
from unname.core.registry import create
from unname.pipeline.document import Pipeline

ALGORITHM_1 = "greedy(lazy=False)"
"""The search as written (4): the text with every further mask is read by the model, step by step."""


def morris2022(
    population: str | Path | Sequence[Profile] | None,
    k: int = 10,
    models: Sequence[Any] = ("bag", "facts", "sparse"),
    policy: Policy = Policy(),  # noqa: B008 (frozen)
    **settings: Any,
) -> Pipeline:
    """The published K-anonymity for text (4): mask words until `k` others fit at least as well as the true person.

    `population` holds everybody among whom to hide; the subject of a document is an id of it. `models` are what links
    documents with profiles (5): shipped bi-encoders, folders of trained ones, or "sparse"; the person is hidden from
    each of them. The other settings are those of `Pipeline`; a `risk` among them takes the place of population and
    models.

    Where we differ: several models count, the worst rank at a time; masks side by side become one, so that the number
    of words does not show; and few views are judged by a model (`optimizer=ALGORITHM_1` judges all). How the models are
    trained, and where that differs, is told in `unname.training.ascent`; `unname train linkage --published` does it as
    published.
    """
    composed: dict[str, Any] = {"detectors": ("words",), "optimizer": "greedy", "price": "words"}
    if "risk" not in settings:
        composed["risk"] = create("risk", "linkage", population=population, model=tuple(models))
    return Pipeline(**{**composed, "policy": replace(policy, k=k), **settings})


PUBLISHED: Mapping[str, Any] = {
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
"""The figures of the paper: WikiBio, 728,321 people, 1,000 documents; Tables 1 to 3 and appendix B.

"ours" is NN DeID. The shares masked in Tables 1 and 2 differ there, too.
"""
