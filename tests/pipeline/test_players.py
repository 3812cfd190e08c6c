"""Which model plays which part: one that hides is known again among those that look."""

from unname.core.document import Profile
from unname.core.policy import Policy
from unname.pipeline.compose import link
from unname.pipeline.document import Pipeline
from unname.pipeline.players import same_models
from unname.pipeline.recipe import ATTACKS, JURY, LINKAGE
from unname.pipeline.rounds import Rounds

PEOPLE = tuple(Profile(f"p{number}", "", text=f"word{number} and more") for number in range(4))
PLAIN = Pipeline(detectors=("rules",))


def test_the_usual_defender_is_a_member_of_the_usual_suite():
    hiding = Pipeline(detectors=("words",), risk=link(PEOPLE), policy=Policy(k=1), optimizer="greedy", price="words")
    found = same_models(Rounds(hiding, PEOPLE, ATTACKS[:1], JURY))
    assert found == {LINKAGE[1]: [("defender", "linkage"), ("attack", "ensemble")]}


def test_a_juror_that_is_a_member_of_an_attack_is_known():
    juror = "sparse(stem=True, words=(1, 2))"
    found = same_models(Rounds(PLAIN, PEOPLE, ("ensemble",), (juror,)))
    assert found == {"sparse(stem=True)": [("attack", "ensemble"), ("jury", "sparse(stem=True)")]}
    within = same_models(Rounds(PLAIN, PEOPLE, ("sparse",), ("assignment(attack='sparse')",)))
    assert within == {"sparse": [("attack", "sparse"), ("jury", "assignment(attack='sparse')")]}


def test_models_with_other_settings_are_others():
    assert same_models(Rounds(PLAIN, PEOPLE, ("sparse",), ("sparse(stem=True)",))) == {}
    plain = Pipeline(detectors=("words",), risk=link(PEOPLE), policy=Policy(k=1), optimizer="greedy", price="words")
    assert same_models(Rounds(plain, PEOPLE, ("sparse",), ())) == {}
