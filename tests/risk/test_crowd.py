"""How many people fit a text: hiding helps, nothing counts twice, and every bit has an account."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unname.core.document import Document, Mention, Origin, Role, Span
from unname.core.errors import ConfigError, Withheld
from unname.core.redaction import HIDDEN
from unname.core.sums import CountsCrowd, CrowdTerms
from unname.risk.crowd import CODE_BITS, Crowd
from unname.risk.lives import Lives
from unname.risk.shares import WORLD
from unname.text.words import bare_words

WORDS = (
    "nurse judge pilot sails bakes climbs parrot lake clock regatta May 1956 1950s three Anna Lyon France the".split()
)
LABELS = ["PERSON", "LOC", "CODE", "DATETIME", "MISC", "DEM"]


def lives(seed: int = 0) -> Lives:
    """Lives of two kinds, each of which mostly says its own words."""
    dice = np.random.default_rng(seed)
    halves = (WORDS[:8], WORDS[6:])
    texts = [list(dice.choice(halves[number % 2], 5)) for number in range(60)]
    folded = [[word.lower() for word in text] for text in texts]
    return Lives.count(folded, dice.uniform(0.5, 2.0, 60), np.arange(60, dtype=np.uint8) % 2)


LIVES = lives()


def marked(text: str, *marks: tuple[str, str], role: Role = Role.QUASI) -> Document:
    """A document in which parts are mentions by label."""
    mentions = [
        Mention(Span(text.index(part), text.index(part) + len(part)), label, f"e{number}", role)
        for number, (part, label) in enumerate(marks, 1)
    ]
    return Document("d", text, mentions=tuple(mentions))


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """Invented words, some of them mentions of entities that may come again or lie in one another."""
    text = " ".join(draw(st.lists(st.sampled_from([*WORDS, "Zyx-born", "***"]), max_size=14)))
    spans = bare_words(text)
    mentions, labels = [], {}
    for _ in range(draw(st.integers(0, 8)) if spans else 0):
        first = draw(st.integers(0, len(spans) - 1))
        last = min(len(spans) - 1, first + draw(st.integers(0, 2)))
        id = f"e{draw(st.integers(1, 5))}"
        label = labels.setdefault(id, draw(st.sampled_from(LABELS)))
        origin = draw(st.sampled_from([Origin.FOUND, Origin.WORD]))
        role = draw(st.sampled_from([Role.NONE, Role.QUASI]))
        mentions.append(Mention(Span(spans[first].start, spans[last].end), label, id, role, origin=origin))
    return Document("d", text, mentions=tuple(dict.fromkeys(mentions)))


@settings(max_examples=200)
@given(documents(), st.data())
def test_hiding_more_never_makes_the_crowd_smaller(document: Document, data: st.DataObject) -> None:
    crowd = Crowd(lives=LIVES)
    ids = [entity.id for entity in document.entities]
    more = data.draw(st.lists(st.sampled_from(ids), unique=True)) if ids else []
    less = more[: data.draw(st.integers(0, len(more)))]
    few, many = (crowd.estimate(document, dict.fromkeys(hidden, HIDDEN)) for hidden in (less, more))
    assert many.log10 >= few.log10 - 1e-9
    assert many.log10 <= math.log10(WORLD) + 1e-9
    first, second = crowd.assess(document, [dict.fromkeys(hidden, HIDDEN) for hidden in (less, more)])
    assert second.total <= first.total + 1e-9
    assert second.by_entity.keys() <= first.by_entity.keys()


@settings(max_examples=200)
@given(documents())
def test_no_term_shares_more_bits_than_it_has(document: Document) -> None:
    terms = Crowd(lives=LIVES).crowd_terms(document)
    given_back = [0.0] * len(terms.bits)
    for first, second, bits in terms.shared:
        assert first != second
        assert bits > 0
        given_back[first] += bits
        given_back[second] += bits
    assert all(back <= bits + 1e-9 for back, bits in zip(given_back, terms.bits, strict=True))


@settings(max_examples=200)
@given(documents(), st.data())
def test_the_costs_add_up_to_what_is_visible(document: Document, data: st.DataObject) -> None:
    crowd = Crowd(lives=LIVES)
    ids = [entity.id for entity in document.entities]
    view = dict.fromkeys(data.draw(st.lists(st.sampled_from(ids), unique=True)), HIDDEN) if ids else {}
    terms = crowd.crowd_terms(document)
    costs = crowd.explain(document, view)
    assert math.fsum(bits for _, bits in costs) == pytest.approx(terms.visible_bits(view) - terms.kind_bits, abs=1e-6)
    assert [bits for _, bits in costs] == sorted((bits for _, bits in costs), reverse=True)


@settings(max_examples=50)
@given(documents())
def test_the_same_document_gives_the_same_crowd(document: Document) -> None:
    first, second = (Crowd(lives=lives()) for _ in range(2))
    assert first.estimate(document) == second.estimate(document)
    assert first.explain(document) == second.explain(document)


def test_it_counts_as_optimizers_ask_for() -> None:
    crowd = Crowd(lives=LIVES)
    assert isinstance(crowd, CountsCrowd)
    assert isinstance(crowd.crowd_terms(Document("d", "A nurse.")), CrowdTerms)


@pytest.mark.parametrize("text", ["", "   ", "...", "It was he and they.", "*** and [PERSON]"])
def test_everybody_fits_a_text_that_says_nothing(text: str) -> None:
    found = Crowd(lives=LIVES).estimate(Document("d", text))
    assert found.log10 == found.low == found.high == pytest.approx(math.log10(WORLD))
    assert Crowd(lives=LIVES).explain(Document("d", text)) == []
    (risk,) = Crowd(lives=LIVES).assess(Document("d", text), [{}])
    assert risk.total == pytest.approx(1 / WORLD)


def test_the_interval_lies_around_the_estimate_and_within_the_group() -> None:
    found = Crowd(group=10_000, lives=LIVES).estimate(Document("d", "A nurse sails."))
    assert found.low < found.log10 <= found.high <= math.log10(10_000) + 1e-9
    assert found.group == 10_000


def test_a_name_is_one_fact_and_its_title_tells_nothing() -> None:
    document = marked("Dr Anna Grey bakes.", ("Dr Anna Grey", "PERSON"))
    plain = marked("Dr Anna Grey bakes.", ("Anna Grey", "PERSON"))
    bits = {term.form: term.bits for term in Crowd(lives=LIVES).crowd_terms(document).terms}
    assert "dr anna grey" in bits
    assert {"anna", "grey"}.isdisjoint(bits)
    assert bits["dr anna grey"] == {t.form: t.bits for t in Crowd(lives=LIVES).crowd_terms(plain).terms}["anna grey"]


def test_a_code_is_one_persons() -> None:
    document = marked("Her passport is C01X00T47.", ("C01X00T47", "CODE"))
    crowd = Crowd(lives=LIVES)
    assert crowd.explain(document)[0] == ("c01x00t47", CODE_BITS)
    assert crowd.estimate(document).log10 < 0
    assert crowd.assess(document, [{}])[0].total == 1.0


def test_saying_it_twice_costs_once() -> None:
    crowd = Crowd(lives=LIVES)
    once, twice = (crowd.estimate(Document("d", text)) for text in ("A regatta.", "A regatta, the Regatta, regatta!"))
    assert once == twice


def test_what_also_stands_outside_of_all_entities_stays_visible() -> None:
    document = marked("A parrot saw a parrot.", ("parrot", "MISC"))
    crowd = Crowd(lives=LIVES)
    assert crowd.estimate(document, {"e1": HIDDEN}).log10 == crowd.estimate(document).log10


def test_the_country_of_the_group_tells_nothing() -> None:
    document = marked("Born in France.", ("France", "LOC"))
    assert "france" in dict(Crowd(lives=LIVES).explain(document))
    assert "france" not in dict(Crowd("France", lives=LIVES).explain(document))
    assert "france" in dict(Crowd(1_000_000, lives=LIVES).explain(document))


def test_a_value_in_place_of_an_entity_says_what_it_says() -> None:
    document = marked("Born in May 1956.", ("May 1956", "DATETIME"))
    crowd = Crowd(lives=LIVES)
    hidden, decade, whole = (crowd.estimate(document, view).log10 for view in ({"e1": HIDDEN}, {"e1": "1950s"}, {}))
    assert whole < decade < hidden


def test_what_few_share_is_certain_risk_until_it_is_hidden_and_what_many_share_is_not() -> None:
    document = marked("A nurse of Lyon, in the 1950s.", ("Lyon", "LOC"), ("1950s", "DATETIME"))
    crowd = Crowd(lives=LIVES)
    shown, vague, hidden = crowd.assess(document, [{}, {"e1": "France"}, {"e1": HIDDEN}])
    assert shown.by_entity == vague.by_entity == {"e1": 1.0}
    assert shown.total == 1.0
    assert hidden.by_entity == {}
    assert hidden.total < 0.01


def test_what_identifies_nobody_is_no_risk_by_itself() -> None:
    document = marked("A regatta of Lyon.", ("regatta", "MISC"), ("Lyon", "LOC"), role=Role.NONE)
    assert Crowd(lives=LIVES).assess(document, [{}])[0].by_entity == {}


def test_contradictory_facts_all_count_and_nobody_fits() -> None:
    text = "Born in May 1956 in Lyon. Born in June 1831 in Oslo. He died in 1700 and lives in Quito."
    marks = [(part, "DATETIME") for part in ("May 1956", "June 1831", "1700")]
    document = marked(text, *marks, *((place, "LOC") for place in ("Lyon", "Oslo", "Quito")))
    crowd = Crowd(lives=LIVES)
    found = crowd.estimate(document)
    assert found.low < found.log10 < 0
    assert crowd.assess(document, [{}])[0].total == 1.0
    everything = dict.fromkeys((entity.id for entity in document.entities), HIDDEN)
    assert crowd.estimate(document, everything).log10 > found.log10 + 10


def test_a_very_long_text_with_many_people_has_a_crowd_too() -> None:
    names = [f"Person{chr(97 + n // 26)}{chr(97 + n % 26)} Grey" for n in range(400)]
    text = " ".join(f"{name} sails, bakes and climbs by lake {number}." for number, name in enumerate(names))
    document = marked(text, *((name, "PERSON") for name in names))
    crowd = Crowd(lives=LIVES)
    shown, hidden = crowd.assess(document, [{}, dict.fromkeys((e.id for e in document.entities), HIDDEN)])
    assert shown.total == 1.0
    assert shown.crowd == pytest.approx(0.0)
    assert hidden.by_entity == {}
    assert math.isfinite(crowd.estimate(document).low)
    assert len(crowd.explain(document)) >= 400


def test_an_unknown_group_is_refused() -> None:
    with pytest.raises(ConfigError, match="unknown group 'Ruritania'"):
        Crowd("Ruritania", lives=LIVES).estimate(Document("d", "A nurse."))


def test_neither_terms_nor_model_show_words_in_their_repr() -> None:
    crowd = Crowd(lives=LIVES)
    terms = crowd.crowd_terms(Document("d", "The regatta of Zyxwvut."))
    assert "zyxwvut" not in f"{terms!r} {crowd!r}".lower()


@settings(max_examples=100)
@given(documents(), st.data())
def test_the_account_adds_up(document: Document, data: st.DataObject) -> None:
    crowd = Crowd(lives=LIVES)
    ids = [entity.id for entity in document.entities]
    view = dict.fromkeys(data.draw(st.lists(st.sampled_from(ids), unique=True)), "1950s") if ids else {}
    account = crowd.account(document, view)
    assert account.visible_bits == pytest.approx(crowd.crowd_terms(document).visible_bits(view), abs=1e-6)
    assert 2.0 ** (account.group_bits - account.visible_bits) == pytest.approx(10.0**account.size.log10, rel=1e-6)
    assert [cost.bits for cost in account.costs] == sorted((cost.bits for cost in account.costs), reverse=True)
    assert account.shared_bits >= 0


def test_an_account_says_what_things_are_and_shows_no_word_in_its_repr() -> None:
    document = marked(
        "Anna Grey of Lyon sailed in May 1956 for Zyxwvut, with 37 clocks.",
        ("Anna Grey", "PERSON"),
        ("Lyon", "LOC"),
        ("May 1956", "DATETIME"),
        ("Zyxwvut", "ORG"),
    )
    account = Crowd(lives=LIVES).account(document)
    sorts = {cost.words: cost.sort for cost in account.costs}
    assert sorts | {"anna grey": "name", "lyon": "place", "1956": "date", "zyxwvut": "phrase"} == sorts
    assert sorts | {"may": "date", "37": "number", "sailed": "other words"} == sorts
    assert account.n_named == 1
    assert "zyxwvut" not in repr(account).lower()


def test_masks_say_nothing_even_where_detectors_find_a_name_in_them() -> None:
    document = marked("[PERSON] bakes, and *** Grey too.", ("PERSON", "PERSON"), ("*** Grey", "PERSON"))
    assert [cost.words for cost in Crowd(lives=LIVES).account(document).costs if cost.sort == "name"] == ["grey"]


def test_a_name_in_brackets_is_no_mask_if_detectors_know_it() -> None:
    document = marked("He [Hargraves] bakes.", ("[Hargraves]", "PERSON"))
    assert "hargraves" in dict(Crowd(lives=LIVES).explain(document))


@pytest.mark.parametrize(
    "text",
    [
        "Mix flour and two eggs. Bake for forty minutes at 180 degrees, then let it cool.",
        "Whoever parks on a bridge shall pay a fine of up to 300 crowns. Section 12 applies accordingly.",
    ],
)
def test_a_text_about_nobody_is_counted_as_if_said_of_one_person(text: str) -> None:
    account = Crowd().account(Document("d", text))
    assert account.costs
    assert account.n_named == 0
    assert account.size.log10 < math.log10(WORLD)


@pytest.mark.parametrize(
    "text",
    [
        "Der Arzt wohnt mit seiner Frau in der Stadt und mag den Garten, aber nicht die Arbeit.",
        "Это очень длинный русский текст о человеке, который жил в городе и работал врачом.",
        "这是一个关于住在北京的医生的很长的中文文本,他在一九五六年五月出生,后来在上海工作了很多年,他的妻子是一名护士",
    ],
)
def test_a_language_without_tables_is_not_measured(text: str) -> None:
    with pytest.raises(Withheld, match="document 'd': crowd not measured: no tables for this language"):
        Crowd(lives=LIVES).assess(Document("d", text), [{}])


def test_a_language_that_the_record_says_counts_too() -> None:
    with pytest.raises(Withheld, match="crowd not measured"):
        Crowd(lives=LIVES).estimate(Document("d", "Zyx.", language="de"))
    assert Crowd(lives=LIVES).estimate(Document("d", "A nurse.", language="en-GB"))


@pytest.mark.parametrize("group", [0, -5, 10**11, float("nan"), float("inf"), "", "Nowhereland"])
def test_what_is_no_group_is_refused_when_it_is_named(group: int | str) -> None:
    with pytest.raises(ConfigError, match="group"):
        Crowd(group)


def test_every_contradiction_costs_more() -> None:
    texts = ("Born in 1950.", "Born in 1950. Born in 1990.", "Born in 1950. Born in 1990. Born in 1831.")
    sizes = [Crowd(lives=LIVES).estimate(Document("d", text)).log10 for text in texts]
    assert sizes == sorted(sizes, reverse=True)
    assert len(set(sizes)) == 3
