"""Every replacer: the original never appears, an entity is rendered consistently, same seed, same words."""

import pytest

from fakes import FakeReplacer
from unname.core.document import Document, Mention, Role, Span
from unname.core.registry import create, names, parse
from unname.core.roles import Replacer

SPECS = ["fake", *names("replacer"), "mask(per_word=True)", "mask(text='#')", "label(numbered=True)"]


@pytest.fixture(params=SPECS)
def replacer(request: pytest.FixtureRequest) -> Replacer:
    made: Replacer = FakeReplacer() if request.param == "fake" else create("replacer", request.param)
    return made


def rendered(replacer: Replacer, document: Document) -> list[tuple[str, str, str]]:
    """Entity, original and what is written instead, for every mention and option."""
    return [
        (
            entity.id,
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


def test_every_entity_has_options_of_its_own(replacer: Replacer, resolved: Document) -> None:
    for entity in resolved.entities:
        options = replacer.options(entity, resolved)
        assert options
        assert all(option.entity == entity.id and option.action and option.loss >= 0 for option in options)


def test_the_original_never_appears(replacer: Replacer, resolved: Document) -> None:
    # An original that reads like the placeholder itself ("***", "PERSON") is the one thing that may.
    for _, original, new in rendered(replacer, resolved):
        assert original not in new
        assert not set(original.split()) & set(new.split())


def test_an_entity_is_rendered_consistently(replacer: Replacer, resolved: Document) -> None:
    again = rendered(replacer, resolved)
    assert rendered(replacer, resolved) == again
    same_words = {(entity, len(original.split()), new) for entity, original, new in again}
    assert len(same_words) == len({(entity, count) for entity, count, _ in same_words})


def test_originals_of_any_kind_are_rendered(replacer: Replacer, document: Document) -> None:
    whole = Mention(Span(0, len(document.text)), "MISC", "e1", Role.QUASI)
    assert all(isinstance(new, str) for _, _, new in rendered(replacer, document.with_mentions([whole])))
