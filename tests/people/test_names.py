import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import Document, Mention, Profile, Role, Span
from unname.people.names import called, profile_names, protected_person, searchable, surfaces, with_names

TEXT = "Ms Flavia  Elphberg met Rudolf. Elphberg's aunt is the Duchess."
NAMES = {"Ms Flavia  Elphberg": "e1", "Elphberg's": "e1", "Rudolf": "e2"}


def case(person=None, names=(), **roles):
    mentions = [
        Mention(Span(TEXT.index(name), TEXT.index(name) + len(name)), "PERSON", entity, roles.get(entity, Role.QUASI))
        for name, entity in NAMES.items()
    ]
    return Document("d", TEXT, person=person, mentions=tuple(mentions), names=names)


@pytest.mark.parametrize(
    ("document", "names", "entities"),
    [
        (case("Flavia Elphberg"), ("Flavia Elphberg",), {"e1"}),
        (case("p7", names=("Ms Elphberg", "Flavia")), ("Elphberg", "Flavia"), {"e1"}),
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


@pytest.mark.parametrize(
    ("name", "fields", "names"),
    [
        ("Ada Grey", {}, ("Ada Grey",)),
        ("  Ada\n Grey ", {"job": "judge", "towns": ["Zenda"]}, ("Ada Grey",)),
        ("Ada Grey", {"maiden_name": "Marsh", "formerNames": ["Ada Marsh"]}, ("Ada Grey", "Marsh", "Ada Marsh")),
        (
            "Ada Grey",
            {"nickname": "Addie", "a.k.a.": "x", "aka": "The Heron"},
            ("Ada Grey", "Grey, Addie", "The Heron"),
        ),
        ("", {"first_name": "Ada", "middle name": "Rose", "last_name": "Grey"}, ("Grey, Ada Rose", "Grey")),
        ("", {"names": [{"given": ["Ada", "Rose"], "family": "Grey", "use": "official"}]}, ("Grey, Ada Rose", "Grey")),
        ("Ada van Grey", {"preferred_name": "Rose"}, ("Ada van Grey", "van Grey, Rose")),
        ("", {"first_name": "Ada"}, ("Ada",)),
        ("", {"aliases": ["Heron"]}, ("Heron",)),
        ("Ada Grey", {"employer_name": "Zenda Ltd", "mother": {"name": "Eve Black"}, "file name": "a"}, ("Ada Grey",)),
        ("Ada Grey", {"spouse_surname": "Black", "street": {"name": "Quay"}, "rename": "x"}, ("Ada Grey",)),
        ("n/a", {"alias": "unknown", "surname": "-", "nickname": ""}, ()),
        ("17", {"name": 4, "names": [None, 1.5, True, [], {}, [["Ada Grey"]]]}, ("Ada Grey",)),
        ("", {"names": {"first": None, "last": ["", "  "]}, 7: {"name": "Bo"}}, ("Bo",)),
        ("", {"alias": "word " * 41}, ()),
        ("", {"alias": ("Pablo Diego " * 20).strip()}, (("Pablo Diego " * 20).strip(),)),
    ],
)
def test_what_somebody_is_called(name, fields, names):
    assert profile_names(Profile("p", name, fields)) == names


def test_a_name_that_is_no_text_is_none():
    assert profile_names(Profile("p", 7)) == ()  # type: ignore[arg-type]
    assert profile_names(Profile("p", None, {"alias": "Bo"})) == ("Bo",)  # type: ignore[arg-type]


def test_documents_get_the_names_of_their_person():
    people = {"p1": Profile("p1", "Ada Grey", {"alias": "The Heron"})}
    document = Document("d", "text", person="p1", names=("Addie", "Ada Grey"))
    assert with_names(document, people).names == ("Addie", "Ada Grey", "The Heron")
    assert "Grey" not in repr(with_names(document, people))
    for stranger in (Document("d", "text"), Document("p1", "text"), Document("d", "text", person="p2")):
        assert with_names(stranger, people) is stranger


def test_an_id_is_a_name_only_if_there_is_no_other():
    assert called(Document("d", "", person="Ada Grey")) == ("Ada Grey",)
    assert called(Document("d", "", person="p1", names=("Ada Grey",))) == ("Ada Grey",)
    assert called(Document("d", "")) == ()


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["name", "first", "last", "alias", "job", ""]), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.text(max_size=20), st.dictionaries(st.sampled_from(["names", "lastName", "alias", "x"]), VALUES, max_size=3))
def test_any_fields_give_names_or_none(name, fields):
    names = profile_names(Profile("p", name, fields))
    assert all(any(map(str.isalpha, each)) for each in names)
    assert len(set(names)) == len(names)
