"""Reference lives: what is counted, what is left out, and that tables survive being written."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.errors import ConfigError
from unname.risk.lives import LEAST, MOST_LIVES, RAREST, Lives, hash_word, shipped_lives

WORDS = "nurse judge sails bakes climbs parrot lake clock".split()
TEXTS = [["nurse", "lake", "sails"]] * 4 + [["judge", "climbs"]] * 4 + [["nurse", "judge", "parrot"]] * 2
KINDS = np.array([0] * 4 + [1] * 4 + [0] * 2, np.uint8)


def tiny() -> Lives:
    return Lives.count(TEXTS, np.ones(len(TEXTS)), KINDS)


def reread(lives: Lives, folder: Path) -> Lives:
    lives.save(folder / "lives.npz")
    return Lives.load(folder / "lives.npz")


def test_a_word_is_found_in_the_lives_that_say_it() -> None:
    lives = tiny()
    assert lives.find("nurse").tolist() == [0, 1, 2, 3, 8, 9]
    assert lives.find("judge").tolist() == [4, 5, 6, 7, 8, 9]
    assert lives.find("unheard").tolist() == []


def test_a_word_that_too_few_lives_say_is_left_out() -> None:
    assert sum("parrot" in text for text in TEXTS) < LEAST
    assert not len(tiny().find("parrot"))
    assert hash_word("parrot") not in tiny().hashes


def test_a_word_said_twice_in_a_life_counts_once() -> None:
    lives = Lives.count([["lake", "lake", "lake"], ["sails"]], np.ones(2), np.zeros(2, np.uint8))
    assert not len(lives.find("lake"))


def test_rarer_words_tell_more_and_none_more_than_the_rarest() -> None:
    lives = tiny()
    nurse, lake, unheard = (lives.word_bits(word)[-1] for word in ("nurse", "lake", "unheard"))
    assert 0 < nurse < lake < unheard == -np.log2(RAREST)


def test_a_word_tells_less_about_a_kind_that_often_says_it() -> None:
    lives = tiny()
    assert lives.n_kinds == 2
    first, second, anybody = lives.word_bits("lake")
    assert first < anybody < second


def test_any_kind_tells_nothing_and_a_rare_kind_more() -> None:
    assert tiny().kind_bits.tolist() == pytest.approx([-np.log2(0.6), -np.log2(0.4), 0.0])


def test_words_that_go_together_share_bits_and_others_none() -> None:
    lives = tiny()
    nurse, lake, judge = map(lives.find, ("nurse", "lake", "judge"))
    bits = lives.pair_bits([nurse, lake, judge], lives.n_kinds)
    assert bits[0, 1] == bits[1, 0] > 0
    assert bits[1, 2] == 0
    # Only two lives say both: too few to prove anything.
    assert bits[0, 2] == 0
    assert lives.pair_bits([lives.find("unheard"), nurse], 0)[0, 1] == 0
    assert lives.pair_bits([], 0).shape == (0, 0)


def test_more_lives_than_numbers_are_refused() -> None:
    n = MOST_LIVES + 1
    with pytest.raises(ConfigError, match="at most 65,535 lives, got 65,536"):
        Lives.count([()] * n, np.ones(n), np.zeros(n, np.uint8))


@given(
    st.lists(st.lists(st.sampled_from(WORDS), max_size=6), min_size=1, max_size=12),
    st.integers(0, 2**32 - 1),
)
def test_tables_survive_being_written(tmp_path_factory: pytest.TempPathFactory, texts: list, seed: int) -> None:
    dice = np.random.default_rng(seed)
    made = Lives.count(texts, dice.uniform(0.1, 1.0, len(texts)), np.zeros(len(texts), np.uint8))
    read = reread(made, tmp_path_factory.mktemp("lives"))
    assert np.array_equal(read.hashes, made.hashes)
    assert np.array_equal(read.starts, made.starts)
    assert np.array_equal(read.lives, made.lives)
    assert np.array_equal(read.kinds, made.kinds)
    assert read.weights == pytest.approx(made.weights, rel=1e-6)
    for word in WORDS:
        assert read.find(word).tolist() == made.find(word).tolist()
        assert read.word_bits(word) == pytest.approx(made.word_bits(word), abs=1e-5)


def test_the_same_lives_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a.npz", "b.npz"):
        tiny().save(tmp_path / name)
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()


def test_no_word_stands_in_the_tables(tmp_path: Path) -> None:
    tiny().save(tmp_path / "lives.npz")
    with np.load(tmp_path / "lives.npz", allow_pickle=False) as file:
        assert all(file[name].dtype.kind in "uif" for name in file.files)


def test_the_shipped_lives_are_whole() -> None:
    lives = shipped_lives()
    assert (np.diff(lives.hashes.astype(np.int64)) > 0).all()
    assert (np.diff(lives.starts) >= LEAST).all()
    assert lives.lives.max() < len(lives.weights) == len(lives.kinds)
    assert lives.weights.sum() == pytest.approx(1.0)
    assert np.isfinite(lives.kind_bits).all()
    assert lives.word_bits("born")[-1] < lives.word_bits("regatta")[-1]
