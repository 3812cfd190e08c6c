"""Whether the suite is as strong as its best member, among few people and among many."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from unname.attack.ensemble import Ensemble
from unname.core.document import Document, Profile
from unname.corpora.populations import read_table
from unname_research.bench.attack_contest import Columns, Contest
from unname_research.bench.rounding import rounded
from unname_research.bench.scenarios import OTHERS, read_others
from unname_research.bench.wiki553 import masked, published_masks, read_lives
from unname_research.bench.wikiactors import BACKGROUND, DEVELOPMENT, NAME, ORIGINAL, table_file

ACTORS, WIKI553 = "wikiactors", "wiki553"
"""The folders of the data."""

N_SHORT = 550
"""How many short lives are added to the actors for a population of middling size."""

PARTS = 11
"""Into how many parts lives are divided, so that each is about as large as the actors."""


def run(data: str | Path) -> dict[str, Any]:
    """The share found in each column by the suite and by each of its members, in populations of several sizes.

    `data` is a folder with the folders `wikiactors` and `wiki553`. `lead` is by how much the suite is ahead
    of the member that turned out best there, which nobody could have known before.
    """
    result = {}
    for name, population, columns in _populations(Path(data)):
        contest = Contest(population, columns)
        suite = Ensemble()
        contest.enter_suite(suite)
        found = contest.result(ORIGINAL)
        means = {member: found["mean"][member] for member in found["attacks"]}
        best = max(means, key=lambda member: means[member])
        result[name] = {
            "people": found["people"],
            "texts": sum(map(len, columns.values())),
            "suite": found["suite"],
            "members": found["attacks"],
            "mean": {"suite": found["mean"]["suite"], **means},
            "best_member": best,
            "lead": found["mean"]["suite"] - means[best],
            "weights": dict(suite.weights_),
            "seconds": {"rehearsal": found["seconds"]["rehearsal"], "all": sum(found["seconds"].values())},
        }
    return rounded({"populations": result})  # type: ignore[no-any-return]


def _populations(folder: Path) -> Iterator[tuple[str, Sequence[Profile], Columns]]:
    """Populations by name, with the anonymized texts about some of their people."""
    table = read_table(table_file(folder / ACTORS), NAME, BACKGROUND)
    left_out = (DEVELOPMENT, ORIGINAL)
    columns = {column: texts for column, texts in table.columns.items() if column not in left_out and texts}
    others = read_others(folder / ACTORS / OTHERS, table.population)
    documents, lives = read_lives(folder / WIKI553)
    masks = {
        system: [replace(text, text=masked(text, spans.get(id, [])).text) for id, text in documents.items()]
        for system, spans in published_masks(folder / WIKI553)
    }
    short = random.Random(0).sample(others, min(N_SHORT, len(others)))
    yield "actors", table.population, columns
    yield "actors and some short lives", [*table.population, *short], columns
    yield "actors and articles about others", [*table.population, *lives], columns
    yield "actors and all short lives", [*table.population, *others], columns
    yield "lives", lives, masks
    for part in (0, 5):
        some = lives[part::PARTS]
        ids = {profile.id for profile in some}
        yield f"lives, part {part}", some, {system: _about(texts, ids) for system, texts in masks.items()}
    some = lives[5::PARTS]
    ids = {profile.id for profile in some}
    shortened = [life if life.id in ids else replace(life, text=documents[life.id].text) for life in lives]
    yield "lives, most of them short", shortened, {system: _about(texts, ids) for system, texts in masks.items()}


def _about(texts: Sequence[Document], ids: set[str]) -> list[Document]:
    return [text for text in texts if text.person in ids]
