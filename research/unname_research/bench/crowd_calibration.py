"""Facts about people of a group, written as people write them: how many share them, counted and predicted.

Tables come from one half of the people and the true counts from the other. What is asked for are the facts of people
whom the tables know, so that nothing is chosen by the counts that judge.
"""

import csv
import gzip
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from scipy.stats import spearmanr

from unname.core.document import Document, Mention, Span
from unname.corpora.rows import read_rows
from unname.risk.crowd import Crowd
from unname.risk.lives import Lives
from unname_research.train.crowd import fold_words

Facts = Mapping[str, str]
"""What is known of somebody, by kind of fact, in the words of a sentence."""

N_SAMPLES = 1500
MOST_FACTS = 4


def calibrate(people: Sequence[Facts], seed: int = 0, n_samples: int = N_SAMPLES) -> list[tuple[float, float]]:
    """True and predicted counts, each of one to four facts of somebody."""
    dice = random.Random(seed)
    shuffled = dice.sample(list(people), len(people))
    known, others = shuffled[::2], shuffled[1::2]
    lives = Lives.count(
        [fold_words(". ".join(each.values())) for each in known], np.ones(len(known)), np.zeros(len(known), np.uint8)
    )
    crowd = Crowd(len(others), lives=lives)
    shared = _holders(others)
    pairs = []
    for _ in range(n_samples):
        facts = list(dice.choice(known).items())
        asked = dice.sample(facts, dice.randint(1, min(MOST_FACTS, len(facts))))
        fit = set.intersection(*(shared.get(fact, set()) for fact in asked))
        pairs.append((float(len(fit)), 10 ** crowd.estimate(_write([words for _, words in asked])).log10))
    return pairs


def score(pairs: Sequence[tuple[float, float]]) -> dict[str, float]:
    """Rank correlation, and the median error in orders of magnitude; one is added to counts, since none may be left."""
    true, told = (np.log10(1.0 + np.array(each)) for each in zip(*pairs, strict=True))
    return {
        "spearman": float(spearmanr(true, told).statistic),
        "median_error": float(np.median(np.abs(true - told))),
        "n": len(pairs),
    }


def read_pantheon(folder: Path) -> Iterator[Facts]:
    """Occupation, places and year of birth of historical figures."""
    with gzip.open(folder / "pantheon.tsv.gz", "rt", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            told = {name: (row[name] or "").strip().lower() for name in ("occupation", "birthcity", "countryName")}
            year = (row["birthyear"] or "").strip()
            yield {**{name: value for name, value in told.items() if value}, **_born(year)}


def read_members(folder: Path) -> Iterator[Facts]:
    """Party, office, state and years of members of Congress, of the first seat of each."""
    for row in read_rows(folder / "bioguide_profiles.jsonl.gz"):
        seats = row.values.get("positions")
        first = seats[0] if isinstance(seats, list) and seats else {}
        facts = {
            "job": str(first.get("job") or "").lower(),
            "party": " ".join(first.get("party") or ()).lower(),
            "state": str(first.get("state") or ""),
            "birth": str(row.values.get("birth_date") or "")[:4],
            "seat": str(first.get("start") or "")[:4],
        }
        told = {"birth": "born in {}", "seat": "elected {}", "state": "of {}"}
        yield {name: told.get(name, "{}").format(value) for name, value in facts.items() if value}


def _born(year: str) -> Facts:
    return {"birthyear": f"born in {year}"} if year.isdecimal() else {}


def _holders(people: Sequence[Facts]) -> dict[tuple[str, str], set[int]]:
    found: dict[tuple[str, str], set[int]] = {}
    for number, facts in enumerate(people):
        for fact in facts.items():
            found.setdefault(fact, set()).add(number)
    return found


def _write(facts: Sequence[str]) -> Document:
    """A sentence in which every fact was found."""
    text = ""
    mentions: list[Mention] = []
    for fact in facts:
        text += ", " if text else ""
        mentions.append(Mention(Span(len(text), len(text) + len(fact)), "MISC", f"fact{len(mentions)}"))
        text += fact
    return Document("facts", text + ".", mentions=tuple(mentions))
