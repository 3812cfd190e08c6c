"""The solver's bound holds at any time limit, and what cannot be met is told apart."""

import pytest

from unname.core.policy import Policy
from unname.core.redaction import Option
from unname.decide.cover import solver as cover
from unname.decide.cover.problem import Demand, Inquiry, Problem, look
from unname.decide.cover.solver import Cover
from unname_research.bench.puzzles import MASK, least_loss, letter, puzzle


def test_without_time_the_bound_is_below_the_best_and_seldom_nothing() -> None:
    bounds = []
    for seed in range(60):
        case = puzzle(seed)
        best = least_loss(case)
        problem = Problem(case.document, case.options, case.policy)
        demands = look(problem, Inquiry(case.document, case.risk)).demands
        solution = Cover(problem).solve(demands, 0.0)
        if best:
            assert solution.bound <= best + 1e-9, seed
            bounds.append(solution.bound / best)
    assert sum(bounds) / len(bounds) > 0.5


def test_what_cannot_be_met_is_told_and_the_rest_is_met() -> None:
    problem = Problem(letter(3), [Option(f"e{n}", "mask", MASK, 1.0, hides=True) for n in range(3)], Policy())
    demands = [Demand(frozenset(), frozenset({"e0"})), Demand(frozenset({1, 2}), frozenset({"e1", "e2"}))]
    solution = Cover(problem).solve(demands, 5.0)
    assert solution.unmet == (demands[0],)
    assert len(solution.taken) == 1


@pytest.mark.parametrize("loss", [0.0, 1e-12, 1.0, 1e12])
def test_every_change_has_a_price(loss: float) -> None:
    problem = Problem(letter(1), [Option("e0", "mask", MASK, loss, hides=True)], Policy())
    assert 1 <= Cover(problem).prices()[0] < 2**53


def test_a_bound_allows_for_losses_too_different_to_be_compared() -> None:
    losses = [1e30, 100.0, 1.0]
    options = [Option(f"e{n}", "mask", MASK, loss, hides=True) for n, loss in enumerate(losses)]
    problem = Problem(letter(3), options, Policy())
    solution = Cover(problem).solve([Demand(frozenset({0, 1, 2}), frozenset(problem.labels))], 5.0)
    assert solution.bound <= 1.0


def test_what_has_no_alternative_is_settled_first(monkeypatch: pytest.MonkeyPatch) -> None:
    covered = []
    cover_greedily = cover.cover_greedily

    def watched(problem: Problem, demands: list[Demand]) -> tuple[int, ...]:
        covered.append(len(demands))
        return cover_greedily(problem, demands)

    monkeypatch.setattr(cover, "cover_greedily", watched)
    problem = Problem(letter(300), [Option(f"e{n}", "mask", MASK, 1.0 + n, hides=True) for n in range(300)], Policy())
    alone = [Demand(frozenset({n}), frozenset({f"e{n}"})) for n in range(0, 300, 2)]
    pairs = [Demand(frozenset({n, n + 1}), frozenset({f"e{n}", f"e{n + 1}"})) for n in range(298)]
    both = Demand(frozenset({1, 3}), frozenset({"e1", "e3"}))
    solution = Cover(problem).solve([*alone, *pairs, both], 5.0)
    assert covered == [1]
    assert set(solution.taken) == {1, *range(0, 300, 2)}
    assert solution.bound == problem.loss(solution.taken)


def test_two_ways_to_change_one_entity_do_not_both_happen() -> None:
    masks = [Option(id, "mask", MASK, hides=True) for id in ("e0", "e1")]
    options = [masks[0], Option("e0", "generalize", "a place"), masks[1]]
    problem = Problem(letter(2), options, Policy())
    demands = [Demand(frozenset({0}), frozenset({"e0"})), Demand(frozenset({1, 2}), frozenset({"e0", "e1"}))]
    assert set(Cover(problem).solve(demands, 5.0).taken) == {0, 2}
    clash = [demands[0], Demand(frozenset({1}), frozenset({"e0"}))]
    assert len(Cover(problem).solve(clash, 5.0).unmet) == 1


def test_equal_settings_give_equal_answers() -> None:
    case = puzzle(3, 12, 40)
    problem = Problem(case.document, case.options, case.policy)
    demands = look(problem, Inquiry(case.document, case.risk)).demands
    assert Cover(problem).solve(demands, 10.0) == Cover(problem).solve(demands, 10.0)
