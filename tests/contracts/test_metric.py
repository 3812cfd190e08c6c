"""Every metric: finite, per document, with the weight that pooling needs."""

import math

import pytest

from fakes import FakeAttack, FakeMetric
from unname.core.document import Document, Profile
from unname.core.redaction import Replacement, rewrite
from unname.core.registry import create, names, parse
from unname.core.results import pool
from unname.core.roles import Metric
from unname.measure.reidentification import Reidentification

PEOPLE = [Profile("p1", text="Tony Booth of Ruritania"), Profile("p2", text="Anna Grey")]
GIVEN = {"fake": FakeMetric(), "reidentification": Reidentification(FakeAttack(), PEOPLE)}


@pytest.fixture(params=[*GIVEN, *names("metric")])
def metric(request: pytest.FixtureRequest) -> Metric:
    made: Metric = GIVEN.get(request.param) or create("metric", request.param)
    return made


def test_it_plays_the_role(metric: Metric) -> None:
    assert isinstance(metric, Metric)
    assert parse(metric.name)[0]


@pytest.mark.parametrize("hide", [0, 1, 4])
def test_scores_are_finite_and_named(metric: Metric, resolved: Document, hide: int) -> None:
    redaction = rewrite(resolved, [Replacement(mention.span, "***") for mention in resolved.mentions[:hide]])
    scores = list(metric.score(resolved, redaction))
    assert scores
    for score in scores:
        assert score.metric
        assert score.document == resolved.id
        assert math.isfinite(score.value)
        assert math.isfinite(score.weight)
        assert score.weight >= 0
    assert all(math.isfinite(value) for value in pool(scores).values())


def test_documents_without_mentions_are_scored(metric: Metric, document: Document) -> None:
    assert all(math.isfinite(score.value) for score in metric.score(document, rewrite(document, [])))


def test_an_empty_document_is_scored(metric: Metric) -> None:
    empty = Document("empty", "")
    assert all(math.isfinite(score.value) for score in metric.score(empty, rewrite(empty, [])))


def test_the_same_input_gives_the_same_scores(metric: Metric, resolved: Document) -> None:
    redaction = rewrite(resolved, [Replacement(resolved.mentions[0].span, "***")])
    assert list(metric.score(resolved, redaction)) == list(metric.score(resolved, redaction))
