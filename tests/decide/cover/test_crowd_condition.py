"""The cheapest plan that leaves a crowd, against every plan there is."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unname.core.document import Document
from unname.core.errors import ConfigError, InfeasiblePlan
from unname.core.policy import Policy
from unname.core.redaction import HIDDEN, Option
from unname.core.results import Risk
from unname.core.roles import View
from unname.core.sums import CountsCrowd, CrowdTerms
from unname.decide.cover.crowd_condition import take_crowd_terms
from unname.decide.cover.exact import Exact
from unname.decide.cover.problem import Problem
from unname_research.bench.puzzles import Table, letter

VAGUE = "somewhere"


@dataclass(frozen=True)
class Said:
    """What a letter says, written down by hand."""

    bits: Sequence[float]
    owners: Sequence[tuple[str, ...]]
    shared: Sequence[tuple[int, int, float]] = ()
    rest: float = 0.0
    group_bits: float = 20.0
    vague_bits: float = 0.0

    def value_bits(self, value: str) -> float:
        return self.vague_bits if value == VAGUE else 0.0

    def visible_bits(self, view: View) -> float:
        seen = [not ids or any(id not in view for id in ids) for ids in self.owners]
        plain = sum(bits for bits, is_seen in zip(self.bits, seen, strict=True) if is_seen)
        twice = sum(bits for first, second, bits in self.shared if seen[first] and seen[second])
        return self.rest + plain - twice + sum(map(self.value_bits, view.values()))


@dataclass
class Counting:
    """A risk model that knows nothing but the crowd."""

    said: Said
    name: str = "counting"
    n_views: int = field(default=0)

    def crowd_terms(self, document: Document) -> Said:
        return self.said

    def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]:
        self.n_views += len(views)
        return [Risk(0.0, crowd=2.0 ** (self.said.group_bits - self.said.visible_bits(view))) for view in views]


def hide(id: str, loss: float = 1.0) -> Option:
    return Option(id, "mask", HIDDEN, loss, hides=True)


def blur(id: str, loss: float = 0.5) -> Option:
    return Option(id, "generalize", VAGUE, loss)


def least_loss(options: Sequence[Option], said: Said, min_crowd: int) -> float | None:
    """The loss of the cheapest plan that leaves the crowd, by trying all."""
    of_entity: dict[str, list[Option | None]] = {}
    for option in options:
        of_entity.setdefault(option.entity, [None]).append(option)
    losses = []
    for taken in product(*of_entity.values()):
        chosen = [option for option in taken if option]
        visible = said.visible_bits({option.entity: option.seen for option in chosen})
        if 2.0 ** (said.group_bits - visible) >= min_crowd:
            losses.append(math.fsum(option.loss for option in chosen))
    return min(losses, default=None)


@st.composite
def cases(draw: st.DrawFn) -> tuple[Document, list[Option], Said, int]:
    """Letters of up to five entities; bits are quarters, and no crowd lies just at the limit."""
    n = draw(st.integers(1, 5))
    ids = [f"e{number}" for number in range(n)]
    quarters = st.integers(1, 40).map(lambda number: number / 4)
    n_terms = draw(st.integers(0, 7))
    bits = draw(st.lists(quarters, min_size=n_terms, max_size=n_terms))
    owners = [tuple(draw(st.lists(st.sampled_from(ids), unique=True, max_size=3))) for _ in range(n_terms)]
    left, shared = list(bits), []
    pairs = [(first, second) for second in range(n_terms) for first in range(second)]
    for first, second in draw(st.lists(st.sampled_from(pairs), unique=True, max_size=5)) if pairs else []:
        part = min(left[first], left[second]) * draw(st.sampled_from([0.25, 0.5, 1.0]))
        if part:
            shared.append((first, second, part))
            left[first] -= part
            left[second] -= part
    losses = st.sampled_from([0.5, 1.0, 1.25, 2.0, 3.75])
    options = [hide(id, draw(losses)) for id in ids if draw(st.integers(0, 5))]
    options += [blur(id, draw(losses) / 4) for id in ids if draw(st.booleans())]
    said = Said(bits, owners, shared, draw(st.sampled_from([0.0, 2.5])), vague_bits=draw(st.sampled_from([0.0, 1.5])))
    return letter(n), options, said, draw(st.sampled_from([3, 1000, 50_000]))


@settings(max_examples=150)
@given(cases())
def test_it_equals_brute_force(case: tuple[Document, list[Option], Said, int]) -> None:
    document, options, said, min_crowd = case
    best = least_loss(options, said, min_crowd)
    policy = Policy(min_crowd=min_crowd)
    if best is None:
        with pytest.raises(InfeasiblePlan):
            Exact().plan(document, options, Counting(said), policy)
        return
    plan = Exact().plan(document, options, Counting(said), policy)
    assert plan.loss == pytest.approx(best, abs=1e-6)
    assert plan.is_optimal
    view = {decision.option.entity: decision.option.seen for decision in plan.decisions}
    assert 2.0 ** (said.group_bits - said.visible_bits(view)) >= min_crowd


def test_the_fakes_are_what_optimizers_ask_for() -> None:
    assert isinstance(Said([], []), CrowdTerms)
    assert isinstance(Counting(Said([], [])), CountsCrowd)


def test_terms_are_taken_only_where_a_crowd_is_demanded_and_counted() -> None:
    said = Said([1.0], [("e0",)])
    demanded, free = (Problem(letter(1), [hide("e0")], policy) for policy in (Policy(min_crowd=2), Policy()))
    assert take_crowd_terms(Counting(said), demanded) is said
    assert take_crowd_terms(Counting(said), free) is None
    assert take_crowd_terms(Table([]), demanded) is None


def test_a_risk_model_that_counts_nobody_is_refused() -> None:
    with pytest.raises(ConfigError, match="min_crowd = 2 needs a risk model that counts, as crowd"):
        Exact().plan(letter(1), [hide("e0")], Table([]), Policy(min_crowd=2))


def test_a_term_counts_until_all_of_its_owners_are_changed() -> None:
    said = Said([15.0], [("e0", "e1")])
    plan = Exact().plan(letter(2), [hide("e0"), hide("e1")], Counting(said), Policy(min_crowd=1000))
    assert {decision.option.entity for decision in plan.decisions} == {"e0", "e1"}


def test_what_two_terms_share_counts_once() -> None:
    owners = [("e0",), ("e1",)]
    options, policy = [hide("e0"), hide("e1")], Policy(min_crowd=1000)
    assert Exact().plan(letter(2), options, Counting(Said([8.0, 8.0], owners)), policy).loss == 1.0
    assert Exact().plan(letter(2), options, Counting(Said([8.0, 8.0], owners, [(0, 1, 7.0)])), policy).loss == 0.0


def test_the_plan_says_why() -> None:
    said = Said([15.0, 1.0], [("e0",), ("e1",)])
    plan = Exact().plan(letter(2), [hide("e0"), hide("e1")], Counting(said), Policy(min_crowd=1000))
    (decision,) = plan.decisions
    assert decision.reason == "too few share it, with all that stays visible, for min_crowd = 1000"
    assert plan.kept == {"e1": "enough people share it for min_crowd = 1000"}


def test_what_nothing_covers_may_leave_no_plan_and_the_line_says_so() -> None:
    said = Said([19.0], [()])
    with pytest.raises(InfeasiblePlan, match="only 2 people fit what stays visible, below min_crowd = 1000"):
        Exact().plan(letter(1), [hide("e0")], Counting(said), Policy(min_crowd=1000))


def test_a_label_that_never_changes_stays_visible() -> None:
    document = letter(1)
    policy = Policy(min_crowd=1000, never_change=frozenset({document.entities[0].label}))
    with pytest.raises(InfeasiblePlan):
        Exact().plan(document, [hide("e0")], Counting(Said([15.0], [("e0",)])), policy)


@pytest.mark.parametrize("size", [*range(2, 60), 1000, 8_100_000])
def test_a_whole_group_that_is_just_as_large_as_demanded_is_enough(size: int) -> None:
    said = Said([3.0], [("e0",)], group_bits=math.log2(size))
    assert Exact().plan(letter(1), [hide("e0")], Counting(said), Policy(min_crowd=size)).loss == 1.0
