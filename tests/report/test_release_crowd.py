"""How many people fit, on the page of a release: as an estimate, with what it rests on, and no word too many."""

from dataclasses import replace

import pytest

from report.reading import Page
from report.releases import ABOUT, DEAR, GOLDEN, OUTCOMES, released
from report.test_release import UNTRIED, cells, facts
from unname.core.results import Outcome, Sighting
from unname.report.release import release_page


def test_how_many_people_fit_is_told_as_an_estimate():
    source = release_page(GOLDEN)
    assert source.index('id="risk"') < source.index('id="crowd"') < source.index('id="protection"')
    assert "an estimate, not a proof" in source
    assert "among 8,000,000,000 people" in source
    assert cells(GOLDEN, "the most telling document") == [["fewer than 1", "about 400 (63 to 4,000)"]]
    assert cells(GOLDEN, "the median document") == [
        ["fewer than 1 (fewer than 1 to 10)", "about 2,500 (320 to 25,000)"]
    ]
    assert "Estimated for 2 released documents, not for 1. The policy demands no crowd of a certain size." in source
    assert cells(GOLDEN, "DEM") == [["1"]]


@pytest.mark.parametrize(
    ("least", "said"), [(100, "none has fewer"), (1000, "1 has fewer"), (10**6, "2 have fewer"), (None, "no crowd")]
)
def test_what_is_below_the_demand_is_counted(least, said):
    told = facts(OUTCOMES[:2], {**ABOUT, "policy": {**ABOUT["policy"], "min_crowd": least}})
    assert said in release_page(told)
    fails = least is not None and least > 100
    assert Page(release_page(told)).attributes("strong", "class") == ["verdict fails" if fails else "verdict holds"]
    if fails:  # also where somebody changed the verdict
        assert "verdict fails" in release_page({**told, "verdict": "holds", "reasons": []})


def test_words_that_make_crowds_small_are_shown_only_if_they_are_there():
    assert DEAR not in release_page(GOLDEN)
    assert cells(facts(include_text=True), "letter-2")[0] == ["about 400 (63 to 4,000)", f"{DEAR} (11), ferry (7)"]


def test_where_no_crowd_was_estimated_that_is_said():
    told = facts([Outcome("a", released("a"), rounds=1)], UNTRIED)
    assert "Not measured: no text is released for whose language there are tables" in release_page(told)
    assert "people who fit the most telling document, by estimate" not in release_page(told)


def test_each_risk_of_data_protection_has_its_figure_or_none():
    assert [row[1] for row in cells(GOLDEN, "singling out")] == [
        "about 400 (63 to 4,000)",
        "about 2,500 (320 to 25,000)",
        "33.3% (6.1% to 79.2%)",
    ]
    assert [row[1] for row in cells(GOLDEN, "linkability")] == [
        "25.0% (4.6% to 69.9%)",
        "0.0% (0.0% to 56.1%), by construction",
        "50.0% (9.5% to 90.5%)",
    ]
    assert [row[1] for row in cells(GOLDEN, "inference")] == ["not measured"] * 2
    nothing = facts([Outcome("a", released("a"), rounds=1)], UNTRIED)
    for risk, n in (("singling out", 3), ("linkability", 3), ("inference", 2)):
        assert [row[1] for row in cells(nothing, risk)] == ["not measured"] * n


@pytest.mark.parametrize(("judges", "said"), [(True, ""), (False, ", by construction")])
def test_a_language_model_that_read_tells_of_inference(judges, said):
    reader = Sighting("reader(model='m')", 1.0, 1, judges=judges)
    told = facts([replace(OUTCOMES[2], after=(reader,)), OUTCOMES[0]])
    assert cells(told, "inference")[0][1] == f"100.0% (20.7% to 100.0%){said}"
