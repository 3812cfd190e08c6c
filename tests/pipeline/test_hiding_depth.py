"""How deep people are hidden: by lot, and with a margin against those who know other things."""

from dataclasses import replace

from unname.core.document import Document, Profile
from unname.core.judging import judge
from unname.decide.ranks.cross_fitted import CrossFitted
from unname.people.population import Population
from unname.pipeline.compose import NONE, compose, scatter
from unname.pipeline.rounds import Rounds

TRADES = ("baker", "judge", "miner", "nurse", "pilot", "sailor", "tailor", "weaver")
THINGS = ("bees", "boats", "clocks", "ferns", "kites", "maps", "parrots", "stamps")
PEOPLE = [
    Profile(f"p{n}", fields={"trade": trade}, text=f"Keeps {THINGS[n]}. Likes {THINGS[n - 3]}. Mends {THINGS[n - 5]}.")
    for n, trade in enumerate(TRADES)
]
K = 2


def letter(number: int) -> Document:
    said = f"The {TRADES[number]} keeps {THINGS[number]}, likes {THINGS[number - 3]} and mends {THINGS[number - 5]}."
    return Document(f"d{number}", said, person=f"p{number}")


def rounds(n_draws: int, key: bytes = b"key", jury: str = NONE) -> Rounds:
    made = compose(Population(PEOPLE), K, attacks=(NONE,), jury=(jury,), n_draws=n_draws)
    return replace(made, pipeline=scatter(made.pipeline, key, len(PEOPLE)))


def released(n_draws: int, key: bytes = b"key") -> list[str]:
    outcomes = rounds(n_draws, key).run([letter(number) for number in range(8)])
    return [outcome.redaction.text for outcome in outcomes if outcome.redaction]


def test_everybody_is_hidden_behind_more_than_k_with_and_without_halves() -> None:
    for n_draws in (0, 2):
        made = rounds(n_draws)
        for case in made.write([letter(number) for number in range(8)]):
            assert case.plan is not None
            assert made.pipeline.risk_ is not None
            view = {each.option.entity: each.option.seen for each in case.plan.decisions}
            rank = judge(made.pipeline.risk_, case.document, [view])[0].rank
            assert rank is not None
            assert K < rank <= len(PEOPLE)


def test_the_key_repeats_a_release() -> None:
    assert released(1) == released(1)
    assert len({tuple(released(0, bytes([number]))) for number in range(6)}) > 1


def test_halves_take_part_only_where_they_are_asked_for() -> None:
    plain = compose(Population(PEOPLE), K, attacks=(NONE,), jury=(NONE,))
    assert not isinstance(plain.pipeline.optimizer_, CrossFitted)
    fitted = compose(Population(PEOPLE), K, attacks=(NONE,), jury=(NONE,), n_draws=2).pipeline.optimizer_
    assert isinstance(fitted, CrossFitted)
    assert len(fitted.draws) == 4
    assert "draws=4" in fitted.name
    assert compose(n_draws=2).n_draws == 2


def test_what_the_jury_finds_with_halves_is_told() -> None:
    for outcome in rounds(1, jury="sparse(characters=(4, 6))").run([letter(0), letter(1)]):
        assert outcome.half_after or not outcome.is_released


def test_a_person_of_whom_a_half_knows_nothing_is_released_or_withheld_and_never_fails() -> None:
    people = [*PEOPLE, Profile("p8", text="Keeps snakes.")]
    made = compose(Population(people), K, attacks=(NONE,), jury=(NONE,), n_draws=1)
    (outcome,) = made.run([Document("d", "Somebody keeps snakes.", person="p8")])
    assert outcome.is_released or "could not be hidden" in outcome.reason
