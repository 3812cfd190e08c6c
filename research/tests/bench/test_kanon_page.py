"""The page of the K-anonymity benchmark, from whole figures, from some, and from none."""

import copy
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from report.reading import Page, drawings
from unname.core.errors import InputError
from unname.report.page import Origin
from unname_research.bench.kanon_page import KEYS, kanon_page

FIGURES = json.loads((Path(__file__).parents[3] / "tests" / "data" / "kanon.json").read_text())
ORIGIN = Origin("kanon.json", "abc123", "9.9", "2031-01-02")


def sections(result: object) -> list[str | None]:
    return Page(kanon_page(result, ORIGIN)).attributes("section", "id")


def test_all_parts_of_whole_figures():
    assert sections(FIGURES) == ["promise", "pareto", "levels", "table1", "ranks", "parts", "search", "limits"]


def test_k_is_measured_against_the_population_that_was_supplied():
    said = Page(kanon_page({**FIGURES, "population_file": "people.jsonl"}, ORIGIN)).of("p")
    (promise,) = (text for text in said if "that was supplied" in text)
    assert "the population of 11,966 people that was supplied (people.jsonl)" in promise


def test_where_the_figures_come_from():
    (end,) = Page(kanon_page(FIGURES, ORIGIN)).of("p")[-1:]
    assert end == "Drawn by unname 9.9 on 2031-01-02 from kanon.json (SHA-256 abc123)."


def test_every_method_is_a_line_and_a_row():
    source = kanon_page(FIGURES, ORIGIN)
    names = Page(source).of("li")
    assert names[:3] == ["unname", "unname, one model", "IDF, table-aware"]
    assert "no redaction" in names
    pareto = next(drawings(source))
    n_curves = sum(path.get("class", "").startswith("curve") for path in pareto.iter("path"))
    assert n_curves == sum(len(rows) > 1 for rows in FIGURES["curves"].values())
    notes = [each.text for each in pareto.iter("title")]
    assert "unname: K = 3: 11.5% of words masked, 22.0% of people found" in notes


def test_published_figures_stand_beside_ours():
    source = kanon_page(FIGURES, ORIGIN)
    ours = next(row for row in source.split("<tr")[1:] if ">unname<" in row and "43.5%" in row)
    assert Page("<tr" + ours.partition("</tr>")[0] + "</tr>").of("td") == [
        *("K = 150", "\u2013", "0.8%", "20.7%", "18.6%", "0.77"),
        *("0.0%", "43.5%", "40.0%"),
    ]


def test_a_method_that_never_gets_below_a_level_is_shown_without_figures():
    assert FIGURES["levels"]["0.01"]["idf"] is None
    rows = [part for part in kanon_page(FIGURES, ORIGIN).split("<tr") if ">IDF<" in part and "82.2%" in part]
    assert len(rows) == 1
    assert rows[0].count("\u2013") == 5


def test_the_scale_is_linear_where_many_are_found_and_logarithmic_where_few():
    many = {"curves": {"idf": [{"reid": 0.9, "masked": 0.1}, {"reid": 0.4, "masked": 0.3}]}}
    assert "logarithmic" not in kanon_page(many, ORIGIN)
    assert "logarithmic" in kanon_page(FIGURES, ORIGIN)


@pytest.mark.parametrize("documents", [1, 50, 200, 1000, 10**6, -3, None])
def test_nothing_found_is_never_drawn_as_one_percent(documents):
    points = [{"reid": 0.9, "masked": 0.1}, {"reid": 0.01, "masked": 0.3}, {"reid": 0.0, "masked": 0.4}]
    drawing = next(drawings(kanon_page({"curves": {"ours": points}, "documents": documents}, ORIGIN)))
    heights = [float(each.get("cy", "")) for each in drawing.iter("circle")]
    assert heights[0] < heights[1] < heights[2] - 20
    assert "0%" in ["".join(each.itertext()) for each in drawing.iter("text")]


def test_points_are_told_with_intervals():
    cells = Page(kanon_page(FIGURES, ORIGIN)).of("td")
    place = cells.index("K = 3")
    none = "\u2013"
    found = [none, none, "22.0%", "20.0% to 24.0%"]
    assert cells[place : place + 8] == ["K = 3", "11.5%", *found, "10.3%", "1,000"]


def judged_apart() -> dict[str, object]:
    """The same figures, with judges that did not defend, who find half as many."""
    result = copy.deepcopy(FIGURES)
    for row in (row for rows in result["curves"].values() for row in rows):
        row |= {"found_by_others": row["reid"] / 2, "interval_by_others": [0.1, 0.3]}
    rows = {"ours": {**result["curves"]["ours"][0], "setting": 77}, "idf": None}
    return result | {"levels_by_others": {"0.01": rows}, "floor": False}


def test_judges_that_did_not_defend_come_first():
    source = kanon_page(judged_apart(), ORIGIN)
    apart, every = list(drawings(source))[:2]
    notes = [[each.text for each in drawing.iter("title")] for drawing in (apart, every)]
    assert "unname: K = 3: 11.5% of words masked, 11.0% of people found" in notes[0]
    assert "unname: K = 3: 11.5% of words masked, 22.0% of people found" in notes[1]
    captions = Page(source).of("caption")
    first = captions.index("Below 1% of people found by models that did not defend")
    assert first < captions.index("Below 1% of people found by all models")
    assert "K = 77" in source
    assert "words masked, below 1% found by models that did not defend" in source


def test_figures_without_the_floor_of_a_release_say_so():
    said = "so these are not releases"
    assert said in kanon_page(judged_apart(), ORIGIN)
    assert said not in kanon_page(FIGURES, ORIGIN)


def test_what_a_thousand_documents_take():
    result = {**FIGURES, "release": {"k": 10, "mean_words": 148.6}}
    said = Page(kanon_page(result, ORIGIN)).of("p")
    assert "1,000 documents of 149 words to K = 10 take 38 s, from text to release." in said


def test_models_that_are_missing_are_named():
    assert "Not measured, since their weights are not there: transformer." in kanon_page(
        {**FIGURES, "missing": {"transformer": "run this"}}, ORIGIN
    )


@pytest.mark.parametrize("key", KEYS)
def test_parts_without_figures_are_left_out(key):
    gone = {key, "seconds_1000_documents"} if key == "search" else {key}
    without = {name: value for name, value in FIGURES.items() if name not in gone}
    alone = {key: FIGURES[key]}
    lost = {section for section in sections(FIGURES) if section not in sections(without)}
    assert len(lost) == (key != "reid_original")
    assert set(sections(alone)) == {"promise"} | lost


@pytest.mark.parametrize("result", [None, 3, "text", [], [FIGURES], {}, {"bench": "tab"}, {"levels": {}, "curves": 3}])
def test_other_figures_are_refused(result):
    with pytest.raises(InputError, match=r"kanon\.json: these are not the figures"):
        kanon_page(result, ORIGIN)


def test_names_from_the_file_are_never_taken_for_markup():
    wild = "<script>alert(1)</script>\x00\ud800"
    result = {
        "curves": {wild: [{"setting": 1, "reid": 0.1, "masked": 0.1}]},
        "levels": {wild: {wild: {"reid": 0.1}}},
        "table1": {wild: {"reid": 1.0, "by_model": {wild: 0.5}}},
        "ranks": {"k": 8, "models": [wild, wild], "edges": [1], "counts": [[1]], "median": {wild: 2}},
        "search": {wild: {"speedup": 2.0}},
        "limits": {wild: {"reid": 0.1, "by_model": {wild: 0.1}}},
        "missing": {wild: wild},
        "population_file": wild,
    }
    source = kanon_page(result, Origin(wild, wild, wild, wild))
    assert "<script" not in source
    assert "\x00" not in source
    source.encode()
    assert len(Page(source).attributes("section", "id")) == 7


JUNK = st.sampled_from([None, True, "x", "0.5", -1, 0, 0.5, 1e300, float("nan"), float("inf"), [], {}, [1], {"a": 1}])


@settings(max_examples=40)
@given(st.data())
def test_a_file_that_is_damaged_anywhere_is_drawn_as_far_as_it_goes(data):
    result = copy.deepcopy(FIGURES)
    for _ in range(data.draw(st.integers(1, 4))):
        place: object = result
        for _ in range(data.draw(st.integers(1, 5))):
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))  # type: ignore[arg-type]
            key = data.draw(st.sampled_from(keys))
            below = place[key]  # type: ignore[index]
            if not isinstance(below, dict | list) or not below:
                break
            last, place = place, below
        else:
            place = last
            key = data.draw(st.sampled_from(list(place) if isinstance(place, dict) else list(range(len(place)))))  # type: ignore[arg-type]
        place[key] = data.draw(JUNK)  # type: ignore[index]
    source = kanon_page(result, ORIGIN)
    Page(source)
    assert list(drawings(source)) is not None
    assert "nan" not in source.lower().replace("unname", "")
