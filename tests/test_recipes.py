"""What recipes compose."""

import pytest

from unname.core.redaction import Policy
from unname.recipes import risk2022


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
    assert risk2022(("named",), trained, max_risk=max_risk, policy=policy).policy.max_risk == expected


def test_a_policy_of_ones_own_uses_no_learned_threshold() -> None:
    policy = Policy(deny=frozenset({"Zenda"}), thresholds={"LOC": 0.9})
    made = risk2022(("named",), policy=policy).policy
    assert made.deny == policy.deny
    assert (made.thresholds["LOC"], made.thresholds["PERSON"]) == (0.9, 0.5)
