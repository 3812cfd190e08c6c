import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from unname.attack.assignment import Assignment, assign
from unname.attack.sparse import Sparse
from unname.core.document import Profile

PEOPLE = [Profile("a", text="nurse chess nurse"), Profile("b", text="nurse"), Profile("c", text="violin")]


def test_a_person_taken_by_a_better_text_is_free_for_no_other() -> None:
    scores = np.array([[0.9, 0.8, 0.1], [0.9, 0.1, 0.0]])
    assert assign(scores).argmax(axis=1).tolist() == [1, 0]
    assert scores.argmax(axis=1).tolist() == [0, 0]


def test_the_others_keep_their_order() -> None:
    scores = np.array([[0.9, 0.8, 0.1], [0.9, 0.1, 0.0]])
    assert (-assign(scores)[0]).argsort().tolist() == [1, 0, 2]


def test_texts_that_say_nothing_take_nobody_away() -> None:
    scores = np.array([[0.0, 0.0, 0.0], [0.9, 0.1, 0.0], [0.0, 0.0, 0.0]])
    assigned = assign(scores)
    assert len(set(assigned[0])) == len(set(assigned[2])) == 1
    assert assigned[1].argmax() == 0


def test_equal_texts_share_their_people_and_equal_people_their_texts() -> None:
    twice = assign(np.array([[0.9, 0.8, 0.1], [0.9, 0.8, 0.1]]))
    assert twice[0, 0] == twice[0, 1] > twice[0, 2]
    twins = assign(np.array([[0.9, 0.9, 0.1]]))
    assert twins[0, 0] == twins[0, 1] > twins[0, 2]


@given(arrays(np.float64, (4, 5), elements=st.sampled_from([0.0, 0.25, 0.5, 1.0, -np.inf])))
def test_scores_stay_finite_and_nobody_is_lifted_over_a_silent_text(scores: np.ndarray) -> None:
    assigned = assign(scores)
    assert np.isfinite(assigned).all()
    for before, after in zip(scores, assigned, strict=True):
        if len(set(before)) == 1:
            assert len(set(after)) == 1


def test_more_texts_than_people_and_none_at_all() -> None:
    attack = Assignment("sparse")
    assert attack.scores(["nurse", "chess", "violin", "nurse chess"], PEOPLE).shape == (4, 3)
    assert attack.scores([], PEOPLE).shape == (0, 3)


def test_it_is_named_after_what_it_matches() -> None:
    assert Assignment().name == "assignment"
    assert Assignment(Sparse(stem=True)).name == "assignment(attack='sparse(stem=True)')"


def test_it_explains_as_its_attack_does() -> None:
    assert Assignment("sparse").explain("nurse", PEOPLE[1]) == pytest.approx(Sparse().explain("nurse", PEOPLE[1]))
