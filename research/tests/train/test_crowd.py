"""Tables of reference lives from invented texts: the same input, the same bytes."""

from pathlib import Path

import numpy as np

from unname_research.train.crowd import Source, fold_words, make_lives

TEXTS = [f"A nurse who sails the lake in boat {n}" for n in range(6)]
OTHERS = [f"A judge who climbs the hill in coat {n}" for n in range(6)]


def test_the_same_sources_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a.npz", "b.npz"):
        make_lives([Source(TEXTS, 0.7), Source(OTHERS, 0.3)], n_kinds=2).save(tmp_path / name)
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()


def test_each_source_counts_for_its_share() -> None:
    lives = make_lives([Source(TEXTS, 0.7), Source(OTHERS, 0.3)], n_kinds=2)
    assert np.isclose(lives.weights[:6].sum(), 0.7)
    assert lives.find("nurse").tolist() == [0, 1, 2, 3, 4, 5]
    assert lives.n_kinds == 2


def test_words_are_counted_folded_and_in_parts() -> None:
    assert fold_words("Swiss-born Nurse") == ["swiss", "born", "nurse"]
