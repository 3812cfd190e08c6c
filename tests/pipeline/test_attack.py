"""Several attacks on the same documents."""

import pytest

from doors.attackers import Overlap, Suite, Together
from unname.core.document import Document, Profile
from unname.core.errors import InputError
from unname.core.roles import JudgesTogether
from unname.pipeline.attack import Clue, attack_all, find_clues, n_steps

PEOPLE = [
    Profile("p1", "Tony Booth", {}, "a nurse sailing round Ruritania"),
    Profile("p2", "Ada Grey", {}, "a judge climbing in Graustark"),
    Profile("p3", "Tom White", {}, "a judge"),
    Profile("p4"),
]
DOCUMENTS = [
    Document("a", "*** a nurse", person="p1"),
    Document("b", "a judge climbing", person="p2"),
    Document("c", "a judge", person="p3"),
    Document("d", "", person="p3"),
    Document("e", "a nurse", person="p9"),
    Document("f", "a nurse"),
]


def test_every_attack_and_member_is_placed():
    trial = attack_all(DOCUMENTS, PEOPLE, [Suite(), Overlap(5)])
    assert list(trial.sightings) == ["suite", "size 1", "size 6", "overlap(size=5)"]
    assert list(trial.seconds) == ["suite", "overlap(size=5)"]
    assert [seen.found for seen in trial.judged("suite").values()] == [1, 1, 0.5, 0.25, 0]
    assert [seen.rank for seen in trial.judged("suite").values()] == [1, 1, 1.5, 2.5, None]
    assert list(trial.judged("size 6")) == ["a", "b", "c", "d", "e"]
    assert trial.n_judged == 5
    assert trial.summaries()["suite"].upper_bound == 0.8
    assert trial.any().value == pytest.approx(2.75 / 5)


def test_found_are_those_whom_an_attack_can_tell_from_others():
    trial = attack_all(DOCUMENTS, PEOPLE, [Suite()])
    found = {document.id: list(first) for document, first in trial.found()}
    assert found == {"a": ["suite", "size 1"], "b": ["suite", "size 1", "size 6"], "c": ["suite", "size 1"]}


def test_candidates_come_best_first_and_equal_ones_by_id():
    shuffled = [PEOPLE[number] for number in (3, 2, 0, 1)]
    [seen] = attack_all([Document("x", "a judge")], shuffled, [Overlap()], 4).sightings["overlap"]
    assert seen.candidates == (("p2", 2.0), ("p3", 2.0), ("p1", 1.0), ("p4", 0.0))
    assert "p2" not in repr(seen)
    [alone] = attack_all([Document("x", "a judge")], PEOPLE[:1], [Overlap()], 4).sightings["overlap"]
    assert len(alone.candidates) == 1


def test_documents_are_given_in_batches_but_for_joint_attacks():
    documents = [Document(str(number), "a nurse", person="p1") for number in range(150)]
    steps = []
    trial = attack_all(documents, PEOPLE, [Overlap(), Together()], step=lambda: steps.append(1))
    assert len(steps) == n_steps([Overlap(), Together()], len(documents), len(PEOPLE)) == 4
    assert list(trial.judged("overlap")) == [str(number) for number in range(150)]
    assert trial.summaries()["overlap"].trir == 1


def test_joint_attacks_are_apart():
    assert [isinstance(attack, JudgesTogether) for attack in (Overlap(), Together())] == [False, True]
    trial = attack_all(DOCUMENTS[:2], PEOPLE, [Overlap(), Together()])
    assert trial.apart == {"together"}
    hidden = [Document("a", "", person="p1"), Document("b", "", person="p2")]
    trial = attack_all(hidden, PEOPLE, [Overlap(), Together()])
    assert trial.summaries()["together"].trir == 1
    assert trial.any().value == 1 / 4


def test_where_nobody_is_known_to_us_there_is_no_rate():
    trial = attack_all(DOCUMENTS[-1:], PEOPLE, [Overlap()])
    assert (trial.summaries(), trial.any(), list(trial.found())) == ({}, None, [])


@pytest.mark.parametrize(("people", "said"), [([], "population is empty"), ([PEOPLE[0]] * 2, "the same id")])
def test_populations_that_are_refused(people, said):
    with pytest.raises(InputError, match=said):
        attack_all(DOCUMENTS, people, [Overlap()])


def test_clues_are_the_words_that_count_most():
    class Doubting(Overlap):
        def explain(self, text, profile):
            return {"a": -4.0, "judge": 5.0, "climbing": 3.0, "in": 0.0, "Graustark": 2.0}

    assert find_clues(Doubting(), "a judge", PEOPLE[1], 2) == [Clue("judge", 5.0, 0.5), Clue("climbing", 3.0, 0.3)]
    assert [clue.word for clue in find_clues(Doubting(), "a judge", PEOPLE[1])] == ["judge", "climbing", "Graustark"]
    assert find_clues(Overlap(), "", PEOPLE[1]) == []


def test_an_attack_that_has_learned_is_not_made_to_learn_again():
    class Learning(Overlap):
        learned = 0
        people = None

        def fit(self, population):
            self.learned += 1
            self.people = population

        def scores(self, texts, population):
            if self.people is not population:
                self.fit(population)
            return super().scores(texts, population)

    attack = Learning()
    for _ in range(2):
        attack_all(DOCUMENTS, PEOPLE, [attack])
    assert attack.learned == 1
