"""What fillers put back, on the page of a release: figures of all documents together, and no text."""

from dataclasses import replace

from report.reading import Page
from report.releases import ABOUT, GOLDEN, OUTCOMES
from report.test_release import cells
from unname.core.results import PutBack
from unname.report.release import release_page
from unname.report.release_facts import release_facts
from unname.report.release_masks import masks, n_named, put_back_facts

FED = PutBack("infilling", "L2", n_masks=10, n_right=4, n_direct=1, surely=0.75)
LEFT = PutBack("infilling", "L2", n_masks=8, n_right=1, surely=0.6)
JUDGED = PutBack("copies", "L4", n_masks=8, n_right=6, n_direct=2, surely=0.9, judges=True)
TOLD = (
    replace(OUTCOMES[0], put_back_first=(FED,), put_back=(LEFT, JUDGED)),
    replace(OUTCOMES[2], put_back_first=(FED,), put_back=(replace(FED, n_right=2, n_direct=0), JUDGED)),  # withheld
)
NOTHING = {"documents": 0, "masks": 0, "put_back": 0, "share": None, "surely": None, "direct": 0}


def test_masks_are_counted_over_all_documents_and_over_those_released():
    told = put_back_facts(TOLD)
    assert list(told) == ["infilling", "copies"]
    assert told["infilling"]["first"] == {
        "documents": 2,
        "masks": 20,
        "put_back": 8,
        "share": 0.4,
        "surely": 0.75,
        "direct": 2,
    }
    assert told["infilling"]["after"] | {"surely": 0} == {
        "documents": 2,
        "masks": 18,
        "put_back": 3,
        "share": 0.1667,
        "surely": 0,
        "direct": 0,
    }
    assert told["infilling"]["released"]["put_back"] == 1
    assert told["copies"] == {
        "judges": True,
        "level": "L4",
        "after": {"documents": 2, "masks": 16, "put_back": 12, "share": 0.75, "surely": 0.9, "direct": 4},
        "released": {"documents": 1, "masks": 8, "put_back": 6, "share": 0.75, "surely": 0.9, "direct": 2},
    }


def test_without_masks_there_is_no_share():
    (told,) = put_back_facts([replace(OUTCOMES[2], put_back=(PutBack("infilling", "L1"),))]).values()
    assert told["after"] == {**NOTHING, "documents": 1}
    assert told["first"] == told["released"] == NOTHING


def test_the_page_tells_them_only_where_there_are_any():
    assert masks(GOLDEN) is None
    assert 'id="masks"' not in release_page(GOLDEN)
    source = release_page(release_facts(TOLD, ABOUT))
    assert source.index('id="risk"') < source.index('id="masks"') < source.index('id="crowd"')
    assert "who has read what the population tells (L2)" in source
    assert cells(release_facts(TOLD, ABOUT), "after the first round")[0] == ["20", "8", "40.0%", "0.75", "2"]


def test_what_identifies_alone_and_is_put_back_speaks_against_a_release():
    told = release_facts(TOLD[:1], ABOUT)
    assert told["verdict"] == "does not hold"
    assert "what identifies alone is put back behind a mask of 1 released document" in told["reasons"]
    assert n_named(told) == 2
    page = Page(release_page({**told, "verdict": "holds", "reasons": []}))
    assert page.attributes("strong", "class") == ["verdict fails"]


def test_what_is_put_back_in_combination_is_something_to_look_at():
    told = release_facts([replace(OUTCOMES[0], put_back=(LEFT,))], ABOUT)
    assert told["verdict"] == "holds"
    assert any(line.startswith("Behind 1 mask of what is released a filler puts back") for line in told["check"])


def test_damaged_figures_break_nothing():
    for damaged in ({"x": 1}, {"x": {"level": 3, "first": None}}, {"x": {"after": {"masks": "many"}}}, []):
        assert release_page({**GOLDEN, "put_back": damaged})
