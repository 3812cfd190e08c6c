"""The steps between keeping and hiding, over whole entities."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import Document, Mention, Role, Span
from unname.core.errors import ConfigError
from unname.core.redaction import Replacement, rewrite
from unname.replace.generalize import Generalize
from unname.replace.step import SHARES
from unname.text.masks import says_nothing


def document(*surfaces: str, label: str = "DATETIME", language: str = "en") -> Document:
    """A document with one entity, mentioned with these words."""
    text, mentions = "", []
    for surface in surfaces:
        start = len(text) + len("x ")
        mentions.append(Mention(Span(start, start + len(surface)), label, "e1", Role.QUASI))
        text += f"x {surface}; "
    return Document("d", text, language, mentions=tuple(mentions))


def rendered(document: Document, replacer: Generalize | None = None) -> dict[str, list[str]]:
    """What every mention reads like, by action."""
    replacer = replacer or Generalize()
    (entity,) = document.entities
    return {
        option.action: [replacer.render(mention, option, document) for mention in entity.mentions]
        for option in replacer.options(entity, document)
    }


def test_the_last_option_hides() -> None:
    (entity,) = document("17 March 1994").entities
    options = Generalize().options(entity, document("17 March 1994"))
    assert [(option.action, option.value) for option in options] == [
        ("month", "March 1994"),
        ("year", "1994"),
        ("decade", "the 1990s"),
        ("mask", "***"),
    ]
    losses = [option.loss for option in options]
    assert losses == sorted(losses)
    assert losses[-1] == 3.0
    assert losses[0] > 0
    assert [option.hides for option in options] == [False, False, False, True]


def test_hiding_may_say_the_label() -> None:
    assert rendered(document("Quill", label="PERSON"), Generalize(labeled=True)) == {"label": ["[PERSON]"]}
    assert rendered(document("Quill", label="PERSON"), Generalize(text="#")) == {"mask": ["#"]}
    assert Generalize(labeled=True).name == "generalize(labeled=True)"


@pytest.mark.parametrize(
    ("label", "surface", "action", "expected"),
    [
        ("LOC", "Lyon", "country", "a city in France"),
        ("DEM", "34 years old", "band", "in their thirties"),
        ("QUANTITY", "34 %", "bound", "less than 50 %"),
        ("DEM", "five children", "band", "children"),
        ("QUANTITY", "EUR 12,500", "wide-band", "EUR 10,000 to 100,000"),
        ("QUANTITY", "7 months", "band", "less than a year"),
        ("DATETIME", "7 months", "band", "less than a year"),
    ],
)
def test_the_label_says_how_to_read(label: str, surface: str, action: str, expected: str) -> None:
    assert rendered(document(surface, label=label))[action] == [expected]


@pytest.mark.parametrize("label", ["PERSON", "ORG", "CODE", "MISC"])
def test_what_is_no_date_is_not_read_as_one(label: str) -> None:
    assert rendered(document("17 March 1994", label=label)) == {"mask": ["***"]}


@pytest.mark.parametrize("surface", ["Lyon", "University of Leeds", "surgeon", "34 years old", "Swedish"])
@pytest.mark.parametrize("label", ["PERSON", "CODE"])
def test_people_and_codes_are_only_hidden(label: str, surface: str) -> None:
    assert rendered(document(surface, label=label)) == {"mask": ["***"]}


def test_a_place_with_the_name_of_a_person_is_only_hidden() -> None:
    text = "Dr Lund went to Lund and Lyon"
    mentions = [
        Mention(Span(0, 7), "PERSON", "e1"),
        Mention(Span(16, 20), "LOC", "e2"),
        Mention(Span(25, 29), "LOC", "e3"),
    ]
    document = Document("d", text, mentions=tuple(mentions))
    offered = [[option.action for option in Generalize().options(e, document)] for e in document.entities]
    assert offered == [["mask"], ["mask"], ["country", "continent", "mask"]]


@pytest.mark.parametrize(("surface", "stays"), [("500 mg", True), ("120/80 mmHg", True), ("EUR 500", False)])
def test_measurements_and_doses_stay(surface: str, stays: bool) -> None:
    given = document(surface, label="QUANTITY")
    assert Generalize().spares(given.mentions[0], given) is stays
    assert not Generalize(to="year").spares(given.mentions[0], given)


@pytest.mark.parametrize("text", ["31 February 1994", "0/0/1994", "99 May 2001"])
def test_a_date_that_does_not_exist_is_only_hidden(text: str) -> None:
    assert rendered(document(text)) == {"mask": ["***"]}


def test_other_languages_are_only_hidden() -> None:
    assert rendered(document("17/03/1994", language="fr")) == {"mask": ["***"]}


def test_an_original_is_no_generalization_of_itself() -> None:
    assert list(rendered(document("1994"))) == ["decade", "mask"]
    assert rendered(document("1990")) == {"decade": ["the 1990s"], "mask": ["***"]}
    assert list(rendered(document("1 person", label="QUANTITY"))) == ["mask"]
    assert list(rendered(document("Antarctica", label="LOC"))) == ["mask"]
    assert list(rendered(document("Luxembourg, Luxembourg", label="LOC"))) == ["continent", "mask"]


def test_mentions_keep_their_own_form() -> None:
    found = rendered(document("17 March 1994", "17/03/1994"))
    assert found["month"] == ["March 1994", "03/1994"]
    assert found["year"] == ["1994", "1994"]


def test_a_mention_that_says_less_is_written_as_the_value_or_hidden() -> None:
    found = rendered(document("in March", "17 March 1994", "March 1994", "that day"))
    assert found["month"] == ["March 1994", "March 1994", "***", "March 1994"]
    assert found["year"] == ["1994", "1994", "1994", "1994"]
    assert rendered(document("17 March 1994", "March"))["month"] == ["March 1994", "***"]


def test_a_mention_that_says_something_else_is_hidden() -> None:
    found = rendered(document("17 March 1994", "18 April 2005"))
    assert found["year"] == ["1994", "***"]
    assert found["decade"] == ["the 1990s", "***"]


def test_an_option_of_another_document_hides() -> None:
    one, other = document("17 March 1994"), document("18 April 2005")
    replacer = Generalize()
    option = replacer.options(one.entities[0], one)[1]
    assert option.value == "1994"
    assert replacer.render(other.mentions[0], option, other) == "***"
    assert replacer.render(one.mentions[0], option, one) == "1994"


def test_a_plan_is_written_as_it_was_promised() -> None:
    text = "Born on 17 March 1994 in Lyon."
    mentions = (Mention(Span(8, 21), "DATETIME", "e1"), Mention(Span(25, 29), "LOC", "e2"))
    born = Document("d", text, mentions=mentions)
    replacer = Generalize()
    options = {entity.id: replacer.options(entity, born)[0] for entity in born.entities}
    changes = [Replacement(m.span, replacer.render(m, options[m.entity], born), m.entity) for m in born.mentions]
    assert rewrite(born, changes).text == "Born on March 1994 in a city in France."


def test_many_mentions_are_read_once() -> None:
    many = document(*["17 March 1994"] * 500)
    assert set(rendered(many)["year"]) == {"1994"}


@pytest.mark.parametrize(
    ("before", "label", "surface"),
    [
        ("He left before", "DATETIME", "17 March 1994"),
        ("He left after the", "DATETIME", "17th of March 1994"),
        ("He paid over", "QUANTITY", "EUR 12,500"),
        ("He has at\nleast", "DEM", "three children"),
        ("He is older than", "DEM", "34"),
    ],
)
def test_a_bound_is_not_widened(before: str, label: str, surface: str) -> None:
    text = f"{before} {surface}; then {surface}."
    spans = [Span(found.start(), found.end()) for found in re.finditer(re.escape(surface), text)]
    mentions = tuple(Mention(span, label, "e1", Role.QUASI) for span in spans)
    assert list(rendered(Document("d", text, mentions=mentions[:1]))) == ["mask"]
    found = rendered(Document("d", text, mentions=mentions))
    assert len(found) > 1
    assert all(bound == "***" for bound, _ in found.values())
    assert [own for _, own in found.values()].count("***") == 1


def test_a_place_behind_another_word_is_no_bound() -> None:
    text = "He went on after Lyon."
    found = rendered(Document("d", text, mentions=(Mention(Span(17, 21), "LOC", "e1"),)))
    assert found["country"] == ["a city in France"]


def test_what_nobody_would_write_is_only_hidden() -> None:
    assert list(rendered(document("1994 " * 20_000))) == ["mask"]
    assert list(rendered(document("1" * 100_000, label="QUANTITY"))) == ["mask"]
    assert list(rendered(document("1" * 30, label="QUANTITY"))) == ["mask"]


SURFACES = st.sampled_from(
    "17 March 1994|17/03/1994|March 1994|March|1994|in 1994|the 1990s|18 May 1994|5 May 2001|7 months|5 years|"
    "31 February 1994|Monday|***".split("|")
)


@given(st.lists(SURFACES, min_size=1, max_size=5))
def test_no_mention_shows_its_original_or_more_than_the_option(surfaces: list[str]) -> None:
    dated = document(*surfaces)
    (entity,) = dated.entities
    replacer = Generalize()
    options = replacer.options(entity, dated)
    assert [option.loss for option in options] == sorted(option.loss for option in options)
    for option in options:
        for surface, mention in zip(surfaces, entity.mentions, strict=True):
            new = replacer.render(mention, option, dated)
            assert new == Generalize().render(mention, option, dated)
            if option.action in SHARES:
                assert surface not in new or says_nothing(surface)
                assert new == "***" or _years(new) <= _years(option.value)


def _years(text: str) -> set[str]:
    return {word.strip("s") for word in text.replace("/", " ").split() if word[:1].isdigit() and len(word) > 3}


def settled(text: str, label: str, to: str | tuple[str, ...], kinds: frozenset[str] = frozenset()) -> str:
    """What is written for a text that is one mention: itself where it is spared."""
    document = Document("d", text, mentions=(Mention(Span(0, len(text)), label, "e1", kinds=kinds),))
    replacer = Generalize(to=to)
    if replacer.spares(document.mentions[0], document):
        return text
    (entity,) = document.entities
    option = replacer.settle(entity, replacer.options(entity, document), document)
    return replacer.render(document.mentions[0], option, document)


@pytest.mark.parametrize(
    ("text", "label", "to", "written"),
    [
        ("17 March 1994", "DATETIME", "year", "1994"),
        ("17/03/1994", "DATETIME", "year", "1994"),
        ("17/03/1994", "DATETIME", "month", "03/1994"),
        ("1994", "DATETIME", "year", "1994"),
        ("March 1994", "DATETIME", "month", "March 1994"),
        ("1994", "DATETIME", "decade", "the 1990s"),
        ("the 1990s", "DATETIME", "year", "the 1990s"),
        ("12 March", "DATETIME", "year", "***"),
        ("3/7/21", "DATETIME", "year", "***"),
        ("aged 94", "DATETIME", ("year", "age-89"), "aged 90 or older"),
        ("aged 71", "DATETIME", ("year", "age-89"), "aged 71"),
        ("71", "DATETIME", ("year", "age-89"), "***"),
        ("14 May 1931", "DATETIME", ("year", "age-89"), "***"),
        ("1931", "DATETIME", ("year", "age-89"), "***"),
        ("1931", "DATETIME", "year", "1931"),
        ("93-year-old man", "DEM", "age-89", "90-or-older man"),
        ("90", "DEM", "age-89", "***"),
        ("organist", "DEM", "age-89", "***"),
        ("Boise, Idaho 83702", "LOC", "state", "Idaho 837"),
        ("Idaho", "LOC", "state", "Idaho"),
        ("Lyon", "LOC", "country", "a city in France"),
        ("France", "LOC", "country", "France"),
        ("17 March 1994", "LOC", "year", "***"),
    ],
)
def test_a_level_may_be_demanded(text: str, label: str, to: str | tuple[str, ...], written: str) -> None:
    assert settled(text, label, to) == written


def test_a_zip_code_is_known_by_its_kind() -> None:
    assert settled("12545", "LOC", "state", frozenset({"zip"})) == "125"
    assert settled("12545", "LOC", "state") == "***"


def test_a_state_that_is_somebodys_name_is_hidden() -> None:
    text = "Georgia went to Georgia"
    mentions = (Mention(Span(0, 7), "PERSON", "e1"), Mention(Span(16, 23), "LOC", "e2"))
    document = Document("d", text, mentions=mentions)
    assert not Generalize(to="state").spares(document.mentions[1], document)


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(ConfigError, match="unknown level 'planet'; known are month, year"):
        Generalize(to="planet")
