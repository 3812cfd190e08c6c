"""Every risk model: one answer per view, in order; hiding more never raises the total."""

from itertools import combinations

import pytest

from fakes import FakeRisk
from unname.core.document import Document
from unname.core.registry import create, names, parse
from unname.core.roles import RiskModel, View

VIEWS: list[View] = [dict.fromkeys(ids, "***") for size in range(4) for ids in combinations(("e1", "e2", "e3"), size)]


@pytest.fixture(params=["fake", *names("risk")])
def risk(request: pytest.FixtureRequest) -> RiskModel:
    made: RiskModel = FakeRisk() if request.param == "fake" else create("risk", request.param)
    return made


def test_it_plays_the_role(risk: RiskModel) -> None:
    assert isinstance(risk, RiskModel)
    assert parse(risk.name)[0]


def test_one_answer_per_view_in_order(risk: RiskModel, resolved: Document) -> None:
    together = list(risk.assess(resolved, VIEWS))
    assert together == [risk.assess(resolved, [view])[0] for view in VIEWS]
    assert all(0 <= answer.total <= 1 for answer in together)
    assert list(risk.assess(resolved, [])) == []


def test_hiding_more_never_raises_the_total(risk: RiskModel, resolved: Document) -> None:
    totals = [answer.total for answer in risk.assess(resolved, VIEWS)]
    for view, total in zip(VIEWS, totals, strict=True):
        for other, lower in zip(VIEWS, totals, strict=True):
            if view.keys() <= other.keys() and not getattr(risk, "may_rise", False):
                assert lower <= total


def test_an_empty_document_is_assessed(risk: RiskModel) -> None:
    (answer,) = risk.assess(Document("empty", ""), [{}])
    assert 0 <= answer.total <= 1
