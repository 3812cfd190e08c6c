from collections.abc import Sequence

import numpy as np
import pytest

from unname.attack.ranking import check_population, guess, same_population, score_all, standardize
from unname.core.document import Profile
from unname.core.errors import InputError

PEOPLE = [Profile("b"), Profile("a"), Profile("c")]


class Given:
    """Gives every text the same scores, and counts how often it is asked."""

    name = "given"

    def __init__(self) -> None:
        self.asked: list[int] = []

    def scores(self, texts: Sequence[str], population: Sequence[Profile]) -> np.ndarray:
        self.asked.append(len(texts))
        return np.array([[1.0, 1.0, 2.0]] * len(texts)).reshape(len(texts), 3)

    def explain(self, text: str, profile: Profile) -> dict[str, float]:
        return {}


def test_best_first_and_equal_scores_in_order_of_id() -> None:
    one, other = guess(Given(), ["x", "y"], PEOPLE)
    assert one.ranking == other.ranking == (("c", 2.0), ("a", 1.0), ("b", 1.0))
    assert (one.document, other.document) == ("0", "1")
    assert guess(Given(), [], PEOPLE) == ()


def test_whoever_asks_hands_over_few_texts_at_a_time() -> None:
    attack = Given()
    assert len(guess(attack, ["x"] * 150, PEOPLE)) == 150
    assert attack.asked == [64, 64, 22]
    assert score_all(attack, ["x"] * 65, PEOPLE).shape == (65, 3)
    assert attack.asked == [64, 64, 22, 64, 1]
    assert score_all(attack, [], PEOPLE).shape == (0, 3)


def test_populations_are_the_same_if_their_people_are() -> None:
    assert same_population(PEOPLE, list(PEOPLE))
    assert same_population(PEOPLE, [Profile(profile.id) for profile in PEOPLE])
    assert not same_population(None, PEOPLE)
    assert not same_population(PEOPLE[:2], PEOPLE)
    assert not same_population([*PEOPLE[:2], Profile("c", text="more")], PEOPLE)


@pytest.mark.parametrize("people", [[], [Profile("a"), Profile("a")]])
def test_nobody_and_somebody_twice_are_refused(people: list[Profile]) -> None:
    with pytest.raises(InputError):
        check_population(people)


def test_rows_are_standardized_and_even_rows_say_nothing() -> None:
    rows = standardize(np.array([[1.0, 2.0, 3.0], [5.0, 5.0, 5.0], [0.1 + 0.2, 0.3, 0.3]]))
    assert rows[0].mean() == pytest.approx(0)
    assert rows[0].std() == pytest.approx(1)
    assert not rows[1].any()
    assert not rows[2].any(), "a difference of rounding is none"
