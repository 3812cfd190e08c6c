import pytest


@pytest.fixture(autouse=True)
def _known_detectors(stand_in_detectors: None) -> None:
    """Every door may be asked for the stand-ins."""
