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
def attack(request: pytest.FixtureRequest, settings: dict[str, dict[str, object]]) -> Attack:
    if request.param == "fake":
        return FakeAttack()
    made: Attack = create("attack", request.param, **settings.get(request.param, {}))
    return made


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, object]]:
    """What a component needs to be small enough for a test."""
    pytest.importorskip("torch")
    from tiny import tiny_base

    base = str(tiny_base(tmp_path_factory.mktemp("base")))
    return {"classifier": {"base": base, "lemmas": "rules", "epochs": 1, "pretraining_epochs": 0}}


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
    if parse(attack.name)[0] == "assignment":
        # Its name says that it judges texts together; the attack within it must not.
        attack = attack.attack_  # type: ignore[attr-defined]
    together = attack.guess(TEXTS, POPULATION)
    assert [guess.ranking for guess in together] == [attack.guess([text], POPULATION)[0].ranking for text in TEXTS]


def test_no_text_no_guess(attack: Attack) -> None:
    assert list(attack.guess([], POPULATION)) == []


def test_contributions_are_numbers_by_word(attack: Attack) -> None:
    contributions = attack.explain(TEXTS[0], POPULATION[0])
    assert all(isinstance(word, str) and value == value for word, value in contributions.items())
    assert not attack.explain("", POPULATION[0])
