import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.report.scales import Linear, Logarithmic

SHARES = st.floats(0, 1)


@given(SHARES, SHARES, st.sampled_from([Linear(0, 1, 10, 200), Logarithmic(0.001, 1, 200, 10), Linear(0, 0, 5, 9)]))
def test_order_is_kept_and_nothing_leaves_the_drawing(one, other, scale):
    low, high = sorted((one, other))
    places = [scale(low), scale(high)]
    assert places == sorted(places, reverse=scale.start > scale.end)
    assert all(min(scale.start, scale.end) - 1e-9 <= place <= max(scale.start, scale.end) + 1e-9 for place in places)


@pytest.mark.parametrize(
    ("scale", "ticks"),
    [
        (Linear(0, 1, 0, 1), [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (Linear(0, 0.3, 0, 1), [0, 0.1, 0.2, 0.3]),
        (Linear(0, 0, 0, 1), [0]),
        (Logarithmic(0.0005, 1, 0, 1), [0.001, 0.01, 0.1, 1]),
        (Logarithmic(0.05, 1, 0, 1), [0.1, 1]),
    ],
)
def test_ticks_are_round(scale, ticks):
    assert scale.ticks() == pytest.approx(ticks)


@given(st.floats(1e-6, 1e6))
def test_there_are_never_many_ticks(high):
    assert 2 <= len(Linear(0, high, 0, 1).ticks()) <= 7


def test_nothing_stands_at_the_edge_of_a_logarithmic_scale():
    scale = Logarithmic(0.001, 1, 300, 0)
    assert scale(0) == scale(0.001) == 300
    assert scale(1) == 0
    assert scale(0.1) - scale(1) == pytest.approx(scale(0.01) - scale(0.1))
