"""The six roles. They are protocols: a plug-in fits by its methods and need not import unname.

Each component has a `name` that includes its settings, such as `greedy(width=8)`.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from unname.core.document import Document, Entity, Mention, Profile
from unname.core.policy import Policy
from unname.core.redaction import Option, Plan, Redaction
from unname.core.results import Guess, Risk, Score

View = Mapping[str, str]
"""What a reader would see in place of some entities, by entity id."""

Contributions = Mapping[str, float]
"""How much each word or n-gram of a text counted in a match."""


@runtime_checkable
class Detector(Protocol):
    """Finds mentions: inside the text, never empty, the same for the same input."""

    @property
    def name(self) -> str: ...

    def detect(self, document: Document) -> Sequence[Mention]: ...


@runtime_checkable
class RiskModel(Protocol):
    """Judges views of a document: one answer per view, in order; hiding more never raises `total`."""

    @property
    def name(self) -> str: ...

    def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]: ...


@runtime_checkable
class Optimizer(Protocol):
    """Chooses at most one option per entity such that the policy holds, or raises `InfeasiblePlan`."""

    @property
    def name(self) -> str: ...

    def plan(self, document: Document, options: Sequence[Option], risk: RiskModel, policy: Policy) -> Plan: ...


@runtime_checkable
class Replacer(Protocol):
    """Proposes and writes replacements; the original never appears in what is rendered.

    `joins` says whether equal replacements that stand side by side become one.
    """

    @property
    def name(self) -> str: ...

    @property
    def joins(self) -> bool: ...

    def options(self, entity: Entity, document: Document) -> Sequence[Option]: ...

    def render(self, mention: Mention, option: Option, document: Document) -> str: ...


@runtime_checkable
class Attack(Protocol):
    """Names the person behind each text, from strings and profiles alone, judging each text by itself."""

    @property
    def name(self) -> str: ...

    def guess(self, texts: Sequence[str], population: Sequence[Profile]) -> Sequence[Guess]: ...

    def explain(self, text: str, profile: Profile) -> Contributions: ...


@runtime_checkable
class Metric(Protocol):
    """Scores one redaction of one document; finite, with the weight that pooling needs."""

    @property
    def name(self) -> str: ...

    def score(self, document: Document, redaction: Redaction) -> Sequence[Score]: ...
