"""Every risk model: one answer per view, in order; hiding more never raises the total.

What one offers beyond its role holds, too: `MayRise` and `RanksBySums`.
"""

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from fakes import FakeRisk
from linking import Summing, Whole, add_up
from unname.core.document import Document, Profile
from unname.core.judging import judge, may_rise
from unname.core.registry import create, names, parse
from unname.core.results import Combination
from unname.core.roles import MayRise, RiskModel, View
from unname.core.sums import EntityTerms, RanksBySums, Terms
from unname.index.web import LocalIndex
from unname.risk.combined import combine
from unname.risk.linkage import Linkage
from unname.risk.queries import Queries

pytestmark = pytest.mark.usefixtures("without_torch")

VIEWS: list[View] = [dict.fromkeys(ids, "***") for size in range(4) for ids in combinations(("e1", "e2", "e3"), size)]

WEB = {"page1": "Tony Booth, the train driver, was seen in Ruritania.", "page2": "Ruritania has a railway."}
PEOPLE = [Profile("p1", text=WEB["page1"]), Profile("p2", text=WEB["page2"]), Profile("p3", text="A nurse.")]
SETTINGS: dict[str, dict[str, Any]] = {
    "linkage": {"population": PEOPLE},
    "queries": {"engine": LocalIndex(WEB)},
    "rarity": {"engine": LocalIndex(WEB)},
    "idf": {"population": PEOPLE},
    "combined": {"measures": (Queries(LocalIndex(WEB)), FakeRisk())},
    "exposed": {"combinations": {"trip": (Combination(frozenset({"e1", "e2"}), "told"),)}},
    "uniqueness": {"documents": [Document(id, text) for id, text in WEB.items()]},
}
"""What a component cannot do without."""

VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    "linkage by vectors": ("linkage", {"population": PEOPLE, "model": Summing()}),
    "linkage by whole texts": ("linkage", {"population": PEOPLE, "model": Whole()}),
    "linkage of several": ("linkage", {"population": PEOPLE, "model": (Summing(), "sparse")}),
    "linkage by phrases": ("linkage", {"population": PEOPLE, "model": "sparse(words=(1, 3), stop_words=True)"}),
}
"""Settings that make another component of one."""


@pytest.fixture(params=["fake", *names("risk"), *VARIANTS, "ranks among others"])
def risk(request: pytest.FixtureRequest) -> RiskModel:
    if request.param == "fake":
        return FakeRisk()
    if request.param == "ranks among others":
        return combine(("named", Linkage(PEOPLE)))
    name, settings = VARIANTS.get(request.param, (request.param, SETTINGS.get(request.param, {})))
    made: RiskModel = create("risk", name, **settings)
    return made


def test_it_plays_the_role(risk: RiskModel) -> None:
    assert isinstance(risk, RiskModel)
    assert parse(risk.name)[0]


def test_one_answer_per_view_in_order(risk: RiskModel, resolved: Document) -> None:
    together = list(judge(risk, resolved, VIEWS))
    assert together == [risk.assess(resolved, [view])[0] for view in VIEWS]
    assert all(0 <= answer.total <= 1 for answer in together)
    assert list(risk.assess(resolved, [])) == []


def test_hiding_more_never_raises_the_total(risk: RiskModel, resolved: Document) -> None:
    totals = [answer.total for answer in risk.assess(resolved, VIEWS)]
    for view, total in zip(VIEWS, totals, strict=True):
        for other, lower in zip(VIEWS, totals, strict=True):
            if view.keys() <= other.keys() and not may_rise(risk):
                assert lower <= total


def test_an_empty_document_is_assessed(risk: RiskModel) -> None:
    (answer,) = risk.assess(Document("empty", ""), [{}])
    assert 0 <= answer.total <= 1


def test_whether_risk_may_rise_is_a_fact(risk: RiskModel) -> None:
    if isinstance(risk, MayRise):
        assert risk.may_rise in (True, False)
        assert may_rise(risk) is risk.may_rise
    else:
        assert not may_rise(risk)


def test_sums_of_terms_are_the_ranks(risk: RiskModel, resolved: Document) -> None:
    if not isinstance(risk, RanksBySums):
        return
    every = risk.terms(resolved)
    assert every
    for terms in every:
        assert isinstance(terms, Terms)
        assert 0 <= terms.person < terms.n_people == len(PEOPLE)
        assert all(members and set(members) <= {0, 1, 2} for members in terms.members)
    for view, judged in zip(VIEWS, risk.assess(resolved, VIEWS), strict=True):
        gone = {number for number, entity in enumerate(resolved.entities) if entity.id in view}
        ranks = []
        for terms in every if all(terms.exact for terms in every) else risk.terms(resolved, view):
            alive = np.array([gone.isdisjoint(members) for members in terms.members], bool)
            scores = np.round(add_up(terms, alive), 6)
            ranks.append(np.count_nonzero(scores >= scores[terms.person]))
            fittest = terms.fittest(alive, 2)
            assert sorted(scores[fittest]) == sorted(scores)[-2:]
        assert judged.rank == min(ranks)


def test_sums_over_entities_know_what_is_shown_instead(risk: RiskModel, resolved: Document) -> None:
    if not isinstance(risk, RanksBySums) or (terms := risk.entity_terms(resolved)) is None:
        return
    assert isinstance(terms, EntityTerms)
    assert terms.exact
    assert list(terms.members) == [(0,), (1,), (2,)]
    everybody = np.arange(len(PEOPLE))
    shown = [("e1", "a nurse"), ("e2", "a railway")]
    scores = terms.rest(everybody) + terms.contributions(everybody)[2] + terms.values(shown, everybody).sum(axis=0)
    (judged,) = risk.assess(resolved, [dict(shown)])
    assert judged.rank == np.count_nonzero(scores >= scores[terms.person])
    assert terms.values([], everybody).shape == (0, len(PEOPLE))
