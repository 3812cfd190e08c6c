"""What the attacker has to know: the same attack with less, more and other background."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from unname.core.document import Profile
from unname.corpora.populations import read_table
from unname.corpora.rows import cell, read_rows
from unname.people.population import cut, joined, sample
from unname.pipeline.attack import ATTACKS, make_attacks
from unname_research.bench.attack_contest import Contest, mean_of
from unname_research.bench.rounding import rounded
from unname_research.bench.wikiactors import BACKGROUND, DEVELOPMENT, NAME, ORIGINAL, table_file

OTHERS = "actors_19k_abstracts.jsonl.gz"
"""Short lives of further people, beside the table."""


def run(data: str | Path) -> dict[str, Any]:
    """The share of people found by the suite in each column, under each assumption about the background.

    `equal`: exactly the protected people; `half`: half of them, drawn at random; `larger`: thousands of others are
    known too; `first quarter`: only the beginning of what is known. `upper_bound` is what no attack can exceed.
    """
    folder = Path(data)
    table = read_table(table_file(folder), NAME, BACKGROUND)
    columns = {column: documents for column, documents in table.columns.items() if column != DEVELOPMENT and documents}
    populations = {
        "equal": table.population,
        "half": sample(table.population, 0.5, seed=0),
        "first quarter": cut(table.population, 0.25),
    }
    if folder.is_dir() and (folder / OTHERS).exists():
        populations["larger"] = joined(table.population, read_others(folder / OTHERS, table.population))
    result = {}
    for name, population in populations.items():
        contest = Contest(population, columns)
        contest.enter_suite(*make_attacks(ATTACKS))
        scored = contest.result(ORIGINAL)
        result[name] = {
            "people": scored["people"],
            "suite": scored["suite"],
            "mean": scored["mean"]["suite"],
            "upper_bound": mean_of(scored["upper_bound"], [ORIGINAL]),
            "seconds": sum(scored["seconds"].values()),
        }
    return rounded({"scenarios": result})  # type: ignore[no-any-return]


def read_others(path: Path, population: Sequence[Profile]) -> list[Profile]:
    """People of the file who are not protected, under ids of their own."""
    protected = {profile.name.casefold() for profile in population}
    others = []
    for number, row in enumerate(read_rows(path)):
        name = cell(row, "name")
        if name.casefold() not in protected:
            others.append(Profile(f"other-{number}", name, text=cell(row, "abstract")))
    return others
