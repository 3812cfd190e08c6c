"""The page of a release: whole, in part, damaged, and without a word too many."""

import copy
import json
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from report.reading import Page, drawings
from report.releases import ABOUT, CLUE, GOLDEN, JUDGE, OUTCOMES, SPARSE, released, sightings
from unname.core.errors import InputError
from unname.core.release import Outcome
from unname.report.facts import release_facts
from unname.report.kanon import Origin
from unname.report.release import release_page, verdict

ORDER = "risk withheld curve rounds categories worst settings sign documents".split()
UNTRIED = {**ABOUT, "population": None, "curve": []}


def facts(outcomes=OUTCOMES, about=ABOUT, **options):
    return json.loads(json.dumps(release_facts(outcomes, about, **options)))


def sections(told):
    return Page(release_page(told)).attributes("section", "id")


def many(n):
    return [replace(OUTCOMES[0], document=f"letter-{number:05d}") for number in range(n)]


def cells(told, first):
    """The cells of the rows that begin with a name."""
    rows = [part.partition("</tr>")[0] for part in release_page(told).split("<tr")[1:]]
    pages = [Page("<tr" + row + "</tr>") for row in rows]
    return [page.of("td") for page in pages if page.of("th")[:1] == [first]]


def test_all_parts_of_whole_facts():
    assert sections(facts(include_text=True)) == ORDER
    assert sections(GOLDEN) == [part for part in ORDER if part != "worst"]


@pytest.mark.parametrize(
    ("outcomes", "about", "title", "sentence"),
    [
        (
            OUTCOMES,
            ABOUT,
            "The policy holds",
            "3 of 5 documents are released, and 2 are withheld; at least one of 3 attacks names the right person in "
            "75.0% of the original texts and in 0.0% (95% interval: 0.0% to 56.1%) of the released ones.",
        ),
        (
            OUTCOMES[:2],
            ABOUT,
            "The policy holds",
            "All 2 documents are released, and none is withheld; at least one of 3 attacks names the right person in "
            "100.0% of the original texts and in 0.0% (95% interval: 0.0% to 65.8%) of the released ones.",
        ),
        (
            [replace(OUTCOMES[0], after=sightings(1, 0, 0, 3), risk_after=0.5)],
            ABOUT,
            "The policy does not hold",
            "The one document is released, but the person is still found in 1 and the estimated risk of 1 exceeds the "
            "limit; none is withheld; at least one of 3 attacks names the right person in 100.0% of the original texts "
            "and in 100.0% (95% interval: 20.7% to 100.0%) of the released ones.",
        ),
        (
            [Outcome("a", released("a"), rounds=1), Outcome("b", reason="failed")],
            UNTRIED,
            "The policy holds, but nobody tried to find the people",
            "1 of 2 documents are released, 1 is withheld, and no attack was run, as no population was given.",
        ),
        (
            [Outcome("a", released("a"), rounds=1, risk_after=0.5)],
            UNTRIED,
            "The policy does not hold",
            "The one document is released; 1 of them exceeds the risk that the policy allows, none is withheld, and no "
            "attack was run, as no population was given.",
        ),
        (OUTCOMES[2:4], ABOUT, "Nothing is released", "All 2 documents are withheld."),
        (OUTCOMES[3:4], ABOUT, "Nothing is released", "The one document is withheld."),
        ([], UNTRIED, "Nothing to release", "There was no document."),
    ],
)
def test_the_verdict_is_one_sentence_with_its_numbers(outcomes, about, title, sentence):
    told = facts(outcomes, about)
    assert verdict(told) == (title, sentence)
    page = Page(release_page(told))
    assert page.of("strong") == [f"{title}."]
    kind = "holds" if title == "The policy holds" else "untried" if "nobody" in title else "fails"
    assert page.attributes("strong", "class") == [f"verdict {kind}"]


@pytest.mark.parametrize(
    "change",
    [{"holds": "true"}, {"holds": 1}, {"holds": None}, {"released": 0}, {"found": 1}, {"above_limit": 2}],
)
def test_a_damaged_verdict_never_reads_as_one_that_holds(change):
    damaged = {**GOLDEN, "verdict": {**GOLDEN["verdict"], **change}}
    assert Page(release_page(damaged)).attributes("strong", "class") == ["verdict fails"]


def test_attacks_are_told_with_intervals_and_the_jury_apart():
    assert cells(GOLDEN, SPARSE)[0] == [
        "75.0% (30.1%\u00a0to\u00a095.4%)",
        "25.0% (4.6%\u00a0to\u00a069.9%)",
        "0.0% (0.0%\u00a0to\u00a049.0%)",
        "0.0% (0.0%\u00a0to\u00a056.1%)",
    ]
    source = release_page(GOLDEN)
    feeding, jury = (place.start() for place in re.finditer(r"<caption>(Attacks that feed back|Jury)", source))
    assert feeding < source.index(f'row">{SPARSE}') < jury < source.index(f'row">{JUDGE}')
    assert f"{JUDGE} (jury)" in source
    assert "In 1 document the person is not in that population" in source


def test_every_share_is_a_dot_on_its_interval():
    drawing = next(drawings(release_page(GOLDEN)))
    notes = [each.text for each in drawing.iter("title")]
    assert f"{SPARSE}, original text: 75.0% (30.1% to 95.4%)" in notes
    assert len([note for note in notes if note and "% to" in note]) == 12


def test_this_release_is_marked_on_the_curve():
    curve = list(drawings(release_page(GOLDEN)))[1]
    notes = [each.text for each in curve.iter("title")]
    assert "this release: 52.0% of words hidden, 0.0% of people found" in notes
    assert "original text: 0.0% of words hidden, 75.0% of people found" in notes
    assert "other settings: K = 5: 28.0% of words hidden, 25.0% of people found" in notes
    assert "this release" in ["".join(each.itertext()) for each in curve.iter("text")]
    assert cells(GOLDEN, "K = 50") == [["44.0%", "0.0%"]]


def test_what_was_withheld_and_why():
    assert cells(GOLDEN, "optimizer exact failed (TimeoutError)") == [["1", "letter-4"]]
    assert "Nothing was withheld." in release_page(facts(OUTCOMES[:2]))
    crowd = [Outcome(f"d{number}", reason="too short") for number in range(25)]
    ((n, which),) = cells(facts(crowd), "too short")
    assert (n, which.count(","), which.endswith("d19 and 5 more")) == ("25", 19, True)


def test_of_every_document_nothing_is_told_that_could_be_looked_up():
    assert cells(GOLDEN, "letter-2")[-1] == ["released", "3"]
    assert cells(GOLDEN, "letter-3")[-1] == ["withheld", "2"]


def test_columns_that_tell_nothing_are_left_out():
    source = release_page(facts([Outcome("a", released("a"), rounds=1, after=sightings(0, 0, 0))], include_text=True))
    head = source.partition('id="worst"')[2].partition("<thead>")[2].partition("</thead>")[0]
    assert "found before" not in Page(head).of("th")
    assert "found after" in Page(head).of("th")


def test_of_very_many_the_first_thousand_are_shown():
    source = release_page(facts([*many(1200), OUTCOMES[2]]))
    table = source.partition('id="documents"')[2].partition("<tbody>")[2].partition("</tbody>")[0]
    assert table.count("<tr>") == 1000
    assert "The first 1,000 of 1,201 documents; all are in the JSON, in the order of the release" in source
    assert len(source) < 400_000


def test_rounds_tell_what_feedback_adds():
    said = Page(release_page(GOLDEN)).of("p")
    assert any(
        text.startswith("2 documents went through more than one round. After the first round 33.0%") for text in said
    )
    assert cells(GOLDEN, "2")[0] == ["2", "2", "1"]
    alone = Page(release_page(facts(OUTCOMES[:1]))).of("p")
    assert "One round was enough for every document; 20.0% of their words are hidden." in alone


def test_words_that_gave_people_away_are_shown_only_if_they_are_there():
    without, shown = release_page(GOLDEN), release_page(facts(include_text=True))
    assert CLUE not in without
    assert 'id="worst"' not in without
    assert f'<td class="said">{CLUE}, keeper</td>' in shown
    assert "must not go with what is released" in shown


def test_what_it_takes_to_repeat_it():
    source = release_page(GOLDEN)
    for said in ("rules, gazetteer, tagger", "CODE, PERSON", "2 words", "5f" * 32, "a1" * 32, "HMAC-SHA-256", "3.11.2"):
        assert f"{said}" in source, said
    assert cells(GOLDEN, "seed") == [["7"]]


def test_many_keyed_hashes_stand_at_the_end():
    about = {**ABOUT, "inputs": [{"hmac": f"{number:064x}"} for number in range(1500)]}
    told = facts(about=about)
    assert sections(told)[-1] == "inputs"
    assert release_page(told).count("<li>" + "0" * 60) == 1000
    assert cells(told, "inputs") == [["1,500, listed at the end"]]


def test_there_are_lines_to_sign_on():
    assert Page(release_page(GOLDEN)).of("span") == ["Name", "Role", "Date", "Signature"]


def test_where_the_page_comes_from():
    (end,) = Page(release_page(GOLDEN, Origin("report.json", "abc", "9.9", "2031-01-02"))).of("p")[-1:]
    assert end == "Released with unname 0.1.0. Drawn by unname 9.9 on 2031-01-02 from report.json (SHA-256 abc)."


@pytest.mark.parametrize("result", [None, 3, [], {}, {"kind": "release"}, {"kind": "x", "verdict": {"holds": True}}])
def test_other_facts_are_refused(result):
    with pytest.raises(InputError, match=r"report\.json: these are not the facts of a release"):
        release_page(result)


@pytest.mark.parametrize("key", [key for key in GOLDEN if key not in ("kind", "verdict")])
def test_parts_without_facts_are_left_out(key):
    without = {name: value for name, value in GOLDEN.items() if name != key}
    assert set(sections(without)) <= set(ORDER)
    alone = {name: GOLDEN[name] for name in ("kind", "verdict", key)}
    assert set(sections(alone)) >= {"risk", "withheld", "sign"}


def test_nothing_in_the_facts_is_taken_for_markup():
    wild = "<script>alert(1)</script>\x00"

    def spoiled(value):
        if isinstance(value, dict):
            return {name if name in KEYS else wild + name: spoiled(each) for name, each in value.items()}
        if isinstance(value, list):
            return [spoiled(each) for each in value]
        return wild + value if isinstance(value, str) and value not in ("release", "released", "withheld") else value

    source = release_page(spoiled(facts(include_text=True)), Origin(wild, wild, wild, wild))
    assert source.count("<script") == 1
    assert "\x00" not in source
    assert Page(source).attributes("section", "id") == ORDER
    assert "&lt;script&gt;" in source


KEYS = {
    *GOLDEN,
    *GOLDEN["verdict"],
    *GOLDEN["words"],
    *GOLDEN["rounds"][0],
    *GOLDEN["documents"][0],
    *GOLDEN["about"],
    *GOLDEN["any"],
    *next(iter(GOLDEN["attacks"].values())),
    *("share", "low", "high", "hmac", "people", "setting", "masked", "found", "words"),
}
JUNK = st.sampled_from([None, True, "x", "0.5", -1, 0, 0.5, 1e300, float("nan"), float("inf"), [], {}, [1], {"a": 1}])


@settings(max_examples=60)
@given(st.data())
def test_facts_that_are_damaged_anywhere_are_drawn_as_far_as_they_go(data):
    told = copy.deepcopy(GOLDEN)
    for _ in range(data.draw(st.integers(1, 4))):
        place = told
        while True:
            keys = [
                key
                for key in (place if isinstance(place, dict) else range(len(place)))
                if key not in ("kind", "verdict")
            ]
            key = data.draw(st.sampled_from(keys))
            below = place[key]
            if not isinstance(below, dict | list) or not below or data.draw(st.booleans()):
                break
            place = below
        place[key] = data.draw(JUNK)
    source = release_page(told)
    Page(source)
    assert all(drawing is not None for drawing in drawings(source))
    assert not re.search(r"\b(nan|inf)\b", source.partition("<body>")[2].partition('id="settings"')[0], re.IGNORECASE)
