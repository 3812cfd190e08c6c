import numpy as np
import pytest

from invented import people
from unname.attack.rehearsal import HIDDEN, likeliest_weights, rehearsals, without_names
from unname.core.document import Profile


def test_rehearsed_texts_are_taken_out_of_what_is_searched() -> None:
    population = people()
    for trial in rehearsals(population, 36, 30, anonymize=list, seed=0):
        texts, whose = trial.texts[: len(trial.texts) // len(HIDDEN)], trial.people[: len(trial.people) // len(HIDDEN)]
        assert len(trial.texts) == len(trial.people)
        for text, person in zip(texts, whose, strict=True):
            sentence = text.split(".")[0]
            assert sentence in population[person].text
            assert trial.population[person].text.count(sentence) < population[person].text.count(sentence)


def test_stricter_rehearsals_show_fewer_words_but_all_function_words() -> None:
    [trial] = rehearsals(people(), 36, 30, anonymize=list, seed=0)
    n = len(trial.texts) // len(HIDDEN)
    sizes = [sum(len(text.split()) for text in trial.texts[i * n : (i + 1) * n]) for i in range(len(HIDDEN))]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[-1]
    assert trial.texts[0].split().count("the") == trial.texts[2 * n].split().count("the")


def test_too_little_background_gives_no_rehearsal() -> None:
    assert rehearsals([Profile("a", text="One sentence."), Profile("b")], 10, 50, None, 0) == []


@pytest.mark.parametrize(
    ("text", "background", "expected"),
    [
        ("Grey left in 1999.", "so Ada Grey left", "left in."),
        ("The judge left.", "so Ada Grey left", "The judge left."),
        ("ADA came, then grey skies", "with Ada Grey", "came, then skies"),
        ("", "", ""),
    ],
)
def test_words_with_capitals_and_digits_are_hidden(text: str, background: str, expected: str) -> None:
    assert without_names(text, background) == expected


def test_the_member_that_knows_gets_the_weight() -> None:
    dice = np.random.default_rng(0)
    whom = dice.integers(0, 20, 200)
    scores = dice.normal(size=(200, 20, 2))
    scores[np.arange(200), whom, 0] += 2.0
    weights = likeliest_weights(scores, whom)
    assert weights[0] > 1.0
    assert 0.0 <= weights[1] < 0.3


def test_weights_are_never_negative_nor_all_zero() -> None:
    dice = np.random.default_rng(1)
    whom = dice.integers(0, 20, 200)
    scores = dice.normal(size=(200, 20, 2))
    scores[np.arange(200), whom] -= 3.0
    weights = likeliest_weights(scores, whom)
    assert (weights >= 0).all()
    assert weights.any()
