"""Greedy plans obey the policy and are never cheaper than the best."""

import pytest

from unname.core.errors import ConfigError, InfeasiblePlan
from unname.core.policy import Policy
from unname.core.redaction import Option, Plan
from unname.decide.cover.greedy_cover import _cover, _split, cover_greedily
from unname.decide.cover.problem import Inquiry, Problem, look
from unname.decide.ranks.greedy import Greedy
from unname_research.bench.puzzles import MASK, Table, least_loss, letter, obeys, puzzle


def options_of(plan: Plan) -> list[Option]:
    return [decision.option for decision in plan.decisions]


@pytest.mark.parametrize("width", [1, 3])
@pytest.mark.parametrize("is_black", [False, True])
def test_it_obeys_and_is_never_cheaper_than_the_best(width: int, is_black: bool) -> None:
    dearer = 0
    for seed in range(100):
        case = puzzle(seed).black_box if is_black else puzzle(seed)
        best = least_loss(case)
        if best is None:
            with pytest.raises(InfeasiblePlan):
                Greedy(width).plan(case.document, case.options, case.risk, case.policy)
            continue
        plan = Greedy(width).plan(case.document, case.options, case.risk, case.policy)
        assert obeys(case, options_of(plan)), seed
        assert plan.loss >= best - 1e-9, seed
        dearer += plan.loss > best + 1e-9
        assert plan.lower_bound is None
    assert dearer or width > 1


def test_more_width_finds_what_one_misses() -> None:
    losses = [2.2, 2.0, 2.0, 1.0, 1.0, 9.0, 9.0, 9.0, 9.0]
    options = [Option(f"e{number}", "mask", MASK, loss, hides=True) for number, loss in enumerate(losses)]
    together = ["015", "016", "027", "028", "13", "24"]
    risk = Table([({f"e{number}": 2 for number in numbers}, 1.0) for numbers in together])
    assert Greedy(1).plan(letter(9), options, risk, Policy()).loss == pytest.approx(4.2)
    assert Greedy(4).plan(letter(9), options, risk, Policy()).loss == pytest.approx(4.0)


def test_the_best_for_its_loss_comes_first_and_says_so() -> None:
    options = [Option(f"e{number}", "mask", MASK, 1.0, hides=True) for number in range(3)]
    rows = [({"e0": 2, "e1": 2}, 1.0), ({"e0": 2, "e2": 2}, 1.0)]
    plan = Greedy().plan(letter(3), options, Table(rows), Policy())
    assert [decision.reason for decision in plan.decisions] == ["breaks 2 risky combinations, the most for its loss"]


def test_width_must_make_sense() -> None:
    with pytest.raises(ConfigError, match="width must be at least 1, got 0"):
        Greedy(0).plan(letter(1), [], Table([]), Policy())


def test_demands_without_a_common_entity_are_met_apart() -> None:
    for seed in range(60):
        case = puzzle(seed, 9, 6)
        problem = Problem(case.document, case.options, case.policy)
        demands = look(problem, Inquiry(case.document, case.risk)).demands
        parts = _split(problem, demands)
        touched = [{problem.options[n].entity for demand in part for n in demand.options} for part in parts]
        assert sum(map(len, touched)) == len(set().union(*touched)), seed
        assert sorted(cover_greedily(problem, demands)) == sorted(_cover(problem, demands, 1)), seed
