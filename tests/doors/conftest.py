from pathlib import Path

import pytest

from doors.files import written


@pytest.fixture(autouse=True)
def _known_detectors(stand_in_detectors: None) -> None:
    """Every door may be asked for the stand-ins."""


@pytest.fixture
def people(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The file of the people whom a module invents."""
    return written(tmp_path / "people.jsonl", request.module.PEOPLE)


@pytest.fixture
def letters(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The file of the letters that a module invents."""
    return written(tmp_path / "letters.jsonl", request.module.LETTERS)
