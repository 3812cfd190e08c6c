"""TRIA in many settings, fine-tuned whole, and what belongs to its tables; about invented people."""

from pathlib import Path

import numpy as np
import pytest

from bench.actors import write_actors
from expecting import Expecting
from unname.core.document import Profile
from unname.measure.e5 import e5

pytest.importorskip("torch")
pytest.importorskip("transformers")

from tiny import tiny_base
from unname_research.bench import tria_actors, tria_utility, tria_whole
from unname_research.bench.tria_actors import CLEAR, Actors, Bench, Setting
from unname_research.bench.tria_whole import Run, Whole


@pytest.fixture(scope="module")
def base(tmp_path_factory) -> str:
    return str(tiny_base(tmp_path_factory.mktemp("base")))


@pytest.fixture
def actors(tmp_path: Path, monkeypatch) -> Actors:
    monkeypatch.setattr(tria_actors, "FORMS", {"curated": lambda texts: [text.lower() for text in texts]})
    return Actors(write_actors(tmp_path), tmp_path / "kept", anonymize=lambda texts: [f"[PERSON] {t}" for t in texts])


def test_a_row_of_one_setting(actors, base) -> None:
    bench = Bench(actors)
    setting = Setting(window=20, overlap=5, base=base)
    row = bench.frozen(setting)
    assert set(row["columns"]) == {"original_abstract", "ner3_abstract", "manual_abstract"}
    assert row["mean"] == pytest.approx((row["columns"]["ner3_abstract"] + row["columns"]["manual_abstract"]) / 2)
    assert row["columns"]["original_abstract"] > row["columns"]["manual_abstract"]
    less = bench.frozen(Setting(sources=(CLEAR,), window=20, overlap=5, base=base, part=(0.0, 0.5)))
    assert 0 < less["windows"] < row["windows"] / 2


def test_nothing_is_known_of_people_left_out(actors, base) -> None:
    bench = Bench(actors)
    setting = Setting(window=20, overlap=5, base=base, people=0.5)
    _, people = bench.read(setting).known(setting)
    assert len(set(people)) == 4


def test_texts_are_read_once_and_kept_from_others(actors, base) -> None:
    made = actors.texts("curated")
    again = Actors(actors.data, actors.folder, anonymize=lambda texts: pytest.fail("asked again"))
    assert again.texts("curated") == made
    assert all(path.stat().st_mode & 0o077 == 0 for path in actors.folder.iterdir())


def test_further_people_have_to_be_told_apart(actors, base, monkeypatch) -> None:
    monkeypatch.setattr(tria_actors, "Setting", lambda: Setting(window=20, overlap=5, base=base))
    others = [Profile(f"o{n}", text="A baker who sings.") for n in range(3)]
    row = Bench(actors).among(others)
    assert row["people"] == 11
    assert set(row["columns"]) == {"original_abstract", "ner3_abstract", "manual_abstract"}


def test_a_whole_run_is_told_from_its_checkpoints(actors, base, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(tria_whole, "Setting", lambda base: Setting(window=20, overlap=5, base=base))
    monkeypatch.setattr(Run, "_encoder", lambda self: base)
    bench = Bench(actors)
    run = Run(bench, Whole(pretraining_epochs=0, epochs=2), tmp_path / "whole")
    assert run.row() is None
    run.train()
    row = run.row()
    assert row is not None
    assert (len(row["epochs"]), row["finished"]) == (2, True)
    assert row == Run(Bench(actors), run.setting, run.folder).row()


def test_the_best_stands_first() -> None:
    rows = tria_utility.ranked({"a": 0.9, "b": 0.5, "c": 0.1}, {"a": 1.0, "b": 0.25, "c": 0.0, "d": 0.0})
    assert list(rows) == ["b", "c", "a"]
    assert rows["b"]["e5"] == pytest.approx(e5(0.5, 0.25))


def test_orders_are_compared() -> None:
    one = {"a": 3.0, "b": 2.0, "c": 1.0}
    assert tria_utility.same_order(one, {"a": 30.0, "b": 20.0, "c": 10.0, "d": 1.0}) == 1.0
    assert tria_utility.same_order(one, {"a": 1.0, "b": 2.0, "c": 3.0}) == -1.0


def test_what_is_kept_recalled_and_how_surely_that_is_known(tmp_path, monkeypatch) -> None:
    class Counted(Expecting):
        windows = pieces = 0

        def __init__(self, model=None, threads=1):
            super().__init__()

    monkeypatch.setattr(tria_utility, "MaskedLM", Expecting)
    monkeypatch.setattr("unname_research.bench.tpi.Counted", Counted)
    kept = tria_utility.Kept(write_actors(tmp_path), terms="words")
    rows = kept.figure_10()
    assert rows["manual_abstract"]["recall"] == rows["manual_abstract"]["precision"] == 1.0
    assert rows["ner3_abstract"]["tpi"] > rows["manual_abstract"]["tpi"]
    assert rows["ner3_abstract"]["recall"] < 1.0
    strategies = kept.strategies()
    assert list(strategies) == [*(f"{n}-TA" for n in range(1, 11)), "S-TA", "S-TA by sentence"]
    assert strategies["S-TA by sentence"]["largest_difference"] == strategies["S-TA by sentence"]["term_error"] == 0.0
    assert strategies["1-TA"]["term_error"] > strategies["10-TA"]["term_error"]
    tria_utility.draw_strategies(strategies, tmp_path / "drawn.svg")
    assert (tmp_path / "drawn.svg").stat().st_size
    assert set(tria_utility.multiplier_correlations(strategies)) == {"ner3_abstract", "manual_abstract"}


def test_a_part_of_nothing_is_all_of_it() -> None:
    of = np.array([True, True, False])
    assert tria_utility._part(np.array([True, False, False]), of) == 0.5
    assert tria_utility._part(of & False, of & False) == 1.0
