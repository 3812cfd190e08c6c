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
from unname.core.results import Outcome
from unname.report.page import Origin
from unname.report.release import release_page, verdict
from unname.report.release_facts import release_facts
from unname.report.release_seen import UNIQUE

ORDER = (
    "check risk crowd protection unique unread categories withheld curve rounds worst settings sign documents".split()
)
UNTRIED = {**ABOUT, "population": None, "other_knowledge": None, "same_models": {}, "curve": []}
UNTRIED["components"] = {**ABOUT["components"], "attacks": [], "jury": []}
UNTRIED["policy"] = {"max_risk": 0.09}


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


NAMED = (
    "At least one of 3 attacks names the right person in {before} of the original texts. The jury, which never feeds "
    "back, names {jury} after the last round, before anybody is withheld. In what is released {released} are "
    "named{why}. "
)
WITHHELD = ", by construction: whoever was named more surely than the policy allows is withheld"
OTHER = "With other knowledge, which took no part, {} are."
NO_OTHER = "Against other knowledge than this population it was not measured."


@pytest.mark.parametrize(
    ("outcomes", "about", "title", "sentence"),
    [
        (
            OUTCOMES[:4],
            ABOUT,
            "The policy holds against this population",
            "2 of 4 documents are released, and 2 are withheld. "
            + NAMED.format(before="100.0%", jury="33.3% (95% interval: 6.1% to 79.2%)", released="0.0%", why=WITHHELD)
            + OTHER.format("50.0% (95% interval: 9.5% to 90.5%)"),
        ),
        (
            OUTCOMES,
            ABOUT,
            "Not shown whether the policy holds",
            "3 of 5 documents are released, and 2 are withheld. In 1 released document nobody could look for the "
            "person, who is not known. "
            + NAMED.format(before="75.0%", jury="25.0% (95% interval: 4.6% to 69.9%)", released="0.0%", why=WITHHELD)
            + OTHER.format("50.0% (95% interval: 9.5% to 90.5%)"),
        ),
        (
            [replace(OUTCOMES[0], after=sightings(1, 0, 0, 3), risk_after=0.5, other_before=(), other_after=())],
            ABOUT,
            "The policy does not hold",
            "The one document is released, and none is withheld. An attack or the jury still finds the person in 1 "
            "released document; the estimated risk of 1 released document is above what the policy allows. "
            + NAMED.format(before="100.0%", jury="0.0% (95% interval: 0.0% to 79.3%)", released="100.0%", why="")
            + NO_OTHER,
        ),
        (
            [Outcome("a", released("a"), rounds=1), Outcome("b", reason="failed")],
            UNTRIED,
            "Not attacked",
            "Whether anybody can be found in this release was not measured. No population was given. 1 of 2 documents "
            "are released, and 1 is withheld.",
        ),
        (
            [Outcome("a", released("a"), rounds=1, risk_after=0.5)],
            UNTRIED,
            "The policy does not hold",
            "The one document is released, and none is withheld. The estimated risk of 1 released document is above "
            "what the policy allows; no population was given.",
        ),
        (OUTCOMES[2:4], ABOUT, "Nothing is released", "All 2 documents are withheld."),
        (OUTCOMES[3:4], ABOUT, "Nothing is released", "The one document is withheld."),
        ([], UNTRIED, "Nothing to release", "There was no document."),
    ],
)
def test_the_verdict_stands_first_with_its_numbers(outcomes, about, title, sentence):
    told = facts(outcomes, about)
    assert verdict(told) == (title, sentence)
    page = Page(release_page(told))
    assert page.of("strong") == [f"{title}."]
    kind = "holds" if "holds against" in title else "fails" if "does not" in title else "untried"
    assert page.attributes("strong", "class") == [f"verdict {kind}"]


@pytest.mark.parametrize(
    "change",
    [
        *({"verdict": value} for value in ("HOLDS", 1, None, True, "not shown")),
        {"reasons": ["something"]},
        {"reasons": None},
        *({"counts": {**GOLDEN["counts"], **change}} for change in ({"released": 0}, {"found": 1}, {"above_limit": 2})),
        {"any": {}},
    ],
)
def test_damaged_facts_never_read_as_ones_that_hold(change):
    whole = facts(OUTCOMES[:4])
    assert Page(release_page(whole)).attributes("strong", "class") == ["verdict holds"]
    (kind,) = Page(release_page({**whole, **change})).attributes("strong", "class")
    assert kind in ("verdict untried", "verdict fails")


def test_without_a_population_no_attack_is_told_of():
    """There was none: no share of people found, no population, and nothing that holds."""
    plain = Outcome("a", released("a"), rounds=1, n_words=9, n_hidden=3, n_unshared_before=4, n_unshared=2)
    source = release_page(facts([plain, replace(plain, document="b")], UNTRIED))
    assert "Not attacked: no population was given" in source
    for said in ("policy holds", "people found", "that was supplied", "names the right person", "jury"):
        assert said not in source.lower(), said
    assert cells(facts([plain], UNTRIED), UNIQUE) == [["100.0% (20.7% to 100.0%)"] * 2]


def test_a_corpus_of_one_cannot_be_compared():
    assert "There is nobody to compare with" in release_page(facts([Outcome("a", released("a"), rounds=1)], UNTRIED))


def test_what_is_so_by_construction_is_said_in_the_table():
    assert cells(GOLDEN, SPARSE)[0][-1] == "after the last round, what is released"
    assert cells(GOLDEN, JUDGE)[0][-1] == "what is released"
    assert cells(GOLDEN, "attacks and jury, at least one of them")[0][2] == "25.0% (4.6%\u00a0to\u00a069.9%)"


def test_a_model_that_plays_several_parts_is_named():
    assert f"{SPARSE} is defender (linkage) and attack ({SPARSE})." in release_page(GOLDEN)
    assert "plays several parts" not in release_page(facts(about={**ABOUT, "same_models": {}}))


def test_other_knowledge_is_told_or_said_not_to_be_measured():
    assert cells(GOLDEN, f"{JUDGE} (jury)") == [["50.0% (9.5%\u00a0to\u00a090.5%)", "0.0% (0.0%\u00a0to\u00a065.8%)"]]
    assert "Against other knowledge about 150 people" in release_page(GOLDEN)
    without = {**GOLDEN, "other_knowledge": None}
    assert "Not measured here: against knowledge other than the supplied population." in release_page(without)


def test_what_to_look_at_and_what_nobody_looked_at():
    source = release_page(GOLDEN)
    assert source.index("Before you sign") < source.index('id="risk"')
    assert "<li>1 document holds markup" in source
    assert cells(GOLDEN, "documents that hold words in another script than Latin") == [["0"]]


def test_what_was_found_and_done():
    assert cells(GOLDEN, "LOC") == [["3"], ["0", "4", "1", "2", "2", "1", "5"]]  # the first: shown again
    assert cells(GOLDEN, "PERSON") == [["4", "0", "0", "0", "4", "0", "4"]]


def test_attacks_are_told_with_intervals_and_the_jury_apart():
    assert cells(GOLDEN, SPARSE)[0][:-1] == [
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
    assert cells(GOLDEN, "letter-2")[-1] == ["released", "0", "3", "markup"]
    assert cells(GOLDEN, "letter-3")[-1] == ["withheld", "\u2013", "2", "\u2013"]


def test_columns_that_tell_nothing_are_left_out():
    source = release_page(facts([Outcome("a", released("a"), rounds=1, n_words=2)], UNTRIED))
    head = source.partition('id="documents"')[2].partition("<thead>")[2].partition("</thead>")[0]
    assert Page(head).of("th") == ["document", "status", "rounds"]


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


@pytest.mark.parametrize("result", [None, 3, [], {}, {"kind": "release"}, {"kind": "x", "counts": {"released": 1}}])
def test_other_facts_are_refused(result):
    with pytest.raises(InputError, match=r"report\.json: these are not the facts of a release"):
        release_page(result)


@pytest.mark.parametrize("key", [key for key in GOLDEN if key not in ("kind", "counts")])
def test_parts_without_facts_are_left_out(key):
    without = {name: value for name, value in GOLDEN.items() if name != key}
    assert set(sections(without)) <= set(ORDER)
    alone = {name: GOLDEN[name] for name in ("kind", "counts", key)}
    assert set(sections(alone)) >= {"risk", "withheld", "sign"}


def test_nothing_in_the_facts_is_taken_for_markup():
    wild = "<script>alert(1)</script>\x00"

    def spoiled(value):
        if isinstance(value, dict):
            return {name if name in KEYS else wild + name: spoiled(each) for name, each in value.items()}
        if isinstance(value, list):
            return [spoiled(each) for each in value]
        return (
            wild + value
            if isinstance(value, str) and value not in ("release", "released", "withheld", "after")
            else value
        )

    source = release_page(spoiled(facts(include_text=True)), Origin(wild, wild, wild, wild))
    assert source.count("<script") == 1
    assert "\x00" not in source
    assert Page(source).attributes("section", "id") == ORDER
    assert "&lt;script&gt;" in source


KEYS = {
    *GOLDEN,
    *GOLDEN["counts"],
    *GOLDEN["unread"],
    *GOLDEN["other_knowledge"],
    *GOLDEN["words"],
    *GOLDEN["rounds"][0],
    *GOLDEN["documents"][0],
    *GOLDEN["about"],
    *GOLDEN["any"],
    *next(iter(GOLDEN["attacks"].values())),
    *("share", "low", "high", "hmac", "people", "setting", "masked", "found", "words", "median", "roles", "actions"),
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
                if key not in ("kind", "version", "counts")
            ]
            key = data.draw(st.sampled_from(keys))
            below = place[key]
            if not isinstance(below, dict | list) or not below or data.draw(st.booleans()):
                break
            place = below
        place[key] = copy.deepcopy(data.draw(JUNK))  # the next may damage it further
    source = release_page(told)
    Page(source)
    assert all(drawing is not None for drawing in drawings(source))
    assert not re.search(r"\b(nan|inf)\b", source.partition("<body>")[2].partition('id="settings"')[0], re.IGNORECASE)


def test_a_pseudonymized_release_says_so() -> None:
    plain = release_page(release_facts(OUTCOMES, ABOUT))
    told = release_page(release_facts(OUTCOMES, {**ABOUT, "pseudonymized": True, "restorable": True}))
    assert "pseudonymized" not in plain
    assert "These texts are pseudonymized" in told
    assert "can restore the originals" in told
