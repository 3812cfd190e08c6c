"""Ranks, rates and intervals; ties count the same whatever the order."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from fakes import FakeAttack
from unname.core.document import Document, Profile, Span
from unname.core.errors import InputError, InternalError
from unname.core.redaction import Replacement, rewrite
from unname.core.registry import parse
from unname.core.results import Guess, pool
from unname.core.roles import Metric
from unname.measure.reidentification import (
    Placement,
    Reidentification,
    found_by_any,
    known_people,
    place,
    place_scores,
    share,
    summarize,
)

PEOPLE = [
    Profile("p1", "Tony Booth", {"job": "nurse"}, "a nurse in Ruritania"),
    Profile("p2", "Ada Grey", {}, "a judge in Graustark"),
    Profile("p3", "", {}, ""),
]


def guess(*scores: float, ids: str = "abcdefghij") -> Guess:
    ranking = sorted(zip(ids, scores, strict=False), key=lambda pair: -pair[1])
    return Guess("letter", tuple(ranking))


@pytest.mark.parametrize(
    ("scores", "subject", "rank", "ties", "found"),
    [
        ((3, 2, 1), "a", 1, 0, 1),
        ((3, 2, 1), "b", 2, 0, 0),
        ((3, 2, 1), "c", 3, 0, 0),
        ((3, 3, 1), "a", 1.5, 1, 1 / 2),
        ((3, 3, 1), "b", 1.5, 1, 1 / 2),
        ((0, 0, 0), "c", 2, 2, 1 / 3),
        ((3, 1, 1), "c", 2.5, 1, 0),
        ((3, 3 * (1 + 1e-15), 1), "a", 1.5, 1, 1 / 2),
        ((3, 3 * (1 + 1e-9), 1), "a", 2, 0, 0),
        ((1e-20, 0, 0), "a", 1, 0, 1),
        ((5, -math.inf, -math.inf), "c", 2.5, 1, 0),
        ((-math.inf,) * 4, "c", 2.5, 3, 1 / 4),
        ((7,), "a", 1, 0, 1),
    ],
)
def test_places_with_ties(scores, subject, rank, ties, found):
    placed = place(guess(*scores), subject, len(scores))
    assert (placed.rank, placed.k, placed.ties) == (rank, rank - 1, ties)
    assert placed.found == pytest.approx(found)
    assert placed.reachable
    assert not placed.at_least


@pytest.mark.parametrize("subject", [None, "somebody else"])
def test_nobody_to_find_is_not_hidden_at_the_end(subject):
    placed = place(guess(3, 2, 1), subject, 3)
    assert (placed.rank, placed.k, placed.found, placed.reachable) == (None, None, 0, False)


@pytest.mark.parametrize(
    ("scores", "subject", "rank", "at_least", "found"),
    [
        ((9, 8, 7), "a", 1, False, 1),
        ((9, 8, 7), "x", 3.5, True, 0),
        ((9, 8, 7), "c", 3, True, 0),
        ((9, 0, 0), "x", 3, True, 0),
        ((9, 0, 0), "b", 2.5, True, 0),
    ],
)
def test_a_ranking_of_the_best_gives_a_lower_bound(scores, subject, rank, at_least, found):
    placed = place(guess(*scores), subject, 100)
    assert (placed.rank, placed.at_least, placed.found) == (rank, at_least, found)
    assert placed.reachable


@pytest.mark.parametrize("subject", ["a", "c", "x"])
def test_of_a_list_of_equals_it_does_not_matter_who_is_on_it(subject):
    placed = place(guess(0, 0, 0), subject, 100)
    assert (placed.rank, placed.ties, placed.found) == (50.5, 99, 1 / 100)


def test_a_person_who_is_not_there_is_not_merely_beyond_a_list():
    assert place(guess(9, 8, 7), "x", 100, is_there=False).rank is None
    assert place(guess(9, 8, 7), None, 100).rank is None


def test_a_score_that_is_no_number_is_an_error_without_names():
    with pytest.raises(InternalError, match="letter") as raised:
        place(guess(1, math.nan), "a", 2)
    assert "'a'" not in str(raised.value)


@given(st.lists(st.integers(0, 3), min_size=1, max_size=12), st.data())
def test_the_order_of_people_never_matters(values, data):
    position = data.draw(st.integers(0, len(values) - 1))
    order = data.draw(st.permutations(range(len(values))))
    scores = np.array(values, dtype=float)
    one = place_scores("d", scores, position, "s")
    other = place_scores("d", scores[list(order)], list(order).index(position), "s")
    assert one == other
    assert one.within(1) == pytest.approx(one.found)


@given(st.lists(st.integers(0, 3), min_size=1, max_size=12))
def test_of_everybody_exactly_one_is_found_and_ranks_add_up(values):
    scores = np.array(values, dtype=float)
    placed = [place_scores("d", scores, position, "s") for position in range(len(values))]
    n = len(values)
    assert sum(p.found for p in placed) == pytest.approx(1)
    assert sum(p.rank or 0 for p in placed) == pytest.approx(n * (n + 1) / 2)
    for rank in range(1, n + 1):
        assert sum(p.within(rank) for p in placed) == pytest.approx(rank)
    summary = summarize(placed, n)
    assert summary.trir == pytest.approx(summary.chance)
    assert summary.area == pytest.approx(0.5 if n > 1 else 1)


def test_the_area_is_that_under_the_rank_curve():
    ranks = [1, 1, 3, 7, 10, 4]
    placed = [Placement("d", "s", rank, found=float(rank == 1), reachable=True) for rank in ranks]
    curve = [np.mean([p.within(r) for p in placed]) for r in range(1, 10)]
    assert summarize(placed, 10).area == pytest.approx(np.mean(curve))


def test_a_summary():
    placed = [
        Placement("a", "pa", 1.0, 0, 1.0, reachable=True),
        Placement("b", "pb", 1.5, 1, 0.5, reachable=True),
        Placement("c", "pc", 4.0, 0, 0.0, reachable=True),
        Placement("d", "pd"),
    ]
    summary = summarize(placed, 10)
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
    placed = [place_scores("d", np.zeros(4), 0, "s", reachable=False)] * 3
    summary = summarize(placed, 4)
    assert summary.trir == summary.upper_bound == 1 / 4


def test_a_median_among_people_who_are_not_there_is_none():
    assert summarize([Placement("a", "pa"), Placement("b", "pb")], 5).median_rank is None
    assert summarize([Placement("a", "pa")], 5).mean_k is None


@pytest.mark.parametrize(("placements", "n_people"), [([], 5), ([Placement("a", "pa")], 0)])
def test_nothing_to_summarize_is_an_error(placements, n_people):
    with pytest.raises(InputError):
        summarize(placements, n_people)


@pytest.mark.parametrize(("hits", "n"), [(0, 10), (1, 10), (5, 10), (10, 10), (26, 50), (1, 1), (400, 553)])
def test_wilson_intervals_are_those_of_scipy(hits, n):
    found = share([1.0] * hits + [0.0] * (n - hits))
    expected = binomtest(hits, n).proportion_ci(method="wilson")
    assert (found.value, found.n_documents) == (hits / n, n)
    assert (found.low, found.high) == (pytest.approx(expected.low), pytest.approx(expected.high))
    assert 0 <= found.low <= found.value <= found.high <= 1


def test_found_by_any_takes_the_surest():
    one = [Placement("a", "pa", found=1.0), Placement("b", "pb", found=0.5), Placement("c", "pc")]
    other = [Placement("a", "pa"), Placement("b", "pb", found=0.25), Placement("c", "pc")]
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


def test_one_who_is_listed_alone_is_the_choice():
    placed = place(guess(9), "a", 100)
    assert (placed.rank, placed.found, placed.at_least) == (1, 1, True)
    assert place(guess(9), "x", 100).found == 0
