"""What feeding the filling adversary back gains, on invented people."""

import json

import pytest

from bench.actors import write_actors
from unname.core.results import Outcome, PutBack
from unname_research.bench.infill_release import WITH, WITHOUT, run_release, told

FIGURES = {
    *("put_back", "put_back_first", "masked", "masked_first", "rounds", "withheld", "reasons"),
    *("exact", "found", "found_filled"),
}


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory):
    """At the last level all that is masked stands in what the filler has read."""
    folder = tmp_path_factory.mktemp("actors")
    return run_release(write_actors(folder), level="L4", ks=(None, 3), out=folder / "out")


def test_the_keys_are_stable(result):
    assert set(result) == {
        "level",
        "readers",
        "ks",
        "max_put_back",
        "documents",
        "people",
        "settings",
        "seconds",
    }
    assert list(result["settings"]) == ["plain", "k = 3"]
    for setting in result["settings"].values():
        assert set(setting) == {WITHOUT, WITH}
        assert all(set(figures) == FIGURES for figures in setting.values())
    json.dumps(result)


def test_both_begin_with_the_same_masks(result):
    for setting in result["settings"].values():
        assert setting[WITHOUT]["masked"] == setting[WITH]["masked_first"]
        assert setting[WITHOUT]["put_back_first"] is None
        assert setting[WITH]["put_back_first"]["masks"] == setting[WITHOUT]["put_back"]["masks"]


def test_feedback_leaves_less_to_put_back_and_masks_more(result):
    plain = result["settings"]["plain"]
    assert plain[WITHOUT]["put_back"]["right"] > plain[WITH]["put_back"]["right"]
    assert plain[WITHOUT]["masked"] < plain[WITH]["masked"]


def test_outcomes_are_added_up():
    outcomes = [
        Outcome("a", rounds=2, n_words=10, n_hidden_first=1, n_hidden=4, put_back=(PutBack("x", "L2", 4, 1, 1, 0.9),)),
        Outcome("b", reason="why", rounds=1, n_words=10, n_hidden=2, put_back=(PutBack("x", "L2", 6, 2),)),
    ]
    figures = told(outcomes)
    assert figures["put_back"] == {"masks": 10, "right": 3, "share": 0.3, "direct": 1}
    assert figures["put_back_first"] is None
    assert figures["masked"] == pytest.approx(0.3)
    assert (figures["rounds"], figures["withheld"], figures["reasons"]) == ({"1": 1, "2": 1}, 1, {"why": 1})
