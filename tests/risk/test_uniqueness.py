import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import Document, Mention, Role, Span
from unname.core.errors import ConfigError
from unname.core.policy import Policy
from unname.core.registry import create
from unname.pipeline.document import Pipeline
from unname.risk.combined import combine
from unname.risk.uniqueness import Uniqueness

TEXT = "A nurse of the town of Zenda, born in 1961, who plays the Viola."
CORPUS = [
    Document("own", TEXT),
    Document("a", "A judge of ZENDA, born in 1964."),
    Document("b", "Nurse, born in 1961.", person="p"),
    Document("c", "He was a nurse near the town of Strelsau. Of Zenda he knew nothing.", person="p"),
    Document("d", "A nurse who was born in 1961."),
]


def mention(surface, entity, role=Role.QUASI):
    start = TEXT.index(surface)
    return Mention(Span(start, start + len(surface)), "MISC", entity, role)


CASE = Document(
    "own",
    TEXT,
    mentions=(
        mention("nurse", "nurse"),
        mention("the town of Zenda", "town"),
        mention("1961", "year"),
        mention("Viola", "viola", Role.NONE),
    ),
)


def risk(view, k=0, document=CASE, corpus=CORPUS):
    return Uniqueness(corpus, k=k).assess(document, [view])[0]


def test_the_risk_is_one_among_all_people_who_say_the_same():
    # Two documents of one person count once; the words of "town of Zenda" stand apart in one of them.
    assert risk({}).by_entity == {"nurse": 1 / 3, "town": 1.0, "year": 1 / 3}
    assert risk({}).total == 1.0
    assert risk({"town": "***"}).total == 1 / 3


@pytest.mark.parametrize(
    ("id", "subject", "text", "expected"),
    [
        ("own", None, TEXT, 1 / 3),
        ("elsewhere", None, TEXT, 1 / 3),
        ("b", None, TEXT + " Anew.", 1 / 3),
        ("new", "p", TEXT + " Anew.", 1 / 3),
        ("new", None, TEXT + " Anew.", 1 / 4),
        ("new", "q", TEXT, 1 / 3),
    ],
)
def test_ones_own_documents_are_those_of_no_other_person(id, subject, text, expected):
    document = Document(id, text, person=subject, mentions=CASE.mentions)
    assert risk({}, document=document).by_entity["nurse"] == pytest.approx(expected)


def test_two_people_may_have_the_same_text():
    corpus = [Document("a", TEXT, person="p"), Document("b", TEXT, person="q")]
    document = Document("a", TEXT, person="p", mentions=CASE.mentions)
    assert risk({}, document=document, corpus=corpus).total == 1 / 2


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Zenda", 1 / 3),
        ("a town", 1 / 2),
        ("Ruritania", 1.0),
        ("in the", 1.0),
    ],
)
def test_a_value_is_shared_by_all_who_have_its_words(value, expected):
    assert risk({"town": value}).by_entity["town"] == pytest.approx(expected)


def test_who_tells_the_year_tells_the_decade_and_no_value_is_riskier_than_what_it_stands_for():
    assert risk({"year": "the 1960s"}).by_entity["year"] == 1 / 4
    assert risk({"year": "unheard"}).by_entity["year"] == 1 / 3


ROME = "A nurse of Rome."
PAIRED = Document("own", ROME, mentions=(Mention(Span(2, 7), "DEM", "nurse"), Mention(Span(11, 15), "LOC", "rome")))


@pytest.mark.parametrize(
    ("others", "k", "expected"),
    [
        (["A nurse.", "Rome."], 1, 1.0),
        (["A nurse.", "Rome."], 0, None),
        (["A nurse.", "Rome.", "In Rome, a nurse."], 1, None),
        (["A nurse.", "Rome.", "In Rome, a nurse."], 2, 1 / 2),
        (["A nurse."], 1, None),
    ],
    ids=["nobody else", "no pairs wanted", "somebody else", "few others", "one of them alone"],
)
def test_pairs_that_few_share_are_combinations(others, k, expected):
    corpus = [Document(str(number), text) for number, text in enumerate(others)]
    found = risk({}, k, PAIRED, corpus).combinations
    assert [(pair.entities, pair.risk) for pair in found] == (
        [(frozenset({"nurse", "rome"}), expected)] if expected else []
    )
    assert not risk({"rome": "***"}, k, PAIRED, corpus).combinations
    assert all("nurse" not in pair.reason and "rome" not in pair.reason.lower() for pair in found)


WORDS = "nurse judge Zenda Strelsau 1961 1964 viola".split()


@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=5), max_size=6), st.integers(0, 3))
def test_hiding_or_blurring_more_never_raises_the_risk(texts, k):
    corpus = [Document(str(number), " ".join(words)) for number, words in enumerate(texts)]
    measure = Uniqueness(corpus, k=k)
    steps = [{}, {"year": "the 1960s"}, {"year": "***"}, {"year": "***", "town": "Zenda"}]
    steps += [{"year": "***", "town": "***"}, {"year": "***", "town": "***", "nurse": "***"}]
    totals = [each.total for each in measure.assess(CASE, steps)]
    assert totals == sorted(totals, reverse=True)
    assert totals[-1] == 0.0


@pytest.mark.parametrize(("settings", "told"), [({}, "documents"), ({"documents": CORPUS, "k": -1}, "k must be")])
def test_what_is_wrong_with_settings_is_told(settings, told):
    with pytest.raises(ConfigError, match=told):
        Uniqueness(**settings).assess(CASE, [{}])


def test_the_name_has_the_settings_and_nothing_of_the_documents():
    assert Uniqueness(CORPUS, k=2).name == create("risk", "uniqueness(k=2)").name == "uniqueness(k=2)"
    assert "Zenda" not in repr(Uniqueness(CORPUS))


YEARS = (1961, 1963, 1966, 1972, 1975, 1978)
LETTERS = [
    Document(f"letter{n}", f"Dear Ms Anna Grey{'xyzuvw'[n]}, you were born in {year} in Lisbon, or not at all.")
    for n, year in enumerate(YEARS)
]


@pytest.mark.parametrize("optimizer", ["exact", "greedy"])
@pytest.mark.parametrize(("replacer", "shown"), [("mask", "***"), ("generalize", "1960s")])
def test_a_release_without_a_population_shows_what_others_share(optimizer, replacer, shown):
    measure = combine(("named", Uniqueness(LETTERS)))
    policy = Policy(max_risk=0.5)
    pipeline = Pipeline(
        detectors=("rules", "gazetteer"),
        risk=measure,
        optimizer=optimizer,
        replace=replacer,
        policy=policy,
        price="words",
    )
    detected = pipeline.detect(LETTERS[0])
    plan = pipeline.plan(detected)
    text = pipeline.apply(detected, plan).text
    assert "1961" not in text
    assert "Greyx" not in text
    assert "Lisbon" in text
    assert shown in text
    assert plan.risk_after <= 0.5
