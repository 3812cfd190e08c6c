"""A crowd is demanded: phrases may go, names and codes do, what many share may stay, and it holds."""

import math
from typing import Any

import pytest

from fakes import FakeDetector
from unname.core.document import Document, Mention, Origin, Role, Span
from unname.core.errors import ConfigError, InfeasiblePlan, Withheld
from unname.core.policy import Policy
from unname.core.redaction import Edit, Redaction
from unname.pipeline.compose import make_pipeline
from unname.pipeline.crowd_demand import (
    add_phrases,
    check_readable,
    crowd_measures,
    hold_crowd,
    measure_crowd,
    missing_bits,
)
from unname.pipeline.document import Pipeline
from unname.risk.crowd import Crowd

TEXT = (
    "Anna Example was born in May 1956 in Lyon. She is a French nurse and won the quiet regatta three times. "
    "Her passport is C01X00T47."
)
DETECTORS = (
    FakeDetector("Anna Example", "PERSON", name="names"),
    FakeDetector("May 1956", "DATETIME", name="dates"),
    FakeDetector("Lyon", "LOC", name="places"),
    FakeDetector("French", "DEM", name="groups"),
    FakeDetector("C01X00T47", "CODE", name="codes"),
)
SMALL = {2: Policy(min_crowd=2), 1000: Policy(min_crowd=1000), 10**6: Policy(min_crowd=10**6)}


def pipeline(policy: Policy) -> Pipeline:
    return Pipeline(detectors=DETECTORS, policy=policy, price="words")


@pytest.mark.parametrize("policy", SMALL.values(), ids=SMALL)
def test_the_crowd_that_is_demanded_is_left(policy: Policy) -> None:
    made = pipeline(policy)
    detected = made.detect(Document("d", TEXT))
    told = measure_crowd(detected, made.plan(detected), policy)
    assert told.before.log10 < 0
    assert told.after.log10 >= math.log10(policy.min_crowd or 0) - 1e-9


def test_a_larger_crowd_takes_more_words() -> None:
    losses = [made.plan(made.detect(Document("d", TEXT))).loss for made in map(pipeline, SMALL.values())]
    assert losses == sorted(losses)
    assert losses[0] < losses[-1]


@pytest.mark.parametrize("min_crowd", [2, 1000])
def test_names_and_codes_are_never_shown_again_and_what_many_share_may_be(min_crowd: int) -> None:
    policy = Policy(min_crowd=min_crowd)
    made = pipeline(policy)
    detected = made.detect(Document("d", TEXT))
    released = made.release(Document("d", TEXT)).text
    assert not any(part in released for part in ("Anna", "Example", "C01X00T47", "Lyon"))
    assert "French" in released
    shown = measure_crowd(detected, made.plan(detected), policy).shown
    assert shown["DEM"] == 1
    assert shown.keys().isdisjoint({"PERSON", "CODE", "LOC"})


def test_the_same_name_again_is_hidden_however_common_it_is() -> None:
    text = "John Smith met Mary Smith. Smith laughed, and so did Mary."
    made = Pipeline(detectors=(FakeDetector("John Smith|Mary Smith|Smith|Mary"),), policy=Policy(min_crowd=2))
    released = made.release(Document("d", text)).text
    assert not any(name in released for name in ("John", "Mary", "Smith"))


def test_a_plain_release_hides_no_phrase() -> None:
    document = Document("d", TEXT)
    assert add_phrases(document, Policy()) is document
    assert crowd_measures(Policy()) == []


def test_the_same_words_in_another_place_are_the_same_entity() -> None:
    found = add_phrases(Document("d", 'A regatta, the Regatta; "low  tide" and "Low tide".'), Policy(min_crowd=2))
    assert [len(entity.mentions) for entity in found.entities] == [2, 2]


def test_where_all_words_were_found_already_nothing_is_added() -> None:
    word = Mention(Span(0, 7), "MISC", "w1", Role.NONE, origin=Origin.WORD)
    document = Document("d", "Regatta wins", mentions=(word,))
    assert add_phrases(document, Policy(min_crowd=2)) is document


def test_parts_of_a_word_are_covered_where_a_mention_took_the_other_part() -> None:
    text = "A Swiss-born weaver."
    taken = Mention(Span(2, 7), "DEM", "e1", Role.QUASI)
    found = add_phrases(Document("d", text, mentions=(taken,)), Policy(min_crowd=2))
    assert [text[slice(*m.span)] for m in found.mentions] == ["Swiss", "born", "weaver"]
    crowd = Crowd().crowd_terms(found)
    assert all(term.owners for term in crowd.terms)


def test_a_text_of_which_nothing_is_left_is_withheld_and_no_word_of_it_is_told() -> None:
    text = "Zyxwvut quorndle brastifex mimblewort."
    with pytest.raises(Withheld, match="document 'd': nothing readable is left: 100% of its") as caught:
        pipeline(Policy(min_crowd=10**9)).release(Document("d", text))
    assert not any(word in str(caught.value).lower() for word in ("zyxwvut", "quorndle", "brastifex", "mimblewort"))
    assert "\n" not in str(caught.value)


def test_a_text_that_is_mostly_hidden_is_unreadable_only_where_a_crowd_is_demanded() -> None:
    document = Document("d", "alpha bravo")
    whole = Redaction("d", "*** ***", (Edit(Span(0, 5), Span(0, 3), "e1"), Edit(Span(6, 11), Span(4, 7), "e2")))
    check_readable(document, whole, Policy())
    with pytest.raises(Withheld, match="100% of its meaningful words"):
        check_readable(document, whole, Policy(min_crowd=2))
    half = Redaction("d", "*** bravo", (Edit(Span(0, 5), Span(0, 3), "e1"),))
    check_readable(document, half, Policy(min_crowd=2))


@pytest.mark.parametrize("text", ["", "   \n", "It was he.", "..."])
def test_a_text_that_says_nothing_stays_as_it_is(text: str) -> None:
    assert pipeline(Policy(min_crowd=10**9)).release(Document("d", text)).text == text


def test_a_text_about_nobody_is_released() -> None:
    released = pipeline(Policy(min_crowd=2)).release(Document("d", "The film was made by a company in the city.")).text
    assert "film" in released


def test_contradictory_facts_leave_the_crowd_too() -> None:
    text = "He was born in May 1956. He was born in June 1831. He won the film award and died in 1700."
    policy = Policy(min_crowd=1000)
    made = Pipeline(detectors=(FakeDetector("May 1956|June 1831|1700", "DATETIME"),), policy=policy, price="words")
    detected = made.detect(Document("d", text))
    assert measure_crowd(detected, made.plan(detected), policy).after.log10 >= 3 - 1e-9


def test_many_people_in_a_long_text() -> None:
    names = [f"Person{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(120)]
    text = " ".join(f"{name} was born in the city and played in a film." for name in names)
    policy = Policy(min_crowd=1000)
    made = Pipeline(detectors=(FakeDetector("Person[a-z]+"),), policy=policy, price="words")
    released = made.release(Document("d", text)).text
    assert "Person" not in released
    assert "film" in released


def test_a_group_that_is_too_small_is_refused_in_a_line() -> None:
    with pytest.raises(ConfigError, match="a group of 9 people cannot hide anybody among 10"):
        Policy(min_crowd=10, group=9)
    with pytest.raises(ConfigError, match=r"Lyon, a group of \d+ people cannot hide anybody"):
        pipeline(Policy(min_crowd=10**9, group="Lyon")).release(Document("d", "A film."))


def test_a_group_just_as_large_as_the_crowd_is_enough_for_what_says_nothing() -> None:
    assert pipeline(Policy(min_crowd=5, group=5)).release(Document("d", "It was he.")).text == "It was he."


def test_an_unknown_group_is_refused() -> None:
    with pytest.raises(ConfigError, match="unknown group 'Ruritania'"):
        pipeline(Policy(min_crowd=5, group="Ruritania")).release(Document("d", "A film."))


@pytest.mark.parametrize("least", [0, 1, -3, float("nan"), float("inf"), 10.5, True])
def test_what_is_no_number_of_people_is_refused(least: Any) -> None:
    with pytest.raises(ConfigError, match="policy: min_crowd must be"):
        Policy(min_crowd=least)


@pytest.mark.parametrize(("least", "group"), [(10**10, "world"), (10**6, "Lyon"), (5, 10**11), (5, "Nowhereland")])
def test_what_no_group_can_give_is_refused_before_anything_is_read(least: int, group: int | str) -> None:
    with pytest.raises(ConfigError, match="group"):
        make_pipeline(policy=Policy(min_crowd=least, group=group))


def test_an_unknown_group_is_refused_although_nothing_is_demanded() -> None:
    with pytest.raises(ConfigError, match="unknown group 'Nowhereland'"):
        make_pipeline(policy=Policy(group="Nowhereland"))


GERMAN = "Der Arzt wohnt mit seiner Frau in der Stadt und mag den Garten, aber nicht die Arbeit."


def test_a_language_without_tables_is_withheld_where_a_crowd_is_demanded_and_not_measured_elsewhere() -> None:
    made = pipeline(Policy(min_crowd=10))
    with pytest.raises(Withheld, match="document 'd': crowd not measured: no tables for this language"):
        made.release(Document("d", GERMAN))
    plain = pipeline(Policy())
    detected = plain.detect(Document("d", GERMAN))
    assert measure_crowd(detected, plain.plan(detected), Policy()) is None


def test_the_group_steers_what_is_reported() -> None:
    plain = pipeline(Policy())
    detected = plain.detect(Document("d", "A film was made."))
    sizes = [measure_crowd(detected, plain.plan(detected), Policy(group=group)) for group in ("world", 1000)]
    assert [round(each.after.group) for each in sizes if each] == [8_100_000_000, 1000]
    assert sizes[0].after.log10 > sizes[1].after.log10  # type: ignore[union-attr]


def test_a_release_is_read_anew_and_more_is_demanded_where_it_shows_fewer_people() -> None:
    document = Document("d", "A film was made.")
    redaction = Redaction("d", "Quux a film was made.")

    def detect(given: Document) -> Document:
        return given.with_mentions([Mention(Span(0, 4), "MISC", "e1")] if given.text.startswith("Quux") else [])

    assert missing_bits(document, Redaction("d", document.text), Policy(min_crowd=10), detect) == 0
    assert missing_bits(document, redaction, Policy(), detect) == 0
    assert missing_bits(document, redaction, Policy(min_crowd=10**8), detect) > 1


@pytest.mark.parametrize("infeasible_from", [10**6, 10**9])
def test_what_no_demand_mends_is_withheld(infeasible_from: int) -> None:
    """Each release says the same, whatever is demanded, until a demand cannot be met."""
    asked: list[int] = []

    def write(policy: Policy) -> Any:
        asked.append(policy.min_crowd or 0)
        if asked[-1] >= infeasible_from:
            raise InfeasiblePlan("no plan")
        return Document("d", ""), None, Redaction("d", "zyzzyva quux")

    policy = Policy(min_crowd=10**4)
    with pytest.raises(Withheld, match="document 'd': read anew, its release leaves a crowd smaller than 10,000"):
        hold_crowd(Document("d", "secret"), policy, write, facts)
    assert asked[0] == 10**4
    assert asked == sorted(asked)


def facts(document: Document) -> Document:
    spans = [Span(0, 7), Span(8, 12)]
    return document.with_mentions([Mention(span, "MISC", f"e{number}") for number, span in enumerate(spans)])


def test_what_cannot_be_had_at_all_is_told_as_such() -> None:
    def write(_: Policy) -> Any:
        raise InfeasiblePlan("no plan")

    with pytest.raises(InfeasiblePlan):
        hold_crowd(Document("d", "secret"), Policy(min_crowd=100), write, facts)


def test_what_is_seen_only_behind_masks_is_hidden_too() -> None:
    """A detector finds a word in the release that it passes over in the original."""
    finds = FakeDetector(r"Adam|(?<=\*\*\* )zyzzyva")
    policy = Policy(min_crowd=10**6)
    released = Pipeline(detectors=(finds,), policy=policy, price="words").release(
        Document("d", "Adam zyzzyva made a film.")
    )
    anew = Pipeline(detectors=(finds,)).detect(Document("d", released.text))
    assert Crowd().estimate(anew).log10 >= 6
