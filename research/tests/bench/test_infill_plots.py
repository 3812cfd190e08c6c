"""Plots of what is put back."""

from pathlib import Path

from unname_research.bench.infill_plots import draw_anonymizations, draw_levels

ROW = {"exact": 0.5, "intervals": {"exact": [0.4, 0.6]}}


def test_plots_are_written(tmp_path: Path) -> None:
    rows = {"Manual": {"words_hidden": 0.3, "levels": {"L2": ROW, "L4": ROW}}}
    draw_anonymizations(rows, tmp_path / "a" / "one.svg")
    draw_levels({"tab": {"L1": ROW, "L4": ROW}}, {"tab": {"infilling": {"L4": {"exact": 0.66}}}}, tmp_path / "two.svg")
    assert "<svg" in (tmp_path / "a" / "one.svg").read_text()
    assert "<svg" in (tmp_path / "two.svg").read_text()


def test_one_level_is_enough(tmp_path: Path) -> None:
    draw_anonymizations({"Manual": {"words_hidden": 0.3, "levels": {"L4": ROW}}}, tmp_path / "one.svg")
    draw_levels({"tab": {"L4": {"exact": 0.5, "intervals": {}}}}, {}, tmp_path / "two.svg")
    assert (tmp_path / "one.svg").exists()
    assert (tmp_path / "two.svg").exists()
