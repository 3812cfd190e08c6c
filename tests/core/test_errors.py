import pytest

from unname.core.errors import (
    ConfigError,
    InfeasiblePlan,
    InputError,
    InternalError,
    MissingModel,
    UnnameError,
    require,
)
from unname.core.redaction import Plan


@pytest.mark.parametrize("kind", [InputError, ConfigError, MissingModel, InfeasiblePlan, InternalError])
def test_every_error_is_ours(kind: type[Exception]) -> None:
    assert issubclass(kind, UnnameError)


def test_a_missing_library_names_the_install_command() -> None:
    with pytest.raises(MissingModel, match=r"pip install 'unname\[hf\]'"):
        require("a_library_that_does_not_exist", "hf")


def test_a_present_library_is_returned() -> None:
    assert require("json.decoder", "hf").JSONDecoder


def test_an_infeasible_plan_carries_the_best() -> None:
    best = Plan("d", ())
    assert InfeasiblePlan("too risky", best).best is best
