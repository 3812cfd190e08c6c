"""Forms of Russian names: those that the dictionary has, and those that nobody has."""

import pytest

from unname.replace.russian.paradigms import (
    CASES,
    FAMILY,
    GIVEN,
    PATRONYMIC,
    PLACE,
    Slot,
    find_paradigm,
    forms_of,
    inflect,
    slots_of,
)


def declined(name: str, part: str, number: str = "s", gender: str = "m") -> str:
    return " ".join(inflect(name, part, Slot(case, number, gender)) or "-" for case in CASES)


@pytest.mark.parametrize(
    ("name", "gender", "forms"),
    [
        ("захаров", "m", "захаров захарова захарову захарова захаровым захарове"),
        ("захаров", "f", "захарова захаровой захаровой захарову захаровой захаровой"),
        ("вяземский", "f", "вяземская вяземской вяземской вяземскую вяземской вяземской"),
        ("шмидт", "m", "шмидт шмидта шмидту шмидта шмидтом шмидте"),
        ("шмидт", "f", "шмидт шмидт шмидт шмидт шмидт шмидт"),
        ("живаго", "m", "живаго живаго живаго живаго живаго живаго"),
        ("дюма", "m", "дюма дюма дюма дюма дюма дюма"),
        ("петренко", "f", "петренко петренко петренко петренко петренко петренко"),
        ("черных", "m", "черных черных черных черных черных черных"),
        # What no dictionary has: by rules, and by pytrovich.
        ("кукуевкин", "m", "кукуевкин кукуевкина кукуевкину кукуевкина кукуевкиным кукуевкине"),
        ("кукуевкин", "f", "кукуевкина кукуевкиной кукуевкиной кукуевкину кукуевкиной кукуевкиной"),
        ("зюбрикевич", "m", "зюбрикевич зюбрикевича зюбрикевичу зюбрикевича зюбрикевичем зюбрикевиче"),
    ],
)
def test_family_names_are_declined(name: str, gender: str, forms: str) -> None:
    assert declined(name, FAMILY, gender=gender) == forms


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        ("захаров", "захаровы захаровых захаровым захаровых захаровыми захаровых"),
        ("кукуевкин", "кукуевкины кукуевкиных кукуевкиным кукуевкиных кукуевкиными кукуевкиных"),
    ],
)
def test_several_of_a_name(name: str, forms: str) -> None:
    assert declined(name, FAMILY, number="p") == forms


@pytest.mark.parametrize(
    ("name", "part", "gender", "forms"),
    [
        ("никита", GIVEN, "m", "никита никиты никите никиту никитой никите"),
        ("павел", GIVEN, "m", "павел павла павлу павла павлом павле"),
        ("иванович", PATRONYMIC, "f", "ивановна ивановны ивановне ивановну ивановной ивановне"),
        ("ильич", PATRONYMIC, "f", "ильинична ильиничны ильиничне ильиничну ильиничной ильиничне"),
        ("москва", PLACE, "f", "москва москвы москве москву москвой москве"),
        ("нью-йорк", PLACE, "m", "нью-йорк нью-йорка нью-йорку нью-йорк нью-йорком нью-йорке"),
        ("салтыков-щедрин", FAMILY, "m", "салтыков-щедрин салтыкова-щедрина салтыкову-щедрину салтыкова-щедрина "
         "салтыковым-щедриным салтыкове-щедрине"),
    ],
)  # fmt: skip
def test_other_names_are_declined(name: str, part: str, gender: str, forms: str) -> None:
    assert declined(name, part, gender=gender) == forms


def test_a_family_name_of_each_kind_has_its_paradigm() -> None:
    kinds = [find_paradigm(name) for name in ("яшин", "белый", "кваша", "саакян", "гёте", "дюма")]
    assert kinds == ["ov", "skij", "a", "consonant", "fixed", "fixed"]


def test_all_forms_hold_the_nominative_and_every_slot() -> None:
    forms = forms_of("захаров", FAMILY)
    assert "захаров" in forms
    assert {inflect("захаров", FAMILY, slot) for slot in slots_of("захаров", FAMILY)} <= forms


@pytest.mark.parametrize("part", [FAMILY, GIVEN, PATRONYMIC, PLACE])
@pytest.mark.parametrize("word", ["австро-", "-", "а-", "-а"])
def test_a_hyphen_at_an_end_is_read(word: str, part: str) -> None:
    assert forms_of(word, part) >= {word}
