import random
from dataclasses import replace

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from invented_sheets import sheet, sheets  # noqa: E402
from tiny import tiny_base  # noqa: E402
from unname.core.errors import InputError  # noqa: E402
from unname.models.late_interaction import ASKED  # noqa: E402
from unname_research.train.infill_networks import TokenVectors  # noqa: E402
from unname_research.train.infill_retriever import WORDS, Quiz, Schedule, draw, train, windows  # noqa: E402

SHEETS = sheets()
SCHEDULE = Schedule(steps=24, people=3, rate=1e-3, head_rate=1e-2, warmup=3, save_every=10)


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    return tiny_base(tmp_path_factory.mktemp("base"))


@pytest.fixture(scope="module")
def trained(base, tmp_path_factory):
    losses = []
    model = train(SHEETS, tmp_path_factory.mktemp("out"), SCHEDULE, base, lambda *said: losses.append(said[-1]))
    return model, losses


def quizzes(n=200, chosen=SHEETS):
    dice = random.Random(4)
    return [quiz for quiz in (draw(dice.choice(chosen), Schedule(), dice) for _ in range(n)) if quiz is not None]


def test_it_learns_to_find_passages(trained):
    network, losses = trained
    assert len(losses) == SCHEDULE.steps
    assert losses[-1] < losses[0]
    assert not network.training


def test_an_interrupted_run_goes_on_to_the_same_result(base, trained, tmp_path):
    class Stop(Exception):
        pass

    def interrupt(stage, step, n_steps, loss):
        if step == 17:
            raise Stop

    with pytest.raises(Stop):
        train(SHEETS, tmp_path, SCHEDULE, base, interrupt)
    steps = []
    again = train(SHEETS, tmp_path, SCHEDULE, base, lambda stage, step, n_steps, loss: steps.append(step))
    assert steps[0] == 11
    for name, value in trained[0].state_dict().items():
        torch.testing.assert_close(again.state_dict()[name], value)


def test_a_run_with_other_settings_does_not_go_on_from_it(base, tmp_path):
    trial = replace(SCHEDULE, steps=1, warmup=0)
    assert isinstance(train(SHEETS, tmp_path, trial, base), TokenVectors)
    with pytest.raises(InputError, match="other settings"):
        train(SHEETS, tmp_path, SCHEDULE, base)


def test_nothing_to_learn_from_is_refused(base, tmp_path):
    for empty in ([], [replace(SHEETS[0], hidden=SHEETS[0].hidden[:1])]):
        with pytest.raises(InputError, match="nothing hidden"):
            train(empty, tmp_path, SCHEDULE, base)


def test_questions_hide_what_is_asked_and_some_passage_holds_it():
    drawn = quizzes(chosen=[replace(each, knowledge=(*each.knowledge, "Nobody knows.")) for each in SHEETS])
    assert len(drawn) > 100
    for quiz in drawn:
        assert 1 <= len(quiz.questions) == len(quiz.hidden) <= Schedule().questions
        assert 1 <= len(quiz.passages) <= Schedule().passages
        assert len(set(quiz.passages)) == len(quiz.passages)
        assert any(any(row) for row in quiz.right())
        for question in quiz.questions:
            assert question.count(ASKED) == 1
    assert any(not all(row) for quiz in drawn for row in quiz.right())


def test_halves_are_asked_about_each_other():
    alone = [sheet(0, knowledge=False)]
    whole = alone[0].text
    drawn = quizzes(60, alone)
    assert {quiz.passages[0] == whole for quiz in drawn} == {True, False}
    for quiz in drawn:
        assert all(passage in whole for passage in quiz.passages)


def test_texts_of_which_nothing_is_known_give_no_quiz():
    told = replace(sheet(1), knowledge=("Nobody knows.",))
    drawn = [draw(told, Schedule(), random.Random(seed)) for seed in range(40)]
    assert None in drawn
    assert any(drawn)
    assert all(quiz.passages == [told.text] for quiz in drawn if quiz)


def test_what_is_right_is_seen_without_case_and_blanks():
    quiz = Quiz(["[MASK]"], ["Ada  Grey"], ["It was ADA\nGREY.", "Ada Hill"])
    assert quiz.right() == [[True, False]]
    assert "Grey" not in repr(quiz)


@pytest.mark.parametrize("n", [1, 99, 100, 101, 150, 151, 1000])
def test_windows_overlap_by_half(n):
    words = [f"w{number}" for number in range(n)]
    for seed in range(5):
        found = [window.split() for window in windows(" ".join(words), random.Random(seed))]
        first = words.index(found[0][0])
        assert first < WORDS // 2
        assert first == 0 or n > WORDS
        assert all(0 < len(window) <= WORDS for window in found)
        assert [window[0] for window in found] == words[first :: WORDS // 2]
        assert set().union(*found) == set(words[first:])
