"""Terms inside the solver: as cheap as the best of all plans, and bounds that no plan stays below."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from additive import Additive, Crowd, crowd, least_loss
from unname.core.errors import InfeasiblePlan
from unname.core.policy import Policy
from unname.core.redaction import Plan
from unname.core.results import Risk
from unname.decide.cover.implicit import Implicit
from unname.decide.cover.problem import Inquiry, Problem, look
from unname.decide.cover.solver import Cover
from unname.decide.ranks.descent import Descent
from unname.decide.ranks.exchange import Exchange
from unname.decide.ranks.greedy import Greedy
from unname.decide.ranks.leads import Leads, Sums
from unname.decide.ranks.linear import Linear
from unname.decide.ranks.relaxed import Relaxed
from unname.decide.ranks.term_solver import TermSolver
from unname.decide.ranks.word_search import WordSearch

SEEDS = st.integers(0, 10**6)


def made(optimizer: Linear | Greedy | Implicit, case: Crowd) -> Plan | None:
    try:
        return optimizer.plan(case.document, case.options, case.risk, case.policy)
    except InfeasiblePlan:
        return None


@settings(max_examples=12, deadline=None)
@given(SEEDS, st.integers(1, 2), st.booleans())
def test_it_equals_brute_force(seed: int, n_models: int, equal: bool) -> None:
    case = crowd(seed, n_words=6, n_models=n_models, equal=equal)
    best, plan = least_loss(case), made(Linear(time_limit=120), case)
    if plan is None:
        # What is hidden greedily may be too much where risk may rise, and then there is no plan to start from.
        assert made(Greedy(), case) is None
        return
    assert best is not None
    assert plan.loss == pytest.approx(best, abs=1e-6)
    assert plan.lower_bound == pytest.approx(best, abs=1e-6)


class Strict(Additive):
    """Finds the person one rank higher than its terms say, as a second measure beside it might."""

    def _risk(self, hidden: set[int]) -> Risk:
        risk = super()._risk(hidden)
        rank = max(1, (risk.rank or 1) - 1)
        return Risk(1.0 / rank, rank, probability=risk.probability)


def test_a_plan_that_the_model_rejects_is_gone_on_with() -> None:
    n_hidden = 0
    for seed in range(5):
        case = crowd(seed, n_words=10, n_people=40, k=4)
        strict = Crowd(case.document, case.options, Strict(case.risk.models), case.policy)
        greedy, plan = made(Greedy(), strict), made(Linear(), strict)
        assert (greedy is None) == (plan is None)
        if plan is not None:
            n_hidden += 1
            assert plan.risk_after is not None
            assert plan.risk_after < 1 / 4
    assert n_hidden


@settings(max_examples=10, deadline=None)
@given(SEEDS, st.floats(0.001, 0.5))
def test_it_is_never_dearer_than_greedy_however_little_time(seed: int, time_limit: float) -> None:
    case = crowd(seed, n_words=14, n_people=40, k=4)
    greedy, plan = made(Greedy(), case), made(Linear(time_limit=time_limit), case)
    assert (greedy is None) == (plan is None)
    if greedy is None or plan is None:
        return
    assert plan.loss <= greedy.loss + 1e-9
    assert plan.lower_bound is not None
    assert plan.lower_bound <= plan.loss


def parts(case: Crowd) -> tuple[WordSearch, list[Leads]]:
    problem, ask = Problem(case.document, case.options, case.policy), Inquiry(case.document, case.risk)
    every = [Sums(terms, len(problem.labels)) for terms in case.risk.terms(case.document)]
    return WordSearch(problem, ask, look(problem, ask)), [Leads(sums, sums.list_rivals()) for sums in every]


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_no_floor_is_above_what_a_rival_costs(seed: int) -> None:
    case = crowd(seed, n_words=6, n_people=5, k=1)
    words, (leads,) = parts(case)
    quick = TermSolver(words, [leads.sums], Cover(words.problem), 0.0).bound_losses(leads)
    sharp = [Relaxed(leads, words.losses).bound_loss(column) for column in range(len(leads.rivals))]
    costs = np.full(len(leads.rivals), math.inf)
    for size in range(7):
        for hidden in combinations(range(6), size):
            fits = leads.at(hidden) <= 0
            costs[fits] = np.minimum(costs[fits], words.losses[list(hidden)].sum())
    assert all(quick <= costs + 1e-6)
    assert all(np.array(sharp) <= costs + 1e-6)
    assert all(quick <= np.array(sharp) + 1e-3)


def test_entities_that_stay_are_never_hidden_in_part() -> None:
    case = crowd(8, n_words=5, n_people=4, k=1)
    _, (leads,) = parts(case)
    nothing = np.full(5, math.inf)
    bounds = [Relaxed(leads, nothing).bound_loss(column) for column in range(3)]
    assert bounds == [0.0 if lead <= 0 else math.inf for lead in leads.at(())]


def test_exchanges_find_what_greedy_misses() -> None:
    cheaper = 0
    for seed in range(40):
        case = crowd(seed, n_words=14, n_people=30, k=4, equal=True)
        words, every = parts(case)
        descent = Descent(words.losses, 4)
        start = descent.descend(every, (), range(14))
        if not descent.suits(every, start):
            continue
        found = Exchange(descent, every, np.arange(14)).improve(start, math.inf)
        assert descent.suits(every, found), seed
        assert len(found) <= len(start)
        cheaper += len(found) < len(start)
    assert cheaper > 0


def test_exchanges_keep_what_is_fixed() -> None:
    case = crowd(2, n_words=12, n_people=30, k=3, equal=True)
    words, every = parts(case)
    everything = tuple(range(12))
    found = Exchange(Descent(words.losses, 3), every, np.arange(12), frozenset({0, 7})).improve(everything, math.inf)
    assert {0, 7} <= set(found)
    assert len(found) < 12


def test_labels_that_are_always_hidden_are_in_the_plan() -> None:
    case = crowd(4)
    label = case.document.entities[3].label
    policy = Policy(k=1, always_hide=frozenset({label}))
    plan = Linear().plan(case.document, case.options, case.risk, policy)
    assert "e3" in {decision.option.entity for decision in plan.decisions}


def test_lazy_cuts_work_on_the_same_model() -> None:
    n_equal = n_plans = 0
    for seed in range(12):
        case = crowd(seed, n_words=5, n_people=6, k=1)
        cuts, linear = made(Implicit(), case), made(Linear(), case)
        if cuts and linear:
            n_plans += 1
            assert cuts.loss >= linear.loss - 1e-6
            n_equal += abs(cuts.loss - linear.loss) < 1e-6
    assert n_equal > n_plans / 2 > 0


def test_models_that_are_not_exact_are_only_asked() -> None:
    case = crowd(6, n_words=5, n_people=6, k=1, bend=0.3)
    plan = made(Linear(), case)
    assert plan is not None
    assert plan.lower_bound is None
