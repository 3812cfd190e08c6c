"""A network over words, packed and read again."""

from pathlib import Path

import numpy as np

from unname.models.word_network import REACH, WordNetwork


def network(seed: int = 0) -> WordNetwork:
    dice = np.random.default_rng(seed)
    sizes = [((2 * REACH + 1) * 4, 5), ((2 * REACH + 1) * 5, 5), (5, 3)]
    layers = tuple((dice.normal(size=size).astype(np.float32), np.zeros(size[1], np.float32)) for size in sizes)
    return WordNetwork(dice.normal(size=(20, 4)).astype(np.float32), layers)


def test_a_packed_network_says_nearly_the_same(tmp_path: Path) -> None:
    words = np.random.default_rng(1).normal(size=(7, 4)).astype(np.float32)
    whole = network()
    again = WordNetwork.load(whole.save(tmp_path / "model.npz"))
    assert np.allclose(whole(words), again(words), atol=0.05 * np.abs(whole(words)).max())
    assert np.allclose(whole.sum_vectors(np.array([1, 2])), again.sum_vectors(np.array([1, 2])), atol=0.05)


def test_words_far_away_do_not_matter() -> None:
    words = np.random.default_rng(1).normal(size=(30, 4)).astype(np.float32)
    changed = words.copy()
    changed[20:] = 0
    assert np.allclose(network()(words)[: 20 - 2 * REACH], network()(changed)[: 20 - 2 * REACH], atol=1e-4)
