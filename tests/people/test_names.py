import pytest

from unname.core.document import Document, Mention, Role, Span
from unname.people.names import protected_person, searchable, surfaces

TEXT = "Ms Flavia  Elphberg met Rudolf. Elphberg's aunt is the Duchess."
NAMES = {"Ms Flavia  Elphberg": "e1", "Elphberg's": "e1", "Rudolf": "e2"}


def case(person=None, **roles):
    mentions = [
        Mention(Span(TEXT.index(name), TEXT.index(name) + len(name)), "PERSON", entity, roles.get(entity, Role.QUASI))
        for name, entity in NAMES.items()
    ]
    return Document("d", TEXT, person=person, mentions=tuple(mentions))


@pytest.mark.parametrize(
    ("document", "names", "entities"),
    [
        (case("Flavia Elphberg"), ("Flavia Elphberg",), {"e1"}),
        (case("Miss Elphberg", e2=Role.DIRECT), ("Elphberg",), {"e1", "e2"}),
        (case("Michael"), ("Michael",), set()),
        (case(e1=Role.DIRECT), ("Flavia Elphberg",), {"e1"}),
        (case("0042", e2=Role.DIRECT), ("Rudolf",), {"e2"}),
        (case(), ("Flavia Elphberg",), {"e1", "e2"}),
        (case(e1=Role.NONE, e2=Role.NONE), (), set()),
        (Document("d", "Nobody."), (), set()),
    ],
)
def test_who_is_protected(document, names, entities):
    person = protected_person(document)
    assert (person.names, person.entities) == (names, entities)
    assert not names or names[0] not in repr(person)


def test_surfaces_are_told_once_the_longest_first():
    assert surfaces(case(), case().entities[0]) == ["Ms Flavia Elphberg", "Elphberg"]


@pytest.mark.parametrize(
    ("text", "searched"),
    [
        ("the  Duchess", "Duchess"),
        ("The", "The"),
        ("Elphberg’s", "Elphberg"),
        ("'s", "'s"),
        ("a\nman", "man"),
        ("", ""),
    ],
)
def test_what_is_searched_for(text, searched):
    assert searchable(text) == searched
