"""Names in other scripts are known again by what they sound like."""

import pytest

from unname.text.scripts import cores, in_latin, is_phonetic, is_unspaced, likeness, script_of, sound


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Schwarzenegger", "Шварценеггер"),
        ("Schwarzenegger", "Σβαρτσενέγκερ"),
        ("Schwarzenegger", "შვარცენეგერი"),
        ("Johnson", "Джонсон"),
        ("Johnson", "Τζόνσον"),
        ("Petrova", "Петрова"),
    ],
)
def test_a_name_sounds_alike_in_other_scripts(name: str, written: str) -> None:
    assert sound(name) == sound(written)


def test_other_names_sound_otherwise() -> None:
    assert len({sound(name) for name in ("Schwarzenegger", "Johnson", "Petrova", "Whitcombe")}) == 4


def test_text_in_latin_letters_stays() -> None:
    assert in_latin("Anna Ekdahl, 42") == "Anna Ekdahl, 42"


def test_signs_have_no_script() -> None:
    assert [script_of(sign) for sign in "7 -́"] == ["", "", "", ""]


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Whitcombe", "Уиткомб უიტკომბი Γουίτκομ ויטקומב ويتكومب 惠特科姆 ウィットコム 휘트컴 ˈwɪtkəm"),
        ("Schwarzenegger", "שוורצנגר شوارزنيجر 施瓦辛格 シュワルツェネッガー 슈워제네거 ˈʃvaɐ̯tsn̩ˌʔɛɡɐ"),
        ("Jensen", "Йенсен Γένσεν ינסן イェンセン ˈjɛnsn̩"),
        ("Anna", "Анна ანა Άννα Աննա אנה 安娜"),
    ],
)
def test_names_are_alike_in_other_scripts_and_others_are_not(name: str, written: str) -> None:
    for each in written.split():
        assert likeness(name, each) > 0.6 > likeness("Grigoropoulos", each)


def test_every_way_to_say_a_letter_is_tried() -> None:
    assert cores("Juan") & cores("Хуан")
    assert cores("Jensen") & cores("Йенсен")


def test_what_the_phonetic_alphabet_and_unspaced_scripts_are() -> None:
    assert [is_phonetic(text) for text in ("ˈaɐ̯nɔlt", "Əliyev", "Müller")] == [True, False, False]
    assert [is_unspaced(letter) for letter in "中カไa한"] == [True, True, True, False, False]
