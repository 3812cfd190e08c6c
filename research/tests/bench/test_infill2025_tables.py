"""The tables of `infill2025`, from one run of the bench."""

import pytest

from unname.core.errors import ConfigError
from unname_research.bench import infill2025_tables as tables
from unname_research.bench.paper import PAPERS


@pytest.fixture
def runs(monkeypatch):
    made = []

    def run(data, levels, out=None):
        made.append((levels, out))
        row = {"exact": 0.5, "token_recall": 0.6, "n": 3, "filled": 3}
        by_level = {"L2": row}
        return {
            "wiki553": by_level,
            "wikiactors": by_level,
            "sparse": {"wiki553": {"L2": 0.4}, "wikiactors": {"L2": 0.1}},
            "retrieval": {"wiki553": {"L2": {"mrr": 0.3}}},
            "identity": {"wiki553": {"masked": {"acc10": 0.2}}},
            "by_role": {"wiki553": {"L2": {"direct": row}}},
        }

    monkeypatch.setattr(tables.infill, "run", run)
    return made


def test_all_tables_come_from_one_run(runs, tmp_path):
    made = tables.tables(tmp_path, False, tmp_path)
    assert set(made) == set(tables.TABLES)
    found = {name: make() for name, make in made.items()}
    assert runs == [(("L1", "L2", "L3", "L4"), tmp_path)]
    assert found["infilling"] == {"wiki553": {"L2": {"exact": 0.5, "token_recall": 0.6, "n": 3}}}
    assert found["sparse"] == {"wiki553": {"L2": 0.4}}
    assert found["infilling_by_role"]["wiki553"]["L2"]["direct"]["n"] == 3


def test_published_figures_stand_under_the_same_names():
    assert PAPERS["infill2025"] == "unname_research.bench.infill2025_tables"
    assert tables.PAPER["infilling"]["tab"]["L4"]["exact"] == 0.6604
    assert tables.PAPER["identity"]["tab"]["masked"] == 0.283
    assert set(tables.PAPER) <= set(tables.TABLES)


def test_training_again_needs_a_folder(tmp_path):
    with pytest.raises(ConfigError, match="--out"):
        tables.tables(tmp_path, True, None)["trained_again"]()
