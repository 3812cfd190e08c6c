"""Of which name a word is a form."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.replace.russian.paradigms import FAMILY, GIVEN, PATRONYMIC, PLACE, inflect, slots_of
from unname.replace.russian.readings import is_patronymic, plain, read_word
from unname.replace.russian.russian_name_lists import read_russian_names


@pytest.mark.parametrize(
    ("word", "part", "base"),
    [
        ("Лужкову", FAMILY, "лужков"),
        ("Захаровых", FAMILY, "захаров"),
        ("Вяземской", FAMILY, "вяземский"),
        ("Трампа", FAMILY, "трамп"),
        ("Глинке", FAMILY, "глинка"),
        ("Дюма", FAMILY, "дюма"),
        ("Толстого", FAMILY, "толстой"),
        ("Кукуевкину", FAMILY, "кукуевкин"),
        ("Никите", GIVEN, "никита"),
        ("Михайловичем", PATRONYMIC, "михайлович"),
        ("Ильиничны", PATRONYMIC, "ильич"),
        ("Ильичом", PATRONYMIC, "ильич"),
        ("Москве", PLACE, "москва"),
        ("Соловьёвым", FAMILY, "соловьев"),
    ],
)
def test_the_likeliest_reading_is_the_name(word: str, part: str, base: str) -> None:
    assert read_word(word, part)[0].base == base


@given(st.data())
def test_every_form_of_a_listed_family_name_is_read_as_one(data: st.DataObject) -> None:
    pools = read_russian_names().pools
    kind = data.draw(st.sampled_from([kind for kind in pools if kind.part == FAMILY]))
    name = plain(data.draw(st.sampled_from(pools[kind])))
    slot = data.draw(st.sampled_from(list(slots_of(name, FAMILY))))
    form = inflect(name, FAMILY, slot)
    assert form is not None
    readings = {reading.base: reading for reading in read_word(form, FAMILY)}
    assert slot in readings[name].slots


def test_what_is_no_patronymic() -> None:
    assert [is_patronymic(word) for word in ("Иванович", "Петровны", "Иванов", "Вич")] == [True, True, False, False]


@given(st.text(alphabet="абвгдеёжзийклмнопрстуфхцчшщъыьэюя", min_size=1, max_size=12))
def test_any_word_is_read_without_fail(word: str) -> None:
    for part in (FAMILY, GIVEN, PATRONYMIC, PLACE):
        for reading in read_word(word, part):
            assert reading.slots
