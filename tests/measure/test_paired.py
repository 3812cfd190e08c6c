"""Two anonymizations of the same people."""

import pytest

from unname.core.errors import InputError
from unname.core.results import Sighting
from unname.measure.paired import compare


def placed(*ranks: float | None) -> dict[str, Sighting]:
    return {str(number): Sighting("x", float(rank == 1), rank) for number, rank in enumerate(ranks)}


def test_equal_ones_do_not_differ():
    found = compare(placed(1, 2, 1, 5), placed(1, 2, 1, 5))
    assert (found.difference, found.p_found, found.p_rank, found.only_one, found.only_other) == (0, 1, 1, 0, 0)
    assert found.low == pytest.approx(0)
    assert found.high == pytest.approx(0)


def test_one_that_hides_better():
    # 10 people: 8 found in the one, 1 of them in the other; McNemar exact: 2 * (1/2)^7.
    one, other = placed(*[1] * 8, 3, 4), placed(1, *range(2, 9), 30, 40)
    found = compare(one, other)
    assert (found.n_documents, found.one, found.other) == (10, 0.8, 0.1)
    assert found.difference == pytest.approx(0.7)
    assert (found.only_one, found.only_other) == (7, 0)
    assert found.p_found == pytest.approx(2 / 2**7)
    # Nine different differences of one sign: 2 * (1/2)^9.
    assert found.p_rank == pytest.approx(2 / 2**9)
    assert 0.2 < found.low < 0.7 < found.high <= 1


def test_the_interval_is_that_of_newcombe():
    # 50 pairs: 10 found in both, 12 in the one alone, 2 in the other alone. The Wilson limits of 22/50 and 12/50 joined
    # with the correlation of the table, worked out by hand from the published formula.
    one = placed(*[1] * 10, *[1] * 12, *[2] * 2, *[2] * 26)
    other = placed(*[1] * 10, *[2] * 12, *[1] * 2, *[2] * 26)
    found = compare(one, other)
    phi = (10 * 26 - 12 * 2) / (22 * 28 * 12 * 38) ** 0.5
    l1, u1, l2, u2 = 0.3116, 0.5769, 0.1430, 0.3741  # Wilson
    below = ((0.44 - l1) ** 2 - 2 * phi * (0.44 - l1) * (u2 - 0.24) + (u2 - 0.24) ** 2) ** 0.5
    above = ((u1 - 0.44) ** 2 - 2 * phi * (u1 - 0.44) * (0.24 - l2) + (0.24 - l2) ** 2) ** 0.5
    assert found.low == pytest.approx(0.2 - below, abs=5e-4)
    assert found.high == pytest.approx(0.2 + above, abs=5e-4)


def test_the_order_of_documents_does_not_matter_and_swapping_mirrors():
    one, other = placed(1, 1, 2, 3, 1, 9), placed(2, 1, 3, 5, 4, 1)
    found = compare(one, dict(reversed(other.items())))
    assert found == compare(one, other)
    mirrored = compare(other, one)
    assert (mirrored.difference, mirrored.p_found, mirrored.p_rank) == (-found.difference, found.p_found, found.p_rank)
    assert (mirrored.low, mirrored.high) == (pytest.approx(-found.high), pytest.approx(-found.low))


def test_people_without_a_rank():
    both = compare(placed(1, None), placed(2, None))
    alone = compare(placed(1), placed(2))
    assert both.p_rank == alone.p_rank == 1
    assert (both.one, alone.one) == (0.5, 1)
    behind = compare(placed(1, 2, 3, 4, 5, 6), placed(None, None, None, None, None, None))
    assert behind.p_rank == pytest.approx(2 / 2**6)


def test_tied_differences_do_not_warn():
    assert compare(placed(1, 1, 1), placed(2, 2, 2)).p_rank < 1


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        (placed(1, 2), placed(1), "same people in both; 1 are"),
        (placed(1), {"somebody else": Sighting("x", 1.0, 1.0)}, "same people in both; 2 are"),
        ({}, {}, "no document"),
    ],
)
def test_what_cannot_be_compared(one, other, said):
    with pytest.raises(InputError, match=said) as raised:
        compare(one, other)
    assert "somebody" not in str(raised.value)
