import pytest

import fakes
from unname.core import roles


@pytest.mark.parametrize(
    ("component", "role"),
    [
        (fakes.FakeDetector(), roles.Detector),
        (fakes.FakeRisk(), roles.RiskModel),
        (fakes.FakeOptimizer(), roles.Optimizer),
        (fakes.FakeReplacer(), roles.Replacer),
        (fakes.FakeAttack(), roles.Attack),
        (fakes.FakeMetric(), roles.Metric),
    ],
)
def test_the_fakes_play_their_roles_and_no_other(component: object, role: type) -> None:
    assert isinstance(component, role)
    others = {roles.Detector, roles.RiskModel, roles.Optimizer, roles.Replacer, roles.Attack, roles.Metric} - {role}
    assert not any(isinstance(component, other) for other in others)
