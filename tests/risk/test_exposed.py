import pytest

from unname.core.document import Document, Mention, Role, Span
from unname.core.errors import InfeasiblePlan
from unname.core.policy import Policy
from unname.core.redaction import Option
from unname.core.registry import create
from unname.core.results import Combination
from unname.decide.cover.exact import Exact
from unname.decide.ranks.greedy import Greedy
from unname.risk.combined import combine
from unname.risk.exposed import Exposed

TEXT = "A nurse of Zenda, once a luthier."
DOCUMENT = Document(
    "d",
    TEXT,
    mentions=(
        Mention(Span(2, 7), "DEM", "nurse"),
        Mention(Span(11, 16), "LOC", "zenda"),
        Mention(Span(25, 32), "DEM", "luthier", Role.NONE),
    ),
)
PAIR = Combination(frozenset({"nurse", "zenda"}), "an attack found the person by these")
ALONE = Combination(frozenset({"luthier"}), "an attack found the person by this", 0.8)
HIDE = [Option(id, "mask", "***", loss, hides=True) for id, loss in (("nurse", 1.0), ("zenda", 2.0), ("luthier", 3.0))]
COARSE = Option("nurse", "group", "a health worker", 0.1)


@pytest.mark.parametrize(
    ("view", "total", "alone", "n_pairs"),
    [
        ({}, 1.0, {"luthier": 0.8}, 1),
        ({"zenda": "***"}, 0.8, {"luthier": 0.8}, 0),
        ({"luthier": "***"}, 1.0, {}, 1),
        ({"nurse": "a health worker", "luthier": "***"}, 1.0, {}, 1),
        ({"nurse": "***", "luthier": "***"}, 0.0, {}, 0),
    ],
)
def test_what_was_told_is_risky_until_a_part_of_it_is_hidden(view, total, alone, n_pairs):
    (risk,) = Exposed({"d": (PAIR, ALONE)}).assess(DOCUMENT, [view])
    assert (risk.total, risk.by_entity, len(risk.combinations)) == (total, alone, n_pairs)


def test_other_documents_have_nothing_to_do_with_it():
    told = Exposed({"other": (PAIR,)})
    assert told.assess(DOCUMENT, [{}])[0].total == 0
    assert told.name == create("risk", "exposed").name == "exposed"


def test_a_pair_is_no_riskier_than_its_part():
    (risk,) = Exposed({"d": (PAIR, Combination(frozenset({"zenda"}), "told"))}).assess(DOCUMENT, [{}])
    assert risk.by_entity == {"zenda": 1.0}
    assert risk.combinations == ()


@pytest.mark.parametrize("optimizer", [Exact(), Greedy(), Greedy(width=3)], ids=lambda each: each.name)
@pytest.mark.parametrize("with_others", [False, True])
def test_optimizers_hide_the_cheapest_that_breaks_what_was_told(optimizer, with_others):
    told = Exposed({"d": (PAIR, ALONE)})
    risk = combine(("named", told)) if with_others else told
    plan = optimizer.plan(DOCUMENT, [*HIDE, COARSE], risk, Policy(max_risk=0.5))
    assert {decision.option.entity: decision.option.action for decision in plan.decisions} == {
        "nurse": "mask",
        "luthier": "mask",
    }
    assert plan.risk_after == 0


def test_what_cannot_be_hidden_leaves_it_to_the_others():
    allowed = DOCUMENT.with_mentions(DOCUMENT.mentions[1:])
    (risk,) = Exposed({"d": (PAIR,)}).assess(allowed, [{}])
    assert risk.by_entity == {"zenda": 1.0}


def test_where_nothing_of_it_can_be_hidden_there_is_no_plan():
    bare = DOCUMENT.with_mentions(DOCUMENT.mentions[2:])
    (risk,) = Exposed({"d": (PAIR,)}).assess(bare, [{}])
    assert (risk.total, risk.whole, risk.by_entity) == (1.0, 1.0, {})
    with pytest.raises(InfeasiblePlan):
        Exact().plan(bare, HIDE[2:], Exposed({"d": (PAIR,)}), Policy(max_risk=0.5))
