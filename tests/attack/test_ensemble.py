import numpy as np
import pytest

from fakes import FakeAttack
from invented import people, released
from unname.attack.assignment import Assignment
from unname.attack.ensemble import Ensemble
from unname.attack.sparse import Sparse
from unname.core.document import Profile
from unname.core.errors import ConfigError, InputError

PEOPLE = people()
TEXTS = released(PEOPLE)


def top(scores: np.ndarray) -> list[int]:
    return scores.argmax(axis=1).tolist()


def test_everybody_is_found_and_the_scores_are_chances() -> None:
    scores = Ensemble().scores(TEXTS, PEOPLE)
    assert top(scores) == list(range(len(PEOPLE)))
    assert np.exp(scores).sum(axis=1) == pytest.approx(1.0)


def test_each_text_is_judged_alone_and_order_does_not_matter() -> None:
    suite = Ensemble()
    together = suite.scores(TEXTS, PEOPLE)
    assert np.array_equal(suite.scores(TEXTS[::-1], PEOPLE)[::-1], together)
    assert np.array_equal(suite.scores(TEXTS[3:4], PEOPLE), together[3:4])
    assert np.array_equal(Ensemble().scores(TEXTS, PEOPLE), together), "the same seed gives the same suite"


def test_weights_come_from_the_background_alone() -> None:
    suite = Ensemble()
    suite.fit(PEOPLE)
    before = dict(suite.weights_)
    suite.scores(["something else entirely"], PEOPLE)
    assert suite.weights_ == before
    assert len(before) == 6
    assert all(weight >= 0 for weight in before.values())


@pytest.mark.parametrize("text", ["", "*** [PERSON]", "zzz qqq"])
def test_a_text_that_says_nothing_points_to_nobody(text: str) -> None:
    scores = Ensemble().scores([text], [*PEOPLE, Profile("unknown")])
    assert len(set(scores[0])) == 1


def test_somebody_of_whom_nothing_is_known_comes_last() -> None:
    scores = Ensemble().scores(TEXTS, [*PEOPLE, Profile("unknown"), Profile("stranger")])
    assert (scores[:, -1] < scores[:, :-2].min(axis=1)).all()
    assert (scores[:, -1] == scores[:, -2]).all()


def test_small_populations_need_no_rehearsal() -> None:
    suite = Ensemble()
    small = [Profile("a", text="a nurse of Zenda"), Profile("b", text="a judge of Lutha")]
    assert top(suite.scores(["the judge", "some nurse"], small)) == [1, 0]
    assert set(suite.weights_.values()) == {1.0}


def test_any_attack_can_be_a_member() -> None:
    suite = Ensemble(members=(FakeAttack(), "sparse"))
    assert suite.name == "ensemble(members=('fake', 'sparse'))"
    assert set(suite.member_scores(TEXTS, PEOPLE)) == {"fake", "sparse"}
    assert top(suite.scores(TEXTS, PEOPLE)) == list(range(len(PEOPLE)))


def test_explanations_name_the_words_that_counted() -> None:
    suite = Ensemble()
    suite.fit(PEOPLE)
    words = suite.explain(TEXTS[0], PEOPLE[0])
    assert set(words) <= {word.strip(".,").lower() for word in TEXTS[0].split()}
    best = list(words)[:6]
    assert "beehives" in best
    assert "from" not in best
    assert suite.explain("", PEOPLE[0]) == {}
    assert "nurse" in Ensemble().explain("A nurse", Profile("x", text="the nurse of Lutha"))


@pytest.mark.parametrize("members", [(), ("sparse", "sparse"), ("assignment",), ("ensemble",), ("nonsense",)])
def test_members_that_make_no_sense_are_refused(members: tuple[str, ...]) -> None:
    with pytest.raises(ConfigError):
        Ensemble(members=members).fit(PEOPLE)


@pytest.mark.parametrize("population", [[], [Profile("a"), Profile("a")]])
def test_bad_populations_are_refused(population: list[Profile]) -> None:
    for attack in (Ensemble(), Assignment(), Sparse()):
        with pytest.raises(InputError):
            attack.scores(["x"], population)


def test_background_is_anonymized_by_the_given_function() -> None:
    seen: list[str] = []

    def anonymize(texts: list[str]) -> list[str]:
        seen.extend(texts)
        return ["hidden"] * len(texts)

    Ensemble(anonymize=anonymize).fit(PEOPLE)
    assert seen
    assert all(any(text.split(".")[0] in profile.text for profile in PEOPLE) for text in seen)


def test_a_stranger_is_explained_without_forgetting_the_others() -> None:
    suite = Ensemble().fit(PEOPLE)
    words = suite.explain(TEXTS[0], PEOPLE[0])
    assert suite.explain("A nurse", Profile("stranger", text="the nurse of Lutha"))
    assert suite.population_ == tuple(PEOPLE)
    assert suite.explain(TEXTS[0], PEOPLE[0]) == words


def test_words_with_accents_are_explained() -> None:
    people = [Profile("a", "José Núñez", text="plays chess"), Profile("b", text="likes rain")]
    assert {"josé", "núñez"} <= set(Ensemble().fit(people).explain("José Núñez was here", people[0]))


def test_a_member_may_rule_people_out() -> None:
    class Ruling(FakeAttack):
        def scores(self, texts: list[str], population: list[Profile]) -> np.ndarray:
            rows = np.full((len(texts), len(population)), -np.inf)
            rows[:, 1] = 1.0
            return rows

    scores = Ensemble(members=(Ruling(),)).scores(["a", "b"], PEOPLE)
    assert np.isfinite(scores).all()
    assert top(scores) == [1, 1]


def test_fewer_rehearsals_than_none_are_refused() -> None:
    assert set(Ensemble(rehearsals=0).fit(PEOPLE).weights_.values()) == {1.0}
    with pytest.raises(ConfigError, match="rehearsals"):
        Ensemble(rehearsals=-5).fit(PEOPLE)


def test_people_of_whom_the_same_is_known_always_tie() -> None:
    many = people(60)
    twins = [*many, Profile("twin", many[0].name, many[0].fields, many[0].text)]
    scores = Ensemble(rehearsals=30).scores(released(many), twins)
    assert (scores[:, 0] == scores[:, -1]).all()


def test_fewer_texts_are_tried_out_among_very_many(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr("unname.attack.ensemble.rehearse", lambda _, n_texts, *rest: asked.append(n_texts) or [])
    monkeypatch.setattr("unname.attack.ensemble.MAX_CELLS", 6 * 240)
    Ensemble().fit(PEOPLE)
    monkeypatch.setattr("unname.attack.ensemble.MAX_CELLS", 1)
    Ensemble().fit(PEOPLE)
    assert asked == [20, 12]


def test_members_that_learn_get_the_same_anonymizer() -> None:
    suite = Ensemble(members=("sparse", "classifier(frozen=True)"), anonymize=list)
    assert suite.members_[1].anonymize is list


class Knowing(FakeAttack):
    """Knows everybody by the words of their habits, as no other member does."""

    def scores(self, texts: list[str], population: list[Profile]) -> np.ndarray:
        told = [set(profile.text.lower().split()) for profile in population]
        rare = [{word for word in words if sum(word in other for other in told) == 1} for words in told]
        return np.array([[float(len(rare[i] & set(text.lower().split()))) for i in range(len(told))] for text in texts])


@pytest.mark.parametrize("seed", range(3))
def test_the_suite_follows_a_member_that_wins_every_rehearsal(seed: int) -> None:
    class Guessing(FakeAttack):
        def scores(self, texts: list[str], population: list[Profile]) -> np.ndarray:
            rows = [np.random.default_rng([seed, len(text)]).normal(size=len(population)) for text in texts]
            return np.array(rows).reshape(len(texts), len(population))

    suite = Ensemble(members=(Guessing("guessing"), Knowing("knowing")), seed=seed).fit(PEOPLE)
    assert suite.weights_["knowing"] > suite.weights_["guessing"] == 0
    assert top(suite.scores(TEXTS, PEOPLE)) == top(Knowing().scores(TEXTS, PEOPLE))
