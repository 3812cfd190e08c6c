"""`risk2022`: recognize, measure the risk explicitly, and mask what loses least information."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from unname.core.document import LABELS
from unname.core.errors import ConfigError
from unname.core.policy import Policy
from unname.core.registry import create, parse
from unname.core.roles import RiskModel
from unname.detect.certain import Certain
from unname.pipeline.document import Pipeline

RECOGNIZER = ("rules", "gazetteer", "tagger(weights='silver', floor=1.0)")
"""Detectors that learned from no decision of an annotator; at this floor the tagger goes by categories alone."""

MASK_ALL = f"categories(labels={LABELS!r}, spare=())"
MOST_SPECIFIC = "categories(labels=('CODE', 'PERSON', 'DATETIME', 'LOC', 'QUANTITY'), spare=())"

SEARCHING = ("queries", "rarity")
"""The measures of risk that ask a search engine."""


def risk2022(
    measures: Sequence[str | RiskModel] = ("surprisal",),
    trained: bool = False,
    engine: Any = None,
    max_risk: float | None = None,
    policy: Policy = Policy(),  # noqa: B008 (frozen)
    **settings: Any,
) -> Pipeline:
    """The published sanitization: recognize, measure the risk explicitly, and mask what loses least information.

    `measures` are names of risk measures (or such components), of which the highest risk counts: `MASK_ALL` and
    `MOST_SPECIFIC` are the baselines of its Table 3, `surprisal`, `queries` and `classifier` its three measures. What
    they find riskier than `max_risk` (by default that of the `policy`, or 0.5) is masked. `engine` is where `queries`
    and `rarity` search. If not `trained`, no label of the Text Anonymization Benchmark has a part in it: the tagger is
    the one that learned from silver labels, and everything that the detectors recognize counts alike, unless the policy
    has thresholds, since how far they trust it was partly learned from those labels. The other settings are those of
    `Pipeline`.

    Where we differ: rules and word lists stay beside the tagger that learned from them; sure direct identifiers are
    always masked; and `categories` and `rarity` are measures of our own that need no labels.
    """
    most = next((limit for limit in (max_risk, policy.max_risk) if limit is not None), 0.5)
    composed: dict[str, Any] = {"policy": replace(policy, max_risk=most), "risk": _together(measures, engine)}
    if not trained:
        alike = {**dict.fromkeys(LABELS, 0.5), **policy.thresholds}
        composed["policy"] = replace(policy, max_risk=most, thresholds=alike)
        composed["detectors"] = tuple(Certain(create("detector", name)) for name in RECOGNIZER)
    return Pipeline(**{**composed, **settings})


def _together(measures: Sequence[str | RiskModel], engine: Any) -> RiskModel:
    if isinstance(measures, str) or not measures:
        raise ConfigError("risk2022: measures must be a list of at least one risk measure")
    made = tuple(_measure(measure, engine) for measure in measures)
    together: RiskModel = made[0] if len(made) == 1 else create("risk", "combined", measures=made)
    return together


def _measure(measure: str | RiskModel, engine: Any) -> RiskModel:
    if not isinstance(measure, str):
        return measure
    searches = engine is not None and parse(measure)[0] in SEARCHING
    made: RiskModel = create("risk", measure, **({"engine": engine} if searches else {}))
    return made
