"""What risk2022 composes, and what it published."""

import pytest

from light_pipelines import Chosen, use_rules_alone
from unname.core.document import LABELS, Document, Mention, Role, Span
from unname.core.errors import ConfigError
from unname.core.policy import Policy
from unname.detect.certain import Certain
from unname.index.web import LocalIndex
from unname_research.papers import risk2022 as paper


@pytest.fixture
def light(monkeypatch):
    use_rules_alone(monkeypatch, paper)


@pytest.mark.parametrize("trained", [False, True])
@pytest.mark.parametrize(
    ("max_risk", "policy", "expected"),
    [
        (None, Policy(), 0.5),
        (0.2, Policy(), 0.2),
        (None, Policy(max_risk=0.0), 0.0),
        (0.0, Policy(max_risk=0.9), 0.0),
    ],
)
def test_a_policy_does_not_undo_the_limit(
    trained: bool, max_risk: float | None, policy: Policy, expected: float
) -> None:
    assert paper.risk2022(("named",), trained, max_risk=max_risk, policy=policy).policy.max_risk == expected


def test_a_policy_of_ones_own_uses_no_learned_threshold() -> None:
    policy = Policy(deny=frozenset({"Zenda"}), thresholds={"LOC": 0.9})
    made = paper.risk2022(("named",), policy=policy).policy
    assert made.deny == policy.deny
    assert (made.thresholds["LOC"], made.thresholds["PERSON"]) == (0.9, 0.5)


def test_every_row_of_the_published_table_has_a_strategy():
    names = [strategy.name for strategy in paper.STRATEGIES]
    assert len(set(names)) == len(names)
    assert set(paper.TABLE_3) <= set(names)
    assert len(paper.TABLE_3) == 12


def test_published_f1_follows_from_precision_and_recall():
    # All but one: the paper prints .83 for "most specific", where its own precision and recall give .80.
    for name, (precision, _, recall, _, _, f1) in paper.TABLE_3.items():
        expected = 2 * precision * recall / (precision + recall)
        assert f1 == pytest.approx(expected, abs=0.011) or name == "trained, most specific"


def test_without_training_no_confidence_and_no_trained_weights_have_a_part():
    pipeline = paper.risk2022(("named",))
    assert all(pipeline.policy.thresholds[label] == 0.5 for label in LABELS)
    assert {type(detector) for detector in pipeline.detectors_} == {Certain}
    tagger = pipeline.detectors_[-1].detector
    assert (tagger.weights, tagger.floor) == ("silver", 1.0)
    assert pipeline.policy.max_risk == 0.5


def test_the_recipe_masks_what_any_measure_finds_risky(light):
    pipeline = paper.risk2022((Chosen(), "rarity"), engine=LocalIndex({"a": "three judges"}))
    assert pipeline.risk.name == "combined(measures=('chosen', \"rarity(engine='local(1 texts)')\"))"
    found = Document(
        "case",
        "three judges in 1999 and 2001 met Flavia",
        mentions=tuple(
            Mention(Span(start, end), "MISC", f"e{number}", Role.NONE)
            for number, (start, end) in enumerate([(0, 12), (16, 20), (34, 40)])
        ),
    )
    plan = pipeline.plan(found)
    assert {decision.option.entity for decision in plan.decisions} == {"e1", "e2"}


@pytest.mark.parametrize("measures", ["surprisal", ()])
def test_measures_are_a_list(measures):
    with pytest.raises(ConfigError, match="at least one"):
        paper.risk2022(measures)
