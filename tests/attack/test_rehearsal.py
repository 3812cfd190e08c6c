import numpy as np
import pytest

from invented import people
from unname.attack.rehearsal import HIDDEN, average_for_others, drop_names, fit_weights, rehearse
from unname.core.document import Profile


def test_rehearsed_texts_are_taken_out_of_what_is_searched() -> None:
    population = people()
    for trial in rehearse(population, 36, 30, anonymize=list, seed=0):
        texts, whose = trial.texts[: len(trial.texts) // len(HIDDEN)], trial.people[: len(trial.people) // len(HIDDEN)]
        assert len(trial.texts) == len(trial.people)
        for text, person in zip(texts, whose, strict=True):
            sentence = text.split(".")[0]
            assert sentence in population[person].text
            assert trial.population[person].text.count(sentence) < population[person].text.count(sentence)


def test_stricter_rehearsals_show_fewer_words_but_all_function_words() -> None:
    [trial] = rehearse(people(), 36, 30, anonymize=list, seed=0)
    n = len(trial.texts) // len(HIDDEN)
    sizes = [sum(len(text.split()) for text in trial.texts[i * n : (i + 1) * n]) for i in range(len(HIDDEN))]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[-1]
    assert trial.texts[0].split().count("the") == trial.texts[2 * n].split().count("the")


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
    weights, share = fit_weights(scores, np.zeros_like(scores), whom, evenness=0.0)
    assert weights[0] > 1.0
    assert 0.0 <= weights[1] < 0.3
    assert 0.0 <= share <= 1.0
    even, _ = fit_weights(scores, np.zeros_like(scores), whom, evenness=100.0)
    assert even[0] == pytest.approx(even[1], abs=0.05)


def test_weights_are_never_negative_nor_all_zero() -> None:
    dice = np.random.default_rng(1)
    whom = dice.integers(0, 20, 200)
    scores = dice.normal(size=(200, 20, 2))
    scores[np.arange(200), whom] -= 3.0
    weights, _ = fit_weights(scores, np.zeros_like(scores), whom)
    assert (weights >= 0).all()
    assert weights.any()


def test_what_matches_everything_is_taken_away_if_that_helps() -> None:
    dice = np.random.default_rng(2)
    whom = dice.integers(0, 20, 300)
    scores = dice.normal(size=(300, 20, 1))
    scores[np.arange(300), whom, 0] += 2.0
    scores[:, 5] += 4.0
    _, seen = average_for_others(scores[:, :, 0], whom)
    assert fit_weights(scores, seen[:, :, None], whom)[1] > 0.8
    noise = dice.normal(size=(300, 20, 1)) * 3
    assert fit_weights(scores, noise, whom)[1] < 0.2


def test_scores_for_others_leave_out_whom_a_text_is_about() -> None:
    scores = np.array([[9.0, 1.0, 2.0], [3.0, 9.0, 4.0], [9.0, 5.0, 6.0]])
    whole, seen = average_for_others(scores, np.array([0, 1, 0]))
    assert whole.tolist() == [3.0, 3.0, 4.0]
    assert seen.tolist() == [[3.0, 0.0, 4.0], [0.0, 3.0, 4.0], [3.0, 0.0, 4.0]]


def test_small_letters_with_accents_are_no_capitals() -> None:
    assert drop_names("Ärzte sang über élan", "Dort sah Ada die Ärzte, élan und über allem") == "sang über élan"
