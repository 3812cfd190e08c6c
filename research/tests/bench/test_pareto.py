"""Sweeps over settings, with judges that find whoever still has words."""

from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from crowded import biographies
from unname_research.bench.kanon_judges import Ensemble
from unname_research.bench.pareto import Evaluation, Method, Sweep

PEOPLE = biographies(200)
POPULATION = [each.profile for each in PEOPLE]


@dataclass
class Names:
    """Finds a person whose document says so, and counts the texts."""

    word: str
    asked: list[int] = field(default_factory=list)

    def scores(self, texts):
        self.asked.append(len(texts))
        scores = np.zeros((len(texts), len(POPULATION)))
        for row, text in enumerate(texts):
            marked = [number for number, each in enumerate(PEOPLE) if self.word in text and each.document.text == text]
            scores[row, marked] = 1.0
        return scores


def method(name="steps"):
    """A method that at setting s hides all words of the first s documents."""

    def redact(them, setting):
        numbers = [int(each.document.id[1:]) for each in them]
        return [
            each.hiding(np.full(len(each.words), number < (setting or 0)))
            for each, number in zip(them, numbers, strict=True)
        ]

    return Method(name, redact, list(range(0, 201, 10)))


def shuffled():
    order = np.random.default_rng(0).permutation(len(PEOPLE))
    return [PEOPLE[number] for number in order]


def ensemble(*words):
    return Ensemble(POPULATION, {word: Names(word) for word in words})


@pytest.mark.parametrize(("level", "setting"), [(0.5, 110), (0.25, 160), (0.05, 200), (0.01, 200)])
def test_the_least_setting_below_a_level(level, setting):
    found = Sweep(method(), ensemble("born"), shuffled(), batch=20).below(level)
    assert found is not None
    assert found.setting == setting
    assert found.n_judged == len(PEOPLE)
    assert found.row()["reid"] == pytest.approx((200 - setting) / 200, abs=0.006)


def test_all_levels_at_once_and_those_out_of_reach():
    sweep = Sweep(method(), ensemble("born"), shuffled(), batch=20)
    levels = sweep.levels([0.25, 0.5])
    assert {level: found.setting for level, found in levels.items()} == {0.5: 110, 0.25: 160}
    short = Method("short", method().redact, [0, 100])
    assert Sweep(short, ensemble("born"), shuffled(), batch=20).levels([0.1, 0.05]) == {0.1: None, 0.05: None}


def test_dear_models_are_spared_where_cheap_ones_find_enough():
    judges = ensemble("born", "A ")
    Sweep(method(), judges, shuffled(), batch=20).below(0.05)
    cheap, dear = (sum(judge.asked) for judge in judges.judges.values())
    assert dear < cheap


def test_one_model_is_enough_to_be_found():
    judges = ensemble("born", "nobody says this")
    row = Evaluation(method(), 50, judges, PEOPLE).complete().row()
    assert row["reid"] == pytest.approx(0.75, abs=0.006)
    assert row["by_model"]["nobody says this"] == pytest.approx(1 / len(POPULATION))
    assert row["interval"][0] < row["reid"] < row["interval"][1]
    assert row["masked"] == 0.25


def test_a_setting_is_chosen_by_the_judges_that_count():
    judges = replace(ensemble("born", "nobody says this"), defending=("born",))
    sweep = Sweep(method(), judges, shuffled(), batch=20)
    # The one that did not defend finds nobody, so nothing need be hidden from it.
    apart, every = (sweep.levels([0.25], by)[0.25] for by in (judges.others, None))
    assert (apart.setting, every.setting) == (0, 160)
    row = apart.row()
    assert (row["found_by_all"], row["reid"]) == (1.0, 1.0)
    assert row["found_by_others"] == pytest.approx(1 / len(POPULATION))
    assert row["interval_by_others"][1] < 0.05


def test_what_some_judges_tried_is_told_by_all():
    judges = replace(ensemble("born", "nobody says this"), defending=("born",))
    sweep = Sweep(method(), judges, shuffled(), batch=20)
    sweep.below(0.05, by=judges.others)
    assert all(set(row["by_model"]) == set(judges.judges) for row in sweep.curve(2, 40))


def test_a_curve_tells_on_how_many_documents():
    sweep = Sweep(method(), ensemble("born"), PEOPLE)
    rows = sweep.curve(3, 40)
    assert [(row["setting"], row["documents"]) for row in rows] == [(0, 40), (100, 40), (200, 40)]
    assert [row["reid"] for row in rows] == [1.0, pytest.approx(1 / 200), pytest.approx(1 / 200)]
