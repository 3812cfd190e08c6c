"""Where weights are found, and what is said where a distribution is missing."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from crowded import write_people
from unname.core.document import Document
from unname.core.errors import MissingModel
from unname.core.registry import create
from unname.detect.tagger import _classifier
from unname.models import packaged
from unname.models.packaged import RESEARCH, WEIGHTS, find_weights

RUN = "run: pip install unname-research"


def plug_in(monkeypatch: pytest.MonkeyPatch, *points: EntryPoint) -> None:
    monkeypatch.setattr(packaged, "entry_points", lambda group: points)
    packaged._plugged.cache_clear()


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    """What a test found is not what the next one finds."""
    packaged._plugged.cache_clear()
    yield
    packaged._plugged.cache_clear()


def test_weights_of_the_product_need_no_other_distribution(monkeypatch):
    plug_in(monkeypatch)
    assert find_weights("default") == WEIGHTS / "default"


def test_weights_of_research_are_found_by_entry_point(monkeypatch):
    plug_in(monkeypatch, EntryPoint("research", "unname_research.weights", "unname.weights"))
    for name in RESEARCH:
        assert any(path.suffix in (".onnx", ".npz") for path in find_weights(name).iterdir())


@pytest.mark.parametrize("name", sorted(RESEARCH))
def test_missing_weights_are_told_with_the_command(monkeypatch, name):
    plug_in(monkeypatch)
    with pytest.raises(MissingModel, match=RUN):
        find_weights(name)


def test_a_folder_of_ones_own_is_taken_as_it_is(monkeypatch, tmp_path):
    plug_in(monkeypatch)
    assert find_weights(tmp_path / "mine") == tmp_path / "mine"
    monkeypatch.chdir(tmp_path)
    Path("silver").mkdir()
    assert find_weights("silver") == Path("silver")


def test_a_tagger_that_is_not_installed(monkeypatch, run, tmp_path):
    plug_in(monkeypatch)
    _classifier.cache_clear()  # another test may have loaded it
    with pytest.raises(MissingModel, match=RUN):
        create("detector", "tagger(weights='silver')").detect(Document("letter", "Anna lives in Zenda."))
    letter = tmp_path / "letter.txt"
    letter.write_text("Anna lives in Zenda.")
    code, out, err = run("release", letter, "--detector", "tagger(weights='silver')")
    assert (code, out) == (2, "")
    assert RUN in err


def test_a_linkage_model_that_is_not_installed(monkeypatch, run, tmp_path):
    plug_in(monkeypatch)
    people = write_people(tmp_path / "people.jsonl", 12)
    letter = tmp_path / "letter.txt"
    letter.write_text("Anna lives in Zenda.")
    given = ("--population", people, "--k", "2", "--linkage", "bag", "--detector", "rules")
    code, out, err = run("release", letter, *given)
    assert (code, out) == (2, "")
    assert RUN in err
