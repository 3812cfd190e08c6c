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
        (fakes.FakeFiller(), roles.Filler),
        (fakes.FakeMetric(), roles.Metric),
    ],
)
def test_the_fakes_play_their_roles_and_no_other(component: object, role: type) -> None:
    assert isinstance(component, role)
    plain = {roles.Detector, roles.RiskModel, roles.Optimizer, roles.Replacer, roles.Attack, roles.Filler, roles.Metric}
    assert not any(isinstance(component, other) for other in plain - {role})
