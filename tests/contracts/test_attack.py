"""Every attack: judges each text alone, from strings and profiles, and works on an empty text."""

import pytest

from fakes import FakeAttack
from unname.core.document import Profile
from unname.core.registry import create, names, parse
from unname.core.roles import Attack

POPULATION = [
    Profile("p1", "Tony Booth", {"job": "nurse"}, "Tony Booth is a nurse in Ruritania"),
    Profile("p2", "Ada Grey", {"job": "judge"}, "Ada Grey is a judge in Graustark"),
    Profile("p3", "Tom White", {}, ""),
]
TEXTS = ["A nurse left Ruritania", "", "A judge in Graustark", "***"]


@pytest.fixture(params=["fake", *names("attack")])
def attack(request: pytest.FixtureRequest) -> Attack:
    made: Attack = FakeAttack() if request.param == "fake" else create("attack", request.param)
    return made


def test_it_plays_the_role(attack: Attack) -> None:
    assert isinstance(attack, Attack)
    assert parse(attack.name)[0]


def test_every_text_gets_a_ranking_of_everybody(attack: Attack) -> None:
    guesses = attack.guess(TEXTS, POPULATION)
    assert len(guesses) == len(TEXTS)
    for guess in guesses:
        assert {id for id, _ in guess.ranking} == {"p1", "p2", "p3"}
        scores = [score for _, score in guess.ranking]
        assert scores == sorted(scores, reverse=True)


def test_each_text_is_judged_alone(attack: Attack) -> None:
    together = attack.guess(TEXTS, POPULATION)
    assert [guess.ranking for guess in together] == [attack.guess([text], POPULATION)[0].ranking for text in TEXTS]


def test_no_text_no_guess(attack: Attack) -> None:
    assert list(attack.guess([], POPULATION)) == []


def test_contributions_are_numbers_by_word(attack: Attack) -> None:
    contributions = attack.explain(TEXTS[0], POPULATION[0])
    assert all(isinstance(word, str) and value == value for word, value in contributions.items())
    assert not attack.explain("", POPULATION[0])
