"""The tables of `morris2022` on invented people, with a bi-encoder that needs no weights."""

import json

import numpy as np
import pytest

from crowded import biographies, write_people
from linking import Summing
from unname.core.errors import ConfigError
from unname_research.bench import kanon, kanon_figures, mask_counts
from unname_research.bench import morris2022_tables as page
from unname_research.bench.kanon_figures import Information
from unname_research.bench.kanon_judges import SPARSE
from unname_research.bench.mask_counts import compare_counting
from unname_research.bench.redactions import lexical


@pytest.fixture
def setting(monkeypatch, tmp_path):
    models = {SPARSE: SPARSE, "bag": Summing(), "facts": Summing(), "transformer": Summing()}
    of = page.Ensemble.of
    monkeypatch.setattr(kanon, "RECOGNIZER", "rules")
    monkeypatch.setattr(kanon, "KS", (1, 2, 5))
    monkeypatch.setattr(kanon_figures, "K", 3)
    monkeypatch.setattr(kanon_figures, "load_tagger", lambda: None)
    monkeypatch.setattr(Information, "preserved", lambda *_: 0.5)
    monkeypatch.setattr(page.Ensemble, "of", lambda people, _, defending: of(people, models, defending))
    monkeypatch.setattr(page, "N_DOCUMENTS", 6)
    monkeypatch.setattr(page, "N_FEW", 4)
    monkeypatch.setattr(page, "JUDGES", tuple(models))
    (tmp_path / "congress_bioguide").mkdir()
    write_people(tmp_path / "people.jsonl", 120).replace(
        tmp_path / "congress_bioguide" / kanon.FILE.removesuffix(".gz")
    )
    monkeypatch.setattr(kanon, "FILE", kanon.FILE.removesuffix(".gz"))
    return page.Setting(tmp_path / "congress_bioguide", tmp_path / "out")


def test_tables_and_their_intervals(setting):
    table = setting.table_2("levels_by_others", "found_by_others")
    json.dumps([table, setting.table_1(), setting.figure_2()], allow_nan=False)
    assert list(table) == ["0.25", "0.05", "0.01"]
    for rows in table.values():
        assert {"idf", "idf_table_aware", "ours", page.RATIO} <= set(rows)
        for row in (rows[name] for name in page.SWEPT if rows[name]):
            low, high = row["masked_interval"]
            assert low <= row["masked"] <= high
            assert "masked_each" not in row
        if found := rows[page.RATIO]:
            assert found["masked"] == pytest.approx(
                rows["ours"]["masked"] / rows["idf_table_aware"]["masked"], abs=1e-3
            )
    again = page.Setting(setting.data, setting.folder)
    again.comparison = None  # what was kept is not made again
    kept = again.table_2("levels_by_others", "found_by_others")
    assert kept["0.25"]["ours"]["masked"] == pytest.approx(table["0.25"]["ours"]["masked"], abs=1e-3)


def test_judges_beside_the_search(setting):
    found = setting.diversity()
    assert found["by_model"]["bag"] == 0.0
    assert set(found["by_model"]) == {SPARSE, "bag", "facts", "transformer"}
    searches = setting.beam()
    assert searches["beam"]["masked"] <= searches["greedy"]["masked"] + 0.05
    assert searches["greedy"]["seconds"] > 0
    assert setting.figure_4() is None
    assert sum(map(sum, setting.figure_3()["counts"])) == 4


def test_training_again_needs_a_place(tmp_path):
    names = list(page.tables(tmp_path, False, None))
    assert set(page.PAPER) <= set(names)
    assert list(page.tables(tmp_path, True, tmp_path)) == ["trained_again", *names]
    with pytest.raises(ConfigError, match="needs --out"):
        page.Setting(tmp_path, None).train_again()


def test_an_interval_holds_the_mean():
    rows = np.array([0.1, 0.2, 0.3, 0.4])
    low, high = page.drawn_again(lambda chosen: chosen.mean(), rows)
    assert 0.1 <= low < rows.mean() < high <= 0.4
    assert page.ratio(None, {"masked_each": [0.1]}) is None


@pytest.mark.slow
def test_a_model_that_counts_masks_finds_whom_only_the_count_tells(tmp_path):
    from unname.corpora.populations import read_pairs

    pairs = read_pairs(write_people(tmp_path / "people.jsonl", 200))
    judged = biographies(200)[:40]
    texts = [each.hiding(lexical(each), joins=False).text for each in judged]
    found = compare_counting(pairs, judged, texts, epochs=2)
    assert set(found["found"]) == set(mask_counts.READERS)
    assert all(0 <= row["found"] <= row["within_10"] <= 1 for row in found["found"].values())
    assert sum(int(length) * n for length, n in found["runs"].items()) == sum(text.count("***") for text in texts)
