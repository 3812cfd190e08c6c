"""Policies that replace by label, and say how much may be told."""

import pytest

from fakes import FakeDetector
from unname.core.document import Document, Mention, Role, Span
from unname.core.errors import ConfigError
from unname.core.policy import Policy
from unname.core.results import Combination
from unname.pipeline.compose import make_pipeline
from unname.pipeline.document import Pipeline

TEXT = "Tony Booth came on 17 March 1994 and left in 1995."
DETECTORS = (FakeDetector("Tony Booth"), FakeDetector(r"17 March 1994|1995", "DATETIME", 0.9, "dates"))
YEARS = {"DATETIME": "generalize(to='year')"}


def released(policy: Policy, text: str = TEXT, **settings: object) -> str:
    return Pipeline(detectors=DETECTORS, policy=policy, **settings).release(text).text  # type: ignore[arg-type]


def test_each_label_has_its_own_replacer() -> None:
    assert released(Policy(replace=YEARS)) == "*** came in 1994 and left in 1995."
    assert released(Policy(replace={"PERSON": "label"})) == "[PERSON] came on *** and left in ***."


def test_the_replacer_that_is_given_is_for_the_rest() -> None:
    rest = Policy(replace={**YEARS, "*": "label"})
    assert released(rest) == "[PERSON] came in 1994 and left in 1995."
    assert released(rest, replace="mask(text='#')") == "# came in 1994 and left in 1995."


def test_what_is_spared_was_found_and_has_no_role() -> None:
    found = Pipeline(detectors=DETECTORS, policy=Policy(replace=YEARS)).detect(Document("d", TEXT))
    assert [mention.role is Role.NONE for mention in found.mentions] == [False, False, True]


def test_what_the_user_asks_to_hide_is_hidden_whole() -> None:
    assert released(Policy(replace=YEARS, deny=frozenset({"1995"}))) == "*** came in 1994 and left in ***."
    given = Document("d", TEXT, mentions=(Mention(Span(19, 32), "DATETIME"),))
    assert (
        Pipeline(detectors=(), policy=Policy(replace=YEARS)).release(given).text
        == "Tony Booth came on *** and left in 1995."
    )


def test_what_gave_somebody_away_is_hidden_whole() -> None:
    pipeline = Pipeline(detectors=DETECTORS, policy=Policy(replace=YEARS))
    found = pipeline.detect(Document("d", TEXT))
    exposed = [Combination(frozenset({entity.id}), "found") for entity in found.entities]
    assert pipeline.apply(found, pipeline.plan(found, exposed)).text == "*** came on *** and left in ***."


def test_without_a_limit_everything_is_brought_to_its_usual_level() -> None:
    # The year stands there by itself, too, and is to be hidden: then it is not what the date becomes.
    text = "Tony Booth came on 17 March 1994 and left in 1995. He came again in 1994."
    dates = FakeDetector(r"17 March 1994|1995|1994", "DATETIME", 0.9, "dates")
    pipeline = Pipeline(detectors=(DETECTORS[0], dates), replace="generalize")
    for given, expected in (
        (TEXT, "*** came in 1994 and left in the 1990s."),
        (text, "*** came in the 1990s and left in the 1990s. He came again in the 1990s."),
    ):
        found = pipeline.detect(Document("d", given))
        assert pipeline.apply(found, pipeline.plan(found)).text == expected


def test_all_replacers_are_named() -> None:
    assert Pipeline(policy=Policy(replace=YEARS)).replacers_.name == "mask, DATETIME generalize(to='year')"


def test_unknown_kinds_are_refused_unless_a_plug_in_may_know_them() -> None:
    for policy in (Policy(keep=frozenset({"beverage"})), Policy(thresholds={"beverage": 0.5})):
        with pytest.raises(ConfigError, match="unknown kind of finding 'beverage'"):
            make_pipeline(policy=policy)
        assert make_pipeline(policy=policy, detectors=DETECTORS)


def test_a_threshold_of_a_kind_goes_before_that_of_its_label() -> None:
    def write(**thresholds: float) -> str:
        return Pipeline(detectors=("rules",), policy=Policy(thresholds=thresholds)).release("He is 62 years old.").text

    assert write(DEM=1.0, QUANTITY=1.0, DATETIME=1.0) == "He is 62 years old."
    assert write(DEM=1.0, QUANTITY=1.0, DATETIME=1.0, age=0.1) == "He is ***."
