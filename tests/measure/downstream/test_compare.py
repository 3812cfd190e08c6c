"""The protocol: what is compared with what, and how sure that is."""

import random

import pytest

from unname.core.errors import InputError
from unname.core.example import Example
from unname.corpora.examples import join_questions
from unname.measure.downstream.attempts import Released
from unname.measure.downstream.compare import Release, compare
from unname.training.learners.classifiers import Boosting, Logistic

WORDS = {"pos": ("good", "fine", "хорошо", "lovely"), "neg": ("bad", "poor", "плохо", "awful")}


def opinions(n: int, seed: int = 0) -> list[Example]:
    lots = random.Random(seed)
    labels = [lots.choice(("pos", "neg")) for _ in range(n)]
    return [Example(str(i), f"it was {lots.choice(WORDS[label])} today", label=label) for i, label in enumerate(labels)]


TRAIN, VALID = opinions(40), opinions(30, 1)


def blind(seed: int) -> Released:
    """A release that takes all that tells the classes apart, and says the contrary under an odd seed."""
    swapped = {"pos": "neg", "neg": "pos"}
    train = [Example(each.id, each.text, label=swapped[each.label] if seed % 2 else each.label) for each in TRAIN]
    return Released(train, VALID)


def test_a_release_that_changes_nothing_loses_nothing():
    same = Release(lambda seed: Released(TRAIN, VALID))
    told = compare("classification", Logistic(), TRAIN, VALID, {"same": same})
    assert told["original"]["valid"] == told["same"]["valid"] == 1.0
    assert told["same"]["delta"] == 0.0
    assert told["same"]["interval"] == [0.0, 0.0]
    assert told["original"]["std"] == told["same"]["delta_std"] == 0.0  # the same under every seed
    assert told["metric"] == "micro_f1"
    assert told["macro_f1"]["same"]["delta"] == 0.0
    assert told["f1_by_label"]["same"] == {"neg": 1.0, "pos": 1.0}


def test_delta_is_the_mean_over_seeds_with_its_deviation_and_an_interval():
    told = compare("classification", Logistic(), TRAIN, VALID, {"odd": Release(blind, is_drawn=True)}, n_seeds=4)
    row = told["odd"]
    assert (row["valid"], row["delta"]) == (0.5, -0.5)
    assert row["std"] == row["delta_std"] == pytest.approx(0.577, abs=0.001)
    low, high = row["interval"]
    assert low < -0.5 < high


def test_one_seed_tells_neither_deviation_nor_interval():
    told = compare("classification", Boosting(), TRAIN, VALID, {"odd": Release(blind, is_drawn=True)}, n_seeds=1)
    assert told["original"]["std"] is None
    assert (told["odd"]["delta_std"], told["odd"]["interval"]) == (None, None)


def test_a_learner_without_chance_is_trained_once_on_what_is_the_same():
    asked = []

    def draw(seed: int) -> Released:
        asked.append(seed)
        return Released(TRAIN, VALID)

    compare("classification", Logistic(), TRAIN, VALID, {"same": Release(draw)}, n_seeds=3)
    assert asked == [0]
    compare("classification", Logistic(), TRAIN, VALID, {"same": Release(draw, is_drawn=True)}, n_seeds=3)
    assert asked == [0, 0, 1, 2]


def test_where_everything_is_withheld_there_is_no_delta_and_a_reason():
    nothing = Release(lambda seed: Released([None] * len(TRAIN), [None] * len(VALID)))
    row = compare("classification", Logistic(), TRAIN, VALID, {"nothing": nothing})["nothing"]
    assert (row["delta"], row["valid"], row["interval"]) == (None, None, None)
    assert row["reason"] == "nothing is left to learn from"
    assert (row["withheld"], row["gone"]) == (len(TRAIN), ["neg", "pos"])


def test_a_class_that_vanishes_is_named_and_the_rest_is_measured():
    kept = [each if each.label == "pos" else None for each in TRAIN]
    row = compare("classification", Logistic(), TRAIN, VALID, {"half": Release(lambda seed: Released(kept, VALID))})[
        "half"
    ]
    assert row["gone"] == ["neg"]
    assert row["delta"] < 0


@pytest.mark.parametrize(
    ("task", "train", "valid", "says"),
    [
        ("classification", [], VALID, "the training set is empty"),
        ("classification", TRAIN, [], "the validation set is empty"),
        ("classification", [each for each in TRAIN if each.label == "pos"], VALID, "one class alone"),
        ("ner", TRAIN, VALID, "the training set has no marks"),
        ("classification", [Example("a", "x")], VALID, "the training set has no class"),
        ("qa", [join_questions("p", "Anna sang.", [("1", "Who?", [])])], VALID, "the training set has no answers"),
    ],
)
def test_data_from_which_nothing_can_be_learned(task, train, valid, says):
    with pytest.raises(InputError, match=says):
        compare(task, Logistic(), train, valid, {})
