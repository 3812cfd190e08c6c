"""The smallest honest implementation of each role."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from unname.core.document import Document, Entity, Mention, Profile, Role, Span
from unname.core.errors import InfeasiblePlan, InputError
from unname.core.policy import Policy
from unname.core.redaction import Decision, Option, Plan, Redaction
from unname.core.results import Fill, Filling, Risk, Score
from unname.core.roles import Readable, RiskModel, View
from unname.text.masks import find_masks


@dataclass(frozen=True)
class FakeDetector:
    """Finds what a pattern finds."""

    pattern: str = r"\b[A-Z][a-z]+(?: [A-Z][a-z]+)*"
    label: str = "PERSON"
    confidence: float = 0.9
    name: str = "fake"

    def detect(self, document: Document) -> Sequence[Mention]:
        return [
            Mention(Span(*found.span()), self.label, confidence=self.confidence, source=self.name)
            for found in re.finditer(self.pattern, document.text)
            if found[0]
        ]


@dataclass(frozen=True)
class FakeRisk:
    """The share of the identifying entities that a reader still sees."""

    name: str = "fake"

    def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]:
        entities = [entity.id for entity in document.entities if entity.role is not Role.NONE]
        return [Risk(sum(id not in view for id in entities) / max(1, len(entities))) for view in views]


@dataclass(frozen=True)
class FakeOptimizer:
    """Takes the cheapest option of one entity after another until the risk is low enough."""

    name: str = "fake"

    def plan(self, document: Document, options: Sequence[Option], risk: RiskModel, policy: Policy) -> Plan:
        limit = 0.0 if policy.max_risk is None else policy.max_risk
        labels = {entity.id: entity.label for entity in document.entities}
        cheapest: dict[str, Option] = {}
        for option in sorted(options, key=lambda option: option.loss):
            if labels[option.entity] not in policy.never_change:
                cheapest.setdefault(option.entity, option)
        must = {id for id, label in labels.items() if label in policy.always_hide}
        taken = {id: option for id, option in cheapest.items() if id in must}
        for id, option in cheapest.items():
            if _total(risk, document, taken) > limit:
                taken[id] = option
        plan = Plan(
            document.id,
            tuple(Decision(option, "lowers the risk") for option in taken.values()),
            _total(risk, document, {}),
            _total(risk, document, taken),
            sum(option.loss for option in taken.values()),
        )
        if plan.risk_after is not None and plan.risk_after > limit:
            raise InfeasiblePlan(f"document {document.id!r}: the risk stays above {limit}", plan)
        return plan


def _total(risk: RiskModel, document: Document, taken: Mapping[str, Option]) -> float:
    return risk.assess(document, [{id: option.seen for id, option in taken.items()}])[0].total


@dataclass(frozen=True)
class FakeReplacer:
    """Writes a hash sign."""

    name: str = "fake"
    joins: bool = False

    def options(self, entity: Entity, document: Document) -> Sequence[Option]:
        return [Option(entity.id, "hash", "#", float(len(entity.mentions)), hides=True)]

    def render(self, mention: Mention, option: Option, document: Document) -> str:
        return option.value


@dataclass(frozen=True)
class FakeAttack:
    """Counts the words that a text shares with what is known about each person."""

    name: str = "fake"

    def scores(self, texts: Sequence[str], population: Sequence[Profile]) -> np.ndarray:
        rows = [[sum(self.explain(text, profile).values()) for profile in population] for text in texts]
        return np.array(rows, dtype=float).reshape(len(texts), len(population))

    def explain(self, text: str, profile: Profile) -> Mapping[str, float]:
        shared = Counter(text.split()) & Counter(profile.text.split())
        return {word: float(count) for word, count in shared.items()}


@dataclass(frozen=True)
class FakeFiller:
    """Takes the names of the document that shares most words with the text, each for as probable as it is frequent."""

    name: str = "fake"

    def fill(
        self,
        texts: Sequence[str],
        background: Sequence[Document],
        without: Sequence[Collection[str]] | None = None,
    ) -> Sequence[Fill]:
        fills = []
        for number, text in enumerate(texts):
            known = [d for d in background if not (without and d.id in without[number])]
            best = max(known, key=lambda document: len({*document.text.split()} & {*text.split()}), default=None)
            names = Counter(re.findall(r"\b[A-Z][a-z]+\b", best.text) if best else ())
            candidates = tuple(
                Filling(word, count / names.total(), self.name, best.id if best else "")
                for word, count in names.most_common(5)
            )
            fills += [Fill(str(number), mask, candidates) for mask in find_masks(text)]
        return fills


@dataclass(frozen=True)
class FakeMetric:
    """The share of characters that were kept."""

    name: str = "fake"

    def score(self, document: Document, redaction: Redaction) -> Sequence[Score]:
        hidden = sum(edit.old.end - edit.old.start for edit in redaction.edits)
        size = len(document.text)
        return [Score("kept", 1 - hidden / size if size else 1.0, document.id, float(size))]


class FakeFormat:
    """Texts with a form feed between them; none may be empty."""

    name = "fake"
    endings = (".pages",)
    holds_one = False

    def read(self, file: Readable) -> Iterator[Document]:
        parts = file.text().split("\f")
        for number, text in enumerate(parts if parts != [""] else []):
            if text:
                yield Document(f"d{number}", text)
            else:
                file.failed(InputError(f"{file.path}, part {number + 1}: an empty page"))

    def write(self, items: Iterable[Document | Redaction]) -> Iterator[str]:
        for number, item in enumerate(items):
            yield f"\f{item.text}" if number else item.text
