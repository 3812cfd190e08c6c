"""What a release shows: it holds, it does not hold, or that is not shown; and what to look at before signing."""

from dataclasses import replace

import pytest

from report.releases import ABOUT, DENSE, JUDGE, OUTCOMES, SPARSE, released, sightings
from unname.core.results import CrowdSize, Outcome, Sighting
from unname.report.verdict import FAILS, HOLDS, OPEN, checks, judge

FINE = OUTCOMES[:2]


def verdict(*outcomes, **about):
    return judge(outcomes, {**ABOUT, **about})


def without_jury(outcome):
    return replace(outcome, after=[each for each in outcome.after if not each.judges])


def test_it_holds_where_all_that_is_released_was_attacked_and_judged():
    assert verdict(*FINE) == (HOLDS, [])
    assert verdict(*OUTCOMES[:4]) == (HOLDS, [])  # what is withheld is no part of it


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, HOLDS),
        ({"after": sightings(0, 0.51, 0, 1)}, FAILS),
        ({"after": sightings(0, 0, 1, 1)}, FAILS),
        ({"after": sightings(0.5, 0, 0, 1)}, HOLDS),
        ({"risk_after": 0.0900001}, FAILS),
        ({"risk_after": 0.09}, HOLDS),
        ({"risk_after": None}, HOLDS),
        ({"redaction": None, "reason": "found", "after": sightings(1, 1, 1), "risk_after": 1.0}, HOLDS),
        ({"unread": frozenset({"language"})}, OPEN),
        ({"unread": frozenset({"passage", "script", "markup", "encoded"})}, HOLDS),
        ({"after": ()}, OPEN),
        ({"after": sightings(0, 0, 0, None)}, OPEN),
    ],
)
def test_one_document_decides(change, expected):
    found, reasons = verdict(FINE[0], replace(FINE[1], **change))
    assert found == expected
    assert (reasons == []) is (expected == HOLDS)


def test_without_a_population_nothing_is_shown():
    plain = Outcome("a", released("a"), rounds=1)
    assert verdict(plain, population=None) == (OPEN, ["not attacked: no population was given"])
    assert verdict(plain) == (OPEN, ["not attacked: no attack was named"])


def test_without_a_population_an_estimate_is_told_and_shows_nothing():
    one, other = Outcome("a", released("a"), crowd=CrowdSize(9.0, 8.0, 9.5, 8e9)), Outcome("b", released("b"))
    assert verdict(one, population=None) == (
        OPEN,
        ["not attacked: no population was given, but how many people fit was estimated for all that is released"],
    )
    (reason,) = verdict(one, other, population=None)[1]
    assert reason.endswith("how many people fit was estimated for 1 of 2 released documents")


@pytest.mark.parametrize(
    ("log10", "expected"),
    [(2.0, HOLDS), (2.0 - 1e-12, HOLDS), (1.99, FAILS), (-3.0, FAILS), (float("nan"), FAILS), (None, OPEN)],
)
def test_a_crowd_that_the_policy_demands_has_to_be_there(log10, expected):
    policy = {**ABOUT["policy"], "min_crowd": 100}
    crowd = None if log10 is None else CrowdSize(log10, 0.0, 9.0, 8e9)
    found, reasons = verdict(FINE[0], replace(FINE[1], crowd=crowd), policy=policy)
    assert found == expected
    assert len(reasons) == (expected != HOLDS)
    assert all("how many people fit 1 " in each or "fewer people than the policy demands" in each for each in reasons)
    assert verdict(FINE[0], replace(FINE[1], crowd=crowd, reason="too few"), policy=policy) == (HOLDS, [])
    assert verdict(FINE[0], replace(FINE[1], crowd=crowd)) == (HOLDS, [])


def test_without_a_jury_nothing_is_shown():
    """That attacks do not find what was hidden from them is so by construction."""
    found, (reason,) = verdict(*map(without_jury, FINE))
    assert (found, reason) == (OPEN, "there was no jury: whoever looked for the people took part in hiding them")


def test_a_jury_that_hid_is_no_jury():
    found, (reason,) = verdict(*FINE, same_models={"x": [["attack", SPARSE], ["jury", JUDGE]]})
    assert (found, reason) == (OPEN, "every member of the jury is a model that also took part in hiding")
    second = Sighting("second", 0.0, 9, judges=True)
    both = [replace(each, after=(*each.after, second)) for each in FINE]
    assert verdict(*both, same_models={"x": [["attack", SPARSE], ["jury", JUDGE]]}) == (HOLDS, [])
    assert verdict(*FINE, same_models={"x": [["attack", SPARSE], ["attack", DENSE]]}) == (HOLDS, [])


def test_what_fails_is_told_before_what_is_not_shown():
    found, reasons = verdict(replace(FINE[0], risk_after=0.5, unread=frozenset({"language"})))
    assert found == FAILS
    assert [reason.partition(" of ")[0] for reason in reasons] == [
        "the estimated risk",
        "1 released document seems to be in another language than English",
    ]


def test_a_limit_of_its_own_for_a_label_is_allowed():
    limits = {"max_risk": 0.01, "limits": {"LOC": 0.06}}
    assert verdict(FINE[0], policy=limits) == (HOLDS, [])
    assert verdict(*FINE, policy=limits)[0] == FAILS


def test_what_to_look_at_is_told_from_facts():
    plain = [Outcome(f"d{number}", released("a"), rounds=1) for number in range(8)]
    nothing = checks(plain, {})
    assert [said.partition(".")[0] for said in nothing] == [
        "Nobody tried to find the people",
        "Look at pictures, attachments and the properties of files that go with the release: only text was read",
    ]
    foreign = [replace(each, unread=frozenset({"language"}), n_unshared=3) for each in plain]
    said = checks(foreign, {})[1:-1]
    assert said[0].startswith("8 documents seem to be in another language than English")
    assert said[0].endswith("Read d0, d1, d2, d3, d4 and 3 more.")
    assert said[1].startswith("8 documents say something that nobody else in the corpus says.")
    assert checks([Outcome("a", reason="failed")], {}) == []


def test_what_the_policy_keeps_visible_is_something_to_look_at():
    policy = {"never_change": frozenset({"LOC", "DATETIME"}), "allow": frozenset({"Zenda"})}
    said = checks([Outcome("a", released("a"), rounds=1)], {"policy": policy})
    assert "The policy keeps what is of these kinds visible, whatever it tells: DATETIME, LOC." in said
    assert "The policy keeps 1 word or phrase visible, whatever they tell." in said
    assert "Zenda" not in str(said)


def test_that_other_knowledge_was_not_measured_is_something_to_look_at():
    alone = [replace(each, other_before=(), other_after=()) for each in FINE]
    assert "not measured" in checks(alone, ABOUT)[0]
    assert checks(FINE, ABOUT)[0].startswith("With other knowledge the person is found in 1 document.")
