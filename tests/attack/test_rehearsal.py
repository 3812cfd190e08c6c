from dataclasses import replace

import numpy as np
import pytest

from invented import people
from unname.attack.rehearsal import HIDDEN, drop_names, fit_weights, rehearse, weigh
from unname.core.document import Profile
from unname.text.vocabulary import STOP_WORDS


def test_rehearsed_texts_are_taken_out_of_what_is_searched() -> None:
    population = people()
    meant = {word for profile in population for word in profile.text.lower().split() if word not in STOP_WORDS}
    for trial in rehearse(population, 36, 30, anonymize=list, seed=0):
        assert len(trial.texts) == len(trial.people)
        for text, person in zip(trial.texts, trial.people, strict=True):
            assert {word for word in text.lower().split() if word != "."} - STOP_WORDS <= meant
            before, after = population[person].text, trial.population[person].text
            assert len(after.split()) < len(before.split())
            assert len(after.split()) > 0.3 * len(before.split())


def test_stricter_rehearsals_show_fewer_words_but_all_function_words() -> None:
    [trial] = rehearse(people(), 36, 30, anonymize=list, seed=0)
    n = len(trial.texts) // len(HIDDEN)
    sizes = [sum(len(text.split()) for text in trial.texts[i * n : (i + 1) * n]) for i in range(len(HIDDEN))]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[-1]
    function_words = [sum(word.lower() in STOP_WORDS for word in trial.texts[i * n].split()) for i in range(3)]
    assert len(set(function_words)) == 1


def test_texts_about_those_of_whom_most_is_known_are_rehearsed() -> None:
    population = [*people(12, sentences=6), *people(30, sentences=60)[12:]]
    population = [replace(profile, id=str(number)) for number, profile in enumerate(population)]
    for trial in rehearse(population, 90, 60, anonymize=list, seed=0):
        assert set(trial.people.tolist()) <= set(range(12, 30))


def test_few_of_whom_much_is_known_are_rehearsed_more_than_once() -> None:
    assert len(rehearse(people(4), 36, 30, anonymize=list, seed=0)) == 3


def test_too_little_background_gives_no_rehearsal() -> None:
    assert rehearse([Profile("a", text="One sentence."), Profile("b")], 10, 50, None, 0) == []


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
    assert drop_names(text, background) == expected


def test_the_member_that_knows_gets_the_weight() -> None:
    dice = np.random.default_rng(0)
    whom = dice.integers(0, 20, 200)
    scores = dice.normal(size=(200, 20, 2))
    scores[np.arange(200), whom, 0] += 2.0
    weights = fit_weights(scores, whom, evenness=0.0)
    assert weights[0] > 1.0
    assert 0.0 <= weights[1] < 0.3
    even = fit_weights(scores, whom, evenness=100.0)
    assert even[0] == pytest.approx(even[1], abs=0.05)


@pytest.mark.parametrize("best", [0, 1, 2])
def test_one_that_tells_far_more_than_the_others_is_followed_alone(best: int) -> None:
    dice = np.random.default_rng(best)
    whom = dice.integers(0, 20, 200)
    scores = dice.normal(size=(200, 20, 3))
    scores[np.arange(200), whom] += 0.5
    scores[np.arange(200), whom, best] += 3.0
    weights = weigh(scores, whom)
    assert np.flatnonzero(weights).tolist() == [best]
    assert (scores @ weights).argmax(axis=1).tolist() == scores[:, :, best].argmax(axis=1).tolist()


def test_those_that_tell_alike_are_all_heard() -> None:
    dice = np.random.default_rng(5)
    whom = dice.integers(0, 20, 200)
    scores = dice.normal(size=(200, 20, 3))
    scores[np.arange(200), whom] += 2.0
    assert (weigh(scores, whom) > 0).all()


def test_weights_are_never_negative_nor_all_zero() -> None:
    dice = np.random.default_rng(1)
    whom = dice.integers(0, 20, 200)
    scores = dice.normal(size=(200, 20, 2))
    scores[np.arange(200), whom] -= 3.0
    weights = fit_weights(scores, whom)
    assert (weights >= 0).all()
    assert weights.any()


def test_small_letters_with_accents_are_no_capitals() -> None:
    assert drop_names("Ärzte sang über élan", "Dort sah Ada die Ärzte, élan und über allem") == "sang über élan"
