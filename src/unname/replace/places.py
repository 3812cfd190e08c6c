"""Places with less precision: the country, the continent."""

import gzip
from functools import cache
from pathlib import Path
from typing import NamedTuple

from unname.core.fold import fold
from unname.replace.step import Step
from unname.text.words import POSSESSIVE

LIST = Path(__file__).parent / "lists" / "countries.txt.gz"
_ON_TWO_CONTINENTS = frozenset({"Russia", "Turkey", "Kazakhstan", "Egypt"})
"""Countries whose places may lie on another continent than the one that the country is counted to."""


class Country(NamedTuple):
    """A country as it is written in running text, and its continent."""

    name: str
    continent: str


class Atlas(NamedTuple):
    """Countries by their own names, and by the names of their places."""

    countries: dict[str, Country]
    places: dict[str, Country]


def find_place_steps(text: str) -> list[Step]:
    """The steps of a place: its country (unless it is one), its continent.

    Of several parts, as in "Lyon, France" or an address, the last one decides. A name that several countries
    share has no steps, and a place of a country on two continents no continent.

    >>> [step.text for step in find_place_steps("Lyon")]
    ['France', 'Europe']
    """
    surface = text.strip()
    ending = POSSESSIVE.search(surface)
    parts = [part.strip() for part in POSSESSIVE.sub("", surface).split(",") if part.strip()]
    if not parts:
        return []
    name = " ".join(fold(parts[-1]).split())
    country = _read_atlas().countries.get(name)
    home = country or _read_atlas().places.get(name) or _read_atlas().places.get(name.removeprefix("the "))
    if home is None:
        return []
    possessive = "'s" if ending else ""
    steps = []
    is_part = country is None or len(parts) > 1
    if is_part:
        steps.append(Step("country", home.name + possessive, home.name))
    if not (is_part and home.name in _ON_TWO_CONTINENTS):
        steps.append(Step("continent", home.continent + possessive, home.continent))
    return steps


def is_country(text: str) -> bool:
    """Whether a place is a country, by any of its names.

    >>> is_country("the Netherlands"), is_country("Lyon")
    (True, False)
    """
    name = " ".join(fold(text).split())
    countries = _read_atlas().countries
    return name in countries or name.removeprefix("the ") in countries


@cache
def _read_atlas() -> Atlas:
    countries, places = {}, {}
    with gzip.open(LIST, "rt", encoding="utf-8") as file:
        for line in file:
            continent, shown, names, *cities = line.rstrip("\n").split("\t")
            country = Country(shown, continent)
            countries.update(dict.fromkeys(filter(None, names.split("|")), country))
            places.update(dict.fromkeys(cities, country))
    return Atlas(countries, places)
