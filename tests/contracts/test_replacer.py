"""Every replacer: the original never appears, an entity is rendered consistently, same seed, same words.

A replacer that declares `generalizes` may keep some words of an original ("March 1994" of "17 March 1994"), never all
of them, and may write a longer word that begins like it ("the 1990s" for "1990").
"""

import re

import pytest

from fakes import FakeReplacer
from unname.core.document import Document, Mention, Role, Span
from unname.core.redaction import Option
from unname.core.registry import create, names, parse
from unname.core.roles import Generalizes, Replacer, Tidies
from unname.pipeline.document import Pipeline
from unname.replace.book import Draws

pytestmark = pytest.mark.usefixtures("without_torch")

SPECS = [
    "fake",
    *names("replacer"),
    "mask(per_word=True)",
    "mask(text='#')",
    "mask(tidy=True)",
    "label(numbered=True)",
    "generalize(labeled=True)",
    "generalize(to=('year', 'state', 'age-89'))",
]


@pytest.fixture(params=SPECS)
def replacer(request: pytest.FixtureRequest) -> Replacer:
    made: Replacer = FakeReplacer() if request.param == "fake" else create("replacer", request.param)
    return made


@pytest.fixture(params=["names", "numbers"])
def written(request: pytest.FixtureRequest, resolved: Document) -> Document:
    """Two documents with entities: one with names, one with all that could be said with less precision."""
    if request.param == "names":
        return resolved
    parts = [
        ("DATETIME", "17 March 1994", "e1"),
        ("DATETIME", "17/03/1994", "e1"),
        ("DATETIME", "March 1994", "e1"),
        ("DATETIME", "1994", "e1"),
        ("DEM", "34 years old", "e2"),
        ("DEM", "30 years old", "e3"),
        ("QUANTITY", "EUR 10,000", "e4"),
        ("QUANTITY", "EUR 12,500", "e5"),
        ("QUANTITY", "1", "e6"),
        ("LOC", "Lyon, France", "e7"),
        ("LOC", "France", "e8"),
        ("DATETIME", "5 years", "e9"),
        ("DATETIME", "1990", "e10"),
    ]
    text, mentions = "", []
    for label, surface, entity in parts:
        mentions.append(Mention(Span(len(text), len(text) + len(surface)), label, entity))
        text += f"{surface}; "
    return Document("numbers", text, mentions=tuple(mentions))


def rendered(replacer: Replacer, document: Document) -> list[tuple[Option, str, str]]:
    """Option, original and what is written instead, for every mention and option."""
    return [
        (
            option,
            document.text[mention.span.start : mention.span.end],
            replacer.render(mention, option, document),
        )
        for entity in document.entities
        for option in replacer.options(entity, document)
        for mention in entity.mentions
    ]


def test_it_plays_the_role(replacer: Replacer) -> None:
    assert isinstance(replacer, Replacer)
    assert parse(replacer.name)[0]


def test_every_entity_has_options_of_its_own(replacer: Replacer, written: Document) -> None:
    for entity in written.entities:
        options = replacer.options(entity, written)
        assert options
        assert all(option.entity == entity.id and option.action and option.loss >= 0 for option in options)
        assert len({option.action for option in options}) == len(options)


def test_what_hides_shares_no_word_with_the_original(replacer: Replacer, written: Document) -> None:
    for entity in written.entities:
        assert any(option.hides for option in replacer.options(entity, written))
    for option, original, new in rendered(replacer, written):
        assert not option.hides or not shared_words(replacer, original, new)


def shared_words(replacer: Replacer, original: str, new: str) -> set[str]:
    """The words of an original that are written; a date that is drawn may have the day of the month, and never all."""
    shared = set(original.split()) & set(new.split())
    return {word for word in shared if not (isinstance(replacer, Draws) and word.isdigit() and new != original)}


def test_the_original_never_appears(replacer: Replacer, written: Document) -> None:
    # An original that reads like the placeholder itself ("***", "PERSON") is the one thing that may.
    for _, original, new in rendered(replacer, written):
        shared = set(original.split()) & set(new.split())
        if isinstance(replacer, Generalizes) and replacer.generalizes:
            assert not re.search(rf"(?<!\w){re.escape(original)}(?!\w)", new)
            assert shared < set(original.split())
        else:
            assert original not in new
            assert not shared_words(replacer, original, new)


def test_an_entity_is_rendered_consistently(replacer: Replacer, resolved: Document) -> None:
    again = rendered(replacer, resolved)
    assert rendered(replacer, resolved) == again
    same_words = {(option, len(original.split()), new) for option, original, new in again}
    assert len(same_words) == len({(option, count) for option, count, _ in same_words})


def test_originals_of_any_kind_are_rendered(replacer: Replacer, document: Document) -> None:
    for label in ("MISC", "DATETIME", "QUANTITY", "DEM", "LOC"):
        whole = Mention(Span(0, len(document.text)), label, "e1", Role.QUASI)
        assert all(isinstance(new, str) for _, _, new in rendered(replacer, document.with_mentions([whole])))


def test_only_what_generalizes_offers_more_than_hiding(replacer: Replacer, written: Document) -> None:
    generalizes = isinstance(replacer, Generalizes) and replacer.generalizes
    options = [option for entity in written.entities for option in replacer.options(entity, written)]
    assert generalizes or all(option.hides for option in options)


def test_what_tidies_takes_the_signs_between_its_replacements(replacer: Replacer) -> None:
    mentions = (Mention(Span(0, 3), "PERSON", "e1", Role.DIRECT), Mention(Span(5, 8), "PERSON", "e2", Role.DIRECT))
    document = Document("d", "Ada, Bob left.", mentions=mentions)
    pipeline = Pipeline(detectors=(), replace=replacer)
    released = pipeline.apply(document, pipeline.plan(document)).text
    tidies = isinstance(replacer, Tidies) and replacer.tidy
    assert ("," in released) is not tidies
