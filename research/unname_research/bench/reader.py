"""Readers: how often language models name the people of masked texts, without a list and from one.

The texts are those that a large model read once (`readings.jsonl.gz`), whose answers are judged here by our own
comparison of names. With an endpoint, the attack `reader` reads some of them, too. No other text is ever sent.
"""

import gzip
import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from unname.attack.reader import Reader
from unname.core.document import Document, Profile
from unname.core.errors import ConfigError, InputError
from unname.core.progress import Listener
from unname.measure.reidentification import share
from unname.measure.sightings import Lookup
from unname.people.same_name import is_same_name
from unname.pipeline.naming import name_all
from unname_research.bench.rounding import rounded

READINGS = "readings.jsonl.gz"

SETS = {
    "actors, release": ("wikiactors", "unname release (2026-11-16)"),
    "lives, Presidio": ("wiki553", "Presidio (published)"),
}
"""What is read with an endpoint: corpus and masks."""

N_TEXTS, N_FAST = 15, 5
"""Texts of each set that are read, and with `fast`."""

N_LISTED = 20
"""Names on each list: the true one and others of the same corpus, drawn by lot."""

SETTINGS: Mapping[str, Any] = {"max_tokens": 200, "timeout": 600.0, "retries": 0, "n_candidates": N_LISTED}


def run(
    data: str | Path,
    endpoint: str | None = None,
    model: str | None = None,
    fast: bool = False,
    report: Listener | None = None,
) -> dict[str, Any]:
    """What was recorded, and what the model at the endpoint says of every n-th text of each set."""
    if (endpoint is None) != (model is None):
        raise ConfigError("reader: --endpoint and --model go together")
    readings = _read(Path(data))
    result: dict[str, Any] = {"recorded": _recorded(readings)}
    if endpoint is not None:
        result["model"] = model
        result["read"] = {
            name: _ask(
                name,
                _drawn(readings, *of, N_FAST if fast else N_TEXTS),
                _people(readings, of[0]),
                endpoint,
                model,
                report,
            )
            for name, of in SETS.items()
        }
    return rounded(result)  # type: ignore[no-any-return]


def _read(path: Path) -> list[dict[str, Any]]:
    files = [path] if path.is_file() else sorted(path.rglob(READINGS))
    if len(files) != 1:
        raise InputError(f"{path}: there is no {READINGS}, or more than one")
    with gzip.open(files[0], "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _recorded(readings: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """By corpus and masks: named without a list, in three guesses, and from the list; and how far we judge alike."""
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for reading in readings:
        groups.setdefault(f"{reading['corpus']}: {reading['masked_by']}", []).append(reading)
    told: dict[str, Any] = {
        name: {
            "texts": len(of),
            "named": sum(each["named"] for each in of) / len(of),
            "named_in_three": sum(each["named_in_three"] for each in of) / len(of),
            "named_from_list": sum(each["named_from_list"] for each in of) / len(of),
        }
        for name, of in groups.items()
    }
    alike = [is_same_name((each["guesses"] or [""])[0], _name(each["person"])) == each["named"] for each in readings]
    return {"sets": told, "judged_alike": sum(alike) / len(alike)}


def _name(person: str) -> str:
    return person.replace("-", " ").title()


def _people(readings: Sequence[Mapping[str, Any]], corpus: str) -> list[Profile]:
    ids = sorted({reading["person"] for reading in readings if reading["corpus"] == corpus})
    return [Profile(id, _name(id)) for id in ids]


def _drawn(readings: Sequence[Mapping[str, Any]], corpus: str, masked_by: str, n: int) -> list[Document]:
    """Every so many-th text of a set, in order of its people."""
    of = sorted(
        (each for each in readings if (each["corpus"], each["masked_by"]) == (corpus, masked_by)),
        key=lambda each: str(each["person"]),
    )
    chosen = of[:: max(1, len(of) // n)][:n]
    return [Document(str(each["person"]), each["text"], person=str(each["person"])) for each in chosen]


def _ask(
    name: str,
    documents: Sequence[Document],
    people: Sequence[Profile],
    endpoint: str,
    model: str | None,
    report: Listener | None,
) -> dict[str, Any]:
    reader = Reader(endpoint, model or "", **SETTINGS)
    by_id = {profile.id: profile for profile in people}
    readings = name_all(reader, documents, by_id)
    found, n_declined = [], 0
    for done, document in enumerate(documents, start=1):
        others = [profile for profile in people if profile.id != document.person]
        listed = [by_id[document.person or ""], *random.Random(document.id).sample(others, N_LISTED - 1)]
        [batch] = Lookup(sorted(listed, key=lambda profile: profile.id)).look(reader, [document])
        [sighting] = batch[reader.name]
        n_declined += bool(sighting.declined)
        found += [] if sighting.declined else [sighting.found]
        if report is not None:
            report(name, done, len(documents), n_declined)
    return {
        "texts": len(documents),
        **readings.counts(),
        "named": readings.n_named,
        "named_in_three": readings.n_named_in_three,
        "words_quoted": sum(len(guess.words) for guess in readings.guesses),
        "from_list": share(found)._asdict() if found else None,
        "from_list_declined": n_declined,
        "listed": N_LISTED,
        **reader.costs,
    }
