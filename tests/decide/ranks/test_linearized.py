"""Models that are sums only near a view: hidden from all the same, with few views judged."""

from dataclasses import dataclass, field

import pytest

from additive import Additive, Crowd, crowd
from unname.core.errors import InfeasiblePlan
from unname.core.redaction import Plan
from unname.decide.ranks.greedy import Greedy


def made(optimizer: Greedy, case: Crowd) -> Plan | None:
    try:
        return optimizer.plan(case.document, case.options, case.risk, case.policy)
    except InfeasiblePlan:
        return None


def bent(seed: int) -> Crowd:
    return crowd(seed, n_words=16, n_people=60, k=5, equal=True, bend=0.3)


@dataclass
class Mixed(Additive):
    """The first model is exact, whatever bends the others."""

    asked: list[int] = field(default_factory=list)

    def terms(self, document, view=None):  # type: ignore[no-untyped-def]
        self.asked.append(len(view or {}))
        return [self.models[0], *super().terms(document, view)[1:]]

    def scores(self, model, hidden):  # type: ignore[no-untyped-def]
        bend, self.bend = self.bend, 0.0 if model is self.models[0] else self.bend
        try:
            return super().scores(model, hidden)
        finally:
            self.bend = bend


def test_few_views_hide_as_well_as_many() -> None:
    n_few = n_many = 0
    few_loss = many_loss = 0.0
    for seed in range(6):
        case = bent(seed)
        few = made(Greedy(), case)
        n_few, case.risk.n_views = n_few + case.risk.n_views + case.risk.n_terms, 0
        many = made(Greedy(lazy=False), case)
        n_many += case.risk.n_views
        assert (few is None) == (many is None), seed
        if few and many:
            assert few.risk_after is not None
            assert few.risk_after < 1 / 5
            few_loss, many_loss = few_loss + few.loss, many_loss + many.loss
    assert 0 < few_loss <= 1.1 * many_loss
    assert n_few < n_many / 2


@pytest.mark.parametrize("settings", [{}, {"stride": 1}, {"candidates": 1}, {"aim": "probability"}, {"prune": False}])
def test_every_setting_ends_in_a_plan_that_the_model_accepts(settings: dict[str, int]) -> None:
    for seed in range(4):
        case = bent(seed)
        plan = made(Greedy(**settings), case)  # type: ignore[arg-type]
        assert plan is not None
        view = {decision.option.entity: "***" for decision in plan.decisions}
        assert (case.risk.assess(case.document, [view])[0].rank or 0) > 5


def test_exact_models_are_satisfied_by_algebra_first() -> None:
    case = crowd(3, n_words=16, n_people=60, k=5, n_models=2, equal=True)
    risk = Mixed(case.risk.models, bend=0.3)
    plan = made(Greedy(), Crowd(case.document, case.options, risk, case.policy))
    assert plan is not None
    alone = made(Greedy(), Crowd(case.document, case.options, Additive(case.risk.models[:1]), case.policy))
    assert alone is not None
    assert risk.asked[0] == 0
    assert all(n_hidden >= len(alone.decisions) for n_hidden in risk.asked[1:])


def test_what_others_do_not_accept_hides_no_more_from_exact_models() -> None:
    for seed in (3, 20, 23):
        case = crowd(seed, n_words=16, n_people=60, k=5, n_models=2, equal=True)
        alone = made(Greedy(), Crowd(case.document, case.options, Additive(case.risk.models[:1]), case.policy))
        assert alone is not None
        risk = Mixed(case.risk.models, bend=0.3)
        assert made(Greedy(), Crowd(case.document, case.options, risk, case.policy)) is not None
        assert risk.asked[1:2] in ([], [len(alone.decisions)])


def test_what_is_not_needed_is_shown_again() -> None:
    shorter = 0
    for seed in range(6):
        whole, pruned = made(Greedy(prune=False, candidates=1), bent(seed)), made(Greedy(candidates=1), bent(seed))
        assert whole is not None
        assert pruned is not None
        assert pruned.loss <= whole.loss
        shorter += pruned.loss < whole.loss
    assert shorter
