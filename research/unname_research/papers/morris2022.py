"""`morris2022`: K-anonymity for text by masking words until others fit as well."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from unname.core.document import Profile
from unname.core.policy import Policy
from unname.core.registry import create
from unname.pipeline.document import Pipeline


def morris2022(
    population: str | Path | Sequence[Profile] | None,
    k: int = 10,
    models: Sequence[Any] = ("bag", "facts", "sparse"),
    policy: Policy = Policy(),  # noqa: B008 (frozen)
    **settings: Any,
) -> Pipeline:
    """The published K-anonymity for text: mask words until `k` others fit at least as well as the true person.

    `population` holds everybody among whom to hide; the subject of a document is an id of it. `models` are what links
    documents with profiles: shipped bi-encoders, folders of trained ones, or "sparse"; the person is hidden from each
    of them. The other settings are those of `Pipeline`; a `risk` among them takes the place of population and models.

    Where we differ: several models count, the worst rank at a time; masks side by side become one, so that the number
    of words does not show; and few views are judged by a model (see `decide.greedy`).
    """
    composed: dict[str, Any] = {"detectors": ("words",), "optimizer": "greedy", "price": "words"}
    if "risk" not in settings:
        composed["risk"] = create("risk", "linkage", population=population, model=tuple(models))
    return Pipeline(**{**composed, "policy": replace(policy, k=k), **settings})
