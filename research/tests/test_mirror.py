"""A test stands where the module stands that it tests."""

from pathlib import Path

import pytest

import unname_research

PACKAGE = Path(unname_research.__path__[0])
TESTS = sorted(Path(__file__).parent.glob("*/test_*.py"))


@pytest.mark.parametrize("test", TESTS, ids=lambda test: f"{test.parent.name}/{test.name}")
def test_every_test_is_named_after_its_module(test):
    room, name = PACKAGE / test.parent.name, test.name.removeprefix("test_")
    assert (room / name).exists() or name == f"{room.name}.py"
