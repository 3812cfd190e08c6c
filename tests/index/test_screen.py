"""Answers from 32 bits are the same as from all bits."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.index.matrix import ProfileMatrix
from unname.index.screen import Screen
from unname.models.linkage.terms import find_highest


def drawn(seed: int, n_people: int = 300, width: int = 12, scale: float = 1.0) -> tuple[ProfileMatrix, np.ndarray]:
    random = np.random.default_rng(seed)
    # Few different rows, so that many people are equal, and some nearly so.
    rows = random.normal(size=(40, width))[random.integers(40, size=n_people)]
    rows[: n_people // 3] += random.choice([0.0, 2.0**-11], size=(n_people // 3, width))
    return ProfileMatrix.build([rows]), scale * random.normal(size=width)


@given(st.integers(0, 200), st.sampled_from([1e-4, 1.0, 30.0]), st.integers(1, 320))
def test_the_fittest_and_the_rank_are_exact(seed: int, scale: float, n: int) -> None:
    matrix, vector = drawn(seed, scale=scale)
    screen, scores = Screen.of(matrix, vector), matrix.scores(vector[None])[0]
    person = seed % matrix.n_people
    assert sorted(screen.fittest(n)) == sorted(find_highest(scores, n))
    expected = matrix.standings(vector[None], np.array([person]))
    found = screen.standing(person)
    assert found.ranks.tolist() == expected.ranks.tolist()
    assert found.probabilities == pytest.approx(expected.probabilities, rel=1e-3, abs=1e-9)


def test_of_equals_the_first_are_taken() -> None:
    matrix = ProfileMatrix.build([np.ones((6, 3))])
    assert sorted(Screen.of(matrix, np.ones(3)).fittest(2)) == [0, 1]
    assert find_highest(np.ones(6), 2).tolist() == [0, 1]


def test_a_stretch_of_people_and_all_of_them_are_scored_alike() -> None:
    matrix, vector = drawn(1, n_people=5000)
    chosen = np.array([0, 17, 4999])
    assert matrix.scores(vector[None], chosen)[0].tolist() == matrix.scores(vector[None])[0, chosen].tolist()
    about = matrix.about(vector)
    assert np.abs(about[1] - matrix.scores(vector[None])[0]).max() <= about[2]
