"""The benchmark of K-anonymity on invented people, with a bi-encoder that needs no weights."""

import json
import re
from typing import NamedTuple

import numpy as np
import pytest

from crowded import write_people
from linking import Summing
from unname.core.errors import InputError
from unname.measure.sightings import place
from unname_research import bench
from unname_research.bench import kanon, kanon_figures, kanon_search
from unname_research.bench.kanon_figures import Information
from unname_research.bench.kanon_judges import PUBLISHED, SPARSE

FOUND = {"found_by_all", "found_by_others", "interval_by_others"}
LEVEL = {"setting", "documents", "reid", "interval", "masked", "masked_pooled", "info_loss", "by_model", "tpi"}


class Capitals:
    """A tagger that tells names by their capitals."""

    def __call__(self, text):
        found = re.finditer(r"\S+", text)
        return [Token(each.start(), each[0], "PROPN" if each[0][0].isupper() else "NOUN") for each in found]


class Token(NamedTuple):
    """A word as a tagger gives it."""

    idx: int
    text: str
    pos_: str

    def __len__(self):
        return len(self.text)


@pytest.fixture(scope="module")
def small():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kanon, "RECOGNIZER", "rules")
        patch.setattr(kanon, "KS", (1, 2, 5))
        patch.setattr(kanon_search, "K", 3)
        patch.setattr(kanon_figures, "K", 3)
        patch.setattr(kanon_figures, "load_tagger", Capitals)
        patch.setattr(Information, "preserved", lambda self, redactions: len(self.biographies) / 100)
        yield


def result(folder, n=120, people=None, **settings):
    given = {
        "models": {SPARSE: SPARSE, "bag": Summing(), "facts": Summing(), "transformer": "no/such/folder"},
        "processes": 1,
    }
    given["n_documents"] = 5
    data = write_people(folder / "people.jsonl", n)
    return bench.run("kanon", data=data, people=people, n_searched=2, n_others=12, **{**given, **settings})


@pytest.fixture(scope="module")
def found(small, tmp_path_factory):
    return result(tmp_path_factory.mktemp("kanon"))


def test_the_promised_keys(found):
    json.dumps(found, allow_nan=False)
    assert set(found["reid_original"]) == {SPARSE, "bag", "facts"}
    assert set(found["levels"]) == {"0.25", "0.05", "0.01"}
    for rows in found["levels"].values():
        assert {"idf", "idf_table_aware", "ours", "ours_bag"} <= set(rows)
        assert all(set(row) >= LEVEL for row in rows.values() if row)
    assert {"speedup", "fewer_calls", "longer_masks"} <= set(found["search"]["bag"])
    assert found["seconds_1000_documents"] > 0
    assert found["missing"].keys() == {"transformer"}
    assert found["population"] == 120
    assert found["population_file"] == "people.jsonl"


def test_rows_are_below_their_levels(found):
    for level, rows in found["levels"].items():
        for row in rows.values():
            assert row is None or row["reid"] < float(level)
    ours = found["levels"]["0.25"]["ours"]
    assert 0 < ours["masked"] < found["levels"]["0.25"]["idf"]["masked"]
    assert 0 <= ours["not_hidden"] <= 1
    assert ours["tpi"] == 0.02


def test_found_is_told_by_judges_that_did_not_defend_and_by_all(found):
    assert found["judges"] == {"others": [SPARSE], "all": [SPARSE, "bag", "facts"]}
    assert found["defenders"] == {"ours": ["bag", "facts", SPARSE], "ours_bag": ["bag"]}
    rows = [row for each in found["curves"].values() for row in each]
    rows += [row for by in ("levels", "levels_by_others") for level in found[by].values() for row in level.values()]
    for row in filter(None, rows):
        assert set(row) >= FOUND
        assert row["found_by_all"] == row["reid"] >= row["found_by_others"] == row["by_model"][SPARSE]
    for level, rows in found["levels_by_others"].items():
        assert {"idf", "idf_table_aware", "ours", "ours_bag"} <= set(rows)
        assert all(row is None or row["found_by_others"] < float(level) for row in rows.values())


def test_everybody_is_judged_by_the_same_others_whoever_defended(tmp_path, small):
    settings = {"models": {SPARSE: SPARSE, "bag": Summing(), "facts": Summing(), "transformer": Summing()}}
    assert result(tmp_path, **settings)["judges"]["others"] == [SPARSE, "transformer"]
    alone = result(tmp_path, models={"bag": Summing()})
    assert alone["judges"]["others"] == []
    assert alone["table1"]["none"]["found_by_others"] is None
    assert alone["levels_by_others"]["0.25"]["idf"] is None


def test_the_figures_say_that_they_are_no_releases_and_what_was_chosen_where(found):
    assert found["floor"] is False
    assert "release" in found["method"]
    assert found["split"] == "test"
    assert set(found["chosen_on"]) == {"test", "validation", "train"}


def test_the_fixed_methods_have_one_point(found):
    assert list(found["table1"]) == ["none", "lexical", "named_entities", "named_entities_and_dates"]
    assert found["table1"]["none"]["masked"] == 0
    assert found["table1"]["none"]["reid"] > 0.5 > found["table1"]["lexical"]["by_model"][SPARSE]
    assert found["curves"]["none"] == [found["table1"]["none"]]
    assert all(0 <= row[PUBLISHED] <= 1 for row in found["table1"].values())
    assert found["table1"]["none"][PUBLISHED] > found["table1"]["lexical"][PUBLISHED]
    masked = [row["masked"] for row in found["curves"]["ours"]]
    assert masked == sorted(masked)


def test_figures_beside_the_tables(found):
    ranks = found["ranks"]
    assert ranks["models"] == ["bag", SPARSE]
    assert sum(map(sum, ranks["counts"])) == found["documents"]
    assert ranks["found"]["bag"] == 0 < found["table1"]["none"]["by_model"]["bag"]
    assert ranks["median"]["bag"] > ranks["k"]
    assert found["limits"]["joined"]["reid"] <= found["limits"]["a mask for each word"]["reid"]
    parts = found["parts_of_speech"]
    assert set(parts["ours"]) == set(parts["idf_table_aware"]) == set(parts["words"]) == {"PROPN", "NOUN"}


def test_no_parts_of_speech_without_a_tagger(monkeypatch):
    monkeypatch.setattr(kanon_figures, "load_tagger", lambda: None)
    assert kanon_figures.parts_of_speech({"ours": None}, None, [], 1) is None


def test_further_people_are_judged_too(small, tmp_path):
    others = write_people(tmp_path / "others.jsonl", 2, prefix="y", first=120)
    both = result(tmp_path, people=others, n_documents=2)
    assert both["people"] == {"added": 2, "repeated": 0}
    assert both["population"] == 122
    assert set(both["levels"]["0.25"]["idf"]["reid_by_source"]) == {"test", "people"}


@pytest.mark.parametrize("prefix", ["x", "y"])
def test_people_who_are_there_already_are_not_unseen_by_whatever_id(small, tmp_path, prefix):
    data = write_people(tmp_path / "people.jsonl", 120)
    trial = kanon.read_trial(data, write_people(tmp_path / "others.jsonl", 120, prefix), 1000)
    assert (trial.n_added, trial.n_repeated, len(trial.population)) == (0, 120, 120)
    assert trial.groups == {}


def test_a_transformer_is_never_copied_with_its_process(monkeypatch):
    used = {}
    monkeypatch.setattr(kanon, "hide", lambda risk, k, them, processes: used.setdefault(risk, processes))
    for method in kanon.our_methods({"ours": "one", "ours_transformer": "other"}, 100, processes=2):
        method.redact([], 1)
    assert used == {"one": 2, "other": 1}


@pytest.mark.parametrize(
    ("scores", "hidden"),
    [([3.0, 2.0, 1.0, 0.0], False), ([3.0, 3.0, 3.0, 0.0], True), ([3.0, 3.0, 1.0, 0.0], False)],
)
def test_others_who_fit_as_well_count_whole(scores, hidden):
    placed = place("bag", "d", np.array(scores), 0)
    assert (kanon.n_others(placed) >= 2) is hidden


def test_nobody_to_judge(tmp_path):
    with pytest.raises(InputError, match="test part"):
        kanon.read_trial(write_people(tmp_path / "few.jsonl", 1, prefix="z"), None, 10)


def test_fast_takes_fewer(small, tmp_path, monkeypatch):
    monkeypatch.setattr(kanon, "FAST", {"n_documents": 3, "n_others": 2, "n_searched": 1})
    told = []
    fast = result(tmp_path, fast=True, report=lambda *step: told.append(step))
    assert fast["documents"] == 3
    assert told[-1][1] == told[-1][2]


def test_the_bench_goes_on_without_the_bag(small, tmp_path):
    alone = result(tmp_path, models={SPARSE: SPARSE})
    assert alone["seconds_1000_documents"] is None
    assert alone["ranks"] is alone["limits"] is None
    assert "ours" not in alone["levels"]["0.05"]
