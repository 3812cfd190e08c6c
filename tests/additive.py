"""Models that score invented people by sums over words and n-grams of a letter, exactly or only nearly so."""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from unname.core.document import Document
from unname.core.policy import Policy
from unname.core.redaction import Option
from unname.core.results import Risk
from unname.core.roles import View
from unname.models.linkage.terms import find_highest
from unname_research.bench.puzzles import MASK, letter

GRID = 2.0**-12


@dataclass
class Table:
    """Scores of all people: a row of rest and one for each term."""

    person: int
    members: list[tuple[int, ...]]
    table: np.ndarray
    always: np.ndarray
    exact: bool = True

    @property
    def n_people(self) -> int:
        return len(self.always)

    def contributions(self, people: np.ndarray) -> np.ndarray:
        return self.table[:, people]

    def rest(self, people: np.ndarray) -> np.ndarray:
        return self.always[people]

    def fittest(self, alive: np.ndarray, n: int) -> np.ndarray:
        return find_highest(self.always + np.asarray(alive, float) @ self.table, n)


@dataclass
class Additive:
    """A risk model with one or several tables; with `bend` the scores are not sums, and their terms hold nearby."""

    models: list[Table]
    bend: float = 0.0
    name: str = "additive"
    may_rise: bool = True
    n_views: int = field(default=0)
    n_terms: int = field(default=0)

    def terms(self, document: Document, view: View | None = None) -> list[Table]:
        self.n_terms += 1
        hidden = self._hidden(document, view or {})
        return [self._near(model, hidden) if self.bend else model for model in self.models]

    def entity_terms(self, document: Document) -> None:
        return None

    def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]:
        self.n_views += len(views)
        return [self._risk(self._hidden(document, view)) for view in views]

    def scores(self, model: Table, hidden: set[int]) -> np.ndarray:
        alive = np.array([not hidden.intersection(members) for members in model.members], float)
        raw = model.always + alive @ model.table
        return np.round(_bent(raw, self.bend) / GRID) * GRID

    def _near(self, model: Table, hidden: set[int]) -> Table:
        """One term a word: the slope of the bend times what the word adds now."""
        n_words = 1 + max((max(members) for members in model.members), default=-1)
        alive = np.array([not hidden.intersection(members) for members in model.members], float)
        raw = model.always + alive @ model.table
        slope = 1.0 / (1.0 + self.bend * np.abs(raw))
        seen = [word for word in range(n_words) if word not in hidden]
        rows = [alive * [word in members for members in model.members] @ model.table * slope for word in seen]
        table = np.array(rows).reshape(len(seen), model.n_people)
        rest = self.scores(model, hidden) - table.sum(axis=0)
        return Table(model.person, [(word,) for word in seen], table, rest, exact=False)

    def _risk(self, hidden: set[int]) -> Risk:
        found = []
        for model in self.models:
            scores = self.scores(model, hidden)
            rank = int(np.count_nonzero(scores >= scores[model.person]))
            odds = scores - scores.max()
            found.append((rank, math.exp(odds[model.person]) / float(np.exp(odds).sum())))
        rank = min(rank for rank, _ in found)
        return Risk(1.0 / rank, rank, probability=max(probability for _, probability in found))

    def _hidden(self, document: Document, view: View) -> set[int]:
        return {number for number, entity in enumerate(document.entities) if entity.id in view}


def _bent(raw: np.ndarray, bend: float) -> np.ndarray:
    return raw if not bend else np.sign(raw) * np.log1p(bend * np.abs(raw)) / bend


@dataclass(frozen=True)
class Crowd:
    """What an optimizer is given."""

    document: Document
    options: list[Option]
    risk: Additive
    policy: Policy


def crowd(
    seed: int, n_words: int = 7, n_people: int = 9, k: int = 2, n_models: int = 1, equal: bool = False, bend: float = 0
) -> Crowd:
    """A letter of which most words, and some pairs and triples of neighbors, speak for the true person."""
    dice = random.Random(seed)
    document = letter(n_words)
    losses = [1.0 if equal else dice.choice([1.0, 1.0, 2.0, dice.random()]) for _ in range(n_words)]
    options = [Option(f"e{word}", "mask", MASK, loss, hides=True) for word, loss in enumerate(losses)]
    models = [_table(random.Random(seed * 31 + number), n_words, n_people) for number in range(n_models)]
    return Crowd(document, options, Additive(models, bend), Policy(k=k))


def least_loss(case: Crowd) -> float | None:
    """The loss of the cheapest plan that hides the person among enough others, by trying all."""
    losses = []
    for size in range(len(case.options) + 1):
        for chosen in combinations(case.options, size):
            (judged,) = case.risk.assess(case.document, [{option.entity: MASK for option in chosen}])
            if (judged.rank or 0) > (case.policy.k or 0):
                losses.append(sum(option.loss for option in chosen))
    return min(losses, default=None)


def _table(dice: random.Random, n_words: int, n_people: int) -> Table:
    members = [(word,) for word in range(n_words)]
    members += [(word, word + 1) for word in range(n_words - 1) if dice.random() < 0.5]
    members += [(word, word + 1, word + 2) for word in range(n_words - 2) if dice.random() < 0.3]
    person = dice.randrange(n_people)
    rows = [[dice.gauss(0.0, 1.0) for _ in range(n_people)] for _ in members]
    for row in rows:
        row[person] += abs(dice.gauss(0.0, 1.5))
    rest = [dice.gauss(0.0, 0.3) for _ in range(n_people)]
    return Table(person, members, np.round(np.array(rows) / GRID) * GRID, np.round(np.array(rest) / GRID) * GRID)
