"""What the attacker has to know: the same attack with less, more and other background."""

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from unname.core.document import Profile
from unname.corpora.populations import read_table
from unname.corpora.rows import cell, read_rows
from unname.people.population import joined, sample
from unname.pipeline.attack import ATTACKS, make_attacks
from unname_research.bench.attack_contest import Contest, mean_of
from unname_research.bench.rounding import rounded
from unname_research.bench.wikiactors import BACKGROUND, DEVELOPMENT, NAME, ORIGINAL, table_file

OTHERS = "actors_19k_abstracts.jsonl.gz"
"""Short lives of further people, beside the table."""


SIZES = (600, 2000)
"""How many people are known where there are some others, drawn at random, and not all of them."""

QUARTERS = ("first quarter", "second quarter", "third quarter", "last quarter")


def run(data: str | Path) -> dict[str, Any]:
    """The share of people found by the suite in each column, under each assumption about the background.

    `equal`: exactly the protected people; `half`: half of them, drawn at random; quarters: only that part of what is
    known of each; `larger`, and by number: others are known too, of whom there are short lives alone. `upper_bound` is
    what no attack can exceed. `strangers`: see `absent`.
    """
    folder = Path(data)
    table = read_table(table_file(folder), NAME, BACKGROUND)
    columns = {column: documents for column, documents in table.columns.items() if column != DEVELOPMENT and documents}
    populations = {
        "equal": table.population,
        "half": sample(table.population, 0.5, seed=0),
        **quarters(table.population),
    }
    others = others_of(folder, table.population)
    for size in SIZES:
        if size < len(table.population) + len(others):
            populations[f"{size:,}"] = joined(table.population, drawn(others, size - len(table.population)))
    if others:
        populations["larger"] = joined(table.population, others)
    result, last = {}, None
    for name, population in populations.items():
        last = Contest(population, columns)
        last.enter_suite(*make_attacks(ATTACKS))
        scored = last.result(ORIGINAL)
        result[name] = {
            "people": scored["people"],
            "suite": scored["suite"],
            "mean": scored["mean"]["suite"],
            "upper_bound": mean_of(scored["upper_bound"], [ORIGINAL]),
            "seconds": sum(scored["seconds"].values()),
        }
    strangers = absent(last, Contest(others, columns)) if others and last else None
    return rounded({"scenarios": result, "strangers": strangers})  # type: ignore[no-any-return]


def suite_on(folder: Path) -> dict[str, float]:
    """The share of people whom the suite finds in each column."""
    table = read_table(table_file(folder), NAME, BACKGROUND)
    columns = {column: documents for column, documents in table.columns.items() if column != DEVELOPMENT and documents}
    contest = Contest(table.population, columns)
    contest.enter_suite(*make_attacks(ATTACKS))
    found: dict[str, float] = contest.result(ORIGINAL)["suite"]
    return found


def quarters(population: Sequence[Profile]) -> dict[str, list[Profile]]:
    """The same people of whom only one quarter of the words of each text is known."""
    parts: dict[str, list[Profile]] = {name: [] for name in QUARTERS}
    for profile in population:
        words = profile.text.split()
        for number, name in enumerate(QUARTERS):
            first, after = (round(len(words) * place / 4) for place in (number, number + 1))
            parts[name].append(replace(profile, text=" ".join(words[first:after])))
    return parts


def others_of(folder: Path, population: Sequence[Profile]) -> list[Profile]:
    """Further people, where there is a file of them."""
    return read_others(folder / OTHERS, population) if folder.is_dir() and (folder / OTHERS).exists() else []


def drawn(people: Sequence[Profile], n: int) -> list[Profile]:
    """Some people, drawn at random but always the same."""
    return random.Random(0).sample(people, min(n, len(people)))


def absent(present: Contest, strangers: Contest) -> dict[str, dict[str, float]]:
    """What an attacker does who knows other people only, so that every name given is a wrong one, by column.

    `told_apart`: how often the first choice leads by more where the person is there than where they are not (AUC; .5 is
    by chance). `found_when_sure`: the share of people found by whoever names nobody unless the lead is one that at most
    5 % of the texts about strangers have.
    """
    strangers.enter_suite(*make_attacks(ATTACKS))
    hits = present.found_by_suite()
    told = {}
    for column, found in hits.items():
        there, away = (_leads(contest.suite[column]) for contest in (present, strangers))
        higher = (there[:, None] > away).mean() + (there[:, None] == away).mean() / 2
        sure = there > np.quantile(away, 0.95, method="higher")
        told[column] = {"told_apart": float(higher), "found_when_sure": float((sure & np.array(found)).mean())}
    return told


def _leads(scores: Any) -> Any:
    """By how much the best of each row leads before the next."""
    first = np.sort(scores, axis=1)
    return first[:, -1] - first[:, -2]


def read_others(path: Path, population: Sequence[Profile]) -> list[Profile]:
    """People of the file who are not protected, under ids of their own."""
    protected = {profile.name.casefold() for profile in population}
    others = []
    for number, row in enumerate(read_rows(path)):
        name = cell(row, "name")
        if name.casefold() not in protected:
            others.append(Profile(f"other-{number}", name, text=cell(row, "abstract")))
    return others
