"""Optimal plans against black boxes: as cheap as the best of all plans, and honest about what is proven."""

from collections.abc import Sequence

import pytest

from unname.core.document import Document
from unname.core.errors import ConfigError, InfeasiblePlan, InternalError
from unname.core.policy import Policy
from unname.core.redaction import Option, Plan
from unname.core.results import Combination, Risk
from unname.core.roles import View
from unname.decide.cover.exact import Exact
from unname.decide.cover.implicit import Implicit
from unname.decide.ranks.greedy import Greedy
from unname_research.bench.puzzles import MASK, Table, least_loss, letter, obeys, puzzle

BLACK_BOXES = [Implicit(), Exact()]


def options_of(plan: Plan) -> list[Option]:
    return [decision.option for decision in plan.decisions]


@pytest.mark.parametrize("optimizer", BLACK_BOXES, ids=lambda optimizer: optimizer.name)
@pytest.mark.parametrize("start", range(0, 100, 25))
def test_it_equals_brute_force(optimizer: Implicit | Exact, start: int) -> None:
    for seed in range(start, start + 25):
        case = puzzle(seed, 7, 10).black_box
        best = least_loss(case)
        if best is None:
            with pytest.raises(InfeasiblePlan):
                optimizer.plan(case.document, case.options, case.risk, case.policy)
            continue
        plan = optimizer.plan(case.document, case.options, case.risk, case.policy)
        assert plan.loss == pytest.approx(best, abs=1e-6), seed
        assert plan.lower_bound == plan.loss
        assert obeys(case, options_of(plan)), seed


def masks(n_entities: int) -> list[Option]:
    return [Option(f"e{number}", "mask", MASK, 1.0 + number % 3, hides=True) for number in range(n_entities)]


def pairs(n_entities: int) -> Table:
    return Table([({f"e{i}": 2, f"e{i + 1}": 2}, 1.0) for i in range(n_entities - 1)], explicit=False)


def test_views_are_counted_for_each_plan() -> None:
    optimizer = Implicit()
    optimizer.plan(letter(20), masks(20), pairs(20), Policy())
    first = optimizer.calls_
    optimizer.plan(letter(20), masks(20), Table([]), Policy())
    assert first > 20
    assert optimizer.calls_ == 2


def test_few_calls_give_an_accepted_plan_and_a_bound_below_it() -> None:
    best = Implicit().plan(letter(30), masks(30), pairs(30), Policy())
    hasty = Implicit(max_calls=40).plan(letter(30), masks(30), pairs(30), Policy())
    assert hasty.risk_after == 0.0
    assert hasty.lower_bound is not None
    assert hasty.lower_bound < best.loss <= hasty.loss


class Contrary:
    """Finds whoever hides one of two words alone: what risk models should not do, and some do."""

    name = "contrary"
    may_rise = True

    def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]:
        return [Risk(1.0 if len(view.keys() & {"e0", "e1"}) == 1 or not view else 0.0) for view in views]


@pytest.mark.parametrize("optimizer", [*BLACK_BOXES, Greedy()], ids=lambda optimizer: optimizer.name)
def test_risk_that_may_rise_is_met_without_a_proof(optimizer: Implicit | Exact | Greedy) -> None:
    plan = optimizer.plan(letter(3), masks(3), Contrary(), Policy())
    assert plan.risk_after == 0.0
    assert plan.lower_bound is None


@pytest.mark.parametrize("optimizer", [*BLACK_BOXES, Greedy()], ids=lambda optimizer: optimizer.name)
def test_what_no_mask_helps_against_is_said(optimizer: Implicit | Exact | Greedy) -> None:
    class Sure:
        name = "sure"

        def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]:
            return [Risk(1.0) for _ in views]

    with pytest.raises(InfeasiblePlan, match=r"above 0\.5") as caught:
        optimizer.plan(letter(3), masks(3), Sure(), Policy())
    assert caught.value.best is not None


def test_people_per_view_are_demanded_where_the_policy_says_how_many() -> None:
    class Crowd:
        name = "crowd"

        def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]:
            return [Risk(0.0, rank=1 + len(view)) for view in views]

    assert len(Implicit().plan(letter(5), masks(5), Crowd(), Policy(k=3)).decisions) == 3


class Maze:
    """Accepts one view and no other."""

    name = "maze"
    may_rise = True

    def __init__(self, accepted: set[str]) -> None:
        self.accepted = accepted

    def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]:
        return [Risk(0.0 if set(view) == self.accepted else 1.0) for view in views]


@pytest.mark.parametrize("optimizer", BLACK_BOXES, ids=lambda optimizer: optimizer.name)
@pytest.mark.parametrize("accepted", [{"e0"}, {"e0", "e1"}], ids=["one", "two"])
def test_a_plan_is_found_where_cuts_of_rising_risk_rule_it_out(optimizer: Implicit | Exact, accepted: set[str]) -> None:
    plan = optimizer.plan(letter(3), masks(3), Maze(accepted), Policy())
    assert {option.entity for option in options_of(plan)} == accepted
    assert plan.lower_bound is None


@pytest.mark.parametrize("optimizer", [*BLACK_BOXES, Greedy()], ids=lambda optimizer: optimizer.name)
@pytest.mark.parametrize(
    "judged",
    [
        Risk(float("nan")),
        Risk(0.1, by_entity={"e0": float("nan")}),
        Risk(0.1, combinations=(Combination(frozenset({"e0", "e1"}), "", float("nan")),)),
    ],
    ids=["total", "entity", "combination"],
)
def test_a_risk_that_is_no_number_is_not_a_low_one(optimizer: Implicit | Exact | Greedy, judged: Risk) -> None:
    class Broken:
        name = "broken"

        def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]:
            return [judged for _ in views]

    with pytest.raises(InternalError, match="NaN"):
        optimizer.plan(letter(3), masks(3), Broken(), Policy())


@pytest.mark.parametrize("optimizer", [*BLACK_BOXES, Greedy()], ids=lambda optimizer: optimizer.name)
def test_people_per_view_cannot_be_demanded_of_a_model_that_ranks_nobody(
    optimizer: Implicit | Exact | Greedy,
) -> None:
    with pytest.raises(ConfigError, match="k = 3 needs a risk model that ranks people"):
        optimizer.plan(letter(3), masks(3), Table([]), Policy(k=3))
