import numpy as np
import pytest
from scipy.sparse import csr_matrix

from unname.training.bag_soft import directions, regression, soft_vectors, unit


def some_people(n_people: int = 300, seed: int = 0) -> tuple[csr_matrix, csr_matrix]:
    """Documents of 40 words and profiles of 8 facts; each fact brings five of the words with it, and noise."""
    dice = np.random.default_rng(seed)
    facts = dice.random((n_people, 8)) < 0.3
    words = np.repeat(facts, 5, axis=1) & (dice.random((n_people, 40)) < 0.7) | (dice.random((n_people, 40)) < 0.05)
    return csr_matrix(words, dtype=np.float32), csr_matrix(facts, dtype=np.float32)


def test_the_regression_is_the_closed_form() -> None:
    words, facts = some_people()
    points = facts.toarray()
    dense = words.toarray().astype(np.float64)
    exact = np.linalg.solve(dense.T @ dense + 3.0 * np.eye(40), dense.T @ points)
    np.testing.assert_allclose(regression(words, points, 3.0), exact, atol=2e-3)


def test_facts_that_come_with_other_words_point_elsewhere() -> None:
    words, facts = some_people()
    found = unit(directions(words, facts, 8, np.random.default_rng(0)))
    np.testing.assert_allclose(found @ found.T, np.eye(8), atol=0.2)


def test_words_find_unseen_people() -> None:
    words, facts = some_people()
    soft = soft_vectors(words, [words], facts, 8, 1.0, 0)
    unseen_words, unseen_facts = some_people(60, seed=1)
    points = unit(unseen_facts @ soft.profiles + soft.center)
    scores = (unseen_words @ soft.documents[0]) @ points.T
    ranks = (scores > np.diag(scores)[:, None]).sum(axis=1)
    assert np.median(ranks) <= 2


@pytest.mark.parametrize(("n_words", "n_facts"), [(0, 8), (40, 0)])
def test_nothing_to_learn_from(n_words: int, n_facts: int) -> None:
    words, facts = some_people()
    soft = soft_vectors(words[:, :n_words], [words[:, :n_words]], facts[:, :n_facts], 4, 1.0, 0)
    assert soft.documents[0].shape == (n_words, 0)
    assert soft.profiles.shape == (n_facts, 0)
