"""Places with less precision: what kind of place it is, in which region, country or continent."""

import gzip
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

from unname.core.fold import fold
from unname.replace.english import with_article
from unname.replace.step import Step
from unname.text.word_lists import read_list
from unname.text.words import POSSESSIVE

LIST = Path(__file__).parent / "lists" / "countries.txt.gz"
_ON_TWO_CONTINENTS = frozenset({"Russia", "Turkey", "Kazakhstan", "Egypt"})
"""Countries whose places may lie on another continent than the one that the country is counted to."""

_OF_CONTINENT = {
    "Europe": "European",
    "Asia": "Asian",
    "Africa": "African",
    "North America": "North American",
    "South America": "South American",
    "Oceania": "Oceanian",
}
_PARTS_OF_BRITAIN = ("england", "scotland", "wales", "northern ireland")
_BRITISH = {"English", "Scottish", "Welsh", "Northern Irish"}
_OFTEN_CITIES = frozenset({"New York", "Washington", "District of Columbia"})
_FEWEST = 5
"""So many places of a kind must lie in a region or country: of one alone, the kind would say the name."""

_ANYWHERE = frozenset({"address", "region", "area"})
"""Kinds of which there are many everywhere."""

_DIRECTION = re.compile(
    r"^(?:the )?(?:(?:north|south|east|west)(?:ern|east|west|eastern|western)?|central|upper|lower|greater|"
    r"rural|mid|inner|downtown|suburban)[ -]"
)
_DIGIT = re.compile(r"[0-9]")


class Country(NamedTuple):
    """A country as it is written in running text, with its adjective if it has one, and its continent."""

    name: str
    adjective: str
    continent: str


class Place(NamedTuple):
    """What kind of place bears a name, and where it lies."""

    kind: str
    country: Country
    region: str = ""


class Atlas(NamedTuple):
    """Countries by their own names and adjectives, places by theirs; how many of a kind each of them has."""

    countries: dict[str, Country]
    by_adjective: dict[str, Country]
    places: dict[str, Place]
    n_places: Counter[tuple[str, str]]


def find_place_steps(text: str) -> list[Step]:
    """The steps of a place: its kind with its region, with its country (unless it is one), with its continent.

    Of several parts, as in "Lyon, France" or an address, the last one says where it is. A name that several countries
    share has no steps, a place of a country on two continents no continent, and what is one of few in its region or
    country has no step there.

    >>> [step.text for step in find_place_steps("Lyon")]
    ['a city in France', 'a city in Europe']
    """
    parts = [_name_of(part) for part in POSSESSIVE.sub("", text.strip()).split(",") if part.strip()]
    if not parts:
        return []
    home = _find(parts[-1]) or _find_around(parts[-1])
    if home is None:
        return []
    place = home if len(parts) == 1 else _find_part(parts, home)
    country = place.country
    steps = []
    if place.kind != "country":
        if place.region and (place.kind in _ANYWHERE or _are_many(place.kind, place.region)):
            steps.append(_write("region", place.kind, place.region, country.adjective))
        if place.kind in _ANYWHERE or _are_many(place.kind, country.name):
            steps.append(_write("country", place.kind, country.name, country.adjective))
    if country.continent in _OF_CONTINENT and not (place.kind != "country" and country.name in _ON_TWO_CONTINENTS):
        steps.append(_write("continent", place.kind, country.continent, _OF_CONTINENT[country.continent]))
    return steps


def find_origin_steps(text: str) -> list[Step]:
    """The one step of an adjective that says from which country something is: the continent.

    >>> [step.text for step in find_origin_steps("Swedish")], find_origin_steps("Martian")
    (['European'], [])
    """
    country = read_atlas().by_adjective.get(" ".join(text.split()))
    if country is None or country.continent not in _OF_CONTINENT or country.name in _ON_TWO_CONTINENTS:
        return []
    adjective = _OF_CONTINENT[country.continent]
    return [Step("continent", adjective, adjective)]


def lies_in(inner: str, outer: str) -> bool:
    """Whether a place is known to lie in a country or state.

    >>> lies_in("Lyon", "France"), lies_in("Lyon", "Spain"), lies_in("Lyon", "Nice")
    (True, False, False)
    """
    place, home = _find(_name_of(inner)), _find(_name_of(POSSESSIVE.sub("", outer.strip())))
    if place is None or home is None or place.kind == "country" or home.kind not in ("country", "state", "area"):
        return False
    return place.country == home.country and (home.kind == "country" or place.region in ("", home.region))


def find_country(text: str) -> str:
    """The country that a text names, by any of its names or its adjective; else an empty text.

    >>> find_country("the UK"), find_country("French"), find_country("Lyon")
    ('the United Kingdom', 'France', '')
    """
    words = " ".join(POSSESSIVE.sub("", text.strip()).split())
    country = read_atlas().by_adjective.get(words) or _find_country(_name_of(words))
    return country.name if country else ""


def find_country_of_city(text: str) -> str:
    """The country in which a city or state lies that a text names, if many do; else an empty text.

    >>> find_country_of_city("Leeds"), find_country_of_city("Ruritania")
    ('the United Kingdom', '')
    """
    place = _find(_name_of(text))
    is_large = place is not None and place.kind in ("city", "state", "area")
    return place.country.name if place and is_large and _are_many("city", place.country.name) else ""


def is_country(text: str) -> bool:
    """Whether a place is a country, by any of its names.

    >>> is_country("the Netherlands"), is_country("Lyon")
    (True, False)
    """
    return _find_country(_name_of(text)) is not None


def _write(level: str, kind: str, where: str, adjective: str) -> Step:
    owner = f"{adjective} {kind}" if adjective else ""
    return Step(level, f"{with_article(kind)} in {where}", (kind, where), adjective, owner)


def _find_part(parts: list[str], home: Place) -> Place:
    """What "Lyon, France" and "7 Mill Lane, Leeds" are: a city if it is known there, else an address or a place."""
    first = _find(parts[0])
    is_there = first is not None and first.country == home.country and first.region in ("", home.region or first.region)
    if first and is_there and len(parts) == 2:
        return first._replace(region=first.region or home.region)
    return Place("address" if any(map(_DIGIT.search, parts)) else "area", home.country, home.region)


def _find(name: str) -> Place | None:
    atlas = read_atlas()
    country = _find_country(name)
    if country:
        return Place("country", country)
    place = atlas.places.get(name) or atlas.places.get(name.removeprefix("the "))
    # A county or province that is called like a small town is meant more often.
    return None if place and place.kind == "town" and name in _read_regions() else place


def _find_around(name: str) -> Place | None:
    """What "southern France" and "downtown Lyon" are: a part of what is known."""
    whole = _find(_DIRECTION.sub("", name)) if _DIRECTION.match(name) else None
    return whole and Place("region" if whole.kind in ("country", "state") else "area", whole.country, whole.region)


def _find_country(name: str) -> Country | None:
    countries = read_atlas().countries
    return countries.get(name) or countries.get(name.removeprefix("the "))


def _are_many(kind: str, where: str) -> bool:
    return read_atlas().n_places[kind, where] >= _FEWEST


def _name_of(text: str) -> str:
    return " ".join(fold(text).split())


@cache
def _read_regions() -> frozenset[str]:
    return frozenset(_name_of(name) for list in ("region", "feature") for name in read_list(list))


@cache
def read_atlas() -> Atlas:
    """The shipped list."""
    atlas, unsure = Atlas({}, {}, {}, Counter()), set()
    with gzip.open(LIST, "rt", encoding="utf-8") as file:
        for line in file:
            continent, name, adjective, names, region, n_cities, n_towns, cities, towns = line.rstrip("\n").split("\t")
            country = Country(name, adjective, continent)
            atlas.countries.update(dict.fromkeys(filter(None, names.split("|")), country))
            if adjective:
                atlas.by_adjective[adjective] = country
            for kind, count, known in (("city", n_cities, cities), ("town", n_towns, towns)):
                atlas.places.update(dict.fromkeys(filter(None, known.split("|")), Place(kind, country, region)))
                atlas.n_places.update({(kind, name): int(count), (kind, region): int(count)})
            if region and fold(region) not in _PARTS_OF_BRITAIN:
                kind = "area" if region in _OFTEN_CITIES else "state"
                atlas.places[fold(region)] = Place(kind, country, region)
                atlas.n_places["state", name] += 1
            unsure.add(fold(name))
    # Of what is called like a country nobody knows which of the two is meant.
    for name in unsure:
        atlas.places.pop(name, None)
    atlas.by_adjective.update(dict.fromkeys(_BRITISH, atlas.countries["britain"]))
    return atlas
