"""What an installed copy holds."""

import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "unname"


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    from hatchling.builders.wheel import WheelBuilder

    [wheel] = WheelBuilder(str(ROOT)).build(directory=str(tmp_path_factory.mktemp("dist")), versions=["standard"])
    return set(zipfile.ZipFile(wheel).namelist())


def test_the_wheel_holds_the_whole_package(shipped):
    files = {path.relative_to(ROOT / "src").as_posix() for path in PACKAGE.rglob("*") if path.is_file()}
    expected = {file for file in files if "__pycache__" not in file and not Path(file).name.startswith(".")}
    assert expected <= shipped


def test_the_wheel_holds_nothing_else_but_its_metadata(shipped):
    assert all(name.startswith(("unname/", "unname-0")) for name in shipped)
