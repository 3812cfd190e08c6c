"""People are hidden at depths that nobody can foretell."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

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

    most: int = 10_000
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


@given(st.text(), st.binary(min_size=1), st.integers(1, 500), st.integers(0, 5000))
def test_nobody_is_hidden_among_fewer_than_k_nor_among_more_than_there_are(
    text: str, key: bytes, k: int, most: int
) -> None:
    noting = Noting(most=k)
    Scattered(noting, key, most).plan(Document("a", text), [], FakeRisk(), Policy(k=k))
    asked = [each for each in noting.asked if each is not None]
    assert asked == sorted(set(asked), reverse=True)
    assert asked[-1] == k
    assert all(k <= each <= max(most, k) for each in asked)
    again = Noting(most=k)
    Scattered(again, key, most).plan(Document("a", text), [], FakeRisk(), Policy(k=k))
    assert again.asked == noting.asked


def test_each_depth_is_as_likely_as_any_other() -> None:
    found = depths(10, 29, n=4000)
    assert set(found) == set(range(10, 30))
    # 200 are expected in each of 20 places, give or take 14.
    assert all(130 < found.count(depth) < 270 for depth in range(10, 30))


def test_there_are_never_more_than_there_are_people() -> None:
    assert set(depths(3, 4)) == {3, 4}
    assert set(depths(3, 3)) == set(depths(3, 1)) == {3}


def test_the_key_repeats_a_run() -> None:
    assert depths(10, 1000) == depths(10, 1000) != depths(10, 1000, b"another")


def test_who_cannot_be_hidden_so_deep_gets_another_lot_and_in_the_end_the_policy_decides() -> None:
    reached = []
    for number in range(200):
        noting = Noting(most=30)
        Scattered(noting, b"key", 200).plan(Document("a", f"{number}"), [], FakeRisk(), Policy(k=10))
        reached.append(noting.asked[-1])
    assert set(reached) <= set(range(10, 31))
    assert max(map(reached.count, reached)) < len(reached) / 6
    with pytest.raises(InfeasiblePlan):
        Scattered(Noting(most=1), b"key", 99).plan(Document("a", "text"), [], FakeRisk(), Policy(k=2))


def test_without_k_nothing_is_drawn() -> None:
    noting = Noting()
    Scattered(noting, b"key", 99).plan(Document("a", "text"), [], FakeRisk(), Policy(max_risk=0.5))
    assert noting.asked == [None]
