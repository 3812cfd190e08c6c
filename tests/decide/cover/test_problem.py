"""From answers of a risk model to demands on options."""

import pytest

from unname.core.document import Document
from unname.core.errors import InternalError
from unname.core.policy import Policy
from unname.core.redaction import Option
from unname.core.results import Combination, Risk
from unname.decide.cover.problem import Inquiry, Problem, look
from unname_research.bench.puzzles import MASK, VAGUE, Table, letter

OPTIONS = [
    Option("e0", "mask", MASK, 2.0, hides=True),
    Option("e0", "generalize", VAGUE, 1.0),
    Option("e1", "mask", MASK, 3.0, hides=True),
    Option("e1", "drop", "", 2.5, hides=True),
]


def problem(**policy: object) -> Problem:
    return Problem(letter(2), OPTIONS, Policy(**policy))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("risk", "policy", "accepted"),
    [
        (Risk(0.5), {}, True),
        (Risk(0.51), {}, False),
        (Risk(0.0, rank=5), {"k": 5}, False),
        (Risk(0.0, rank=6), {"k": 5}, True),
        (Risk(0.5, rank=2), {"k": 1}, True),
        (Risk(0.9, by_entity={"e0": 0.9}), {"limits": {"CODE": 0.9}}, True),
        (Risk(0.9, by_entity={"e0": 0.8}), {"limits": {"CODE": 0.9}}, False),
        (Risk(0.85, by_entity={"e0": 0.85}, whole=0.8), {"limits": {"CODE": 0.9}}, False),
        (Risk(0.85, by_entity={"e0": 0.85}, whole=0.5), {"limits": {"CODE": 0.9}}, True),
        (Risk(0.4, by_entity={"e0": 0.4}), {"limits": {"CODE": 0.3}}, False),
        (Risk(0.3, by_entity={"e0": 0.9}), {}, False),
        (Risk(0.3, combinations=(Combination(frozenset({"e0", "e1"}), "", 0.7),)), {}, False),
    ],
)
def test_views_are_accepted_by_all_limits(risk: Risk, policy: dict, accepted: bool) -> None:
    assert problem(**policy).accepts(risk) is accepted


def test_a_demand_asks_for_another_look_of_one_of_its_entities() -> None:
    risk = Risk(1.0, combinations=(Combination(frozenset({"e0", "e1"}), ""),))
    assert problem().demands({}, risk)[0].options == {0, 1, 2, 3}
    assert problem().demands({"e0": VAGUE}, risk)[0].options == {0, 2, 3}
    assert problem(never_change=frozenset({"ORG"})).demands({}, risk)[0].options == {0, 1}


def test_what_is_hidden_demands_nothing() -> None:
    risk = Risk(1.0, by_entity={"e0": 1.0}, combinations=(Combination(frozenset({"e0", "e1"}), ""),))
    assert problem().demands({"e0": MASK}, risk) == []


def test_the_cheapest_way_to_hide_all_is_known() -> None:
    assert [problem().options[number].action for number in problem().most()] == ["mask", "drop"]
    assert problem().view(problem().most()) == {"e0": MASK, "e1": MASK}


def test_only_generalizations_are_judged_alone() -> None:
    ask = Inquiry(letter(2), Table([({"e0": 1, "e1": 2}, 1.0)]))
    found = look(problem(), ask)
    assert ask.calls == 2
    assert [demand.options for demand in found.demands] == [{0, 1, 2, 3}, {0, 2, 3}]
    assert (found.before.total, found.least.total) == (1.0, 0.0)
    assert ask.calls == 3


def test_a_risk_model_answers_every_view() -> None:
    class Silent:
        name = "silent"

        def assess(self, document: Document, views: object) -> list[Risk]:
            return []

    with pytest.raises(InternalError, match="risk model silent gave 0 answers to 1 views"):
        look(problem(), Inquiry(letter(2), Silent()), explicit=False)
