"""Chains of tags, beside all chains that there are."""

from itertools import pairwise, product

import numpy as np
import pytest

from unname.models.tag_chain import OVERLAP, WINDOW, TagChain, best_tags, tag_probabilities


def chain(n_places: int, n_tags: int = 3, seed: int = 0) -> TagChain:
    dice = np.random.default_rng(seed)
    return TagChain(
        dice.normal(size=(n_places, n_tags)).astype(np.float32), dice.normal(size=(n_tags, n_tags)).astype(np.float32)
    )


def score(given: TagChain, tags: tuple[int, ...]) -> float:
    own = sum(given.scores[at, tag] for at, tag in enumerate(tags))
    return float(own + sum(given.transitions[one, other] for one, other in pairwise(tags)))


@pytest.mark.parametrize("n_places", [1, 2, 6])
def test_it_is_the_best_of_all_and_the_probabilities_are_those_of_all(n_places: int) -> None:
    given = chain(n_places, seed=n_places)
    every = list(product(range(3), repeat=n_places))
    weights = np.exp([score(given, tags) for tags in every])
    assert tuple(best_tags(given)) == every[int(weights.argmax())]
    expected = np.zeros((n_places, 3))
    for tags, weight in zip(every, weights / weights.sum(), strict=True):
        expected[range(n_places), tags] += weight
    assert np.allclose(tag_probabilities(given), expected, atol=1e-5)


def test_a_long_chain_is_what_it_is_in_one_piece() -> None:
    """Windows must not be seen: each place is that of a chain that is cut elsewhere."""
    given = chain(3 * WINDOW + 5)
    whole, tags = tag_probabilities(given), best_tags(given)
    assert len(whole) == len(tags) == 3 * WINDOW + 5
    assert np.allclose(whole.sum(axis=1), 1.0, atol=1e-4)
    start = WINDOW - 7
    apart = TagChain(given.scores[start : start + WINDOW], given.transitions)
    inside = slice(OVERLAP, WINDOW - OVERLAP)
    assert np.allclose(tag_probabilities(apart)[inside], whole[start:][inside], atol=1e-3)
    assert list(best_tags(apart)[inside]) == list(tags[start:][inside])
