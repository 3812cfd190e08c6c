"""Exact ranks among everybody, in memory and in files."""

import stat
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.errors import ConfigError, InputError
from unname.index import matrix as module
from unname.index.matrix import ProfileMatrix, on_grid


def people(n: int, width: int = 16, seed: int = 0, scale: float = 1.0) -> np.ndarray:
    return (np.random.default_rng(seed).standard_normal((n, width)) * scale).astype(np.float32)


def in_blocks(rows: np.ndarray, size: int = 7) -> list[np.ndarray]:
    return [rows[start : start + size] for start in range(0, len(rows), size)]


@given(st.integers(1, 40), st.integers(1, 5), st.integers(0, 99), st.booleans())
def test_ranks_count_all_others_who_score_as_high(n: int, n_documents: int, seed: int, ties: bool) -> None:
    rows, vectors = people(n, 4, seed), people(n_documents, 4, seed + 1)
    if ties:
        rows, vectors = np.rint(rows), np.rint(vectors)
    numbers = np.arange(n_documents) % n
    matrix = ProfileMatrix.build([rows])
    scores = on_grid(vectors) @ matrix.rows.astype(np.float64).T
    assert matrix.rows == pytest.approx(rows, rel=1e-3, abs=1e-6)
    own = scores[np.arange(n_documents), numbers]
    expected = [1 + sum(s >= own[i] for j, s in enumerate(row) if j != numbers[i]) for i, row in enumerate(scores)]
    assert matrix.ranks(vectors, numbers).tolist() == expected
    assert ProfileMatrix(matrix.rows, n_wide=0).ranks(vectors, numbers).tolist() == expected
    assert np.array_equal(matrix.scores(vectors), scores)
    shares = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    assert matrix.standings(vectors, numbers).probabilities == pytest.approx(shares[np.arange(n_documents), numbers])


@pytest.mark.parametrize("n_wide", [0, 2**24])
@pytest.mark.parametrize(("block", "threads", "stretch"), [(1, 1, 4096), (3, 2, 5), (64, 3, 8), (1000, 2, 64)])
def test_blocks_threads_and_stretches_do_not_matter(
    block: int, threads: int, stretch: int, n_wide: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, vectors, numbers = people(101, scale=0.3), people(9, seed=5), np.arange(9)
    whole = ProfileMatrix.build([rows])
    monkeypatch.setattr(module, "_STRETCH", stretch)
    monkeypatch.setattr(module, "_TOGETHER", 4)
    monkeypatch.setattr(module, "_WORTH_THREADS", 0)
    other = ProfileMatrix(whole.rows, threads, block, n_wide)
    expected = on_grid(vectors) @ whole.rows.astype(np.float64).T
    assert np.array_equal(other.scores(vectors), expected)
    assert other.ranks(vectors, numbers).tolist() == (expected >= expected[numbers, numbers][:, None]).sum(1).tolist()
    found, scores = other.best(vectors, 10)
    order = np.argsort(-expected, axis=1, kind="stable")[:, :10]
    assert np.array_equal(found, order)
    assert np.array_equal(scores, np.take_along_axis(expected, order, axis=1))


@pytest.mark.parametrize("n_wide", [0, 2**24])
def test_a_file_says_what_memory_says(tmp_path: Path, n_wide: int) -> None:
    rows, vectors, numbers = people(50), people(3, seed=1), np.array([4, 4, 49])
    file = tmp_path / "deep" / "all.people"
    built = ProfileMatrix.build(in_blocks(rows), file)
    opened = ProfileMatrix.open(file)
    mapped = ProfileMatrix(opened.rows, n_wide=n_wide, mapped=opened.mapped)
    memory = ProfileMatrix.build(in_blocks(rows))
    for matrix in (built, opened, mapped):
        assert (matrix.n_people, matrix.width) == (50, 16)
        assert np.array_equal(matrix.scores(vectors), memory.scores(vectors))
        ranks, probabilities = matrix.standings(vectors, numbers)
        assert np.array_equal(ranks, memory.ranks(vectors, numbers))
        assert np.array_equal(probabilities, memory.standings(vectors, numbers).probabilities)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [each.name for each in file.parent.iterdir()] == ["all.people"]


def test_scores_of_some_people_are_those_of_all() -> None:
    matrix, vectors = ProfileMatrix.build([people(30)]), people(2, seed=3)
    chosen = np.array([29, 3, 3, 0])
    for other in (matrix, ProfileMatrix(matrix.rows, n_wide=0)):
        assert np.array_equal(other.scores(vectors, chosen), matrix.scores(vectors)[:, chosen])
        assert other.scores(vectors, np.zeros(0, np.int64)).shape == (2, 0)


def test_the_first_of_equals_is_best() -> None:
    matrix = ProfileMatrix.build([np.ones((6, 2), np.float32)])
    numbers, scores = matrix.best(np.ones((1, 2)), 3)
    assert numbers.tolist() == [[0, 1, 2]]
    assert scores.tolist() == [[2.0, 2.0, 2.0]]
    assert matrix.best(np.ones((1, 2)), 99)[0].shape == (1, 6)


def test_the_order_of_additions_does_not_matter() -> None:
    rows, vectors = people(200, 64), people(40, 64, seed=2)
    matrix = ProfileMatrix.build([rows])
    turned = ProfileMatrix.build([rows[:, ::-1]])
    assert np.array_equal(matrix.scores(vectors), turned.scores(vectors[:, ::-1]))
    summed = on_grid(vectors).sum(axis=0, keepdims=True)
    assert np.array_equal(matrix.scores(vectors).sum(axis=0), matrix.scores(summed)[0])


@pytest.mark.parametrize("scale", [1.0, 1e-3, 100.0])
def test_scores_that_32_bits_cannot_tell_apart_are_told_apart(scale: float) -> None:
    rows = np.repeat(people(1, 64, scale=scale), 400, axis=0).astype(np.float16)
    steps = np.random.default_rng(1).integers(-1, 2, rows.shape) * (np.random.default_rng(2).random(rows.shape) < 0.02)
    rows = (rows.view(np.int16) + steps.astype(np.int16)).view(np.float16)
    vectors, numbers = np.repeat(people(1, 64, seed=3), 50, axis=0), np.arange(50)
    vectors[:, 0] += np.arange(50) * 2.0**-20
    exact = on_grid(vectors) @ rows.astype(np.float64).T
    expected = (exact >= exact[numbers, numbers][:, None]).sum(axis=1)
    assert len(set(expected.tolist())) > 10
    assert ProfileMatrix(rows, n_wide=0).ranks(vectors, numbers).tolist() == expected.tolist()


def test_probabilities_do_not_overflow_and_do_not_depend_on_the_batch() -> None:
    rows, vectors, numbers = people(5000, 8, scale=20.0), people(3, 8, seed=1, scale=20.0), np.array([0, 1, 2])
    matrix = ProfileMatrix.build([rows])
    together = matrix.standings(vectors, numbers).probabilities
    assert np.isfinite(together).all()
    assert [float(matrix.standings(vectors[[i]], numbers[[i]]).probabilities[0]) for i in range(3)] == together.tolist()


@pytest.mark.parametrize("n_wide", [0, 2**24])
def test_nobody_is_before_the_first_even_where_scores_are_not_exact(n_wide: int) -> None:
    rows, vectors, numbers = people(50, 256, scale=3000.0), people(50, 256, scale=3000.0), np.arange(50)
    matrix = ProfileMatrix(ProfileMatrix.build([rows]).rows, n_wide=n_wide)
    assert matrix.ranks(vectors, numbers).tolist() == [1] * 50
    assert matrix.standings(vectors, numbers).ranks.tolist() == [1] * 50


def test_no_documents_get_no_answer() -> None:
    matrix = ProfileMatrix.build([people(3)])
    ranks, probabilities = matrix.standings(np.zeros((0, 16)), np.zeros(0, np.int64))
    assert (ranks.shape, probabilities.shape) == ((0,), (0,))
    assert matrix.scores(np.zeros((0, 16))).shape == (0, 3)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda data: data[:-1], "not complete"),
        (lambda data: data + b"\0", "not complete"),
        (lambda data: data[:20], "holds no matrix"),
        (lambda data: b"", "holds no matrix"),
        (lambda data: b"X" + data[1:], "holds no matrix"),
    ],
)
def test_a_damaged_file_is_told(tmp_path: Path, change, told: str) -> None:
    file = tmp_path / "all.people"
    ProfileMatrix.build([people(5)], file)
    file.write_bytes(change(file.read_bytes()))
    with pytest.raises(InputError, match=told):
        ProfileMatrix.open(file)


def test_an_absent_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        ProfileMatrix.open(tmp_path / "none.people")


def test_a_build_that_fails_leaves_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "all.people"
    ProfileMatrix.build([people(5)], file)
    before = file.read_bytes()

    def broken():
        yield people(3)
        raise InputError("no more")

    with pytest.raises(InputError, match="no more"):
        ProfileMatrix.build(broken(), file)
    assert file.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["all.people"]


@pytest.mark.parametrize("where", ["memory", "file"])
@pytest.mark.parametrize(
    ("blocks", "error"),
    [
        ([], InputError),
        ([np.zeros((0, 4))], InputError),
        ([np.zeros((2, 4)), np.zeros((2, 5))], InputError),
        ([np.zeros(4)], InputError),
        ([np.array([[np.nan, 0.0]])], ConfigError),
        ([np.array([[1e6, 0.0]])], ConfigError),
    ],
)
def test_what_is_no_matrix_is_refused(blocks, error, where: str, tmp_path: Path) -> None:
    with pytest.raises(error):
        ProfileMatrix.build(blocks, tmp_path / "bad.people" if where == "file" else None)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("vectors", "error"),
    [
        (np.full((1, 16), np.nan), ConfigError),
        (np.full((1, 16), np.inf), ConfigError),
        (np.full((1, 16), 1e9), ConfigError),
        (np.zeros((1, 15)), InputError),
        (np.zeros(16), InputError),
        (np.zeros((2, 16)), InputError),
    ],
)
def test_vectors_that_do_not_fit_are_refused(vectors: np.ndarray, error: type[Exception]) -> None:
    with pytest.raises(error):
        ProfileMatrix.build([people(3)]).ranks(vectors, np.array([0]))
