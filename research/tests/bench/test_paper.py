"""The tables of a paper: ours beside the published ones, and again where a run was interrupted."""

import types

import pytest

from unname.core.errors import ConfigError
from unname_research.bench import paper, run


@pytest.fixture
def invented(monkeypatch):
    made = []

    def tables(data, train, folder):
        return {"table1": lambda: made.append(("table1", train)) or {"found": 0.5}, "figure2": lambda: [1, 2]}

    module = types.SimpleNamespace(tables=tables, PAPER={"table1": {"found": 0.4}}, WHERE_WE_DIFFER=("in size",))
    monkeypatch.setattr(paper, "PAPERS", {"invented": "invented.module"})
    monkeypatch.setattr(paper.importlib, "import_module", lambda name: module)
    return made


def test_tables_stand_beside_the_published_ones(invented, tmp_path):
    result = paper.run(tmp_path, "invented", out=tmp_path)
    assert result["tables"]["table1"] == {"ours": {"found": 0.5}, "paper": {"found": 0.4}}
    assert result["tables"]["figure2"] == {"ours": [1, 2], "paper": None}
    assert result["where_we_differ"] == ["in size"]
    assert paper.run(tmp_path, "invented", out=tmp_path)["tables"] == result["tables"]
    assert invented == [("table1", False)]


def test_some_tables_alone(invented, tmp_path):
    assert set(paper.run(tmp_path, "invented", only="figure2")["tables"]) == {"figure2"}
    assert invented == []
    with pytest.raises(ConfigError, match="unknown table 'table9'; invented has table1, figure2"):
        paper.run(tmp_path, "invented", only="figure2,table9")


def test_an_unknown_paper_is_refused(tmp_path):
    with pytest.raises(ConfigError, match="unknown paper 'nobody2020'"):
        run("paper", name="nobody2020", data=tmp_path)


def test_every_paper_says_what_it_promises():
    for name, path in paper.PAPERS.items():
        module = paper.importlib.import_module(path)
        assert module.PAPER, name
        assert module.WHERE_WE_DIFFER, name
