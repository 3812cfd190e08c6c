"""Russian names in their forms: all cases of a name meet, and different names do not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import Span
from unname.text.russian import NameForms, given_first, name_families, name_keys, uninflected
from unname.text.sentences import starts_sentence

ENDINGS = {
    "ов": ("", "а", "у", "ым", "е", "ой", "ы", "ых", "ыми"),
    "енк": ("о",),
    "ск": ("ий", "ого", "ому", "им", "ом", "ая", "ой", "ую", "ие", "их"),
    "юк": ("", "а", "у", "ом", "е", "и", "ами"),
    "ар": ("ь", "я", "ю", "ем", "е"),
    "ин": ("а", "ы", "е", "у", "ой"),
    "ам": ("", "а", "у", "ом", "е"),
    "ем": ("", "а", "у", "ом", "е"),
}
STEMS = st.text("бвгдзклмнпрст", min_size=1, max_size=3).map(lambda letters: "о".join(letters) + "о" + letters[0])


@given(STEMS, st.sampled_from(sorted(ENDINGS)))
def test_all_forms_of_a_name_that_nobody_knows_have_a_key_in_common(stem: str, suffix: str) -> None:
    forms = [(stem + suffix + ending).capitalize() for ending in ENDINGS[suffix]]
    assert frozenset.intersection(*map(name_keys, forms))
    assert len(set(name_families(forms).values())) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Иван", "Иванов"),
        ("Пётр", "Петров"),
        ("Роман", "Романов"),
        ("Илья", "Ильин"),
        ("Юрий", "Юрьев"),
        ("Лев", "Левин"),
    ],
)
def test_kindred_names_are_others(one: str, other: str) -> None:
    assert not name_keys(one) & name_keys(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Павел", "Павлом"),
        ("Кравец", "Кравцу"),
        ("Пётр", "Петра"),
        ("Бышовец", "Бышовца"),
        ("Салтыков-Щедрин", "Салтыкову-Щедрину"),
    ],
)
def test_vowels_that_come_and_go_tell_nothing(one: str, other: str) -> None:
    assert name_keys(one) & name_keys(other)


def found(text: str, *names: str) -> list[str]:
    return [text[slice(*span)] for span, _ in NameForms(names).find(text, starts_sentence)]


def test_names_are_found_in_their_forms() -> None:
    text = "С Лужковым говорили. Лужкову звонили из Большого театра; Кхранг с Кхрангом."
    assert found(text, "Лужков", "Большой театр", "Кхранг") == ["Лужковым", "Лужкову", "Большого театра", "Кхрангом"]


def test_ordinary_words_are_no_names() -> None:
    assert found("Света ушла. Свет погас, и в коридоре стало темно; света нет.", "Света") == []
    assert found("Роман вышел. В романе две части.", "Роман") == []
    assert found("спросите лужкова или лужковым", "Лужков") == ["лужкова", "лужковым"]


def test_latin_names_have_no_endings() -> None:
    assert found("Anna, Annas, Anna's", "Anna") == []
    assert list(NameForms(["Anna"]).find("Анна", starts_sentence)) == []
    assert given_first(("anna", "berg")) == ("anna", "berg")
    assert uninflected("The Court") == "The Court"


@given(st.text("абвгАБВГ -.\n", max_size=60), st.lists(st.text("абвг -", min_size=1, max_size=8), max_size=4))
def test_whatever_is_found_lies_in_the_text(text: str, names: list[str]) -> None:
    for span, name in NameForms(names).find(text, starts_sentence):
        assert Span(0, 0) <= span < Span(len(text) + 1, 0)
        assert span.start < span.end <= len(text)
        assert name in names


def test_many_of_one_family_take_no_longer() -> None:
    """A register with thousands of one family name must not take the square."""
    given_names = [
        f"{one}{other}{third}ор".capitalize() for one in "бвгдзк" for other in "аеио" for third in "лмнпрстф"
    ]
    people = [f"Кхранг {name} {other}ич" for name in given_names for other in given_names[:12]]
    text = ". ".join(f"С Кхрангом {name}ом" for name in given_names * 12)
    assert len(list(NameForms(people).find(text, starts_sentence))) == 0
    assert len(found(text, *[f"Кхранг {name}" for name in given_names])) == 12 * len(given_names)


def test_what_has_too_many_words_is_no_name() -> None:
    assert found("Кхрангом " * 2000, "Кхранг " * 2000) == []
