"""People are hidden at depths that nobody can foretell."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from fakes import FakeRisk
from unname.core.document import Document
from unname.core.errors import InfeasiblePlan
from unname.core.policy import Policy
from unname.core.redaction import Option, Plan
from unname.core.roles import Optimizer, RiskModel
from unname.decide.ranks.scattered import Scattered


@dataclass
class Noting:
    """Notes among how many others it is to hide; more than `most` it cannot."""

    most: int = 99
    asked: list[int | None] = field(default_factory=list)
    name: str = "noting"

    def plan(self, document: Document, options: Sequence[Option], risk: RiskModel, policy: Policy) -> Plan:
        self.asked.append(policy.k)
        if policy.k is not None and policy.k > self.most:
            raise InfeasiblePlan("too many", None)
        return Plan(document.id, ())


def depths(k: int, most: int, key: bytes = b"key", n: int = 300) -> list[int | None]:
    noting = Noting()
    optimizer = Scattered(noting, key, most)
    for number in range(n):
        optimizer.plan(Document("a", f"text {number}"), [], FakeRisk(), Policy(k=k))
    return noting.asked


def test_it_is_an_optimizer_whose_name_shows_no_key() -> None:
    optimizer = Scattered(Noting(), b"secret", 9)
    assert isinstance(optimizer, Optimizer)
    assert "secret" not in optimizer.name + repr(optimizer)


def test_depths_lie_between_k_and_twice_as_many_and_none_stands_out() -> None:
    found = depths(10, 1000)
    assert set(found) == set(range(10, 21))
    assert max(map(found.count, found)) < len(found) / 5


def test_there_are_never_more_than_there_are_people() -> None:
    assert set(depths(3, 4)) == {3, 4}
    assert set(depths(3, 3)) == {3}


def test_the_key_repeats_a_run() -> None:
    assert depths(10, 1000) == depths(10, 1000) != depths(10, 1000, b"another")


def test_where_more_cannot_be_had_the_policy_decides() -> None:
    noting = Noting(most=10)
    for number in range(20):
        Scattered(noting, b"key", 99).plan(Document("a", f"{number}"), [], FakeRisk(), Policy(k=10))
    assert noting.asked.count(10) >= 20
    with pytest.raises(InfeasiblePlan):
        Scattered(Noting(most=1), b"key", 99).plan(Document("a", "text"), [], FakeRisk(), Policy(k=2))


def test_without_k_nothing_is_drawn() -> None:
    noting = Noting()
    Scattered(noting, b"key", 99).plan(Document("a", "text"), [], FakeRisk(), Policy(max_risk=0.5))
    assert noting.asked == [None]
