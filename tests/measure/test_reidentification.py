"""Ranks, rates and intervals; ties count the same whatever the order."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from fakes import FakeAttack
from unname.core.document import Document, Profile, Span
from unname.core.errors import InputError
from unname.core.redaction import Replacement, rewrite
from unname.core.registry import parse
from unname.core.results import Sighting, pool
from unname.core.roles import Metric
from unname.measure.reidentification import (
    Reidentification,
    chance_within,
    found_by_any,
    known_people,
    share,
    summarize,
)
from unname.measure.sightings import place

PEOPLE = [
    Profile("p1", "Tony Booth", {"job": "nurse"}, "a nurse in Ruritania"),
    Profile("p2", "Ada Grey", {}, "a judge in Graustark"),
    Profile("p3", "", {}, ""),
]


@given(st.lists(st.integers(0, 3), min_size=1, max_size=12))
def test_of_everybody_exactly_one_is_found_and_ranks_add_up(values):
    scores = np.array(values, dtype=float)
    placed = [place("x", "d", scores, position) for position in range(len(values))]
    n = len(values)
    assert sum(p.found for p in placed) == pytest.approx(1)
    assert sum(p.rank or 0 for p in placed) == pytest.approx(n * (n + 1) / 2)
    for rank in range(1, n + 1):
        assert sum(chance_within(p, rank) for p in placed) == pytest.approx(rank)
    summary = summarize(placed, n, [True] * n)
    assert summary.trir == pytest.approx(summary.chance)
    assert summary.area == pytest.approx(0.5 if n > 1 else 1)


def test_the_area_is_that_under_the_rank_curve():
    ranks = [1, 1, 3, 7, 10, 4]
    placed = [Sighting("x", float(rank == 1), rank) for rank in ranks]
    curve = [np.mean([chance_within(p, r) for p in placed]) for r in range(1, 10)]
    assert summarize(placed, 10, [True] * 6).area == pytest.approx(np.mean(curve))


def test_a_summary():
    placed = [
        Sighting("x", 1.0, 1.0),
        Sighting("x", 0.5, 1.5, ties=1),
        Sighting("x", 0.0, 4.0),
        Sighting("x"),
    ]
    summary = summarize(placed, 10, [True, True, True, False])
    assert (summary.n_documents, summary.n_people, summary.n_unplaced, summary.n_bounded) == (4, 10, 1, 0)
    assert summary.trir == pytest.approx(1.5 / 4)
    assert summary.upper_bound == 3 / 4
    assert summary.chance == 0.1
    assert summary.median_rank == 2.75
    assert (summary.mean_k, summary.median_k) == (pytest.approx(3.5 / 3), 0.5)
    assert summary.within == pytest.approx({1: 1.5 / 4, 2: 0.5, 5: 0.75})
    assert summary.area == pytest.approx((1 + (1 - 0.5 / 9) + (1 - 3 / 9) + 0) / 4)
    assert summary.low < summary.trir < summary.high


def test_the_upper_bound_is_never_exceeded_even_by_chance():
    # Nobody has a background: all match alike, and a blind choice is right one time in four.
    placed = [place("x", "d", np.zeros(4), 0)] * 3
    summary = summarize(placed, 4, [False] * 3)
    assert summary.trir == summary.upper_bound == 1 / 4


def test_a_median_among_people_who_are_not_there_is_none():
    assert summarize([Sighting("x"), Sighting("x")], 5, [False] * 2).median_rank is None
    assert summarize([Sighting("x")], 5, [False]).mean_k is None


@pytest.mark.parametrize(("sightings", "n_people"), [([], 5), ([Sighting("x")], 0)])
def test_nothing_to_summarize_is_an_error(sightings, n_people):
    with pytest.raises(InputError):
        summarize(sightings, n_people, [True] * len(sightings))


@pytest.mark.parametrize(("hits", "n"), [(0, 10), (1, 10), (5, 10), (10, 10), (26, 50), (1, 1), (400, 553)])
def test_wilson_intervals_are_those_of_scipy(hits, n):
    found = share([1.0] * hits + [0.0] * (n - hits))
    expected = binomtest(hits, n).proportion_ci(method="wilson")
    assert (found.value, found.n_documents) == (hits / n, n)
    assert (found.low, found.high) == (pytest.approx(expected.low), pytest.approx(expected.high))
    assert 0 <= found.low <= found.value <= found.high <= 1


def test_found_by_any_takes_the_surest():
    one = [Sighting("x", found) for found in (1.0, 0.5, 0.0)]
    other = [Sighting("y", found) for found in (0.0, 0.25, 0.0)]
    assert found_by_any([one, other]) == [1.0, 0.5, 0.0]
    with pytest.raises(InputError, match="same documents"):
        found_by_any([one, other[:2]])


def test_a_person_of_whom_only_the_id_is_known_is_not_known():
    assert known_people(PEOPLE) == {"p1", "p2"}


def test_the_metric():
    metric = Reidentification(FakeAttack(), PEOPLE)
    assert isinstance(metric, Metric)
    assert parse(metric.name) == ("reidentification", {"attack": "fake"})
    assert "Ruritania" not in repr(metric)
    document = Document("d", "a nurse in Ruritania", person="p1")
    open_, hidden = rewrite(document, []), rewrite(document, [Replacement(Span(0, 20), "***")])
    assert pool(list(metric.score(document, open_))) == {"trir": 1, "area": 1, "k": 0}
    assert pool(list(metric.score(document, hidden))) == {"trir": pytest.approx(1 / 3), "area": 0.5, "k": 1}


@pytest.mark.parametrize(("subject", "weights"), [(None, [0, 0, 0]), ("p9", [1, 1, 0])])
def test_the_metric_on_somebody_who_is_not_there(subject, weights):
    document = Document("d", "a nurse", person=subject)
    scores = Reidentification(FakeAttack(), PEOPLE).score(document, rewrite(document, []))
    assert [score.weight for score in scores] == weights
    assert [score.value for score in scores] == [0, 0, 0]
