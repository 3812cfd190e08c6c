"""A place has its country and its continent, if there is but one that could be meant."""

import pytest

from unname.replace.places import find_place_steps


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Lyon", ["France", "Europe"]),
        ("LYON", ["France", "Europe"]),
        ("Lyon's", ["France's", "Europe's"]),
        ("The Hague", ["the Netherlands", "Europe"]),
        ("Diyarbakır", ["Turkey"]),
        ("Istanbul, Turkey", ["Turkey"]),
        ("Vladivostok", ["Russia"]),
        ("Turkey", ["Asia"]),
        ("Łódź", ["Poland", "Europe"]),
        ("Texas", ["the United States", "North America"]),
        ("Tbilisi", ["Georgia", "Asia"]),
        ("Lyon, France", ["France", "Europe"]),
        ("Paris, Texas", ["the United States", "North America"]),
        ("7 Mill Lane,\n Leeds", ["the United Kingdom", "Europe"]),
        ("France", ["Europe"]),
        ("the United Kingdom", ["Europe"]),
        ("England", ["Europe"]),
        ("Georgia", []),
        ("Valencia", []),
        ("Birmingham", []),
        ("Ruritania", []),
        ("Europe", []),
        ("the river", []),
        ("Lyon, Ruritania", []),
        ("", []),
        (" , ", []),
        ("'s", []),
    ],
)
def test_a_place_has_steps(text: str, expected: list[str]) -> None:
    assert [step.text for step in find_place_steps(text)] == expected
