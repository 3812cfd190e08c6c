"""Would annotators hide it? Masking decisions learned from annotated documents.

Method of `risk2022` 3.2.3. Where we differ: the paper fine-tunes RoBERTa on each entity in its context; here the
tagger, which reads the context, has already said how sure it is of each mention, and a small model (boosted trees over
numbers, a linear part over words) judges the entity as a whole: all its mentions, their places and neighbors, its
looks, and how common it is. It learned from confidences of taggers that had not seen the documents.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from unname.core.document import Document, Entity
from unname.core.errors import ConfigError
from unname.core.registry import Spelled
from unname.core.results import Risk
from unname.core.roles import View
from unname.models.packaged import WEIGHTS
from unname.risk.commonness import estimate_nats
from unname.risk.entity_features import count_words, log_odds
from unname.risk.entity_judge import EntityJudge, load_judge
from unname.risk.views import Memory, judge_alone

SCALES = ("probability", "f1")

PRECISION, WORDS = 0.9, 3.0
"""What the scale "f1" assumes: the precision to keep, and the words that are hidden for each identifier."""

JUDGE, DETECTORS = 0.5, 0.5
"""The shares of the learned model and of the detectors' own confidence in the log-odds."""

CAUTION = 0.8
"""What the log-odds are multiplied with: annotators agree less than one would think from one of them alone.

Like the shares and the two assumptions above, chosen on the development part of TAB.
"""


@dataclass
class Classifier(Spelled):
    """Risk by the calibrated probability that an annotator would hide the entity.

    `weights` is a folder as `unname train risk` writes it, by default the shipped one. With `scale="f1"` the risk
    says whether hiding raises the expected F1 of word precision and entity recall, and 0.5 is where it starts to: an
    entity of n words passes 0.5 at the probability 0.9 n / (n + 3), so that what takes many words needs more certainty.
    A value shown in place of an entity has the risk of the entity times the share of its information that the
    value keeps (see `estimate_nats`).

    For court cases, `max_risk=0.5` with the scale "f1" balances precision and recall, and
    `max_risk=0.2` with either scale hides more than nine in ten of the indirect identifiers.
    """

    weights: str | None = None
    scale: str = "probability"
    memory_: Memory[Mapping[str, float]] = field(default_factory=Memory, init=False, repr=False, compare=False)

    def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]:
        """The risk of each view: each visible entity by itself, as the measure knows no combinations."""
        if self.scale not in SCALES:
            raise ConfigError(f"classifier: scale must be one of {', '.join(SCALES)}, got {self.scale!r}")
        original = self.memory_.recall(document, self._estimate_risks)
        entities = {entity.id: entity for entity in document.entities}

        def estimate(id: str, value: str | None) -> float:
            return original[id] * (1.0 if value is None else self._measure_rest(document, entities[id], value))

        return judge_alone(document, views, estimate)

    def estimate_odds(self, document: Document) -> dict[str, float]:
        """The log-odds that an annotator would hide each entity."""
        judged, detected = self.judge_.estimate_odds(document), average_odds(document)
        return {id: CAUTION * (JUDGE * judged[id] + DETECTORS * odds) for id, odds in detected.items()}

    def _estimate_risks(self, document: Document) -> Mapping[str, float]:
        odds = self.estimate_odds(document)
        if self.scale == "f1":
            odds = {entity.id: odds[entity.id] - break_even(document, entity) for entity in document.entities}
        return {id: _to_probability(value) for id, value in odds.items()}

    def _measure_rest(self, document: Document, entity: Entity, value: str) -> float:
        """The share of an entity's information that a value in its place keeps, from 0 to 1."""
        common = self.judge_.common
        most = max(estimate_nats(document.text[m.span.start : m.span.end], common) for m in entity.mentions)
        return min(1.0, estimate_nats(value, common) / most) if most else 1.0

    @cached_property
    def judge_(self) -> EntityJudge:
        """The learned model."""
        return load_judge(self.weights or WEIGHTS / "risk")


def break_even(document: Document, entity: Entity) -> float:
    """The log-odds from which on hiding raises the expected F1.

    With precision P, T hidden words and N identifiers, an entity of n words that is one with probability p adds p / N
    to the recall and n (p - P) / T to the precision: where both count the same, that is a gain from
    p = P n / (n + T / N) on.
    """
    words = count_words(document, entity)
    return log_odds(PRECISION * words / (words + WORDS))


def average_odds(document: Document) -> dict[str, float]:
    """How sure the detectors are of each entity, as the mean of the log-odds over its mentions."""
    return {
        entity.id: sum(log_odds(mention.confidence) for mention in entity.mentions) / len(entity.mentions)
        for entity in document.entities
    }


def _to_probability(odds: float) -> float:
    return 1.0 / (1.0 + math.exp(-odds))
