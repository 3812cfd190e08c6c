"""Every attack: judges each text alone, from strings and profiles, and works on an empty text.

What some attacks offer beyond that is checked on all that offer it. The suite also runs without torch.
"""

import subprocess
import sys
from collections.abc import Iterator

import numpy as np
import pytest

from chatting import serving
from contracts.without_torch import assert_passes_without_torch, has_torch
from fakes import FakeAttack
from unname.attack.ranking import guess, score_all
from unname.core import batches
from unname.core.document import Profile
from unname.core.registry import create, names, parse
from unname.core.roles import Attack, HasMembers, JudgesTogether, LearnsFromReleases, Shortlists, Wraps

POPULATION = [
    Profile("p1", "Tony Booth", {"job": "nurse"}, "Tony Booth is a nurse in Ruritania"),
    Profile("p2", "Ada Grey", {"job": "judge"}, "Ada Grey is a judge in Graustark"),
    Profile("p3", "Tom White", {}, ""),
]
TEXTS = ["A nurse left Ruritania", "", "A judge in Graustark", "***"]
NEED_TORCH = {"classifier"}
ALL = ["fake", *names("attack"), "sparse(top=2)", "assignment(attack='dense')"]
RUN_HERE = [spec for spec in ALL if has_torch() or spec not in NEED_TORCH]


def of(spec: str, **settings: object) -> Attack:
    attack: Attack = FakeAttack() if spec == "fake" else create("attack", spec, **settings)
    return attack


def offering(protocol: type) -> pytest.MarkDecorator:
    """Run a test on all attacks that offer something, of which there are some."""
    found = [spec for spec in ALL if isinstance(of(spec), protocol)]
    assert found
    return pytest.mark.parametrize("attack", [spec for spec in found if spec in RUN_HERE], indirect=True)


every_attack = pytest.mark.parametrize("attack", RUN_HERE, indirect=True)


@pytest.fixture
def attack(request: pytest.FixtureRequest) -> Attack:
    fixture = {**dict.fromkeys(NEED_TORCH, "small"), "reader": "model"}.get(request.param)
    return of(request.param, **(request.getfixturevalue(fixture) if fixture else {}))


@pytest.fixture(scope="module")
def model() -> Iterator[dict[str, object]]:
    """What a reader needs: an endpoint at which an invented model answers."""
    with serving() as endpoint:
        yield {"endpoint": endpoint.url, "model": "invented"}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """What a classifier needs to be small enough for a test."""
    from tiny import tiny_base

    base = str(tiny_base(tmp_path_factory.mktemp("base")))
    return {"base": base, "lemmas": "rules", "epochs": 1, "pretraining_epochs": 0}


@every_attack
def test_it_plays_the_role(attack: Attack) -> None:
    assert isinstance(attack, Attack)
    assert parse(attack.name)[0]


@every_attack
def test_every_text_gets_a_score_for_everybody(attack: Attack) -> None:
    scores = attack.scores(TEXTS, POPULATION)
    assert scores.shape == (4, 3)
    assert not np.isnan(scores).any()
    assert attack.scores([], POPULATION).shape == (0, 3)


@every_attack
def test_an_empty_text_is_about_nobody(attack: Attack) -> None:
    for text in ("", "***"):
        assert len(set(attack.scores([text], POPULATION)[0])) == 1


@every_attack
def test_each_text_is_judged_alone(attack: Attack) -> None:
    if isinstance(attack, JudgesTogether):
        # That is its purpose; the attack within it judges each alone.
        assert isinstance(attack, Wraps)
        attack = attack.inner
    together = attack.scores(TEXTS, POPULATION)
    assert (together == np.concatenate([attack.scores([text], POPULATION) for text in TEXTS])).all()
    assert (together == attack.scores(TEXTS[::-1], POPULATION)[::-1]).all()


@every_attack
def test_batches_give_the_same_rows(attack: Attack, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = attack.scores(TEXTS, POPULATION)
    monkeypatch.setattr(batches, "MAX_TEXTS", 3)
    assert (score_all(attack, TEXTS, POPULATION) == whole).all()


@every_attack
def test_guesses_are_best_first(attack: Attack) -> None:
    guesses = guess(attack, TEXTS, POPULATION)
    assert [each.document for each in guesses] == ["0", "1", "2", "3"]
    n_listed = (isinstance(attack, Shortlists) and attack.top) or len(POPULATION)
    for each in guesses:
        assert len({id for id, _ in each.ranking} & {"p1", "p2", "p3"}) == len(each.ranking) == n_listed
        scores = [score for _, score in each.ranking]
        assert scores == sorted(scores, reverse=True)
    assert guess(attack, [], POPULATION) == ()


@every_attack
def test_contributions_are_numbers_by_word(attack: Attack) -> None:
    contributions = attack.explain(TEXTS[0], POPULATION[0])
    assert all(isinstance(word, str) and value == value for word, value in contributions.items())
    assert not attack.explain("", POPULATION[0])


@offering(Shortlists)
def test_a_list_is_the_head_of_what_sorting_the_scores_gives(attack: Shortlists) -> None:
    if attack.top is None:
        return  # it scores everybody
    scores = attack.scores(TEXTS, POPULATION)
    listed = attack.shortlist(TEXTS, POPULATION)
    for row, each in zip(scores, listed, strict=True):
        pairs = sorted(zip(("p1", "p2", "p3"), row.tolist(), strict=True), key=lambda pair: (-pair[1], pair[0]))
        assert each.ranking == tuple(pairs[: attack.top])


@offering(JudgesTogether)
def test_texts_that_are_judged_together_are_not_torn_apart(attack: JudgesTogether) -> None:
    assert attack.joint is True
    assert list(batches.split(attack, TEXTS * 100, 10**9)) == [TEXTS * 100]


@offering(Wraps)
def test_it_can_be_put_around_another(attack: Wraps) -> None:
    inner = of(attack.inner.name)
    other = attack.around(inner)
    assert other.inner is inner
    assert other.name == attack.name
    assert (other.scores(TEXTS, POPULATION) == attack.scores(TEXTS, POPULATION)).all()


@offering(HasMembers)
def test_its_scores_are_made_of_those_of_its_members(attack: HasMembers) -> None:
    by_member = attack.member_scores(TEXTS, POPULATION)
    assert list(by_member) == [member.name for member in attack.members_]
    for member in attack.members_:
        assert (by_member[member.name] == member.scores(TEXTS, POPULATION)).all()
    assert (attack.combine(by_member, POPULATION) == attack.scores(TEXTS, POPULATION)).all()


@offering(LearnsFromReleases)
def test_it_learns_from_what_an_anonymizer_makes(attack: LearnsFromReleases) -> None:
    def anonymize(texts: list[str]) -> list[str]:
        return ["hidden"] * len(texts)

    assert attack.anonymize is None
    taught = attack.with_anonymizer(anonymize)
    assert taught.anonymize is anonymize
    assert attack.anonymize is None
    assert taught.name == attack.name


def test_all_of_this_holds_without_torch() -> None:
    assert_passes_without_torch(__file__)


@pytest.mark.parametrize("spec", sorted(NEED_TORCH))
def test_what_is_missing_is_told_without_torch(spec: str) -> None:
    code = f"""
import sys
sys.modules["torch"] = None
from unname.core.document import Profile
from unname.core.errors import MissingModel
from unname.core.registry import create
try:
    create("attack", {spec!r}, lemmas="rules").scores(["a nurse"], [Profile("a", text="x"), Profile("b", text="y")])
except MissingModel as error:
    print(error)
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "pip install 'unname[" in ran.stdout, ran.stderr
