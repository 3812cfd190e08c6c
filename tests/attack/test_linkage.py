"""The attack by a trained bi-encoder, with one that adds up what the tests tell it."""

import pytest

from linking import Summing, Whole
from unname.attack import linkage
from unname.attack.linkage import Linkage
from unname.core.document import Profile
from unname.core.errors import ConfigError
from unname.people.population import Population
from unname.pipeline.compose import compose
from unname.pipeline.players import same_models

PEOPLE = [Profile("p1", text="keeper of parrots"), Profile("p2", text="judge with cellos"), Profile("p3", text="nurse")]


@pytest.fixture
def attack(monkeypatch: pytest.MonkeyPatch) -> Linkage:
    monkeypatch.setattr(linkage, "open_biencoder", lambda _: Summing())
    return Linkage("told")


def test_who_fits_best_is_named(attack: Linkage) -> None:
    scores = attack.scores(["a judge", "the keeper has cellos and parrots", "***", "", "..."], PEOPLE)
    assert scores.argmax(axis=1)[:2].tolist() == [1, 0]
    assert not scores[2:].any()


def test_what_words_add_is_the_lead_over_the_mean(attack: Linkage) -> None:
    text = "The keeper, a judge"
    scores = attack.scores([text, "nothing known"], PEOPLE)
    added = attack.explain(text, PEOPLE[0])
    rest = attack._encoder.parts(text).rest.astype(float) @ (attack.rows_[0] - attack.rows_.mean(axis=0))
    assert sum(added.values()) + rest == pytest.approx(scores[0, 0] - scores[0].mean(), abs=1e-4)
    assert max(added, key=added.__getitem__) == "keeper"
    assert not any(attack.explain(text, Profile("p9", text="somebody")).values())


def test_a_model_must_say_what_words_add(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linkage, "open_biencoder", lambda _: Whole())
    with pytest.raises(ConfigError, match="does not say what each word adds"):
        Linkage("whole").scores(["a judge"], PEOPLE)


def test_a_defender_that_judges_is_told_of(tmp_path) -> None:
    population = Population(PEOPLE)
    rounds = compose(population, k=1, linkage="bag", attacks=["none"], jury=["linkage(model='bag+facts')"], n_draws=0)
    assert {part for part, _ in same_models(rounds)["linkage bag"]} == {"defender", "jury"}
    apart = compose(population, k=1, linkage="bag", attacks=["none"], jury=["linkage(model='frozen')"], n_draws=0)
    assert "linkage bag" not in same_models(apart)
