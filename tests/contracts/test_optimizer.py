"""Every optimizer: at most one option per entity, the policy obeyed, and an honest account of the risk."""

import pytest

from fakes import FakeOptimizer, FakeReplacer, FakeRisk
from unname.core.document import Document
from unname.core.errors import InfeasiblePlan
from unname.core.policy import Policy
from unname.core.redaction import Option, Plan
from unname.core.registry import create, names, parse
from unname.core.roles import Optimizer

LIMITS = [0.0, 0.5, 1.0]


@pytest.fixture(params=["fake", *names("optimizer")])
def optimizer(request: pytest.FixtureRequest) -> Optimizer:
    made: Optimizer = FakeOptimizer() if request.param == "fake" else create("optimizer", request.param)
    return made


def options(document: Document) -> list[Option]:
    cheap = [option for entity in document.entities for option in FakeReplacer().options(entity, document)]
    return cheap + [Option(option.entity, "drop", "", option.loss + 1, hides=True) for option in cheap]


def made(optimizer: Optimizer, document: Document, policy: Policy) -> Plan:
    return optimizer.plan(document, options(document), FakeRisk(), policy)


def test_it_plays_the_role(optimizer: Optimizer) -> None:
    assert isinstance(optimizer, Optimizer)
    assert parse(optimizer.name)[0]


@pytest.mark.parametrize("limit", LIMITS)
def test_one_option_per_entity_and_the_limit_holds(optimizer: Optimizer, resolved: Document, limit: float) -> None:
    plan = made(optimizer, resolved, Policy(max_risk=limit))
    chosen = [decision.option for decision in plan.decisions]
    assert len({option.entity for option in chosen}) == len(chosen)
    assert set(chosen) <= set(options(resolved))
    assert plan.document == resolved.id
    assert plan.risk_after is not None
    assert plan.risk_after <= limit


@pytest.mark.parametrize("limit", LIMITS)
def test_the_promised_risk_is_what_the_model_says(optimizer: Optimizer, resolved: Document, limit: float) -> None:
    plan = made(optimizer, resolved, Policy(max_risk=limit))
    view = {decision.option.entity: decision.option.seen for decision in plan.decisions}
    before, after = FakeRisk().assess(resolved, [{}, view])
    assert plan.risk_before in (None, before.total)
    assert plan.risk_after == after.total
    assert plan.loss == pytest.approx(sum(decision.option.loss for decision in plan.decisions))


def test_labels_of_the_policy_are_obeyed(optimizer: Optimizer, resolved: Document) -> None:
    policy = Policy(max_risk=1.0, always_hide=frozenset({"LOC"}), never_change=frozenset({"PERSON"}))
    hidden = {decision.option.entity for decision in made(optimizer, resolved, policy).decisions}
    assert "e2" in hidden
    assert "e1" not in hidden


def test_what_cannot_be_done_is_said_with_the_best_plan(optimizer: Optimizer, resolved: Document) -> None:
    policy = Policy(max_risk=0.0, never_change=frozenset({"PERSON"}))
    with pytest.raises(InfeasiblePlan) as caught:
        made(optimizer, resolved, policy)
    assert caught.value.best is not None
    assert "Booth" not in str(caught.value)
