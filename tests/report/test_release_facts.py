"""The facts of a release: counted right, and without a word of any document."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from report.releases import ABOUT, CLUE, DEAR, DENIED, DENSE, GOLDEN, JUDGE, OUTCOMES, SPARSE, released, sightings
from unname.core.results import CrowdSize, Outcome
from unname.measure.reidentification import share
from unname.report.release_facts import release_facts

NOTHING = {"share": None, "low": None, "high": None, "documents": 0}


def facts(outcomes=OUTCOMES, about=ABOUT, **settings):
    return release_facts(outcomes, about, **settings)


def plain(value):
    return json.loads(json.dumps(value))


def test_the_facts_of_an_invented_release_are_the_golden_ones():
    assert plain(facts()) | {"unname": ""} == GOLDEN | {"unname": ""}


def test_shares_have_wilson_intervals():
    value, low, high, n = share([0, 1, 0, 0])
    assert facts()["attacks"][SPARSE]["first"] == {"share": value, "low": low, "high": high, "documents": n}


def test_withheld_documents_leave_the_share_of_what_is_released():
    judge = facts()["attacks"][JUDGE]
    assert (judge["after"]["share"], judge["after"]["documents"]) == (0.25, 4)
    assert (judge["released"]["share"], judge["released"]["documents"]) == (0.0, 3)


def test_the_jury_stands_apart_and_last():
    told = facts()
    assert {name: attack["judges"] for name, attack in told["attacks"].items()} == {
        **dict.fromkeys((SPARSE, DENSE), False),
        JUDGE: True,
    }
    assert list(told["attacks"])[-1] == JUDGE
    assert told["any"]["attacks"]["after"]["share"] == 0.0
    assert told["any"]["jury"]["after"]["share"] == told["any"]["all"]["after"]["share"] == 0.25


def test_somebody_found_by_several_attacks_counts_once():
    assert facts()["any"]["all"]["before"]["share"] == 0.75


def test_people_who_are_not_in_the_population_are_counted():
    assert facts()["attacks"][DENSE]["not_in_population"] == 1


def test_words_hidden():
    told = facts()["words"]
    assert told["hidden_first"] == pytest.approx((0.2 + 0.25 + 0.2 + 1 + 0) / 5)
    assert told["hidden_last"] == pytest.approx((0.2 + 0.4 + 0.3 + 1 + 0) / 5)
    assert told["hidden"] == pytest.approx((0.2 + 0.4 + 1 + 1 + 0) / 5)
    assert told["changed_after_first"] == 2


def test_shares_of_few_documents_do_not_tell_their_length():
    assert facts([replace(OUTCOMES[0], n_words=57, n_hidden=13)])["words"]["hidden"] == 0.23


def test_rounds_tell_whom_the_feedback_still_found():
    assert facts()["rounds"] == [
        {"round": 1, "documents": 4, "found_before": 3, "found_after": 2},
        {"round": 2, "documents": 2, "found_before": 2, "found_after": 1},
        {"round": 3, "documents": 1, "found_before": 1, "found_after": 0},
    ]


def test_a_loop_that_does_not_converge_still_finds_after_its_last_round():
    stuck = replace(OUTCOMES[1], redaction=None, reason="found after 3 rounds", after=sightings(1, 0, 0, 2))
    assert facts([stuck])["rounds"][-1] == {"round": 3, "documents": 1, "found_before": 1, "found_after": 1}


def test_changes_are_counted_in_what_is_released_alone():
    assert facts()["categories"] == {
        "LOC": {"roles": {"none": 1, "quasi": 4}, "actions": {"generalize": 2, "kept": 1, "mask": 2}},
        "PERSON": {"roles": {"direct": 4}, "actions": {"mask": 4}},
    }


def test_documents_stand_in_the_order_of_the_release():
    assert [row["document"] for row in facts()["documents"]] == [f"letter-{n}" for n in (1, 2, 3, 4, 5)]


def test_no_figure_of_one_document_can_be_looked_up():
    for row in facts()["documents"]:
        assert row.keys() <= {"document", "status", "reason", "rounds", "found_by", "unshared", "unread"}
    assert facts()["worst"] == []
    one, other = (replace(OUTCOMES[0], **change) for change in ({}, {"n_words": 117, "n_hidden": 23}))
    assert facts([one, *OUTCOMES])["documents"] == facts([other, *OUTCOMES])["documents"]


def test_the_worst_are_told_beside_their_words_alone():
    assert [row["document"] for row in facts(include_text=True)["worst"]] == [f"letter-{n}" for n in (3, 2, 1, 5)]


def test_figures_that_are_so_by_construction_are_marked():
    """What attacks found was hidden, and whom the jury found is withheld: one figure of the jury is measured."""
    told = facts()["attacks"]
    assert {name: told[name]["by_construction"] for name in told} == {
        SPARSE: ["after", "released"],
        DENSE: ["after", "released"],
        JUDGE: ["released"],
    }
    about = {**ABOUT, "same_models": {JUDGE: [("defender", "linkage"), ("jury", JUDGE)]}}
    assert facts(about=about)["attacks"][JUDGE]["by_construction"] == ["after", "released"]


def test_other_knowledge_is_told_of_the_people_whom_it_knows():
    told = facts()["other_knowledge"]
    assert (told["any"]["before"]["share"], told["any"]["released"]["share"]) == (1.0, 0.5)
    assert told["attacks"][SPARSE]["not_known"] == 1
    assert told["attacks"][DENSE]["released"] == told["attacks"][JUDGE]["released"]
    assert [told["attacks"][name]["judges"] for name in (SPARSE, JUDGE)] == [False, True]
    without = [replace(each, other_before=(), other_after=()) for each in OUTCOMES]
    assert facts(without)["other_knowledge"] is None


def test_what_nobody_else_says_is_counted_before_and_in_what_is_released():
    told = facts()["unique"]
    assert (told["before"]["share"], told["before"]["median"], told["before"]["documents"]) == (0.75, 6, 4)
    assert (told["released"]["share"], told["released"]["median"]) == (pytest.approx(1 / 3), 0)
    alone = facts([Outcome("a", released("a"), rounds=1)], {})["unique"]
    assert alone["released"] == {**NOTHING, "median": None}


def test_crowds_are_those_of_what_is_released():
    told = facts()["crowd"]
    assert (told["measured"], told["not_measured"], told["below"]) == (2, 1, None)
    assert told["released"]["smallest"] == {"log10": 2.6, "low": 1.8, "high": 3.6}
    assert told["before"]["smallest"]["log10"] == -4  # to whole orders of magnitude, as all about originals
    assert told["shown"] == {"DEM": 1, "LOC": 3}
    nothing = facts([OUTCOMES[3], OUTCOMES[4]])["crowd"]
    assert (nothing["measured"], nothing["group"], nothing["released"]["smallest"]) == (0, None, None)


def test_crowds_of_single_documents_are_told_beside_their_words_alone():
    kept, shown = facts(), facts(include_text=True)
    assert kept["crowd"]["dearest"] == []
    assert DEAR not in json.dumps(kept)
    assert [row["document"] for row in shown["crowd"]["dearest"]] == ["letter-2", "letter-1"]
    assert shown["crowd"]["dearest"][0]["words"] == [{"word": DEAR, "bits": 11.0}, {"word": "ferry", "bits": 7.0}]
    assert kept["documents"] == shown["documents"]
    changed = [replace(each, crowd=None, crowd_before=None, costs=(), shown={}) for each in OUTCOMES]
    assert facts(changed)["documents"] == kept["documents"]


SIZES = st.builds(
    lambda log10, around: CrowdSize(log10, log10 - around, log10 + around, 8e9), st.floats(-50, 10), st.floats(0, 9)
)


@given(st.lists(SIZES, min_size=1, max_size=9))
def test_rounded_crowds_promise_no_more(crowds):
    outcomes = [Outcome(f"d{n}", released("a"), crowd=crowd, crowd_before=crowd) for n, crowd in enumerate(crowds)]
    told, least = facts(outcomes, {})["crowd"], min(each.log10 for each in crowds)
    for stage, unit in (("before", 1), ("released", 0.1)):
        for size in told[stage].values():
            assert size["low"] <= size["log10"] <= size["high"] + unit
        assert least - unit - 1e-6 <= told[stage]["smallest"]["log10"] <= least + 1e-6
        assert told[stage]["smallest"]["log10"] <= told[stage]["median"]["log10"]


def test_kinds_of_text_that_nobody_looked_at_are_counted():
    assert facts()["unread"] == {"language": 0, "passage": 0, "script": 0, "markup": 1, "encoded": 0}


def test_of_single_documents_nothing_of_the_original_is_told():
    """A number of words or a rank in the original would tell which of the originals a release is."""
    changed = [
        replace(
            each, before=sightings(0, 0, 0, 77), first=(), n_words=5, n_hidden=1, n_unshared_before=99, risk_before=0.3
        )
        for each in OUTCOMES
    ]
    assert facts(changed)["documents"] == facts()["documents"]
    assert facts(changed)["worst"] == facts()["worst"]


@pytest.mark.parametrize("outcomes", [[], [OUTCOMES[3]], [OUTCOMES[2], OUTCOMES[3]]])
def test_nothing_released_is_nothing_that_holds(outcomes):
    told = facts(outcomes)
    assert (told["verdict"], told["reasons"]) == ("not shown", ["nothing is released"])
    assert told["any"]["all"]["released"] == NOTHING


def test_without_attacks_and_settings():
    told = facts([Outcome("a", released("a"), rounds=1, n_words=3, n_hidden=1)], {})
    assert (told["attacks"], told["worst"], told["counts"]["attacked"]) == ({}, [], 0)
    assert (told["verdict"], told["other_knowledge"]) == ("not shown", None)
    assert told["any"]["all"] == dict.fromkeys(("before", "first", "after", "released"), NOTHING)


def test_words_are_told_only_if_asked_for():
    kept, shown = json.dumps(facts()), facts(include_text=True)
    assert CLUE not in kept
    assert shown["worst"][1]["words"] == [CLUE, "keeper"]
    assert CLUE not in json.dumps({key: value for key, value in shown.items() if key != "worst"})


def test_words_of_a_policy_are_counted():
    told = facts(include_text=True)
    assert told["about"]["policy"]["deny"] == 2
    assert DENIED not in json.dumps(told)
    assert facts(about={"policy": {"deny": 3}})["about"]["policy"]["deny"] == 3


def test_released_text_is_never_told():
    marked = replace(OUTCOMES[0], redaction=released("letter-1", "a Zzyzx remains"))
    assert "Zzyzx" not in json.dumps(facts([marked], include_text=True))


CHANCES = st.sampled_from([0.0, 1 / 7, 0.5, 1.0])
MADE = st.builds(
    lambda name, is_released, rounds, chances, n_words: Outcome(
        name,
        released(name) if is_released else None,
        rounds=rounds,
        before=sightings(*chances[:3]),
        after=sightings(*chances[3:]),
        n_words=n_words,
        n_hidden=n_words // 2,
    ),
    st.text(max_size=3),
    st.booleans(),
    st.integers(1, 4),
    st.lists(CHANCES, min_size=6, max_size=6),
    st.integers(0, 50),
)


@given(st.lists(MADE, max_size=12))
def test_figures_agree_with_each_other(outcomes):
    told = facts(outcomes)
    counts = told["counts"]
    assert counts["released"] + counts["withheld"] == counts["documents"] == len(told["documents"])
    assert sum(row["status"] == "withheld" for row in told["documents"]) == counts["withheld"]
    assert (told["verdict"] == "holds") == (told["reasons"] == [])
    for stages in (*told["attacks"].values(), *told["any"].values()):
        for stage in ("before", "after", "released"):
            if stages[stage]["documents"]:
                assert 0 <= stages[stage]["low"] <= stages[stage]["share"] <= stages[stage]["high"] <= 1
    found = [row["found_after"] for row in facts(outcomes, include_text=True)["worst"]]
    assert found == sorted(found, reverse=True)
    assert plain(told) == told


def test_what_counts_as_found_is_told_with_the_release():
    outcomes = [OUTCOMES[0], replace(OUTCOMES[1], after=sightings(0.3, 0, 0, 1))]
    assert facts(outcomes)["verdict"] == "holds"
    assert release_facts(outcomes, {**ABOUT, "max_found": 0.25})["verdict"] == "does not hold"


def test_what_is_kept_and_who_is_found_in_one_number():
    told = facts(about={**ABOUT, "kept": {"tpi": 0.5, "documents": 5}})["e5"]
    assert told == {"tpi": 0.5, "documents": 5, "trir": 0.25, "e5": 0.6}
    assert facts()["e5"] is None


def test_without_a_jury_there_is_no_such_number():
    alone = [replace(each, **dict.fromkeys(("before", "first", "after"), ())) for each in OUTCOMES]
    told = facts(alone, {**ABOUT, "kept": {"tpi": 0.5, "documents": 5}})["e5"]
    assert (told["tpi"], told["e5"]) == (0.5, None)
