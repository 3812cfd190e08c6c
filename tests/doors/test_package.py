"""What the wheels hold."""

import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = {"unname": ROOT / "src" / "unname", "unname_research": ROOT / "research" / "unname_research"}
MOST_BYTES = 60_000_000
"""A wheel of unname that is larger is not for everybody; the package index takes 100 MB."""


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    from hatchling.builders.wheel import WheelBuilder

    dist = str(tmp_path_factory.mktemp("dist"))
    roots = {"unname": ROOT, "unname_research": ROOT / "research"}
    return {
        name: Path(next(WheelBuilder(str(root)).build(directory=dist, versions=["standard"])))
        for name, root in roots.items()
    }


@pytest.fixture(params=PACKAGES)
def package(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_a_wheel_holds_its_whole_package(wheels, package):
    folder = PACKAGES[package]
    files = {path.relative_to(folder.parent).as_posix() for path in folder.rglob("*") if path.is_file()}
    expected = {file for file in files if "__pycache__" not in file and not Path(file).name.startswith(".")}
    assert expected <= set(zipfile.ZipFile(wheels[package]).namelist())


def test_a_wheel_holds_nothing_else_but_its_metadata(wheels, package):
    names = zipfile.ZipFile(wheels[package]).namelist()
    assert all(name.startswith((f"{package}/", f"{package}-0")) for name in names)
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)


def test_the_wheel_is_small_enough_to_install(wheels):
    assert wheels["unname"].stat().st_size < MOST_BYTES


def test_what_was_packed_tightly_is_whole(wheels):
    assert zipfile.ZipFile(wheels["unname"]).testzip() is None


def test_both_are_under_the_same_license():
    assert (ROOT / "research" / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


@pytest.mark.parametrize(
    ("package", "weights"), [("unname", "models/weights"), ("unname_research", "weights")], ids=lambda name: name
)
def test_a_card_describes_the_weights_that_come_with_it(package, weights):
    folder = PACKAGES[package] / weights
    card = (folder / "MODEL_CARD.md").read_text(encoding="utf-8")
    shipped = {path for path in folder.rglob("*") if path.suffix in (".onnx", ".npz")}
    assert shipped
    for path in shipped:
        name = path.parent.name if path.stem in ("model", "document", "profile") else path.name
        assert f"`{name}`" in card or f"/{name}`" in card or f"`{path.stem}`" in card, path
