import numpy as np
import pytest

from unname.attack.ranking import checked_population, guesses, same_population, standardized
from unname.core.document import Profile
from unname.core.errors import InputError

PEOPLE = [Profile("b"), Profile("a"), Profile("c")]


def test_best_first_and_equal_scores_in_order_of_id() -> None:
    [guess] = guesses(np.array([[1.0, 1.0, 2.0]]), PEOPLE)
    assert guess.ranking == (("c", 2.0), ("a", 1.0), ("b", 1.0))


def test_populations_are_the_same_if_their_people_are() -> None:
    assert same_population(PEOPLE, list(PEOPLE))
    assert same_population(PEOPLE, [Profile(profile.id) for profile in PEOPLE])
    assert not same_population(None, PEOPLE)
    assert not same_population(PEOPLE[:2], PEOPLE)
    assert not same_population([*PEOPLE[:2], Profile("c", text="more")], PEOPLE)


@pytest.mark.parametrize("people", [[], [Profile("a"), Profile("a")]])
def test_nobody_and_somebody_twice_are_refused(people: list[Profile]) -> None:
    with pytest.raises(InputError):
        checked_population(people)


def test_rows_are_standardized_and_even_rows_say_nothing() -> None:
    rows = standardized(np.array([[1.0, 2.0, 3.0], [5.0, 5.0, 5.0], [0.1 + 0.2, 0.3, 0.3]]))
    assert rows[0].mean() == pytest.approx(0)
    assert rows[0].std() == pytest.approx(1)
    assert not rows[1].any()
    assert not rows[2].any(), "a difference of rounding is none"
