"""A place has its kind, country and continent, if there is but one that could be meant."""

import pytest

from unname.replace.places import find_place_steps


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Lyon", ["a city in France", "a city in Europe"]),
        ("LYON", ["a city in France", "a city in Europe"]),
        ("Lyon's", ["a city in France", "a city in Europe"]),
        ("Orléans", ["a city in France", "a city in Europe"]),
        ("Lund", ["a town in Sweden", "a town in Europe"]),
        ("The Hague", ["a city in the Netherlands", "a city in Europe"]),
        ("Diyarbakır", ["a city in Turkey"]),
        ("Istanbul, Turkey", ["a city in Turkey"]),
        ("Vladivostok", ["a city in Russia"]),
        ("Turkey", ["a country in Asia"]),
        ("Łódź", ["a city in Poland", "a city in Europe"]),
        ("Texas", ["a state in the United States", "a state in North America"]),
        ("Houston", ["a city in Texas", "a city in the United States", "a city in North America"]),
        ("Leeds", ["a city in England", "a city in the United Kingdom", "a city in Europe"]),
        ("Tbilisi", ["a city in Georgia", "a city in Asia"]),
        ("Lyon, France", ["a city in France", "a city in Europe"]),
        ("Paris, Texas", ["an area in Texas", "an area in the United States", "an area in North America"]),
        ("7 Mill Lane,\n Leeds", ["an address in England", "an address in the United Kingdom", "an address in Europe"]),
        ("southern France", ["a region in France", "a region in Europe"]),
        ("downtown Houston", ["an area in Texas", "an area in the United States", "an area in North America"]),
        ("France", ["a country in Europe"]),
        ("the United Kingdom", ["a country in Europe"]),
        ("England", ["a country in Europe"]),
        # One of few in its state or country: to name that would name the place.
        ("Honolulu", ["a city in the United States", "a city in North America"]),
        ("Reykjavik", ["a city in Europe"]),
        ("Georgia", []),
        ("Valencia", []),
        ("Birmingham", []),
        ("Cornwall", []),
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
