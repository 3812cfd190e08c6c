"""Margins inside the solver: as cheap as the best of all plans, whether or not risk may rise."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from unname.core.document import Document
from unname.core.errors import ConfigError, InfeasiblePlan
from unname.core.policy import Policy
from unname.core.redaction import Option, Plan
from unname.core.results import Risk
from unname.core.roles import View
from unname.decide.cover.problem import Problem
from unname.decide.ranks.greedy import Greedy
from unname.decide.ranks.linear import Linear
from unname.decide.ranks.option_search import OptionSearch
from unname.models.linkage.terms import find_highest
from unname_research.bench.puzzles import MASK, VAGUE, letter, plans


def options_of(plan: Plan) -> list[Option]:
    return [decision.option for decision in plan.decisions]


@dataclass
class Invented:
    """Leads over a few rivals out of thin air, by entity and value."""

    rows: dict[tuple[str, str | None], list[float]]
    rest: list[float]
    name: str = "invented"
    may_rise: bool = True
    views: int = field(default=0)

    def terms(self, document: Document, view: View | None = None) -> "list[InventedTerms]":
        return [self.entity_terms(document)]

    def entity_terms(self, document: Document) -> "InventedTerms":
        return InventedTerms(self, [entity.id for entity in document.entities])

    def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]:
        return [self._risk(document, view) for view in views]

    def _risk(self, document: Document, view: View) -> Risk:
        leads = np.array(self.rest)
        for entity in document.entities:
            if view.get(entity.id) != MASK:
                leads = leads + self.rows[entity.id, view.get(entity.id)]
        rank = 1 + int(np.sum(leads <= 0))
        return Risk(1 / rank, rank)


@dataclass
class InventedTerms:
    """The same as scores: the true person, number 0, has none, and a rival as much less as the lead."""

    risk: Invented
    ids: list[str]
    exact: bool = True
    person: int = 0

    @property
    def n_people(self) -> int:
        return 1 + len(self.risk.rest)

    @property
    def members(self) -> list[tuple[int, ...]]:
        return [(number,) for number in range(len(self.ids))]

    def contributions(self, people: np.ndarray) -> np.ndarray:
        return self._scores([self.risk.rows[id, None] for id in self.ids], people)

    def values(self, shown: Sequence[tuple[str, str]], people: np.ndarray) -> np.ndarray:
        return self._scores([self.risk.rows[pair] for pair in shown], people)

    def rest(self, people: np.ndarray) -> np.ndarray:
        return self._scores([self.risk.rest], people)[0]

    def fittest(self, alive: np.ndarray, n: int) -> np.ndarray:
        everybody = np.arange(self.n_people)
        return find_highest(self.rest(everybody) + alive @ self.contributions(everybody), n)

    def _scores(self, leads: list[list[float]], people: np.ndarray) -> np.ndarray:
        return -np.array([[0.0, *row] for row in leads])[:, people]


def invented(seed: int) -> tuple[Document, list[Option], Invented, Policy]:
    dice = random.Random(seed)
    document, n_rivals = letter(dice.randint(1, 6)), dice.randint(1, 8)
    rows: dict[tuple[str, str | None], list[float]] = {}
    options = []
    for entity in document.entities:
        rows[entity.id, None] = [dice.randint(-4, 9) / 2 for _ in range(n_rivals)]
        rows[entity.id, VAGUE] = [dice.randint(-2, 4) / 2 for _ in range(n_rivals)]
        options.append(Option(entity.id, "mask", MASK, dice.choice([0.0, dice.random(), 2.0]), hides=True))
        if dice.random() < 0.5:
            options.append(Option(entity.id, "generalize", VAGUE, dice.random()))
    rest = [dice.choice([0.0, 0.0, 0.5, -0.5]) for _ in range(n_rivals)]
    label = dice.choice(["CODE", "ORG", "PERSON"])
    policy = Policy(
        max_risk=dice.choice([None, 0.3, 0.2]),
        k=min(dice.choice([1, 3]), n_rivals) if dice.random() < 0.6 else None,
        always_hide=frozenset({label}) if dice.random() < 0.3 else frozenset(),
    )
    return document, options, Invented(rows, rest), policy


def obeys(case: tuple[Document, list[Option], Invented, Policy], chosen: Sequence[Option]) -> bool:
    document, _, risk, policy = case
    view = {option.entity: option.seen for option in chosen}
    if any(entity.label in policy.always_hide and view.get(entity.id) != MASK for entity in document.entities):
        return False
    (answer,) = risk.assess(document, [view])
    return answer.total <= (policy.max_risk or 0.5) and (answer.rank or 0) > (policy.k or 0)


@pytest.mark.parametrize("start", range(0, 120, 30))
def test_it_equals_brute_force_and_greedy_is_never_cheaper(start: int) -> None:
    n_feasible = 0
    for seed in range(start, start + 30):
        case = invented(seed)
        document, options, risk, policy = case
        losses = [sum(o.loss for o in chosen) for chosen in plans(options, document) if obeys(case, chosen)]
        if not losses:
            with pytest.raises(InfeasiblePlan):
                Linear().plan(document, options, risk, policy)
            continue
        n_feasible += 1
        plan = Linear().plan(document, options, risk, policy)
        assert plan.loss == pytest.approx(min(losses), abs=1e-6), seed
        assert plan.lower_bound == pytest.approx(plan.loss, abs=1e-6)
        assert obeys(case, options_of(plan)), seed
        try:
            assert Greedy().plan(document, options, risk, policy).loss >= plan.loss - 1e-6, seed
        except InfeasiblePlan:
            continue  # greedy may miss what hiding more would spoil
    assert n_feasible > 10


def test_no_floor_is_above_what_a_rival_really_costs() -> None:
    for seed in range(100):
        document, options, risk, policy = invented(seed)
        problem = Problem(document, options, policy)
        search = OptionSearch.among(problem, risk.entity_terms(document), problem.always())
        bounds = search.bound_losses()
        for chosen in plans(problem.options, document):
            taken = [problem.options.index(option) for option in chosen]
            reached = search.leads + search.changes[taken].sum(axis=0) <= 0
            assert all(bounds[reached] <= problem.loss(taken) + 1e-9), seed


@pytest.mark.parametrize(
    ("policy", "n_rivals"),
    [
        (Policy(), 1),
        (Policy(max_risk=1.0), 0),
        (Policy(max_risk=0.1), 9),
        (Policy(max_risk=0.3), 3),
        (Policy(k=1), 1),
        (Policy(k=5), 5),
        (Policy(max_risk=0.2, k=4), 4),
        (Policy(max_risk=0.1, k=4), 9),
        (Policy(max_risk=0.01, k=5), 99),
    ],
)
def test_the_limits_tell_how_many_rivals_are_needed(policy: Policy, n_rivals: int) -> None:
    assert Problem(letter(1), [], policy).n_rivals_needed == n_rivals


def test_no_risk_at_all_cannot_be_had_among_people() -> None:
    document, options, risk, _ = invented(1)
    with pytest.raises(InfeasiblePlan) as caught:
        Linear().plan(document, options, risk, Policy(max_risk=0.0))
    assert caught.value.best is not None


@pytest.mark.parametrize("optimizer", [Linear(), Greedy()], ids=lambda optimizer: optimizer.name)
def test_nobody_is_hidden_among_more_others_than_there_are(optimizer: Linear | Greedy) -> None:
    document, options, risk, _ = invented(1)
    n_others = len(risk.rest)
    with pytest.raises(ConfigError, match=f"k = {n_others + 1}, but there are only {n_others} other"):
        optimizer.plan(document, options, risk, Policy(k=n_others + 1))
