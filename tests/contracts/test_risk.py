"""Every risk model: one answer per view, in order; hiding more never raises the total."""

from itertools import combinations
from typing import Any

import pytest

from fakes import FakeRisk
from linking import Summing, Whole
from unname.core.document import Document, Profile
from unname.core.registry import create, names, parse
from unname.core.results import Combination
from unname.core.roles import RiskModel, View
from unname.index.web import LocalIndex
from unname.risk.queries import Queries

VIEWS: list[View] = [dict.fromkeys(ids, "***") for size in range(4) for ids in combinations(("e1", "e2", "e3"), size)]

WEB = {"page1": "Tony Booth, the train driver, was seen in Ruritania.", "page2": "Ruritania has a railway."}
PEOPLE = [Profile("p1", text=WEB["page1"]), Profile("p2", text=WEB["page2"]), Profile("p3", text="A nurse.")]
SETTINGS: dict[str, dict[str, Any]] = {
    "linkage": {"population": PEOPLE},
    "queries": {"engine": LocalIndex(WEB)},
    "rarity": {"engine": LocalIndex(WEB)},
    "combined": {"measures": (Queries(LocalIndex(WEB)), FakeRisk())},
    "told": {"combinations": {"trip": (Combination(frozenset({"e1", "e2"}), "told"),)}},
    "uniqueness": {"documents": [Document(id, text) for id, text in WEB.items()]},
}
"""What a component cannot do without."""

VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    "linkage by vectors": ("linkage", {"population": PEOPLE, "model": Summing()}),
    "linkage by whole texts": ("linkage", {"population": PEOPLE, "model": Whole()}),
    "linkage of several": ("linkage", {"population": PEOPLE, "model": (Summing(), "sparse")}),
}
"""Settings that make another component of one."""


@pytest.fixture(params=["fake", *names("risk"), *VARIANTS])
def risk(request: pytest.FixtureRequest) -> RiskModel:
    if request.param == "fake":
        return FakeRisk()
    name, settings = VARIANTS.get(request.param, (request.param, SETTINGS.get(request.param, {})))
    made: RiskModel = create("risk", name, **settings)
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
