"""The bench of disguises on few cases."""

import json
from pathlib import Path

from unname_research import bench
from unname_research.bench.disguise_kinds import DISGUISES
from unname_research.bench.disguises import cases, is_kept_back

DATA = Path(__file__).parents[3] / "tests" / "data"


def test_every_disguise_has_its_row():
    result = bench.run("disguises", count=120, sample=3)
    assert set(result["disguises"]) == set(DISGUISES)
    assert (result["planted"], result["passed"], result["unplanted"]) == (120, 0, None)
    assert sum(row["planted"] for row in result["disguises"].values()) == 120
    assert result["release"]["planted"] == 3
    json.dumps(result)


def test_cases_that_are_withheld_with_nothing_planted_are_counted():
    result = bench.run("disguises", data=DATA / "echr_cases.json", count=1, sample=0, detectors=("rules", "gazetteer"))
    assert result["unplanted"] == {"documents": 2, "withheld": 0}


def test_the_same_seed_plants_the_same():
    assert list(cases(60)) == list(cases(60))
    assert list(cases(60)) != list(cases(60, seed=2))


def test_a_disguise_that_is_planted_is_where_the_case_says():
    for case in cases(200):
        assert case.document.text[slice(*case.document.mentions[0].span)] == case.target.text
        assert case.place.start > case.document.mentions[0].span.end


def test_a_release_keeps_back_what_detectors_miss():
    for case in cases(12):
        assert is_kept_back(case, detectors=("rules",)), case.disguise


def test_letters_that_are_signs_count_as_left():
    """Circled letters, flags and Braille are not alphanumeric, and are read just the same."""
    for case in cases(2 * len(DISGUISES)):
        if case.disguise in ("flag letters", "black squares", "circled letters", "Braille", "tag characters"):
            shown = case._replace(target=case.target._replace(text="nothing of it"), document=_unhidden(case.document))
            assert not is_kept_back(shown, detectors=()), case.disguise


def _unhidden(document):
    return type(document)(document.id, document.text)
