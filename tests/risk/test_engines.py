import json

import pytest

from unname.core.errors import ConfigError, InputError
from unname.index.web import HttpSearch, LocalIndex, Recorded
from unname.risk.engines import open_engine


def write(folder, name, content):
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return str(path)


@pytest.mark.parametrize(
    ("name", "content", "ids"),
    [
        ("one.txt", "A judge.", ["one"]),
        ("pages/a.txt", "A judge.", ["a"]),
        ("pages.jsonl", '{"id": "a", "text": "A judge."}\n{"id": "b", "text": "A nurse."}\n', ["a"]),
        ("people.jsonl", '{"name": "Ada Grey", "job": "judge"}\n', ["Ada Grey"]),
        ("people.csv", "id,name,text\np1,Ada,A judge.\n", ["p1"]),
        ("people.json", [{"id": "p1", "name": "Ada", "text": "A judge."}], ["p1"]),
        ("texts.json", {"a": "A judge.", "b": "A nurse."}, ["a"]),
        ("cases.json", [{"doc_id": "c1", "text": "A judge.", "annotations": {}}], ["c1"]),
    ],
)
def test_files_and_folders_to_search_in(tmp_path, name, content, ids):
    path = write(tmp_path, name, content)
    where = str(tmp_path / "pages") if "/" in name else path
    assert open_engine(where).search(["judge"], 5) == ids
    assert open_engine(f"local(path={where!r})").search(["judge"], 5) == ids


def test_other_engines(tmp_path):
    path = write(tmp_path, "record.json", {"judge": ["p1"]})
    assert open_engine(f"recorded(answers={path!r}, unknown='nothing')").search(["judge"], 5) == ["p1"]
    assert open_engine("https://searx.example") == HttpSearch("https://searx.example")
    spelled = "http(url='http://index.example', kind='opensearch', timeout=3)"
    assert open_engine(spelled) == HttpSearch("http://index.example", "opensearch", 3)
    given = LocalIndex({})
    assert open_engine(given) is given
    assert isinstance(open_engine(Recorded({})), Recorded)


@pytest.mark.parametrize(
    ("spec", "error"),
    [
        (None, ConfigError),
        ("nowhere/to/be/found", InputError),
        ("telepathy(power=3)", ConfigError),
        ("http(power=3)", ConfigError),
        ("http(url=)", ConfigError),
    ],
)
def test_what_is_no_engine(spec, error):
    with pytest.raises(error):
        open_engine(spec)
