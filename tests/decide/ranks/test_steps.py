"""Algorithm 1 through the risk model alone."""

import math
from collections.abc import Sequence

import pytest

from unname.core.document import Document
from unname.core.policy import Policy
from unname.core.redaction import Option
from unname.core.results import Risk
from unname.core.roles import View
from unname.decide.ranks.greedy import Greedy
from unname.decide.ranks.steps import measure_drop, rate_gain, to_log_odds
from unname_research.bench.puzzles import MASK, letter


class Odds:
    """Every hidden word lowers the log-odds by its own amount; the rank is above 1 when they are below 0."""

    name = "odds"

    def __init__(self, amounts: Sequence[float], start: float) -> None:
        self.amounts, self.start, self.batches = amounts, start, []  # type: ignore[var-annotated]

    def assess(self, document: Document, views: Sequence[View]) -> Sequence[Risk]:
        self.batches.append(len(views))
        return [self._risk(view) for view in views]

    def _risk(self, view: View) -> Risk:
        odds = self.start - sum(amount for number, amount in enumerate(self.amounts) if f"e{number}" in view)
        rank = 1 if odds > 0 else 2
        return Risk(1 / rank, rank, probability=1 / (1 + math.exp(-odds)))


def masks(losses: Sequence[float]) -> list[Option]:
    return [Option(f"e{number}", "mask", MASK, loss, hides=True) for number, loss in enumerate(losses)]


@pytest.mark.parametrize(
    ("losses", "chosen"), [([1.0, 1.0, 1.0, 1.0], {"e3", "e2"}), ([1.0, 1.0, 1.0, 9.0], {"e2", "e1"})]
)
def test_what_lowers_the_probability_most_per_loss_comes_first(losses: list[float], chosen: set[str]) -> None:
    plan = Greedy(lazy=False).plan(letter(4), masks(losses), Odds([1.0, 2.0, 3.0, 4.0], 4.5), Policy(k=1))
    assert {decision.option.entity for decision in plan.decisions} == chosen


def test_every_word_is_asked_about_in_every_round_at_once() -> None:
    risk = Odds([1.0, 2.0, 3.0, 4.0], 6.5)
    Greedy(lazy=False).plan(letter(4), masks([1.0] * 4), risk, Policy(k=1))
    assert risk.batches == [1, 1, 4, 3]


@pytest.mark.parametrize(("probability", "odds"), [(0.5, 0.0), (1.0, 36.7), (0.0, -690.8)])
def test_log_odds_are_finite(probability: float, odds: float) -> None:
    assert to_log_odds(probability) == pytest.approx(odds, abs=0.1)


def test_what_makes_things_worse_is_worse_the_more_it_loses() -> None:
    assert rate_gain(2.0, 1.0) > rate_gain(2.0, 2.0) > rate_gain(0.0, 1.0) > rate_gain(-2.0, 1.0) > rate_gain(-2.0, 2.0)


def test_models_without_a_probability_are_judged_by_their_total() -> None:
    assert measure_drop(Risk(0.9), Risk(0.4)) == pytest.approx(0.5)
    assert measure_drop(Risk(0.4), Risk(0.9)) == 0.0
    assert measure_drop(Risk(0.9, probability=0.5), Risk(0.9, probability=0.5)) == 0.0
