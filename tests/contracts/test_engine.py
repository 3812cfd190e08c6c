"""Every search engine: ids of what contains all terms; one that knows its pages holds all that it finds."""

import json
from pathlib import Path

import pytest

from unname.index.web import KnowsPages, LocalIndex, Recorded, Recorder, SearchEngine
from unname.risk.engines import open_engine

pytestmark = pytest.mark.usefixtures("without_torch")

WEB = {"page1": "Tony Booth was seen in Ruritania.", "page2": "Ruritania has a railway.", "page3": "A nurse."}
QUERY = ["Ruritania"]


@pytest.fixture(params=["local", "folder", "recorded", "recorder"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> SearchEngine:
    if request.param == "folder":
        (tmp_path / "web.json").write_text(json.dumps(WEB))
        return open_engine(str(tmp_path / "web.json"))
    if request.param == "recorded":
        return Recorded({"Ruritania": ["page1", "page2"]}, unknown="nothing")
    return Recorder(LocalIndex(WEB)) if request.param == "recorder" else LocalIndex(WEB)


def test_it_plays_the_role(engine: SearchEngine) -> None:
    assert isinstance(engine, SearchEngine)
    assert engine.name


def test_it_finds_at_most_as_many_as_are_asked_for(engine: SearchEngine) -> None:
    assert set(engine.search(QUERY, 5)) == {"page1", "page2"}
    assert len(engine.search(QUERY, 1)) == 1
    assert list(engine.search(["Graustark"], 5)) == []


def test_one_that_knows_its_pages_holds_what_it_finds(engine: SearchEngine) -> None:
    if isinstance(engine, KnowsPages):
        assert all(id in engine for id in engine.search(QUERY, 5))
        assert "page9" not in engine
