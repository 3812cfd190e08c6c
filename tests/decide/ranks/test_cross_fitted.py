"""Hiding as deep as it takes before judges who know other things."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from unname.core.document import Document
from unname.core.errors import InfeasiblePlan
from unname.core.policy import Policy
from unname.core.redaction import Option, Plan
from unname.core.results import Risk
from unname.core.roles import Optimizer, RiskModel, View
from unname.decide.ranks.cross_fitted import CrossFitted

DOCUMENT = Document("a", "text")


@dataclass
class Deep:
    """Notes against whom and among how many it hides; more than `most` it cannot."""

    most: int = 999
    asked: list[tuple[str, int | None]] = field(default_factory=list)
    name: str = "deep"

    def plan(self, document: Document, options: Sequence[Option], risk: RiskModel, policy: Policy) -> Plan:
        self.asked.append((risk.name, policy.k))
        if policy.k is not None and policy.k > self.most:
            raise InfeasiblePlan("too many", None)
        return Plan(document.id, ())


@dataclass
class Judge:
    """Says the next of some ranks."""

    name: str
    ranks: list[int] = field(default_factory=list)

    def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]:
        rank = self.ranks.pop(0)
        return [Risk(1.0 / rank, rank) for _ in views]


def fit(
    draws: Sequence[tuple[Judge, Judge]], most: int = 100, deep: Deep | None = None
) -> list[tuple[str, int | None]]:
    deep = deep or Deep()
    CrossFitted(deep, draws, 5, most).plan(DOCUMENT, [], Judge("whole"), Policy(k=5))
    return deep.asked


def test_it_is_an_optimizer() -> None:
    assert isinstance(CrossFitted(Deep(), (), 5, 9), Optimizer)
    assert fit(()) == [("whole", 5)]


def test_judges_who_do_not_find_anybody_change_nothing() -> None:
    assert fit([(Judge("a"), Judge("b", [6]))]) == [("a", 5), ("whole", 5)]


def test_the_draw_that_needs_most_says_how_deep() -> None:
    draws = [(Judge("a"), Judge("b", [3, 5, 6])), (Judge("b"), Judge("a", [2, 9]))]
    assert fit(draws) == [("a", 5), ("a", 10), ("a", 20), ("b", 5), ("b", 10), ("whole", 20)]


def test_no_deeper_than_there_are_people() -> None:
    assert fit([(Judge("a"), Judge("b", [1] * 9))], most=12) == [("a", 5), ("a", 10), ("a", 12), ("whole", 12)]


def test_where_the_margin_cannot_be_had_the_policy_decides() -> None:
    draws = [(Judge("a"), Judge("b", [1] * 9))]
    assert fit(draws, deep=Deep(most=10)) == [("a", 5), ("a", 10), ("a", 20), ("whole", 10)]
    with pytest.raises(InfeasiblePlan):
        fit(draws, deep=Deep(most=4))


def test_without_k_nobody_is_asked() -> None:
    deep = Deep()
    CrossFitted(deep, [(Judge("a"), Judge("b"))], 5, 9).plan(DOCUMENT, [], Judge("whole"), Policy(max_risk=0.5))
    assert deep.asked == [("whole", None)]
