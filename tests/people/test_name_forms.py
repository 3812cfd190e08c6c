import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.people.name_forms import Name, family_side, name_forms, natural_order, parse_name, without_possessive


@pytest.mark.parametrize(
    ("text", "parts", "gender"),
    [
        ("Tony Booth", ("tony", "booth"), ""),
        ("Mr Tony Booth's", ("tony", "booth"), "m"),
        ("Mrs. Booth", ("booth",), "f"),
        ("Dr. Anna van der Berg", ("anna", "berg"), ""),
        ("T. Booth", ("t", "booth"), ""),
        ("T.J. Booth", ("t", "j", "booth"), ""),
        ("Booth, Tony", ("tony", "booth"), ""),
        ("Booth, Jr.", ("booth",), ""),
        ("BOOTH Tony", ("tony", "booth"), ""),
        ("TONY BOOTH", ("tony", "booth"), ""),
        ("A.B.", ("a", "b"), ""),
        ("***", (), ""),
        ("", (), ""),
    ],
)
def test_parse_name(text: str, parts: tuple[str, ...], gender: str) -> None:
    assert parse_name(text) == Name(parts, gender)


@pytest.mark.parametrize(
    ("text", "bare"), [("Booth's", "Booth"), ("Jones'", "Jones"), ("Jones’s", "Jones"), ("O'Neil", "O'Neil")]
)
def test_without_possessive(text: str, bare: str) -> None:
    assert without_possessive(text) == bare


def test_the_words_of_a_name_are_the_same_in_any_order():
    forms = name_forms(("Anna Maria van der Quill-Marsh",))
    assert forms.given == {"anna", "maria"}
    assert forms.family == {"quill", "marsh"}
    assert forms.particles == {"van", "der"}
    for other in (
        "van der Quill-Marsh, Anna Maria",
        "Dr. Anna Maria van der Quill-Marsh, Jr.",
        "QUILL-MARSH Anna Maria",
    ):
        again = name_forms((other,))
        assert (again.given, again.family) == (forms.given, forms.family), other


@pytest.mark.parametrize(
    ("name", "given_names", "family", "initials"),
    [
        ("Anna M. Quill", {"anna"}, {"quill"}, {"amq", "aq"}),
        ("A.M. Quill", set(), {"quill"}, {"amq", "aq"}),
        ("Marsh", set(), {"marsh"}, {"m"}),
        ("Ben Do", {"ben"}, {"do"}, {"bd"}),
        ("Jean-Luc O'Neill", {"jean", "luc"}, {"neill"}, {"jlon", "jlo", "jon", "jo"}),
        ("Jörg Müller", {"jorg", "joerg"}, {"muller", "mueller"}, {"jm"}),
        ("Анна Петрова", {"анна"}, {"петрова"}, {"ап"}),
        ("Quill, Jr.", set(), {"quill"}, {"q"}),
        ("Dr", set(), {"dr"}, {"d"}),
        (" , ", set(), set(), set()),
        ("", set(), set(), set()),
        ("12 34", set(), set(), set()),
    ],
)
def test_forms_of_one_name(name, given_names, family, initials):
    forms = name_forms((name,))
    assert (forms.given, forms.family, forms.initials) == (given_names, family, initials)
    assert forms.letters == set("".join(initials))
    assert not name.strip(" ,") or name not in repr(forms)


def test_a_word_that_is_a_family_name_too_is_one():
    forms = name_forms(("Marsh Quill", "Anna Marsh"))
    assert (forms.given, forms.family) == ({"anna"}, {"quill", "marsh"})


@pytest.mark.parametrize(
    ("name", "natural", "family"),
    [
        ("Quill, Anna", "Anna Quill", "Quill"),
        ("de la Quill, Anna M.", "Anna M. de la Quill", "de la Quill"),
        ("Anna Quill, Jr.", "Anna Quill, Jr.", "Quill"),
        ("Anna Quill", "Anna Quill", "Quill"),
        ("QUILL", "QUILL", "QUILL"),
        ("", "", ""),
        (",", ",", ""),
    ],
)
def test_sides_of_a_name(name, natural, family):
    assert (natural_order(name), family_side(name)) == (natural, family)


@given(st.lists(st.text(max_size=40), max_size=4))
def test_anything_may_be_a_name(names):
    forms = name_forms(tuple(names))
    assert forms.given.isdisjoint(forms.family)
    assert all(len(word) > 1 for word in forms.given | forms.family)
    assert [natural_order(name) for name in names] == [natural_order(natural_order(name)) for name in names] or names
