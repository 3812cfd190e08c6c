"""`risk2022`: recognize, measure the risk explicitly, and mask what loses least information.

In the order of the paper: the recognizer (3.1), the measures of risk (3.2), what is masked (3.3), and what it compares
(4.1, 4.2), with the published figures, which `bench/risk2022_tables.py` measures again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from unname.core.document import LABELS
from unname.core.errors import ConfigError
from unname.core.policy import Policy
from unname.core.registry import create, parse
from unname.core.roles import RiskModel
from unname.detect.certain import Certain
from unname.pipeline.document import Pipeline

RECOGNIZER = ("rules", "gazetteer", "tagger(weights='silver', floor=1.0)")
"""The entity recognizer (3.1) without labels of what to mask; at this floor the tagger goes by categories alone."""

SEARCHING = ("queries", "rarity")
"""The measures of risk that ask a search engine."""

EMULATED = "emulator(weights='queries')"
"""The network that foretells searches (3.2.2), which the rows "web query risk" of Table 3 are about."""

PRICE = "information_sum"
"""What masking costs (3.3): the information of all word pieces added up. A release counts the largest one."""


def create_measure(measure: str | RiskModel, engine: Any = None) -> RiskModel:
    """A measure of risk (3.2) by its name; those that search do so with the engine."""
    if not isinstance(measure, str):
        return measure
    searches = engine is not None and parse(measure)[0] in SEARCHING
    made: RiskModel = create("risk", measure, **({"engine": engine} if searches else {}))
    return made


def risk2022(
    measures: Sequence[str | RiskModel] = ("surprisal",),
    trained: bool = False,
    engine: Any = None,
    max_risk: float | None = None,
    policy: Policy = Policy(),  # noqa: B008 (frozen)
    **settings: Any,
) -> Pipeline:
    """The published sanitization (3.3): mask what is risky by any of the measures and loses least information.

    `measures` are names of risk measures (or such components), of which the highest risk counts: `MASK_ALL` and
    `MOST_SPECIFIC` are the baselines of its Table 3, `surprisal`, `queries` and `classifier` its three measures. What
    they find riskier than `max_risk` (by default that of the `policy`, or 0.5) is masked. `engine` is where `queries`
    and `rarity` search. If not `trained`, no label of the Text Anonymization Benchmark has a part in it: the tagger is
    the one that learned from silver labels, and everything that the detectors recognize counts alike, unless the policy
    has thresholds, since how far they trust it was partly learned from those labels. The other settings are those of
    `Pipeline`.

    Where we differ: rules and word lists stay beside the tagger that learned from them; sure direct identifiers are
    always masked; and `categories` and `rarity` are measures of our own that need no labels. Zero-shot, the sureness of
    the rules was set with the training cases in view, but decides nothing here.
    """
    limit = next(each for each in (max_risk, policy.max_risk, 0.5) if each is not None)
    policy = replace(policy, max_risk=limit)
    composed: dict[str, Any] = {"risk": _combine(measures, engine), "price": PRICE}
    if not trained:
        policy = replace(policy, thresholds={**dict.fromkeys(LABELS, 0.5), **policy.thresholds})
        composed["detectors"] = tuple(Certain(create("detector", name)) for name in RECOGNIZER)
    return Pipeline(**{**composed, "policy": policy, **settings})


def _combine(measures: Sequence[str | RiskModel], engine: Any) -> RiskModel:
    if isinstance(measures, str) or not measures:
        raise ConfigError("risk2022: measures must be a list of at least one risk measure")
    made = tuple(create_measure(measure, engine) for measure in measures)
    combined: RiskModel = made[0] if len(made) == 1 else create("risk", "combined", measures=made)
    return combined


MASK_ALL = f"categories(labels={LABELS!r}, spare=())"
MOST_SPECIFIC = "categories(labels=('CODE', 'PERSON', 'DATETIME', 'LOC', 'QUANTITY'), spare=())"
"""The baselines of Table 3: everything that was recognized, and the categories that are most specific."""

AS_PUBLISHED = "surprisal(threshold=3.5)"
"""The threshold of the paper, since ours was chosen with labels in view."""

GENERIC, SILVER, TRAINED, ALONE = "generic", "silver", "trained", "alone"
"""What recognizes entities: spaCy as it comes, `RECOGNIZER`, the product's detectors, and these with the last word."""


@dataclass(frozen=True)
class Strategy:
    """One row of Table 3 (4.2): what recognizes entities, which measures judge them, and the price of masking.

    Without any measure, the detector decides itself. A row that the paper does not have is `ours`.
    """

    name: str
    recognizer: str
    measures: tuple[str, ...] = ()
    price: str = PRICE

    @property
    def ours(self) -> bool:
        """Whether the paper has no such row."""
        return self.name not in TABLE_3


STRATEGIES = (
    Strategy("generic NER, mask all", GENERIC, (MASK_ALL,)),
    Strategy("zero-shot, mask all", SILVER, (MASK_ALL,)),
    Strategy("zero-shot, surprisal", SILVER, (AS_PUBLISHED,)),
    Strategy("zero-shot, emulated queries", SILVER, (EMULATED,)),
    Strategy("zero-shot, emulated queries, price by the largest word", SILVER, (EMULATED,), "information"),
    Strategy("zero-shot, surprisal and emulated queries", SILVER, (AS_PUBLISHED, EMULATED)),
    Strategy("zero-shot, queries", SILVER, ("queries",)),
    Strategy("zero-shot, queries, price by the largest word", SILVER, ("queries",), "information"),
    Strategy("zero-shot, safe harbor", SILVER, ("categories",)),
    Strategy("zero-shot, safe harbor and rarity", SILVER, ("categories", "rarity")),
    Strategy("trained, mask all", TRAINED, (MASK_ALL,)),
    Strategy("trained, most specific", TRAINED, (MOST_SPECIFIC,)),
    Strategy("trained, surprisal", TRAINED, ("surprisal",)),
    Strategy("trained, emulated queries", TRAINED, (EMULATED,)),
    Strategy("trained, emulated queries, price by the largest word", TRAINED, (EMULATED,), "information"),
    Strategy("trained, supervised", TRAINED, ("classifier",)),
    Strategy("trained, supervised and emulated queries", TRAINED, ("classifier", EMULATED)),
    Strategy("trained, all three", TRAINED, ("surprisal", EMULATED, "classifier")),
    Strategy("trained, queries", TRAINED, ("queries",)),
    Strategy("trained, supervised for F1", TRAINED, ("classifier(scale='f1')",)),
    Strategy("trained, the detector alone", ALONE),
)
"""The rows of Table 3, and ours that it does not have: searches that are made and not foretold, another price, safe
harbor and rarity (which no label chose), a classifier whose limit weighs precision against recall, and the decisions of
the detectors alone."""

KEYS = ("precision", "weighted_precision", "recall_all", "recall_direct", "recall_quasi", "f1")
"""The columns of Table 3."""

TABLE_3: Mapping[str, tuple[float, ...]] = {
    "generic NER, mask all": (0.41, 0.58, 0.91, 0.95, 0.88, 0.57),
    "zero-shot, mask all": (0.44, 0.52, 0.96, 0.99, 0.94, 0.60),
    "zero-shot, surprisal": (0.57, 0.62, 0.91, 0.98, 0.83, 0.70),
    "zero-shot, emulated queries": (0.82, 0.84, 0.50, 0.66, 0.40, 0.62),
    "zero-shot, surprisal and emulated queries": (0.57, 0.60, 0.91, 0.99, 0.84, 0.70),
    "trained, mask all": (0.52, 0.57, 0.98, 0.99, 0.97, 0.68),
    "trained, most specific": (0.76, 0.77, 0.84, 0.98, 0.87, 0.83),
    "trained, surprisal": (0.54, 0.58, 0.95, 0.99, 0.89, 0.69),
    "trained, emulated queries": (0.64, 0.68, 0.84, 0.91, 0.78, 0.73),
    "trained, supervised": (0.79, 0.81, 0.89, 0.99, 0.89, 0.84),
    "trained, supervised and emulated queries": (0.64, 0.69, 0.94, 0.99, 0.93, 0.76),
    "trained, all three": (0.54, 0.58, 0.97, 0.99, 0.95, 0.69),
}
"""Table 3 as published, on the test part of TAB: the figures of `KEYS` in their order."""
