import json
import stat

import pytest

from unname.core.errors import ConfigError, InputError
from unname.index.web import LocalIndex, Recorded, Recorder, SearchEngine, SearchFailed

MARKER = "Xanthippe"


def test_a_record_in_clear_is_found_in_any_order():
    engine = Recorded({"Zenda AND the judge": ["page1", "page2"], MARKER: []})
    assert isinstance(engine, SearchEngine)
    assert engine.search(["THE JUDGE", "Zenda"], 5) == ["page1", "page2"]
    assert engine.search(["zenda", "the judge"], 1) == ["page1"]
    assert engine.search([MARKER], 5) == []
    assert MARKER not in repr(engine)


def test_what_was_never_recorded():
    assert Recorded({}, unknown="nothing").search([MARKER], 5) == []
    with pytest.raises(SearchFailed) as raised:
        Recorded({}).search([MARKER], 5)
    assert MARKER not in str(raised.value)
    with pytest.raises(ConfigError, match="maybe"):
        Recorded({}, unknown="maybe").search([MARKER], 5)


def test_a_recorder_keeps_hashes_that_answer_again(tmp_path):
    recorder = Recorder(LocalIndex({"p1": f"{MARKER} of Zenda", "p2": "Zenda"}))
    asked = [["zenda"], [MARKER, "Zenda"], ["nobody"]]
    before = [recorder.search(query, 5) for query in asked]
    recorder.search(["zenda"], 1)
    path = tmp_path / "record.json"
    recorder.save(path)
    assert MARKER.lower() not in path.read_text().lower()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["record.json"]
    assert [Recorded(path).search(query, 5) for query in asked] == before
    assert recorder.name == "local(2 texts)"


@pytest.mark.parametrize("content", ["{", "[]", json.dumps({"q": "page"}), json.dumps({"q": [1]})])
def test_a_bad_record(tmp_path, content):
    path = tmp_path / "record.json"
    path.write_text(content)
    with pytest.raises(InputError, match=r"record\.json"):
        Recorded(path).search(["x"], 1)


def test_no_record(tmp_path):
    with pytest.raises(InputError):
        Recorded(tmp_path / "none.json").search(["x"], 1)
