"""Which words of a Russian mention are names, initials, or none of both."""

import pytest

from unname.replace.russian.russian_words import split_russian


@pytest.mark.parametrize(
    ("surface", "kinds"),
    [
        ("Ю. М. Лужков", ["initial", "initial", "name"]),
        ("у Юрия Лужкова", ["kept", "name", "name"]),
        ("с Петром", ["kept", "name"]),
        ("а. Иванов", ["initial", "name"]),
        ("а. иванов", ["initial", "name"]),
        ("юрий лужков", ["name", "name"]),
    ],
)
def test_a_preposition_is_no_initial(surface, kinds):
    assert [word.kind for word in split_russian(surface)] == kinds
