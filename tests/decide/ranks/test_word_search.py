"""Hiding by algebra: accepted by the model, the same as Algorithm 1 asks for, and never asking on the way."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from additive import Additive, Crowd, Table, crowd
from unname.core.errors import ConfigError, InfeasiblePlan
from unname.core.policy import Policy
from unname.core.redaction import Plan
from unname.decide.ranks.greedy import Greedy
from unname.decide.ranks.leads import Leads, LeadsLeft, Sums
from unname_research.bench.puzzles import letter

SEEDS = st.integers(0, 10**6)


def hidden(plan: Plan) -> set[str]:
    return {decision.option.entity for decision in plan.decisions}


def made(optimizer: Greedy, case: Crowd) -> Plan | None:
    try:
        return optimizer.plan(case.document, case.options, case.risk, case.policy)
    except InfeasiblePlan:
        return None


@settings(max_examples=40, deadline=None)
@given(SEEDS, st.integers(1, 3), st.sampled_from(["rank", "probability"]), st.integers(1, 3))
def test_the_model_accepts_what_is_hidden(seed: int, n_models: int, aim: str, width: int) -> None:
    case = crowd(seed, n_models=n_models)
    plan = made(Greedy(aim=aim, width=width, shortlist=3), case)
    if plan is None:
        everything = dict.fromkeys((option.entity for option in case.options), "***")
        (least,) = case.risk.assess(case.document, [everything])
        assert (least.rank or 0) <= 2
        return
    (judged,) = case.risk.assess(case.document, [dict.fromkeys(hidden(plan), "***")])
    assert (judged.rank or 0) > 2
    assert plan.risk_after == judged.total


@settings(max_examples=40, deadline=None)
@given(SEEDS, st.booleans(), st.integers(1, 3))
def test_it_is_algorithm_1(seed: int, equal: bool, width: int) -> None:
    case = crowd(seed, equal=equal or width > 1)
    fast = made(Greedy(aim="probability", prune=False, shortlist=100, width=width), case)
    plain = made(Greedy(lazy=False, width=width), case)
    assert (fast is None) == (plain is None)
    if fast is not None and plain is not None:
        assert hidden(fast) == hidden(plain)


@settings(max_examples=40, deadline=None)
@given(SEEDS)
def test_nothing_that_is_hidden_could_be_shown(seed: int) -> None:
    case = crowd(seed)
    plan = made(Greedy(), case)
    for entity in hidden(plan) if plan else ():
        (judged,) = case.risk.assess(case.document, [dict.fromkeys(hidden(plan) - {entity}, "***")])
        assert (judged.rank or 0) <= 2


def test_views_are_judged_before_and_after_only() -> None:
    case = crowd(3, n_words=20, n_people=200, k=5)
    assert made(Greedy(shortlist=20), case) is not None
    few = case.risk.n_views
    case.risk.n_views = 0
    assert made(Greedy(lazy=False), case) is not None
    assert few == 2
    assert case.risk.n_views > 50


def test_a_short_shortlist_takes_in_who_matters_in_the_end() -> None:
    longer = 0.0
    for seed in range(20):
        case = crowd(seed, n_words=15, n_people=300, k=5)
        short, long = made(Greedy(shortlist=20), case), made(Greedy(shortlist=300), case)
        assert short is not None
        assert long is not None
        longer += short.loss - long.loss
    assert longer < 5.0


@settings(max_examples=30, deadline=None)
@given(SEEDS, st.lists(st.integers(0, 6), unique=True, max_size=5))
def test_leads_follow_from_what_is_hidden_in_any_order(seed: int, order: list[int]) -> None:
    case = crowd(seed)
    (terms,) = case.risk.terms(case.document)
    sums = Sums(terms, 7)
    assert sums.list_rivals().tolist() == [person for person in range(9) if person != terms.person]
    leads = Leads(sums, sums.list_rivals())
    left = LeadsLeft.after(leads)
    for entity in order:
        left.hide(entity)
    scores = case.risk.scores(terms, set(order))
    expected = np.delete(scores[terms.person] - scores, terms.person)
    assert np.array_equal(left.left, expected)
    assert np.array_equal(leads.at(order), expected)
    again = LeadsLeft.after(leads, order)
    assert np.allclose(left.drops, again.drops, atol=1e-12)
    for entity in order:
        shown = left.with_shown(entity)
        left.show(entity)
        assert np.array_equal(left.left, shown)
    assert np.array_equal(left.left, leads.at(()))
    assert np.allclose(left.drops, LeadsLeft.after(leads).drops, atol=1e-5)


def test_terms_may_share_members_and_name_them_in_any_order() -> None:
    table = np.array([[4.0, 1.0, 0.0], [2.0, 0.0, 0.0], [1.0, 0.0, 3.0], [0.5, 0.0, 0.0]])
    sums = Sums(Table(0, [(0,), (1, 0), (0, 1), (1, 1)], table, np.zeros(3)), 2)
    leads = Leads(sums, sums.list_rivals())
    for hidden, expected in (((), [6.5, 4.5]), ((1,), [3.0, 4.0]), ((0,), [0.5, 0.5]), ((0, 1), [0.0, 0.0])):
        assert leads.at(hidden).tolist() == LeadsLeft.after(leads, hidden).left.tolist() == expected
    left = LeadsLeft.after(leads)
    left.hide(1)
    left.show(1)
    assert left.left.tolist() == [6.5, 4.5]
    assert sums.find_fittest([1], 1).tolist() == [0]


def test_what_the_policy_says_of_labels_holds() -> None:
    case = crowd(5)
    labels = {entity.id: entity.label for entity in case.document.entities}
    always, never = labels["e2"], labels["e4"]
    policy = Policy(k=1, always_hide=frozenset({always}), never_change=frozenset({never}))
    plan = made(Greedy(), replace(case, policy=policy))
    assert plan is not None
    assert "e2" in hidden(plan)
    assert "e4" not in hidden(plan)


@pytest.mark.parametrize("k", [9, 50])
def test_nobody_is_hidden_among_more_others_than_there_are(k: int) -> None:
    with pytest.raises(ConfigError, match=f"k = {k}, but there are only 8 others in the population"):
        made(Greedy(), replace(crowd(1), policy=Policy(k=k)))


@pytest.mark.parametrize(("rest", "is_hidden"), [([0.0, 1.0, 1.0], True), ([2.0, 1.0, 1.0], False)])
def test_a_document_without_words_is_hidden_or_it_is_said(rest: list[float], is_hidden: bool) -> None:
    risk = Additive([Table(0, [], np.zeros((0, 3)), np.array(rest))])
    if is_hidden:
        assert Greedy().plan(letter(0), [], risk, Policy(k=2)).decisions == ()
    else:
        with pytest.raises(InfeasiblePlan, match="stays at rank 1, within the first k = 2"):
            Greedy().plan(letter(0), [], risk, Policy(k=2))


def test_the_rank_as_aim_hides_less_than_algorithm_1() -> None:
    losses = {"rank": 0.0, "probability": 0.0}
    for seed in range(15):
        for aim in losses:
            plan = made(Greedy(aim=aim, prune=False), crowd(seed, n_words=15, n_people=60, k=6, equal=True))
            losses[aim] += plan.loss if plan else 0.0
    assert losses["rank"] < losses["probability"]


@pytest.mark.parametrize(
    ("optimizer", "message"),
    [
        (Greedy(aim="luck"), "aim must be one of rank, probability, got 'luck'"),
        (Greedy(candidates=0), "candidates must be at least 1, got 0"),
        (Greedy(stride=0), "stride must be at least 1, got 0"),
        (Greedy(shortlist=0), "shortlist must be at least 1, got 0"),
    ],
)
def test_settings_must_make_sense(optimizer: Greedy, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        made(optimizer, crowd(1))
