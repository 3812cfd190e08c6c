"""Several attacks on the same documents."""

import numpy as np
import pytest

from doors.attackers import Overlap, Suite, Together
from fakes import FakeAttack
from unname.core.document import Document, Profile
from unname.core.errors import InputError
from unname.core.results import Guess
from unname.measure.trial import Clue, clues, is_joint, n_steps, try_attacks

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
    trial = try_attacks([Suite(), Overlap(5)], DOCUMENTS, PEOPLE)
    assert list(trial.findings) == ["suite", "size 1", "size 6", "overlap(size=5)"]
    assert list(trial.seconds) == ["suite", "overlap(size=5)"]
    assert [p.found for p in trial.placements("suite")] == [1, 1, 0.5, 0.25, 0]
    assert [p.rank for p in trial.placements("suite")] == [1, 1, 1.5, 2.5, None]
    assert [p.document for p in trial.placements("size 6")] == ["a", "b", "c", "d", "e"]
    assert trial.n_judged == 5
    assert trial.summaries()["suite"].upper_bound == 0.8
    assert trial.any().value == pytest.approx(2.75 / 5)


def test_found_are_those_whom_an_attack_can_tell_from_others():
    trial = try_attacks([Suite()], DOCUMENTS, PEOPLE)
    found = {document.id: list(first) for document, first in trial.found()}
    assert found == {"a": ["suite", "size 1"], "b": ["suite", "size 1", "size 6"], "c": ["suite", "size 1"]}


def test_scores_and_guesses_say_the_same():
    class Guessing(FakeAttack):
        pass

    class Scoring(FakeAttack):
        def scores(self, texts, population):
            by_id = [dict(guess.ranking) for guess in self.guess(texts, population)]
            return np.array([[scores[profile.id] for profile in population] for scores in by_id])

    one, other = (try_attacks([made], DOCUMENTS, PEOPLE, top=3).findings["fake"] for made in (Guessing(), Scoring()))
    assert one == other


def test_candidates_come_best_first_and_equal_ones_by_id():
    shuffled = [PEOPLE[number] for number in (3, 2, 0, 1)]
    [finding] = try_attacks([Overlap()], [Document("x", "a judge")], shuffled, top=4).findings["overlap"]
    assert finding.candidates == (("p2", 2.0), ("p3", 2.0), ("p1", 1.0), ("p4", 0.0))
    assert finding.margin == 0
    assert "p2" not in repr(finding)
    [alone] = try_attacks([Overlap()], [Document("x", "a judge")], PEOPLE[:1], top=4).findings["overlap"]
    assert alone.margin is None


def test_documents_are_given_in_batches_but_for_joint_attacks():
    documents = [Document(str(number), "a nurse", person="p1") for number in range(150)]
    steps = []
    trial = try_attacks([Overlap(), Together()], documents, PEOPLE, step=lambda: steps.append(1))
    assert len(steps) == n_steps([Overlap(), Together()], documents, len(PEOPLE)) == 4
    assert [p.document for p in trial.placements("overlap")] == [str(number) for number in range(150)]
    assert trial.summaries()["overlap"].trir == 1


def test_joint_attacks_are_apart():
    assert [is_joint(attack) for attack in (Overlap(), Together())] == [False, True]
    trial = try_attacks([Overlap(), Together()], DOCUMENTS[:2], PEOPLE)
    assert trial.apart == {"together"}
    hidden = [Document("a", "", person="p1"), Document("b", "", person="p2")]
    trial = try_attacks([Overlap(), Together()], hidden, PEOPLE)
    assert trial.summaries()["together"].trir == 1
    assert trial.any().value == 1 / 4


def test_where_nobody_is_known_to_us_there_is_no_rate():
    trial = try_attacks([Overlap()], DOCUMENTS[-1:], PEOPLE)
    assert (trial.summaries(), trial.any(), list(trial.found())) == ({}, None, [])


@pytest.mark.parametrize(("people", "said"), [([], "population is empty"), ([PEOPLE[0]] * 2, "the same id")])
def test_populations_that_are_refused(people, said):
    with pytest.raises(InputError, match=said):
        try_attacks([Overlap()], DOCUMENTS, people)


def test_clues_are_the_words_that_count_most():
    class Doubting(Overlap):
        def explain(self, text, profile):
            return {"a": -4.0, "judge": 5.0, "climbing": 3.0, "in": 0.0, "Graustark": 2.0}

    assert clues(Doubting(), "a judge", PEOPLE[1], 2) == [Clue("judge", 5.0, 0.5), Clue("climbing", 3.0, 0.3)]
    assert [clue.word for clue in clues(Doubting(), "a judge", PEOPLE[1])] == ["judge", "climbing", "Graustark"]
    assert clues(Overlap(), "", PEOPLE[1]) == []


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
        try_attacks([attack], DOCUMENTS, PEOPLE)
    assert attack.learned == 1


@pytest.mark.parametrize("n_listed", [1, 2, 3])
def test_a_list_that_does_not_tell_who_else_matches_is_widened(n_listed):
    class Listing(Overlap):
        top = n_listed

        def guess(self, texts, population):
            rows = self.scores(texts, population)
            ids = [profile.id for profile in population]
            ranked = [sorted(zip(ids, row, strict=True), key=lambda pair: (-pair[1], pair[0])) for row in rows]
            return [Guess(str(number), tuple(ranking[:n_listed])) for number, ranking in enumerate(ranked)]

    trial = try_attacks([Listing()], DOCUMENTS, PEOPLE)
    assert [p.found for p in trial.placements("overlap")] == [1, 1, 0.5, 0.25, 0]
