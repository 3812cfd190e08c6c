"""The exact optimizer against every plan there is, and its account of what it did."""

import pytest

from unname.core.document import Document, Mention, Span
from unname.core.errors import InfeasiblePlan, InputError
from unname.core.policy import Policy
from unname.core.redaction import Option, Plan
from unname.core.results import Risk
from unname.decide.cover.exact import Exact
from unname_research.bench.puzzles import MASK, VAGUE, Table, least_loss, letter, obeys, puzzle


def options_of(plan: Plan) -> list[Option]:
    return [decision.option for decision in plan.decisions]


def hide(id: str, loss: float = 1.0) -> Option:
    return Option(id, "mask", MASK, loss, hides=True)


def blur(id: str, loss: float = 0.5) -> Option:
    return Option(id, "generalize", VAGUE, loss)


def made(
    options: list[Option], rows: list[tuple[dict[str, int], float]], n_entities: int = 4, **policy: object
) -> Plan:
    return Exact().plan(letter(n_entities), options, Table(rows), Policy(**policy))  # type: ignore[arg-type]


@pytest.mark.parametrize("start", range(0, 200, 25))
def test_it_equals_brute_force(start: int) -> None:
    for seed in range(start, start + 25):
        case = puzzle(seed)
        best = least_loss(case)
        if best is None:
            with pytest.raises(InfeasiblePlan) as caught:
                Exact().plan(case.document, case.options, case.risk, case.policy)
            assert caught.value.best is not None
            continue
        plan = Exact().plan(case.document, case.options, case.risk, case.policy)
        assert plan.loss == pytest.approx(best, abs=1e-6), seed
        assert obeys(case, options_of(plan)), seed
        assert plan.lower_bound == plan.loss
        assert {option.entity for option in options_of(plan)} | plan.kept.keys() == {
            entity.id for entity in case.document.entities
        }


def test_the_cheapest_entity_breaks_a_combination() -> None:
    plan = made([hide("e0", 3), hide("e1", 2), hide("e2", 1)], [({"e0": 2, "e1": 2}, 0.9)], max_risk=0.1)
    assert options_of(plan) == [hide("e1", 2)]
    assert (plan.risk_before, plan.risk_after, plan.lower_bound) == (0.9, 0.0, 2.0)
    assert plan.decisions[0].reason == "breaks 1 risky combination, at the least loss"
    assert plan.kept["e0"] == "other changes break the 1 risky combination it is part of"
    assert plan.kept["e2"] == "risk 0 alone is within 0.1, and no risky combination holds it"


def test_two_generalizations_may_be_enough_together_where_neither_is_alone() -> None:
    options = [hide("e0", 5), blur("e0", 1), hide("e1", 5), blur("e1", 1)]
    rows = [({"e0": 2, "e1": 1}, 0.9), ({"e0": 1, "e1": 2}, 0.9)]
    assert sorted(o.entity for o in options_of(made(options, rows))) == ["e0", "e1"]
    assert made(options, rows).loss == 2


@pytest.mark.parametrize(
    ("rows", "expected", "reason"),
    [
        ([({"e0": 2}, 0.83)], blur("e0"), "risk 0.83 alone is above 0.1"),
        ([({"e0": 1}, 0.83)], hide("e0"), "risk 0.83 alone is above 0.1"),
    ],
)
def test_the_least_change_that_is_enough(rows: list, expected: Option, reason: str) -> None:
    plan = made([hide("e0"), blur("e0")], rows, max_risk=0.1)
    assert options_of(plan) == [expected]
    assert plan.decisions[0].reason == reason


def test_what_is_always_hidden_is_hidden_and_not_blurred() -> None:
    plan = made([hide("e0"), blur("e0")], [], always_hide=frozenset({"CODE"}))
    assert options_of(plan) == [hide("e0")]
    assert plan.decisions[0].reason == "the policy always hides CODE"


def test_a_label_may_pose_more_or_less_risk_than_the_rest() -> None:
    rows = [({"e0": 2}, 0.3), ({"e1": 2}, 0.3)]
    plan = made([hide("e0"), hide("e1")], rows, max_risk=0.1, limits={"CODE": 0.4})
    assert [option.entity for option in options_of(plan)] == ["e1"]
    assert plan.risk_after == 0.3
    plan = made([hide("e0"), hide("e1")], rows, max_risk=0.5, limits={"CODE": 0.2})
    assert [option.entity for option in options_of(plan)] == ["e0"]


def test_nothing_is_changed_without_need_even_for_free() -> None:
    assert made([hide("e0", 0.0)], []).decisions == ()


def test_the_default_limit_is_one_half() -> None:
    rows = [({"e0": 2}, 0.5), ({"e1": 2}, 0.51)]
    assert [option.entity for option in options_of(made([hide("e0"), hide("e1")], rows))] == ["e1"]


@pytest.mark.parametrize(
    ("policy", "told"),
    [
        ({"never_change": frozenset({"CODE", "ORG"})}, "risk 0.9 of e0 (CODE, never_change), e1 (ORG, never_change)"),
        ({"always_hide": frozenset({"DATETIME"})}, "always_hide DATETIME against e3 (DATETIME, no option)"),
    ],
)
def test_clashing_demands_are_named_and_the_best_plan_is_carried(policy: dict, told: str) -> None:
    rows = [({"e0": 2, "e1": 2}, 0.9), ({"e2": 2}, 0.9)]
    with pytest.raises(InfeasiblePlan) as caught:
        made([hide("e0"), hide("e1"), hide("e2")], rows, max_risk=0.1, **policy)
    assert told in str(caught.value)
    assert "w000" not in str(caught.value)
    assert caught.value.best is not None
    assert "e2" in {option.entity for option in options_of(caught.value.best)}
    assert caught.value.best.lower_bound is None


def test_two_generalizations_that_exclude_each_other_clash() -> None:
    class Picky:
        name = "picky"

        def assess(self, document: Document, views: list) -> list[Risk]:
            return [Risk(1.0, by_entity={"e0": 1.0}) for _ in views]

    options = [Option("e0", "generalize", "north", 1.0), Option("e0", "generalize", "young", 1.0)]
    with pytest.raises(InfeasiblePlan, match=r"risk 1 of e0 \(CODE, cannot be hidden\) alone is above 0.5"):
        Exact().plan(letter(1), options, Picky(), Policy())


def test_a_document_without_entities_has_an_empty_plan() -> None:
    plan = Exact().plan(Document("empty", ""), [], Table([]), Policy())
    assert (plan.decisions, plan.loss, plan.lower_bound, plan.risk_after) == ((), 0.0, 0.0, 0.0)


def test_an_entity_with_many_mentions_is_one_decision() -> None:
    mentions = tuple(Mention(Span(4 * i, 4 * i + 3), "PERSON", "e0") for i in range(500))
    plan = Exact().plan(
        Document("long", "Ada " * 500, mentions=mentions), [hide("e0", 500)], Table([({"e0": 2}, 1.0)]), Policy()
    )
    assert len(plan.decisions) == 1


@pytest.mark.parametrize("loss", [float("nan"), float("inf"), -1.0])
def test_losses_must_make_sense(loss: float) -> None:
    with pytest.raises(InputError, match="the loss of mask for e0"):
        made([hide("e0", loss)], [])


def test_options_must_be_for_entities_of_the_document() -> None:
    with pytest.raises(InputError, match="unknown entity e9"):
        made([hide("e9")], [])


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e9])
def test_losses_of_any_size_are_compared(scale: float) -> None:
    rows = [({"e0": 2, "e1": 2}, 1.0), ({"e1": 2, "e2": 2}, 1.0)]
    plan = made([hide("e0", 2 * scale), hide("e1", 5 * scale), hide("e2", 2 * scale)], rows)
    assert [option.entity for option in options_of(plan)] == ["e0", "e2"]


def test_no_time_at_all_still_gives_a_plan_that_obeys() -> None:
    case = puzzle(7, 12, 30)
    plan = Exact(time_limit=0.0).plan(case.document, case.options, case.risk, Policy(max_risk=0.1))
    assert obeys(case, options_of(plan))
    assert plan.lower_bound is not None
    assert plan.lower_bound <= plan.loss
