"""Names in other scripts are known again by what they sound like."""

import pytest

from unname.models.scripts import in_latin, script_of, sound


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
